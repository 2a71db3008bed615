// @ts-check
/** The page: one state, one connection, and the elements that draw what they are given. */
import { fill, h } from "./dom.js";
import "./elements/header.js";
import "./elements/log.js";
import "./elements/map.js";
import "./elements/notices.js";
import "./elements/people.js";
import "./elements/plans.js";
import "./elements/prompt.js";
import "./elements/turns.js";
import { listen } from "./keys.js";
import { CLOCK, Connection } from "./socket.js";
import { NOTHING, reduce, seat } from "./state.js";
import { dropToken, keepToken, takeToken, tokenOf } from "./token.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {{places: string[], chosen: string}} Marked
 * @typedef {HTMLElement & {update: (state: State, app: App) => void}} Part
 */

const AT_THE_TABLE = ["sr-header", "sr-turns", "sr-notices", "sr-prompt", "sr-plans", "sr-people", "sr-map", "sr-log"];

export class App extends HTMLElement {
  constructor() {
    super();
    /** @type {State} */
    this.state = NOTHING;
    /** @type {Connection | null} */
    this.connection = null;
    /** @type {Part[]} */
    this.parts = [];
    /**
     * The places on the map that the choice at hand leads to.
     * @type {Marked}
     */
    this.marked = { places: [], chosen: "" };
    this.drawing = 0;
    this.said = 0;
    this.status = h("p", { class: "unseen", role: "status" });
  }

  connectedCallback() {
    listen(this);
    addEventListener("online", () => this.connection?.hurry());
    addEventListener("offline", () => this.connection?.lost());
    addEventListener("hashchange", () => tokenOf(location.href) && this.begin(takeToken()));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.connection?.hurry();
    });
    this.begin(takeToken());
  }

  /**
   * Sit down with this secret, or ask for one.
   * @param {string} token
   */
  begin(token) {
    this.connection?.close();
    this.connection = null;
    this.state = NOTHING;
    this.said = 0;
    if (!token) {
      import("./elements/start.js").then(() => this.connection ?? this.build(["sr-start"]), () => {});
      return;
    }
    this.build(AT_THE_TABLE);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection({
      url: `${scheme}//${location.host}/ws`,
      token,
      heard: (message) => this.heard(message),
    });
    this.connection.connect();
  }

  /**
   * Take a link that somebody pasted.
   * @param {string} link @returns {boolean} whether it is one
   */
  take(link) {
    const token = tokenOf(link);
    if (token) {
      keepToken(token);
      this.begin(token);
    }
    return token !== "";
  }

  /** Leave the table, and forget the link. */
  leave() {
    dropToken();
    this.begin("");
  }

  /** @param {import("./state.js").Message} message */
  heard(message) {
    const known = this.state.welcome;
    if (message.type === "welcome" && known && known.fight !== message.fight) {
      this.connection?.restart();
      return;
    }
    this.state = reduce(this.state, message, CLOCK.now());
    this.draw();
  }

  /** @param {import("./types.js").Wish} wish */
  send(wish) {
    this.connection?.send(wish);
  }

  /** Whether the person at this page decides for the seat. */
  get plays() {
    return seat(this.state) !== "" && this.state.controls && !this.state.ended;
  }

  /** @param {string[]} places @param {string} chosen */
  mark(places, chosen) {
    this.marked = { places, chosen };
    this.draw();
  }

  /** @template {Part} P @param {string} tag @returns {P | null} */
  piece(tag) {
    return /** @type {P | null} */ (this.querySelector(tag));
  }

  /**
   * Say something aloud that is no change of the state.
   * @param {string} text
   */
  announce(text) {
    this.status.textContent = text;
  }

  draw() {
    // All messages of a burst are drawn once.
    if (!this.drawing) this.drawing = window.setTimeout(() => this.drawNow(), 0);
  }

  drawNow() {
    this.drawing = 0;
    for (const part of this.parts) part.update(this.state, this);
    this.classList.toggle("watching", !this.plays);
    const { say, welcome, prompts } = this.state;
    if (say.times !== this.said) {
      this.said = say.times;
      this.announce(say.text);
    }
    const name = welcome?.name ?? "Strikerank";
    document.title = prompts.length && this.plays ? `Your turn: ${name}` : name;
  }

  /** @param {string[]} tags */
  build(tags) {
    this.parts = tags.map((tag) => /** @type {Part} */ (document.createElement(tag)));
    const [header, turns, notices, prompt, plans, people, map, log] = this.parts;
    if (tags.length === 1) fill(this, h("main", null, header ?? null), this.status);
    else {
      fill(
        this,
        header ?? null,
        h(
          "main",
          { class: "table" },
          h("div", { class: "across" }, notices ?? null, turns ?? null),
          h("div", { class: "act" }, prompt ?? null, plans ?? null),
          h("div", { class: "who" }, people ?? null),
          h("div", { class: "story" }, map ?? null, log ?? null),
        ),
        document.createElement("sr-help"),
        this.status,
      );
    }
    this.drawNow();
  }
}

customElements.define("sr-app", App);

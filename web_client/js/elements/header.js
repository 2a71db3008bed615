// @ts-check
/** The top of the page: which fight, what time it is in it, and how the connection is. */
import { fill, h } from "../dom.js";
import { help } from "../keys.js";
import { CLOCK } from "../socket.js";
import { nameOf, seat } from "../state.js";

/** @type {Record<string, string>} */
const WORDS = {
  connecting: "Connecting",
  connected: "Connected",
  reconnecting: "Reconnecting",
  offline: "Offline",
  restarting: "Server restarting",
  replaced: "Replaced by another tab",
  refused: "Link not valid",
  over: "Session over",
};

export class Header extends HTMLElement {
  connectedCallback() {
    this.title_ = h("h1", null, "Strikerank");
    this.clock = h("p", { class: "clock" });
    this.role_ = h("p", { class: "role" });
    this.link = h("span", { class: "words" });
    this.pill = h("p", { class: "pill" }, h("span", { class: "dot", "aria-hidden": "true" }), this.link);
    const ask = h("button", { type: "button", class: "quiet", onclick: help }, "Help");
    fill(
      this,
      h(
        "header",
        { class: "top" },
        h("div", { class: "what" }, this.title_, this.role_, this.clock),
        h("div", { class: "tools" }, this.pill, ask),
      ),
    );
  }

  /** @param {import("../state.js").State} state */
  update(state) {
    const { link, welcome, view } = state;
    if (this.title_) this.title_.textContent = welcome?.name ?? "Strikerank";
    if (this.role_) this.role_.textContent = welcome ? who(state) : "";
    if (this.clock) fill(this.clock, ...(view && view.round > 0 ? time(view) : []));
    this.pill?.setAttribute("class", `pill ${state.ended ? "over" : link.state}`);
    this.show(state);
  }

  /**
   * The words of the pill, counting down the seconds to the next try.
   * @param {import("../state.js").State} state
   */
  show(state) {
    window.clearTimeout(this.timer);
    if (this.link) this.link.textContent = linkText(state);
    if (pauses(state)) this.timer = window.setTimeout(() => this.show(state), 500);
  }

  timer = 0;
}

/**
 * How the connection is, with the seconds to the next try.
 * @param {import("../state.js").State} state
 */
export function linkText(state) {
  const { link } = state;
  const text = WORDS[state.ended ? "over" : link.state] ?? link.state;
  return pauses(state) ? `${text} (${Math.ceil(((link.at ?? 0) - CLOCK.now()) / 1000)} s)` : text;
}

/**
 * Whether the next try to connect is still to come.
 * @param {import("../state.js").State} state
 */
export function pauses(state) {
  return !state.ended && state.link.at !== undefined && state.link.at > CLOCK.now();
}

/** @param {import("../state.js").State} state */
function who(state) {
  return seat(state) ? `You are ${nameOf(state, seat(state))}` : "You are watching";
}

/** @param {import("../types.js").View} view */
function time(view) {
  const parts = [part("Round", view.round)];
  if (view.rules !== "rivers") parts.push(part("Phase", view.phase));
  else if (view.phase > 0) parts.push(part("Engagement", view.phase));
  if (view.rank > 0) parts.push(part("Strike rank", view.rank));
  return parts;
}

/** @param {string} label @param {number} value */
function part(label, value) {
  return h("span", null, `${label} `, h("b", null, value), " ");
}

customElements.define("sr-header", Header);

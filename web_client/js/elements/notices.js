// @ts-check
/** What stands above everything: who is waited for, who stands in, how it ended. */
import { fill, h } from "../dom.js";
import { nameOf, seat, sidesOf } from "../state.js";
import { endText } from "../words.js";

export class Notices extends HTMLElement {
  drawn = "";
  /** Fetched before the end. @type {typeof import("../aftermath.js").aftermath | null} */
  aftermath = null;
  asked = false;

  /** @param {import("../state.js").State} state @param {import("../main.js").App} app */
  update(state, app) {
    if (!this.asked && (state.ended || (state.view?.round ?? 0) > 1)) this.fetch(app);
    const shown = notices(state, app, this.aftermath);
    const now = shown.map((one) => one.textContent).join("\n");
    if (now === this.drawn) return;
    this.drawn = now;
    fill(this, ...shown);
  }

  /** @param {import("../main.js").App} app */
  fetch(app) {
    this.asked = true;
    import("../aftermath.js").then(({ aftermath }) => {
      this.aftermath = aftermath;
      this.update(app.state, app);
    }, () => (this.asked = false));
  }
}

/** @param {import("../state.js").State} state @param {import("../main.js").App} app @param {Notices["aftermath"]} aftermath */
function notices(state, app, aftermath) {
  const shown = [];
  const button = (/** @type {string} */ text, /** @type {() => void} */ run) =>
    h("button", { type: "button", onclick: run }, text);
  if (state.ended) {
    const { outcome } = state.ended;
    const [own] = sidesOf(state);
    const isLost = seat(state) !== "" && outcome !== null && outcome.winner !== "" && outcome.winner !== own;
    shown.push(
      h(
        "section",
        { class: ["notice result", isLost && "lost"], "aria-labelledby": "result" },
        h("h2", { id: "result" }, outcome ? `The fight is ${isLost ? "lost" : "over"}` : "The fight was broken off"),
        h("p", { class: "told" }, result(state, outcome)),
        aftermath?.(ending(state)?.event.fates ?? [], sides(state)) ?? null,
      ),
    );
  }
  if (state.link.state === "refused") {
    shown.push(
      notice(
        "bad",
        "This link is not valid, or not any more. Ask whoever runs the fight for another one.",
        button("Use another link", () => app.leave()),
      ),
    );
  }
  if (state.link.state === "replaced") {
    shown.push(
      notice(
        "bad",
        "This seat was taken in another tab or on another device.",
        button("Use it here", () => app.connection?.connect()),
      ),
    );
  }
  if (state.waiting && !state.ended) {
    const names = state.waiting.map((id) => nameOf(state, id)).join(", ");
    shown.push(notice("", `The fight begins when all seats are taken. Still missing: ${names}.`));
  }
  if (seat(state) && !state.ended) {
    if (state.stoodIn && state.controls) {
      const back = () => app.send({ type: "take_back", combatant: seat(state) });
      shown.push(
        notice("", "You were away, and somebody stands in for you.", button("Take my seat back", back)),
      );
    }
    if (state.welcome && !state.controls) {
      const why = "Another tab or device controls this seat. Here you only watch.";
      shown.push(notice("", why, button("Control it here", () => app.connection?.connect())));
    }
  }
  return shown;
}

/** @param {import("../state.js").State} state @param {import("../types.js").Outcome | null} outcome */
function result(state, outcome) {
  const told = ending(state);
  // The server tells it with the names of the sides.
  return told && outcome ? told.told.words.map((one) => one.text).join("") : endText(outcome);
}

/** @param {import("../state.js").State} state */
function ending(state) {
  return state.log.filter((one) => one.event.kind === "combat_ended").at(-1);
}

/** @param {import("../state.js").State} state */
function sides(state) {
  const known = state.view?.sides ?? [];
  return sidesOf(state).map((id) => ({ id, name: known.find((one) => one.id === id)?.name ?? id }));
}

/** @param {string} kind @param {string} text @param {HTMLElement} [button] */
function notice(kind, text, button) {
  return h("div", { class: ["notice", kind] }, h("p", null, text), button ?? null);
}

customElements.define("sr-notices", Notices);

// @ts-check
/** The ranks to come: who acts now, and who after. */
import { fill, h } from "../dom.js";
import { nameOf, seat } from "../state.js";
import { named } from "../sides.js";

/** @type {Record<string, string>} */
const WORDS = { now: "now", to_come: "to come", waiting: "waits", carried: "carries over" };

export class Turns extends HTMLElement {
  /** @type {import("../types.js").View | null} */
  drawn = null;

  /** @param {import("../state.js").State} state */
  update(state) {
    const turns = state.view?.turns ?? [];
    this.hidden = turns.length === 0 || state.ended !== null || state.waiting !== null;
    if (state.view === this.drawn) return;
    this.drawn = state.view;
    const left = turns.filter((turn) => turn.state !== "done");
    const known = left.filter((turn) => turn.state === "now" || turn.rank !== undefined);
    const others = left.filter((turn) => !known.includes(turn));
    const done = turns.filter((turn) => turn.state === "done").map((turn) => nameOf(state, turn.who));
    fill(
      this,
      h(
        "section",
        { class: "turns", "aria-labelledby": "turns-title" },
        h("h2", { id: "turns-title" }, "Ranks to come"),
        known.length > 0 && h("ol", null, known.map((turn) => one(state, turn))),
        h(
          "small",
          null,
          others.flatMap((turn, place) => [place ? ", " : "still to come: ", named(state, turn.who)]),
          others.length > 0 && done.length > 0 && " · ",
          done.length > 0 && h("span", { class: "done" }, `done: ${done.join(", ")}`),
        ),
      ),
    );
  }
}

/** @param {import("../state.js").State} state @param {import("../types.js").SeenTurn} turn */
function one(state, turn) {
  const rank = turn.rank ?? state.view?.rank;
  const word = WORDS[turn.state] ?? turn.state;
  return h(
    "li",
    {
      class: ["turn", turn.state, turn.who === seat(state) && "me"],
      "aria-current": turn.state === "now" ? "step" : null,
    },
    h("span", { class: "rank" }, rank || "–"),
    h("span", { class: "whose" }, named(state, turn.who), h("small", null, word)),
  );
}

customElements.define("sr-turns", Turns);

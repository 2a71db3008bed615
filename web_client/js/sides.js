// @ts-check
/** Sides by colour and by shape, so that nobody needs the colour. */
import { h } from "./dom.js";
import { nameOf, sidesOf } from "./state.js";

export const SHAPES = ["●", "◆", "▲", "■", "★", "✚"];

/**
 * Which side somebody is on, as a number: 0 is the observer's own.
 * @param {import("./state.js").State} state @param {string} who
 */
export function sideOf(state, who) {
  const side = state.view?.combatants.find((one) => one.id === who)?.side;
  return side === undefined ? -1 : sidesOf(state).indexOf(side);
}

/**
 * The mark of a side.
 * @param {number} side
 */
export function shape(side) {
  return side < 0 ? "" : (SHAPES[side % SHAPES.length] ?? "");
}

/**
 * A name with the mark and the colour of its side.
 * @param {import("./state.js").State} state @param {string} who @param {string} [text]
 */
export function named(state, who, text) {
  const side = sideOf(state, who);
  return h(
    "span",
    { class: ["name", side >= 0 && `side-${side % SHAPES.length}`] },
    side >= 0 && h("span", { class: "shape", "aria-hidden": "true" }, shape(side)),
    text ?? nameOf(state, who),
  );
}

/**
 * The words of a line, each as what it is.
 * @param {import("./state.js").State} state @param {import("./types.js").Words[]} words
 */
export function telling(state, words) {
  return words.map((one) => {
    if (one.role === "name") return named(state, one.who ?? "", one.text);
    return one.role ? h("span", { class: `news ${one.role}` }, one.text) : one.text;
  });
}

// @ts-check
/** A small figure that shows where somebody is hurt: by colour, by pattern and by a mark. */
import { s } from "../dom.js";

/** Where each location is drawn, in the order of a view: x, y, width, height. */
const PARTS = [
  [11, 40, 8, 22],
  [21, 40, 8, 22],
  [11, 30, 18, 9],
  [11, 15, 18, 14],
  [3, 15, 7, 22],
  [30, 15, 7, 22],
  [14, 2, 12, 12],
];

/** The same of what goes on four legs. */
const ON_FOUR = [
  [8, 40, 5, 20],
  [2, 40, 5, 20],
  [2, 26, 14, 13],
  [17, 26, 14, 13],
  [26, 40, 5, 20],
  [20, 40, 5, 20],
  [27, 13, 11, 12],
];

/** @type {Record<string, string>} */
const MARKS = {
  serious: "M-3 3 3 -3",
  crippled: "M-3 3 3 -3",
  major: "M-3 3 3 -3M-3 -3 3 3",
  severed: "M-3 3 3 -3M-3 -3 3 3",
};

/** @param {string[]} wounds @param {string} state @param {boolean} [onFour] */
export function figure(wounds, state, onFour = false) {
  const parts = (onFour ? ON_FOUR : PARTS).map(([x = 0, y = 0, width = 0, height = 0], place) => {
    const word = wounds[place] ?? "unhurt";
    const mark = MARKS[word] ?? (word === "unhurt" ? "" : "M-2.5 0H2.5");
    return [
      s("rect", { x, y, width, height, rx: place === 6 ? 6 : 3, class: `part ${word}` }),
      mark && s("path", { d: mark, class: "mark", transform: `translate(${x + width / 2} ${y + height / 2})` }),
    ];
  });
  return s("svg", { class: ["figure", state !== "up" && "lies"], viewBox: "0 0 40 64", "aria-hidden": "true" }, parts.flat());
}

// @ts-check
/**
 * How everybody came out of a fight, as its end tells it.
 *
 * @typedef {import("./types.js").Fate} Fate
 */
import { h } from "./dom.js";

/** @type {Record<string, string>} */
const STATES = { up: "able to fight", down: "down", dead: "dead", fled: "fled", removed: "taken out", prisoner: "taken prisoner" };

/**
 * A list a side, the own one first; nothing if the end tells nothing of anybody.
 * @param {Fate[]} fates @param {{id: string, name: string}[]} sides
 */
export function aftermath(fates, sides) {
  const parts = sides
    .map((side) => ({ side, people: fates.filter((one) => one.side === side.id) }))
    .filter(({ people }) => people.length > 0)
    .map(({ side, people }) =>
      h("section", null, h("h3", null, side.name), h("ul", { class: "fates" }, people.map(card))),
    );
  return parts.length > 0 ? h("div", { class: "aftermath" }, parts) : null;
}

/** @param {Fate} one */
function card(one) {
  const state = [STATES[one.state] ?? one.state, one.fatigue].filter(Boolean).join(", ");
  const bleeding = (one.wounds ?? []).filter((wound) => wound.bleeds).map((wound) => wound.place);
  return h(
    "li",
    { class: one.state },
    h("p", { class: "who" }, h("b", null, one.name), ` ${state}`),
    line("Wounds", (one.wounds ?? []).map(wounded)),
    (bleeding.length > 0 || one.dies) && h("p", { class: "bleeds" }, untended(bleeding, one.dies)),
    line("Spent and lost", (one.lost ?? []).map(gone)),
    line("Skills that succeeded", one.succeeded ?? []),
  );
}

/**
 * What kills if nobody tends it, and when if that is known.
 * @param {string[]} places @param {number} [dies]
 */
function untended(places, dies) {
  const when = dies ? `Dies at the end of round ${dies}` : "Bleeds, and dies";
  return [`${when} if nobody tends it`, places.join(", ")].filter(Boolean).join(": ");
}

/** @param {string} what @param {string[]} words */
function line(what, words) {
  return words.length > 0 ? h("p", null, h("span", { class: "what" }, `${what}: `), words.join(", ")) : null;
}

/** @param {{place: string, left: number, full: number, severity?: string}} wound */
function wounded({ place, left, full, severity }) {
  return `${severity ? `${severity} ` : ""}${place} ${left}/${full}`;
}

/** @param {{name: string, how: string, number?: number}} lost */
function gone({ name, how, number = 1 }) {
  if (how === "shot") return `${number} shot with the ${name}`;
  return `${name} ${how}${number > 1 ? ` (${number})` : ""}`;
}

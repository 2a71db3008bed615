// @ts-check
/** Everybody in the fight, by side, the observer's own first. */
import { fill, h } from "../dom.js";
import { LOCATIONS, WHOLE } from "../request.js";
import { named, shape, SHAPES } from "../sides.js";
import { seat, sideName, sidesOf } from "../state.js";
import { figure } from "./figure.js";

/**
 * @typedef {import("../state.js").State} State
 * @typedef {import("../types.js").Seen} Seen
 */

export class People extends HTMLElement {
  /** @type {import("../types.js").View | null} */
  drawn = null;
  /** Whose numbers are unfolded. @type {Set<string>} */
  open = new Set();

  /** @param {State} state */
  update(state) {
    const { view } = state;
    if (view === this.drawn || !view) return;
    this.drawn = view;
    const focused = this.contains(document.activeElement) ? document.activeElement?.closest(".card")?.id : "";
    const sides = sidesOf(state).map((side, place) => {
      const those = view.combatants.filter((one) => one.side === side);
      const mine = seat(state) !== "" && place === 0;
      const first = those.filter((one) => one.id === seat(state));
      const rest = those.filter((one) => one.id !== seat(state));
      return h(
        "section",
        { class: `side side-${place % SHAPES.length}`, "aria-labelledby": `side-${place}` },
        h(
          "h3",
          { id: `side-${place}` },
          h("span", { class: "shape", "aria-hidden": "true" }, shape(place)),
          h("span", { class: "side-name" }, sideName(state, side)),
          mine && h("small", null, " your side"),
        ),
        h("div", { class: "cards" }, [...first, ...rest].map((one) => this.card(state, one))),
      );
    });
    fill(
      this,
      h("section", { class: "people", "aria-labelledby": "people-title" }, h("h2", { id: "people-title", class: "unseen" }, "Combatants"), sides),
    );
    const summary = focused && document.getElementById(focused)?.querySelector("summary");
    if (summary) summary.focus();
  }

  /** @param {State} state @param {Seen} one */
  card(state, one) {
    const me = one.id === seat(state);
    const isUp = one.state === "up";
    const hurt = (one.body ?? LOCATIONS).map((name, place) => ({ name, word: one.wounds[place] ?? WHOLE, points: one.hit_points?.[place] }));
    const wounds = hurt.filter((part) => part.word !== WHOLE).reverse();
    return h(
      "article",
      { class: ["card", me && "me", !isUp && "out"], id: `card-${one.id}`, "aria-labelledby": `who-${one.id}` },
      figure(one.wounds, one.state, one.steed || one.large),
      h(
        "div",
        { class: "facts" },
        h(
          "h4",
          { id: `who-${one.id}` },
          named(state, one.id),
          me && h("span", { class: "tag" }, "you"),
        ),
        h("p", { class: "line" }, [one.creature, where(state, one), isUp ? one.stance : one.state].filter(Boolean).join(" · ")),
        chips(one),
        wounds.length > 0
          ? h("ul", { class: "wounds" }, wounds.map((part) => wound(part)))
          : h("p", { class: "line" }, isUp ? "unhurt" : ""),
        engaged(state, one),
        grip(state, one),
        h("p", { class: "line" }, gear(one)),
        one.hit_points && this.numbers(one, hurt),
      ),
    );
  }

  /** What only the own side knows. @param {Seen} one @param {{name: string, points?: number}[]} hurt */
  numbers(one, hurt) {
    const rows = [...hurt].reverse().map(({ name, points }) => h("div", null, h("dt", null, name), h("dd", null, points ?? "")));
    return h(
      "details",
      {
        open: this.open.has(one.id),
        ontoggle: (/** @type {Event} */ event) => {
          const { open } = /** @type {HTMLDetailsElement} */ (event.currentTarget);
          if (open) this.open.add(one.id);
          else this.open.delete(one.id);
        },
      },
      h("summary", null, "Hit points"),
      h("dl", { class: "points" }, rows),
    );
  }
}

/** @param {State} state @param {Seen} one */
function where(state, one) {
  const mount = state.view?.combatants.find((other) => other.id === one.rides);
  const friend = state.view?.combatants.find((other) => other.id === one.before);
  return [
    one.place && `at ${one.place}`,
    one.metres !== undefined && !one.place && `at ${one.metres} m`,
    mount && `rides ${mount.name}`,
    friend && `before ${friend.name}`,
  ].filter(Boolean).join(" · ");
}

/** @param {Seen} one */
function chips(one) {
  const { actions, magic_points: magic, rune_points: rune } = one;
  const words = [...one.conditions, one.formation, one.hidden && "hidden", one.waiting].filter(Boolean);
  const left = [
    actions !== undefined && one.state === "up" && `${counted(actions, "action")} left`,
    rune !== undefined && rune > 0 && counted(rune, "rune point"),
    magic !== undefined && counted(magic, "magic point"),
    ...(one.spells ?? []).map((spell) => (typeof spell === "string" ? spell : `${spell.condition}: ${counted(spell.rounds, "round")}`)),
    one.task && `${one.task.spell}: ${one.task.actions} more`,
    one.dies && `dies at the end of round ${one.dies}`,
  ].filter(Boolean);
  if (!words.length && !left.length) return null;
  return h(
    "ul",
    { class: "chips" },
    left.map((word) => h("li", { class: "quiet" }, word)),
    [...new Set(words)].map((word) => h("li", null, word)),
  );
}

/** @param {number} number @param {string} what */
function counted(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** @param {{name: string, word: string, points?: number}} part */
function wound({ name, word, points }) {
  const left = points === undefined ? "" : `, ${points} left`;
  return h("li", { class: `wound ${word}` }, h("b", null, word), ` ${name}${left}`);
}

/** @param {State} state @param {Seen} one */
function engaged(state, one) {
  const pairs = (one.engaged ?? []).flatMap(({ foe, reach, metres }, place) => [
    place > 0 && ", ",
    named(state, foe),
    ` (${metres === undefined ? reach : metres ? `${metres} m` : "within reach"})`,
  ]);
  const focus = one.focus ? ["; minds ", named(state, one.focus)] : [];
  return pairs.length ? h("p", { class: "line" }, "engaged with ", pairs, focus) : null;
}

/** Whom it holds, and who holds it. @param {State} state @param {Seen} one */
function grip(state, one) {
  const by = (state.view?.combatants ?? []).filter((other) => other.holding === one.id);
  const parts = [
    ...(one.holding ? ["has hold of ", named(state, one.holding)] : []),
    ...by.flatMap((other, place) => [place || one.holding ? ", " : "", "held by ", named(state, other.id)]),
  ];
  return parts.length ? h("p", { class: "line" }, parts) : null;
}

/** @param {Seen} one */
function gear(one) {
  const held = one.items.filter((item) => item.state === "held").map(item);
  const dropped = one.items.filter((item) => item.state === "dropped").map((item) => item.name);
  const isUp = one.state === "up";
  const parts = [];
  if (held.length) parts.push(`${isUp ? "holds" : "has"} ${held.join(" and ")}`);
  else if (isUp && !one.steed) parts.push("empty hands");
  if (dropped.length) parts.push(`has dropped ${dropped.join(" and ")}`);
  return parts.join("; ");
}

/** @param {import("../types.js").SeenItem} one */
function item(one) {
  const more = [one.loaded && "loaded", one.missiles !== undefined && one.missiles > 1 && `${one.missiles} missiles`];
  const told = more.filter(Boolean).join(", ");
  return told ? `${one.name} (${told})` : one.name;
}

customElements.define("sr-people", People);

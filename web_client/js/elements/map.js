// @ts-check
/** The ground and who stands where on it; everything it shows also stands in words elsewhere. */
import { fill, find, h, s } from "../dom.js";
import { beside, labels, letters, named as hexNamed, nameAt } from "../hexes.js";
import { sideOf } from "../sides.js";
import { seat } from "../state.js";

/**
 * @typedef {import("../state.js").State} State
 * @typedef {import("../main.js").App} App
 * @typedef {import("../types.js").Seen} Seen
 * @typedef {{left: number, top: number, right: number, bottom: number}} Part
 */

export const WIDTH = Math.sqrt(3);
const EDGE = 0.9;
/** A field of more hexes than this is shown where the people are, with room round them. */
const ROOMY = 14;
const MARGIN = 3;
const MOST = 40;
/** @type {Record<string, string>} */
const GROUND = { "#": "blocked", o: "cover", "~": "difficult" };
const CORNERS = Array.from({ length: 6 }, (_, n) => (Math.PI / 3) * n + Math.PI / 6);
export const HEX = CORNERS.map((a) => `${(Math.cos(a) * 0.985).toFixed(3)},${(Math.sin(a) * 0.985).toFixed(3)}`).join(" ");

export class MapPart extends HTMLElement {
  /** @type {unknown} */
  drawn = null;
  /** @type {App["marked"] | null} */
  marked = null;
  grown = false;

  /** @param {State} state @param {App} app */
  update(state, app) {
    const { view } = state;
    if (this.drawn !== view) {
      this.drawn = view;
      this.marked = null;
      this.hidden = !view?.field;
      if (view?.field) this.redraw(state, app, view.field, view.combatants);
    }
    if (this.marked !== app.marked) {
      this.marked = app.marked;
      this.mark(app.marked);
    }
  }

  /** @param {State} state @param {App} app @param {import("../types.js").Field} field @param {Seen[]} all */
  redraw(state, app, field, all) {
    const people = all.filter((one) => one.place && one.state !== "gone");
    const part = shown(field, people);
    const ground = picture(state, field, part, people);
    // Beside the log there is room for a tall map, above it for a wide one.
    this.classList.toggle("wide", part.right - part.left > (part.bottom - part.top) * 1.25);
    ground.addEventListener("click", (event) => {
      const hex = event.target instanceof Element ? event.target.closest(".hex.goes") : null;
      const name = hex?.getAttribute("data-name");
      const prompt = /** @type {import("./prompt.js").PromptPart | null} */ (app.piece("sr-prompt"));
      if (name) prompt?.go(name);
    });
    fill(
      this,
      h(
        "section",
        { class: "map panel", "aria-labelledby": "map-title" },
        h(
          "div",
          { class: "head" },
          h("h2", { id: "map-title" }, "The ground"),
          h("button", { type: "button", class: "quiet grow", onclick: () => this.grow() }, this.grown ? "Smaller" : "Larger"),
        ),
        ground,
        legend(new Set((field.rows ?? []).join(""))),
        field.width * field.height > ground.querySelectorAll(".hex").length &&
          h("p", { class: "hint" }, `A part of the field of ${field.width} by ${field.height} hexes.`),
      ),
    );
    // Few fields have heights, and a first look pays for nothing that it does not show.
    if (field.heights?.length) import("../heights.js").then(({ raise }) => raise(this, field), () => {});
  }

  /** Let the map have all the width there is, or only as much as leaves room for the log. */
  grow() {
    this.grown = !this.grown;
    this.classList.toggle("grown", this.grown);
    find(this, ".grow").textContent = this.grown ? "Smaller" : "Larger";
  }

  /**
   * Show where the choice at hand leads; the hexes stay the same, so that a click finds them.
   * @param {App["marked"]} marked
   */
  mark(marked) {
    const places = new Set(marked.places);
    for (const hex of this.querySelectorAll(".ground .hex")) {
      const name = hex.getAttribute("data-name") ?? "";
      hex.classList.toggle("goes", places.has(name));
      hex.classList.toggle("chosen", name === marked.chosen);
    }
    this.querySelector(".legend .may")?.toggleAttribute("hidden", places.size === 0);
  }
}

/** @param {State} state @param {import("../types.js").Field} field @param {Part} part @param {Seen[]} people */
function picture(state, field, part, people) {
  const hexes = [];
  for (let row = part.top; row <= part.bottom; row += 1) {
    for (let column = part.left; column <= part.right; column += 1) {
      const name = nameAt(column, row);
      const ground = GROUND[field.rows?.[row]?.[column] ?? "."] ?? "open";
      const shape = s("polygon", { points: HEX });
      const about = { class: `hex ${ground}`, "data-name": name, transform: moved(column, row) };
      hexes.push(s("g", about, shape, sign(ground), s("title", null, name)));
    }
  }
  const names = labels(people.map((one) => one.name));
  const order = people.map((one, place) => ({ one, label: names[place] ?? "" }));
  order.sort((a, b) => Number(a.one.state === "up") - Number(b.one.state === "up"));
  const riders = new Map(people.map((one) => [one.rides, one]));
  const tokens = order.filter(({ one }) => !riders.has(one.id)).map(({ one, label }) => token(state, one, label));
  const covered = order.flatMap(({ one, label }) => {
    const above = riders.get(one.id) ?? (one.state === "up" ? null : people.find((other) => other.place === one.place && other.state === "up"));
    return above ? [under(state, one, above, label)] : [];
  });
  const width = (part.right - part.left + 1.5) * WIDTH;
  const height = (part.bottom - part.top + 1) * 1.5 + 0.5;
  const x = (part.left - 0.5) * WIDTH;
  const y = part.top * 1.5 - 1;
  const box = [x - EDGE, y - EDGE, width + EDGE + 0.1, height + EDGE + 0.1].map((one) => one.toFixed(2)).join(" ");
  const what = people.map((one) => `${one.name} at ${one.place}`).join(", ");
  return s(
    "svg",
    { class: "ground", viewBox: box, role: "img", "aria-label": `Map of ${field.width} by ${field.height} hexes: ${what}` },
    hexes,
    edges(part),
    tokens,
    covered,
  );
}

/** @param {Part} part */
function edges(part) {
  const marks = [];
  for (let column = part.left; column <= part.right; column += 1) {
    const x = column * WIDTH;
    marks.push(s("text", { class: "edge", x: x.toFixed(2), y: (part.top * 1.5 - 1.15).toFixed(2) }, letters(column)));
  }
  for (let row = part.top; row <= part.bottom; row += 1) {
    const x = (part.left - 0.5) * WIDTH - 0.4;
    marks.push(s("text", { class: "edge", x: x.toFixed(2), y: (row * 1.5 + 0.25).toFixed(2) }, row + 1));
  }
  return marks;
}

/** @param {State} state @param {Seen} one @param {string} label */
function token(state, one, label) {
  const at = hexNamed(one.place ?? "");
  if (!at) return null;
  const side = Math.max(0, sideOf(state, one.id));
  const classes = ["token", `side-${side % 6}`, one.state !== "up" && "out", one.id === seat(state) && "me"];
  const large = one.large
    ? beside(at.column, at.row).map((h) => s("polygon", { points: HEX, class: "large", transform: relative(at, h) }))
    : [];
  return s(
    "g",
    { class: classes, transform: moved(at.column, at.row) },
    large,
    outline(side),
    s("text", { y: 0.24 }, label),
    s("title", null, `${one.name}, ${one.place}, ${one.state}`),
  );
}

/**
 * A small mark at a hex: somebody lies there under somebody who stands, or carries its rider.
 * @param {State} state @param {Seen} one @param {Seen} above @param {string} label
 */
function under(state, one, above, label) {
  const at = hexNamed(one.place ?? "");
  return s(
    "g",
    { class: `token side-${Math.max(0, sideOf(state, one.id)) % 6}`, transform: moved(at?.column ?? 0, at?.row ?? 0) },
    s("path", { class: "under", d: "M-.55.52h1.1v.48h-1.1z" }),
    s("text", { class: "tiny", y: 0.92 }, label),
    s("title", null, `${one.name} ${above.rides === one.id ? "carries" : "lies here under"} ${above.name}`),
  );
}

/**
 * Each side has a shape of its own.
 * @param {number} side
 */
function outline(side) {
  const shapes = [
    () => s("circle", { r: 0.72 }),
    () => s("path", { d: "M0-.95.9 0 0 .95-.9 0Z" }),
    () => s("path", { d: "M0-.95.9.62H-.9Z" }),
    () => s("rect", { x: -0.66, y: -0.66, width: 1.32, height: 1.32 }),
  ];
  return (shapes[side % shapes.length] ?? shapes[0])?.();
}

/** @param {string} ground */
function sign(ground) {
  if (ground === "difficult") return s("path", { class: "sign", d: "M-.5-.1q.25-.25.5 0t.5 0M-.5.3q.25-.25.5 0t.5 0" });
  if (ground === "cover") return s("path", { class: "sign", d: "M-.3.3v-.5M0 .35v-.7M.3.3v-.5" });
  if (ground === "blocked") return s("path", { class: "sign", d: "M-.4-.4.4.4M.4-.4-.4.4" });
  return null;
}

/** @param {Set<string>} terrain */
function legend(terrain) {
  const shown = Object.entries(GROUND).filter(([letter]) => terrain.has(letter));
  const key = (/** @type {string} */ kind, /** @type {string} */ word) => {
    const hex = s("g", { class: `hex ${kind}` }, s("polygon", { points: HEX }), sign(kind));
    const may = kind.includes("goes");
    return h("li", { class: may && "may", hidden: may }, s("svg", { class: "key", viewBox: "-1 -1 2 2", "aria-hidden": "true" }, hex), word);
  };
  return h("ul", { class: "legend" }, shown.map(([, word]) => key(word, word)), key("open goes", "you can choose it"));
}

/**
 * The part of the field that is shown: all of it, or what lies round the people.
 * @param {import("../types.js").Field} field @param {Seen[]} people @returns {Part}
 */
function shown(field, people) {
  const at = people.flatMap((one) => hexNamed(one.place ?? "") ?? []);
  const [left, right] = span(field.width, at.map((one) => one.column));
  const [top, bottom] = span(field.height, at.map((one) => one.row));
  return { left, right, top, bottom };
}

/** @param {number} size @param {number[]} taken @returns {[number, number]} */
function span(size, taken) {
  if (size <= ROOMY) return [0, size - 1];
  const low = taken.length ? Math.min(...taken) : 0;
  const high = taken.length ? Math.max(...taken) : 0;
  const spare = Math.max(MARGIN, Math.ceil((ROOMY - 1 - (high - low)) / 2));
  const first = Math.max(0, Math.min(low - spare, size - ROOMY));
  return [first, Math.min(size - 1, Math.max(high + spare, first + ROOMY - 1), first + MOST - 1)];
}

/** @param {number} column @param {number} row */
function moved(column, row) {
  return `translate(${((column + (row % 2 ? 0.5 : 0)) * WIDTH).toFixed(3)} ${(row * 1.5).toFixed(3)})`;
}

/** @param {{column: number, row: number}} from @param {{column: number, row: number}} to */
function relative(from, to) {
  const x = to.column + (to.row % 2) / 2 - from.column - (from.row % 2) / 2;
  return `translate(${(x * WIDTH).toFixed(3)} ${((to.row - from.row) * 1.5).toFixed(3)})`;
}

customElements.define("sr-map", MapPart);

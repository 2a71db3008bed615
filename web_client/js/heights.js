// @ts-check
/** How high the ground lies: shades, numbers, contours and hatched edges, drawn into a map that is there already. */
import { h, s } from "./dom.js";
import { HEX, WIDTH } from "./elements/map.js";
import { beside, named } from "./hexes.js";

/** @typedef {import("./types.js").Field} Field */

/** So many metres up or down are a step; more are an edge, which nobody walks over. */
const STEP = 1;
/** How much the highest ground is shaded. */
const DARKEST = 0.5;
/** The sides of a hex to the east, south-west and south-east: every side between two is one of these. */
const SIDES = [
  { to: 0, from: -30, until: 30 },
  { to: 4, from: 90, until: 150 },
  { to: 5, from: 30, until: 90 },
];
const HATCHES = [0.1, 0.3, 0.5, 0.7, 0.9];

/**
 * Draw the heights of a field into its map, and say them in its words; once for each drawing.
 * @param {HTMLElement} map @param {Field} field
 */
export function raise(map, field) {
  const ground = map.querySelector(".ground:not(.raised)");
  if (!ground) return;
  ground.classList.add("raised");
  const top = Math.max(...(field.heights ?? []).flatMap((row) => Array.from(row, Number)));
  /** @type {string[][]} */
  const lines = [[], [], []];
  const hexes = [...ground.querySelectorAll(".hex")];
  for (const hex of hexes) {
    const at = named(hex.getAttribute("data-name") ?? "");
    if (!at) continue;
    const metres = heightAt(field, at.column, at.row);
    if (metres) hex.querySelector("polygon")?.after(shade(metres / top), number(metres, hex.querySelector(".sign") !== null));
    say(hex, metres);
    bound(field, at, lines);
  }
  hexes.at(-1)?.after(...strokes(lines));
  for (const token of ground.querySelectorAll(".token")) {
    const place = /, ([A-Z]+\d+), /.exec(token.querySelector("title")?.textContent ?? "");
    const at = named(place?.[1] ?? "");
    if (at) say(token, heightAt(field, at.column, at.row));
  }
  const words = ground.getAttribute("aria-label") ?? "";
  ground.setAttribute("aria-label", words.replace(/ at ([A-Z]+\d+)(?=, |$)/g, (all, name) => {
    const at = named(name);
    const metres = at ? heightAt(field, at.column, at.row) : 0;
    return metres ? `${all} (${metres} m up)` : all;
  }));
  map.querySelector(".legend")?.prepend(...key(lines));
}

/** @param {Field} field @param {number} column @param {number} row */
function heightAt(field, column, row) {
  return Number(field.heights?.[row]?.[column] ?? 0);
}

/** @param {number} share */
function shade(share) {
  return s("polygon", { points: HEX, class: "rise", "fill-opacity": (share * DARKEST).toFixed(2) });
}

/**
 * In the middle, or above what else is drawn there; whoever stands on it hides it, and says it too.
 * @param {number} metres @param {boolean} signed
 */
function number(metres, signed) {
  return s("text", { class: "metres", y: signed ? -0.35 : 0.25 }, metres);
}

/**
 * What the mouse is told of a hex or of somebody on it.
 * @param {Element} one @param {number} metres
 */
function say(one, metres) {
  const title = one.querySelector("title");
  if (title && metres) title.textContent += `, ${metres} m up`;
}

/**
 * The lines between a hex and the three that come after it: steps, edges, and their hatching on the lower side.
 * @param {Field} field @param {{column: number, row: number}} at @param {string[][]} lines
 */
function bound(field, at, lines) {
  for (const { to, from, until } of SIDES) {
    const other = beside(at.column, at.row)[to];
    if (!other || other.row >= field.height || other.column < 0 || other.column >= field.width) continue;
    const down = heightAt(field, at.column, at.row) - heightAt(field, other.column, other.row);
    const here = centre(at);
    const [a, b] = [corner(here, from), corner(here, until)];
    if (down) lines[Math.abs(down) > STEP ? 1 : 0]?.push(`M${a.x.toFixed(2)} ${a.y.toFixed(2)}L${b.x.toFixed(2)} ${b.y.toFixed(2)}`);
    if (Math.abs(down) <= STEP) continue;
    const low = centre(down > 0 ? other : at);
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    // The deeper, the longer.
    const long = Math.min(0.12 + 0.06 * Math.abs(down), 0.4) / (WIDTH / 2);
    const [x, y] = [(low.x - middle.x) * long, (low.y - middle.y) * long];
    for (const share of HATCHES) {
      const start = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
      lines[2]?.push(`M${start.x.toFixed(2)} ${start.y.toFixed(2)}l${x.toFixed(2)} ${y.toFixed(2)}`);
    }
  }
}

/** @param {string[][]} lines */
function strokes(lines) {
  return ["contour", "cliff", "hatch"].map((kind, n) => s("path", { class: kind, d: (lines[n] ?? []).join("") }));
}

/** @param {{column: number, row: number}} at */
function centre(at) {
  return { x: (at.column + (at.row % 2) / 2) * WIDTH, y: at.row * 1.5 };
}

/** @param {{x: number, y: number}} middle @param {number} degrees */
function corner(middle, degrees) {
  const turn = (degrees * Math.PI) / 180;
  return { x: middle.x + Math.cos(turn), y: middle.y + Math.sin(turn) };
}

/**
 * What the shades and lines that there are mean, for the legend.
 * @param {string[][]} lines
 */
function key(lines) {
  const swatch = (/** @type {string} */ word, /** @type {unknown[]} */ ...drawn) =>
    h("li", null, s("svg", { class: "key", viewBox: "-1 -1 2 2", "aria-hidden": "true" }, s("g", { class: "hex" }, s("polygon", { points: HEX })), drawn), word);
  const up = swatch("metres up", shade(DARKEST), number(3, false));
  const step = lines[0]?.length && swatch("a step of 1 m", s("path", { class: "contour", d: "M0-1V1" }));
  const edge = lines[1]?.length && swatch(
    "an edge, hatched downhill: nobody walks over it",
    s("path", { class: "cliff", d: "M-.3-.8V.8" }),
    s("path", { class: "hatch", d: "M-.3-.6h.5M-.3-.2h.5M-.3.2h.5M-.3.6h.5" }),
  );
  return [up, step || "", edge || ""].filter((one) => one !== "");
}

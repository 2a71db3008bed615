// @ts-check
/**
 * A log whose fight is played in parts side by side: each part keeps its lines together, and its heading shows it
 * alone.  Fetched with the first part.
 */
import { h } from "./dom.js";

/** How near to where the log was left by itself it still follows the news. */
const NEAR = 8;

export class Parts {
  /** The part that is shown alone, by its round and number; empty for all. */
  part = "";
  /** The row that came last. @type {Element | null} */
  last = null;
  /** How far down the log was scrolled for it. */
  scrolled = -1;

  /** @param {HTMLElement} list @param {HTMLElement} box @param {() => void} filter */
  constructor(list, box, filter) {
    this.list = list;
    this.box = box;
    this.filter = filter;
  }

  /** The log is empty again. */
  begin() {
    this.last = null;
  }

  /**
   * Put the rows of an entry where they belong.  Parts are told as they come: each has its place by
   * its number, till something happens between them.
   * @param {import("./state.js").Entry} entry @param {HTMLElement[]} rows
   */
  place({ event, told }, rows) {
    const { list } = this;
    const number = (/** @type {Element} */ row) => Number(row.getAttribute("data-part")?.split(".")[1]);
    const isOfRound = (/** @type {Element} */ row) => row.getAttribute("data-round") === String(event.round);
    const begins = told.part !== undefined || event.kind === "engagement_began";
    const isLast = event.phase === 0 || event.kind === "combat_ended";
    let before = begins || isLast ? list.lastElementChild : this.last;
    if (begins && !isLast) {
      while (before && isOfRound(before) && number(before) > event.phase) before = before.previousElementSibling;
      // Its heading stands there already.
      if (told.part && before && isOfRound(before) && number(before) === event.phase) rows.shift();
    }
    if (before) before.after(...rows);
    else list.append(...rows);
    this.last = rows.at(-1) ?? null;
  }

  /** Whether the log stands where the news last left it. */
  get follows() {
    return Math.abs(this.box.scrollTop - this.scrolled) < NEAR;
  }

  /** Keep what came last in view, if that is not the end; say whether it was. */
  follow() {
    const isWithin = this.last?.nextElementSibling != null;
    if (isWithin) this.last?.scrollIntoView({ block: "nearest" });
    this.scrolled = isWithin ? this.box.scrollTop : -1;
    return isWithin;
  }

  /**
   * The heading of a part: it shows that part alone, and all again.
   * @param {string} part @param {import("./dom.js").Child[]} words
   */
  opener(part, words) {
    return h(
      "button",
      {
        type: "button",
        class: "opener",
        "aria-pressed": String(part === this.part),
        "data-opens": part,
        onclick: () => this.only(this.part === part ? "" : part),
      },
      h("span", null, words),
    );
  }

  /**
   * Show a part alone, or (empty) everything.
   * @param {string} part
   */
  only(part) {
    const opener = this.list.querySelector(`[data-opens="${part || this.part}"]`);
    this.part = part;
    for (const one of this.list.querySelectorAll(".opener")) {
      one.setAttribute("aria-pressed", String(one.getAttribute("data-opens") === part));
    }
    this.filter();
    if (!(opener instanceof HTMLElement)) return;
    opener.focus({ preventScroll: true });
    this.box.scrollTop = Math.max(0, opener.offsetTop - this.box.offsetTop - NEAR);
  }

  /**
   * Whether a row is of the part that is shown alone, or begins its round.
   * @param {Element} row
   */
  has(row) {
    const [round] = this.part.split(".");
    const isRound = row.classList.contains("round_began") && row.getAttribute("data-round") === round;
    return isRound || row.getAttribute("data-part") === this.part;
  }

  /** What is shown alone, in words. */
  get said() {
    const [round, number] = this.part.split(".");
    return this.part ? `Round ${round}, engagement ${number} alone: ` : "";
  }
}

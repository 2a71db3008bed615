// @ts-check
/**
 * A form that puts a choice together: one option, a value for each of its blanks, and what goes
 * along with it.  The same form answers a prompt and makes a plan.
 *
 * @typedef {import("./types.js").Option} Option
 * @typedef {import("./types.js").Value} Value
 * @typedef {import("./types.js").Prompt} Prompt
 * @typedef {{option: string, values?: string[], also?: string[], dice?: import("./types.js").TableDice}} Choice
 * @typedef {{planning: boolean, foes: Value[], held: string[], changed: () => void,
 *   hinted: (place: string) => void}} Terms
 */
import { alongside, blank, range, refused } from "./choices.js";
import { h } from "./dom.js";
import { choiceText, points } from "./words.js";

let forms = 0;

export class Composer {
  /** @param {Prompt} prompt @param {Terms} terms */
  constructor(prompt, terms) {
    forms += 1;
    this.name = `f${forms}`;
    this.prompt = prompt;
    this.terms = terms;
    /** @type {Option | null} */
    this.option = null;
    /** @type {Value[]} */
    this.values = [];
    /** @type {import("./types.js").TableDice | undefined} */
    this.dice = undefined;
    /** @type {Set<string>} */
    this.also = new Set((prompt.trivial ?? []).filter((one) => one.default).map((one) => one.id));
    this.defaults = new Set(this.also);
    const possible = prompt.options.filter((one) => !one.unavailable);
    const impossible = prompt.options.filter((one) => one.unavailable);
    const others = prompt.kind === "action" ? spare(possible, terms.held) : [];
    const first = possible.filter((one) => !others.includes(one));
    const before = possible.findIndex((one) => others.includes(one));
    /** The options that can be chosen, in the order of their digits. */
    this.offered = [...first, ...others, ...(terms.planning ? impossible : [])];
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    this.element = h(
      "div",
      { class: "composer", "data-prompt": prompt.id },
      h(
        "fieldset",
        { class: "options" },
        h("legend", null, terms.planning ? "What will you do then?" : "What will you do?"),
        first.slice(0, Math.max(before, 0)).map((one) => this.row(one)),
        others.length > 0 && this.folded(`Other weapons (${others.length})`, others),
        first.slice(Math.max(before, 0)).map((one) => this.row(one)),
        terms.planning && impossible.length > 0 && this.folded(`Not possible just now, but maybe then (${impossible.length})`, impossible),
      ),
      alongside(this),
      !terms.planning && impossible.length > 0 && refused(impossible, this.name),
    );
  }

  /**
   * What is chosen, as an answer says it; null if nothing is yet, or a blank is open.
   * @returns {Choice | null}
   */
  get choice() {
    const { option } = this;
    if (!option) return null;
    const blanks = this.blanks(option);
    const values = blanks.map((_, place) => this.values[place]?.id ?? "");
    if (values.includes("")) return null;
    /** @type {Choice} */
    const choice = { option: option.id };
    if (values.length) choice.values = values;
    const same = this.also.size === this.defaults.size && [...this.also].every((id) => this.defaults.has(id));
    if (!same) choice.also = [...this.also];
    if (this.dice) choice.dice = this.dice;
    return choice;
  }

  /** The choice in words. */
  get text() {
    if (!this.option) return "";
    const also = (this.prompt.trivial ?? []).filter((one) => this.also.has(one.id));
    return choiceText(this.option, this.values, also, true);
  }

  /** The places that the chosen option may lead to, and the one that is chosen. */
  get marked() {
    const blanks = this.option ? this.blanks(this.option) : [];
    const places = blanks.flatMap((one) => one.values.map((value) => value.place ?? ""));
    const chosen = this.values.find((one) => one?.place)?.place ?? "";
    return { places: places.filter(Boolean), chosen };
  }

  /**
   * Choose the option with this number, counted from 1.
   * @param {number} number
   */
  pick(number) {
    const option = this.offered[number - 1];
    const row = option && this.rows.get(option.id);
    const radio = row?.querySelector("input");
    // What is folded away has no digit that anybody sees.
    if (!option || !radio?.checkVisibility()) return false;
    radio.checked = true;
    this.choose(option);
    radio.focus();
    return true;
  }

  /**
   * Choose the value that leads to this place, if the option has one.
   * @param {string} place
   */
  go(place) {
    const inputs = this.element.querySelectorAll(`input[data-place="${CSS.escape(place)}"]`);
    const input = inputs[inputs.length - 1];
    if (input instanceof HTMLInputElement) input.click();
    return inputs.length > 0;
  }

  /**
   * Put a choice in that was made before.
   * @param {Choice} choice
   */
  take(choice) {
    const option = this.offered.find((one) => one.id === choice.option);
    if (!option) return;
    const radio = this.rows.get(option.id)?.querySelector("input");
    if (radio) radio.checked = true;
    this.option = option;
    this.values = this.blanks(option).map((one, place) => {
      const value = one.values.find(({ id }) => id === choice.values?.[place]);
      return /** @type {Value} */ (value ?? one.values[0]);
    });
    if (choice.also) this.also = new Set(choice.also);
    this.dice = choice.dice;
    for (const box of this.element.querySelectorAll(".also input")) {
      if (box instanceof HTMLInputElement) box.checked = this.also.has(box.value);
    }
    this.open();
  }

  /** Choose nothing. */
  clear() {
    for (const input of this.element.querySelectorAll("input:checked")) {
      if (input instanceof HTMLInputElement) input.checked = false;
    }
    this.option = null;
    this.values = [];
    this.dice = undefined;
    this.also = new Set(this.defaults);
    for (const box of this.element.querySelectorAll(".also input")) {
      if (box instanceof HTMLInputElement) box.checked = this.also.has(box.value);
    }
    this.open();
    this.terms.changed();
  }

  /** Put the focus where a person begins. */
  focus() {
    const input = this.element.querySelector("input:checked") ?? this.element.querySelector("input");
    if (input instanceof HTMLElement) input.focus({ preventScroll: true });
  }

  // --- inside -------------------------------------------------------------------------------

  /** @param {Option} option */
  choose(option) {
    this.option = option;
    this.dice = undefined;
    this.values = this.blanks(option).map((one) => /** @type {Value} */ (one.values[0]));
    this.open();
    this.terms.changed();
  }

  /** Show the blanks of the chosen option, and of no other. */
  open() {
    for (const [id, row] of this.rows) {
      const chosen = id === this.option?.id;
      row.classList.toggle("chosen", chosen);
      for (const old of row.querySelectorAll(".blanks")) old.remove();
      if (chosen) row.closest("details.fold")?.setAttribute("open", "");
      if (!chosen || !this.option) continue;
      const blanks = this.blanks(this.option);
      if (blanks.length) {
        row.append(h("div", { class: "blanks" }, blanks.map((one, place) => blank(this, one, place))));
      }
      const { option } = this;
      const { dice } = option;
      if (!dice || this.terms.planning) continue;
      import("./dice.js").then(({ thrown }) => this.option === option && row.append(thrown(this, dice)), () => {});
    }
  }

  /**
   * The blanks of an option; a plan may name a foe that is not within reach yet.
   * @param {Option} option
   */
  blanks(option) {
    return (option.parameters ?? []).map((one) => {
      if (one.values.length || !this.terms.planning) return one;
      return { name: one.name, values: this.terms.foes };
    });
  }

  /** @param {Option} option */
  row(option) {
    const place = this.offered.indexOf(option);
    const id = `${this.name}-${place}`;
    const byDefault = !this.terms.planning && option.id === this.prompt.default.option;
    const row = h(
      "div",
      { class: "option" },
      h("input", {
        type: "radio",
        name: this.name,
        id,
        "aria-describedby": `${id}-more`,
        onchange: () => this.choose(option),
      }),
      h(
        "label",
        { for: id },
        h("span", { class: "label" }, option.label),
        h("span", { class: "odds" }, range(option)),
      ),
      h(
        "p",
        { class: "more", id: `${id}-more` },
        this.cost(option),
        byDefault && h("em", null, "if you do nothing"),
        option.about && h("span", { class: "does" }, option.about),
      ),
      place < 9 && h("kbd", { "aria-hidden": "true" }, place + 1),
    );
    this.rows.set(option.id, row);
    return row;
  }

  /**
   * What an option takes and brings; a reaction takes nothing.
   * @param {Option} option
   */
  cost(option) {
    const actions = option.cost ?? 0;
    const parts = [];
    if (actions > 0) parts.push(actions === 1 ? "1 action" : `${actions} actions`);
    else if (this.prompt.kind === "action") parts.push("no action");
    if (option.rank !== undefined && option.rank !== null) parts.push(`strike rank ${option.rank}`);
    if (option.damage !== undefined) parts.push(`mean damage ${points(option.damage)}`);
    return parts.length ? h("span", null, parts.join(" · ")) : null;
  }

  /** @param {string} summary @param {Option[]} options */
  folded(summary, options) {
    return h("details", { class: "fold" }, h("summary", null, summary), options.map((one) => this.row(one)));
  }
}

/** With how many things of the same verb an option stays in view. */
const IN_VIEW = 2;

/**
 * The options that need not be in view: the same may be done with what is in hand, or with two other things.
 * @param {Option[]} options @param {string[]} held @returns {Option[]}
 */
function spare(options, held) {
  /** @type {Map<string, string[]>} */
  const things = new Map();
  for (const { id } of options) {
    const [verb = "", thing] = id.split("/");
    if (thing) things.set(verb, [...(things.get(verb) ?? []), thing]);
  }
  const others = options.filter(({ id }) => {
    const [verb = "", thing = ""] = id.split("/");
    const all = things.get(verb) ?? [];
    const isHeld = held.includes(thing);
    return all.indexOf(thing) >= IN_VIEW || (thing !== "" && !isHeld && all.some((one) => held.includes(one)));
  });
  return others.length > 1 ? others : [];
}

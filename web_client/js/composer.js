// @ts-check
/**
 * A form that puts a choice together: one option, a value for each of its blanks, and what goes
 * along with it.  The same form answers a prompt and makes a plan.
 *
 * @typedef {import("./types.js").Option} Option
 * @typedef {import("./types.js").Value} Value
 * @typedef {import("./types.js").Prompt} Prompt
 * @typedef {{option: string, values?: string[], also?: string[]}} Choice
 * @typedef {{planning: boolean, foes: Value[], changed: () => void,
 *   hinted: (place: string) => void}} Terms
 */
import { h, nodes } from "./dom.js";
import { chanceOf, choiceText, isPlace, points, valueText } from "./words.js";

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
    /** @type {Set<string>} */
    this.also = new Set((prompt.trivial ?? []).filter((one) => one.default).map((one) => one.id));
    this.defaults = new Set(this.also);
    const possible = prompt.options.filter((one) => !one.unavailable);
    const impossible = prompt.options.filter((one) => one.unavailable);
    /** The options that can be chosen, in the order of their digits. */
    this.offered = terms.planning ? [...possible, ...impossible] : possible;
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    this.element = h(
      "div",
      { class: "composer", "data-prompt": prompt.id },
      h(
        "fieldset",
        { class: "options" },
        h("legend", null, terms.planning ? "What will you do then?" : "What will you do?"),
        possible.map((one, place) => this.row(one, place)),
        terms.planning && impossible.length > 0 && this.later(impossible, possible.length),
      ),
      this.alongside(),
      !terms.planning && impossible.length > 0 && refused(impossible, this.name),
    );
  }

  /** What is chosen, as an answer says it; null if nothing is yet, or a blank is open. @returns {Choice | null} */
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
    return choice;
  }

  /** The choice in words. */
  get text() {
    if (!this.option) return "";
    const also = (this.prompt.trivial ?? []).filter((one) => this.also.has(one.id));
    return choiceText(this.option, this.values, also);
  }

  /** The chance of the choice in percent, if it is known. */
  get chance() {
    return this.option ? chanceOf(this.option, this.values) : undefined;
  }

  /** The places that the chosen option may lead to, and the one that is chosen. */
  get marked() {
    const blanks = this.option ? this.blanks(this.option) : [];
    const places = blanks.flatMap((one) => one.values.map((value) => value.place ?? ""));
    const chosen = this.values.find((one) => one?.place)?.place ?? "";
    return { places: places.filter(Boolean), chosen };
  }

  /** Choose the option with this number, counted from 1. @param {number} number */
  pick(number) {
    const option = this.offered[number - 1];
    const row = option && this.rows.get(option.id);
    const radio = row?.querySelector("input");
    if (!option || !radio) return false;
    radio.checked = true;
    this.choose(option);
    radio.focus();
    return true;
  }

  /** Choose the value that leads to this place, if the option has one. @param {string} place */
  go(place) {
    const inputs = this.element.querySelectorAll(`input[data-place="${CSS.escape(place)}"]`);
    const input = inputs[inputs.length - 1];
    if (input instanceof HTMLInputElement) input.click();
    return inputs.length > 0;
  }

  /** Put a choice in that was made before. @param {Choice} choice */
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
    for (const box of this.element.querySelectorAll(".also input")) {
      if (box instanceof HTMLInputElement) box.checked = this.also.has(box.value);
    }
    this.open();
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
    this.values = this.blanks(option).map((one) => /** @type {Value} */ (one.values[0]));
    this.open();
    this.terms.changed();
  }

  /** Show the blanks of the chosen option, and of no other. */
  open() {
    for (const [id, row] of this.rows) {
      const chosen = id === this.option?.id;
      row.classList.toggle("chosen", chosen);
      row.querySelector(".blanks")?.remove();
      if (!chosen || !this.option) continue;
      const blanks = this.blanks(this.option);
      if (blanks.length) {
        row.append(h("div", { class: "blanks" }, blanks.map((one, place) => this.blank(one, place))));
      }
    }
  }

  /** The blanks of an option; a plan may name a foe that is not within reach yet. @param {Option} option */
  blanks(option) {
    return (option.parameters ?? []).map((one) => {
      if (one.values.length || !this.terms.planning) return one;
      return { name: one.name, values: this.terms.foes };
    });
  }

  /** @param {Option} option @param {number} place */
  row(option, place) {
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
      h("p", { class: "more", id: `${id}-more` }, this.cost(option), byDefault && h("em", null, "if you do nothing")),
      place < 9 && h("kbd", { "aria-hidden": "true" }, place + 1),
    );
    this.rows.set(option.id, row);
    return row;
  }

  /** What an option takes and brings; a reaction takes nothing. @param {Option} option */
  cost(option) {
    const actions = option.cost ?? 0;
    const parts = [];
    if (actions > 0) parts.push(actions === 1 ? "1 action" : `${actions} actions`);
    else if (this.prompt.kind === "action") parts.push("no action");
    if (option.rank !== undefined && option.rank !== null) parts.push(`strike rank ${option.rank}`);
    if (option.damage !== undefined) parts.push(`mean damage ${points(option.damage)}`);
    return parts.length ? h("span", null, parts.join(" · ")) : null;
  }

  /** @param {Option[]} options @param {number} first */
  later(options, first) {
    return h(
      "details",
      { class: "fold" },
      h("summary", null, `Not possible just now, but maybe then (${options.length})`),
      options.map((one, place) => this.row(one, first + place)),
    );
  }

  /**
   * One blank as a group of choices; plain places are folded away below what they are for.
   * @param {import("./types.js").Parameter} parameter @param {number} place
   */
  blank(parameter, place) {
    const group = `${this.name}-v${place}`;
    const value = (/** @type {Value} */ one, /** @type {number} */ number) =>
      this.value(one, place, `${group}-${number}`, group);
    const all = parameter.values.map((one, number) => ({ plain: isPlace(one), node: value(one, number) }));
    const purposes = all.filter((one) => !one.plain).map((one) => one.node);
    const plain = all.filter((one) => one.plain).map((one) => one.node);
    const isPlain = isPlace(this.values[place] ?? { id: "", label: "" });
    const fold =
      purposes.length && plain.length
        ? h(
            "details",
            { class: "fold", open: isPlain },
            h("summary", null, `another hex (${plain.length})`),
            h("div", { class: "values short" }, plain),
          )
        : h("div", { class: "values short" }, plain);
    return h(
      "fieldset",
      null,
      h("legend", null, parameter.name),
      purposes.length > 0 && h("div", { class: "values" }, purposes),
      plain.length > 0 && fold,
    );
  }

  /** @param {Value} value @param {number} place @param {string} id @param {string} group */
  value(value, place, id, group) {
    return h(
      "span",
      {
        class: "value",
        onpointerenter: () => value.place && this.terms.hinted(value.place),
        onpointerleave: () => value.place && this.terms.hinted(""),
      },
      h("input", {
        type: "radio",
        name: group,
        id,
        "data-place": value.place ?? null,
        checked: this.values[place]?.id === value.id,
        onchange: () => {
          this.values[place] = value;
          this.terms.changed();
        },
      }),
      h("label", { for: id }, valueText(value), h("span", { class: "odds" }, odds(value.chance, value.damage))),
    );
  }

  alongside() {
    const trivial = this.prompt.trivial ?? [];
    if (!trivial.length) return null;
    return h(
      "fieldset",
      { class: "also" },
      h("legend", null, "Along with it, at no cost"),
      trivial.map((one, place) => {
        const id = `${this.name}-t${place}`;
        const box = h("input", {
          type: "checkbox",
          id,
          value: one.id,
          checked: this.also.has(one.id),
          onchange: () => {
            if (box.checked) this.also.add(one.id);
            else this.also.delete(one.id);
            this.terms.changed();
          },
        });
        return h("span", { class: "value" }, box, h("label", { for: id }, one.label));
      }),
    );
  }
}

/** The chances that an option may have, whatever fills its blanks. @param {Option} option */
function range(option) {
  const chances = (option.parameters ?? []).flatMap((one) => one.values.flatMap(({ chance }) => chance ?? []));
  if (option.chance !== undefined) chances.push(option.chance);
  if (!chances.length) return null;
  const [least, most] = [Math.min(...chances), Math.max(...chances)];
  return h("b", null, least === most ? ` ${most} %` : ` ${least}–${most} %`);
}

/** @param {number | undefined} chance @param {number | undefined} damage */
function odds(chance, damage) {
  return nodes([
    chance !== undefined && h("b", null, ` ${chance} %`),
    damage !== undefined && h("small", null, ` ≈ ${points(damage)} damage`),
  ]);
}

/** What cannot be done, by its reason; each can be reached, and says why. @param {Option[]} options @param {string} name */
function refused(options, name) {
  /** @type {Map<string, Option[]>} */
  const reasons = new Map();
  for (const one of options) {
    const why = one.unavailable?.rule ? `${one.unavailable.reason} [${one.unavailable.rule}]` : (one.unavailable?.reason ?? "");
    reasons.set(why, [...(reasons.get(why) ?? []), one]);
  }
  const groups = [...reasons].map(([why, those], place) => {
    const id = `${name}-why${place}`;
    const list = those.map((one) =>
      h("li", null, h("button", { type: "button", "aria-disabled": "true", "aria-describedby": id }, one.label)),
    );
    return h("div", { class: "refused" }, h("p", { id }, why), h("ul", null, list));
  });
  return h("details", { class: "fold" }, h("summary", null, `Not possible now (${options.length})`), groups);
}

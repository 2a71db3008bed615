// @ts-check
/**
 * What a choice is put together from: blanks with their values, what goes along, what cannot be.
 *
 * @typedef {import("./composer.js").Composer} Composer
 * @typedef {import("./types.js").Option} Option
 * @typedef {import("./types.js").Value} Value
 */
import { h, nodes } from "./dom.js";
import { chances, isPlace, points, valueText } from "./words.js";

/**
 * One blank as a group of choices; plain places are folded away below what they are for.
 * @param {Composer} composer @param {import("./types.js").Parameter} parameter @param {number} place
 */
export function blank(composer, parameter, place) {
  const group = `${composer.name}-v${place}`;
  const value = (/** @type {Value} */ one, /** @type {number} */ number) =>
    chip(composer, one, place, `${group}-${number}`, group);
  const all = parameter.values.map((one, number) => ({ plain: isPlace(one), node: value(one, number) }));
  const purposes = all.filter((one) => !one.plain).map((one) => one.node);
  const plain = all.filter((one) => one.plain).map((one) => one.node);
  const isPlain = isPlace(composer.values[place] ?? { id: "", label: "" });
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

/** @param {Composer} composer @param {Value} value @param {number} place @param {string} id @param {string} group */
function chip(composer, value, place, id, group) {
  return h(
    "span",
    {
      class: "value",
      onpointerenter: () => value.place && composer.terms.hinted(value.place),
      onpointerleave: () => value.place && composer.terms.hinted(""),
    },
    h("input", {
      type: "radio",
      name: group,
      id,
      "data-place": value.place ?? null,
      checked: composer.values[place]?.id === value.id,
      onchange: () => {
        composer.values[place] = value;
        composer.terms.changed();
      },
    }),
    h("label", { for: id }, valueText(value), h("span", { class: "odds" }, odds(value.chance, value.damage))),
  );
}

/**
 * What may go along with a choice at no cost.
 * @param {Composer} composer
 */
export function alongside(composer) {
  const trivial = composer.prompt.trivial ?? [];
  if (!trivial.length) return null;
  return h(
    "fieldset",
    { class: "also" },
    h("legend", null, "Along with it, at no cost"),
    trivial.map((one, place) => {
      const id = `${composer.name}-t${place}`;
      const box = h("input", {
        type: "checkbox",
        id,
        value: one.id,
        checked: composer.also.has(one.id),
        onchange: () => {
          if (box.checked) composer.also.add(one.id);
          else composer.also.delete(one.id);
          composer.terms.changed();
        },
      });
      return h("span", { class: "value" }, box, h("label", { for: id }, one.label));
    }),
  );
}

/**
 * The chances that an option may have: of the deed, or where there is none of the defence.
 * @param {Option} option
 */
export function range(option) {
  const { deed, defence } = chances(option);
  const odds = deed.length ? deed : defence;
  if (!odds.length) return null;
  const [least, most] = [Math.min(...odds), Math.max(...odds)];
  return nodes([
    !deed.length && h("small", null, " defence"),
    h("b", null, least === most ? ` ${most} %` : ` ${least}–${most} %`),
  ]);
}

/** @param {number | undefined} chance @param {number | undefined} damage */
function odds(chance, damage) {
  return nodes([
    chance !== undefined && h("b", null, ` ${chance} %`),
    damage !== undefined && h("small", null, ` ≈ ${points(damage)} damage`),
  ]);
}

/**
 * What cannot be done, by its reason; each can be reached, and says why.
 * @param {Option[]} options @param {string} name
 */
export function refused(options, name) {
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

// @ts-check
/** Dice that were rolled at the table, for a choice that rolls any; fetched when a prompt has some. */
import { h } from "./dom.js";

/**
 * A field for every die of the chosen option; what is left empty the machine rolls.
 * @param {import("./composer.js").Composer} composer
 * @param {NonNullable<import("./types.js").Option["dice"]>} dice
 */
export function thrown(composer, dice) {
  const before = composer.dice;
  let place = 0;
  const fields = dice.map(({ field, label, sides }) => {
    const was = field === "damage" ? before?.damage?.[place++] : before?.[field];
    const input = h("input", {
      type: "text",
      inputmode: "numeric",
      size: 3,
      maxlength: 3,
      autocomplete: "off",
      value: was || "",
      oninput: () => note(),
    });
    return { field, input, node: h("label", { class: "percent" }, `${label} (1D${sides}) `, input) };
  });
  const note = () => {
    /** @type {import("./types.js").TableDice} */
    const shown = {};
    const damage = [];
    for (const { field, input } of fields) {
      const face = Number(input.value.trim()) || 0;
      if (field === "damage") damage.push(face);
      else if (face) shown[field] = face;
    }
    if (damage.some(Boolean)) shown.damage = damage;
    composer.dice = Object.keys(shown).length ? shown : undefined;
    composer.terms.changed();
  };
  return h("div", { class: "blanks" }, h("fieldset", null, h("legend", null, "rolled by hand, if you like"), h("div", { class: "values" }, fields.map(({ node }) => node))));
}

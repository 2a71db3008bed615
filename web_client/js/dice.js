// @ts-check
/** Dice that were rolled at the table, for a choice that rolls any; fetched when a prompt has some. */
import { h } from "./dom.js";

const PERCENT = 100;

/**
 * A field for every die of the chosen option; what is left empty the machine rolls.
 * @param {import("./composer.js").Composer} composer
 * @param {NonNullable<import("./types.js").Option["dice"]>} dice
 */
export function thrown(composer, dice) {
  const before = composer.dice;
  let place = 0;
  const fields = dice.map(({ field, label, sides }, number) => {
    const was = field === "damage" ? before?.damage?.[place++] : before?.[field];
    const id = `${composer.name}-die-${number}`;
    const input = h("input", {
      type: "text",
      inputmode: "numeric",
      size: 3,
      maxlength: 3,
      autocomplete: "off",
      "aria-describedby": id,
      value: was || "",
      oninput: () => note(),
    });
    const wrong = h("p", { class: "wrong", id });
    return { field, sides, input, wrong, node: h("div", null, h("label", { class: "percent" }, `${label} (1D${sides}) `, input), wrong) };
  });
  // The rules take all dice of a damage or none.
  const pains = fields.filter(({ field }) => field === "damage");
  const check = () => {
    const begun = pains.some(({ input }) => input.value.trim());
    for (const { field, sides, input, wrong } of fields) {
      let word = "";
      if (!input.value.trim()) word = begun && field === "damage" ? `fill ${pains.length === 2 ? "both" : "all"} or none` : "";
      else if (!faceOf(input.value, sides)) word = `1 to ${sides}`;
      // What is wrong keeps the form from being sent.
      input.setCustomValidity(word);
      input.setAttribute("aria-invalid", String(word !== ""));
      wrong.textContent = word;
    }
  };
  const note = () => {
    check();
    /** @type {import("./types.js").TableDice} */
    const shown = {};
    const damage = [];
    for (const { field, sides, input } of fields) {
      const face = faceOf(input.value, sides);
      if (field === "damage") damage.push(face);
      else if (face) shown[field] = face;
    }
    if (damage.some(Boolean)) shown.damage = damage;
    composer.dice = Object.keys(shown).length ? shown : undefined;
    composer.terms.changed();
  };
  check();
  return h("div", { class: "blanks" }, h("fieldset", null, h("legend", null, "rolled by hand, if you like"), h("div", { class: "values" }, fields.map(({ node }) => node))));
}

/**
 * What a die shows, 0 if no such die can show that; percentile dice say 100 as 00.
 * @param {string} typed @param {number} sides
 */
function faceOf(typed, sides) {
  const text = typed.trim();
  if (!/^\d+$/.test(text)) return 0;
  const face = Number(text) || (sides === PERCENT ? PERCENT : 0);
  return face <= sides ? face : 0;
}

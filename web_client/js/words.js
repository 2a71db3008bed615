// @ts-check
/**
 * Choices in words, made of the labels that the server sends.
 *
 * @typedef {import("./types.js").Option} Option
 * @typedef {import("./types.js").Value} Value
 * @typedef {import("./types.js").Prompt} Prompt
 */

/** Names of parameters that read as they stand: "Wait until strike rank 8". */
const PREPOSITIONS = new Set(["until", "for", "with", "against", "from", "by", "at"]);

/**
 * Whether a value is a plain place and no purpose.
 * @param {Value} value
 */
export function isPlace(value) {
  return value.place !== undefined && value.place === value.id;
}

/**
 * A value with the place it leads to.
 * @param {Value} value
 */
export function valueText(value) {
  if (isPlace(value) || !value.place || value.label.includes(value.place)) return value.label;
  return value.place === "off the field" ? value.label : `${value.label} (${value.place})`;
}

/**
 * Tenths of a point as people write them.
 * @param {number} tenths
 */
export function points(tenths) {
  return (tenths / 10).toFixed(1).replace(/\.0$/, "");
}

/** The parameter that says what meets attacks meanwhile, and no part of the deed. */
const DEFENCE = "defence";

/**
 * An option with its values, in words; with the chances if they are asked for.
 * @param {Option} option @param {(Value | undefined)[]} values @param {Option[]} [also] @param {boolean} [odds]
 */
export function choiceText(option, values, also = [], odds = false) {
  const percent = (/** @type {number | undefined} */ chance) => (odds && chance !== undefined ? ` (${chance}\u00a0%)` : "");
  let text = option.label;
  let mark = ": ";
  let defence = "";
  (option.parameters ?? []).forEach(({ name }, place) => {
    const value = values[place];
    if (!value || value.label === "nothing") return;
    if (name === DEFENCE) defence = `; ${value.id === "none" ? "" : "defence: "}${value.label}${percent(value.chance)}`;
    else if (PREPOSITIONS.has(name)) text += ` ${name} ${valueText(value)}`;
    else if (isPlace(value)) text += ` to ${value.label}`;
    else {
      text += mark + valueText(value);
      mark = ", ";
    }
  });
  text += percent(chanceOf(option, values)) + defence;
  for (const one of also) text += `; ${lower(one.label)}`;
  return text;
}

/**
 * The chance of the deed itself, if it is known.
 * @param {Option} option @param {(Value | undefined)[]} values
 */
function chanceOf(option, values) {
  const its = values.filter((_, place) => option.parameters?.[place]?.name !== DEFENCE);
  return its.find((one) => one?.chance !== undefined)?.chance ?? option.chance;
}

/**
 * The chances that an option may have: of the deed, and of what meets attacks meanwhile.
 * @param {Option} option
 */
export function chances(option) {
  const all = (option.parameters ?? []).map(({ name, values }) => ({ name, odds: values.flatMap(({ chance }) => chance ?? []) }));
  const deed = all.filter(({ name }) => name !== DEFENCE).flatMap(({ odds }) => odds);
  if (option.chance !== undefined) deed.push(option.chance);
  return { deed, defence: all.filter(({ name }) => name === DEFENCE).flatMap(({ odds }) => odds) };
}

/**
 * The values that an answer's ids mean; what is not offered any more is shown by its name.
 * @param {Option} option @param {string[]} ids @param {(id: string) => string} known @returns {Value[]}
 */
export function valuesOf(option, ids, known) {
  return (option.parameters ?? []).map((parameter, place) => {
    const id = ids[place] ?? "";
    return parameter.values.find((one) => one.id === id) ?? { id, label: known(id) };
  });
}

/**
 * An answer or a plan in words, by the options of a prompt (any prompt will do for a plan);
 * without its option, by its ids and the names that are *known* for them.
 * @param {Pick<Prompt, "options" | "trivial"> | null} prompt
 * @param {{option: string, values?: string[], also?: string[]}} answer
 * @param {(id: string) => string} [known]
 */
export function answerText(prompt, answer, known = spaced) {
  const option = prompt?.options.find((one) => one.id === answer.option);
  const ids = answer.values ?? [];
  if (!option) {
    const [verb = "", item] = answer.option.split("/");
    const what = verb.charAt(0).toUpperCase() + spaced(verb).slice(1) + (item ? ` with ${known(item)}` : "");
    return ids.length ? `${what}: ${ids.map(known).join(", ")}` : what;
  }
  const also = (prompt?.trivial ?? []).filter((one) => answer.also?.includes(one.id));
  return choiceText(option, valuesOf(option, ids, known), also);
}

/**
 * What a prompt is about, for its heading and for those who hear.
 * @param {Prompt} prompt @param {(id: string) => string} name
 */
export function promptText(prompt, name) {
  if (prompt.kind === "action") return `Your turn, ${name(prompt.combatant)}.`;
  if (prompt.about) return `${prompt.about} Your ${prompt.kind === "reaction" ? "reaction" : "decision"}?`;
  const by = prompt.by ? name(prompt.by) : "";
  const item = prompt.item ? ` with ${prompt.item.replaceAll("-", " ")}` : "";
  if (prompt.kind === "reaction") return by ? `${by} acts${item}. Your reaction?` : "Your reaction?";
  return by ? `${by} comes up. Your decision?` : "Your decision?";
}

/**
 * How a prompt was closed when it was not by this page.
 * @param {string | undefined} origin @param {string} what
 */
export function originText(origin, what) {
  switch (origin) {
    case undefined:
      return "That question was taken back.";
    case "order":
      return `Your standing order answered: ${what}.`;
    case "intent":
      return `Your plan was carried out: ${what}.`;
    case "stand_in":
      return `Whoever stands in for you chose: ${what}.`;
    case "late":
      return `The time was up: ${what}.`;
    case "gone":
      return `Nobody was there to answer: ${what}.`;
    case "illegal":
      return `That was not possible any more: ${what} instead.`;
    default:
      return `Answered elsewhere: ${what}.`;
  }
}

/**
 * How a fight ended.
 * @param {import("./types.js").Outcome | null} outcome
 */
export function endText(outcome) {
  if (!outcome) return "The fight was ended by a mistake of the server. Nothing you did was wrong.";
  const rounds = `after ${outcome.rounds} ${outcome.rounds === 1 ? "round" : "rounds"}`;
  switch (outcome.kind) {
    case "victory":
      return `Victory for ${outcome.winner} ${rounds}.`;
    case "draw":
      return `Nobody is left ${rounds}: a draw.`;
    case "cap":
      return `The limit of rounds is reached ${rounds}.`;
    case "stalemate":
      return `Nothing moves any more ${rounds}: a stalemate.`;
    default:
      return outcome.winner
        ? `The game master ended the fight ${rounds}: ${outcome.winner} wins.`
        : `The game master ended the fight ${rounds}.`;
  }
}

/**
 * Why something was not taken, and what would be right.
 * @param {import("./types.js").Refusal} refusal
 */
export function refusalText(refusal) {
  const { code, field, given, allowed, attempts } = refusal;
  const left = attempts === undefined ? "" : ` ${attempts} more ${attempts === 1 ? "try" : "tries"}.`;
  switch (code) {
    case "stale":
      return "Too late: that question is not open any more.";
    case "watching":
      return "Another tab or device controls this seat; here you only watch.";
    case "too_fast":
      return "That was too fast for the server. Try again in a moment.";
    case "not_kept":
      return "The server cannot store anything just now, so nothing has changed.";
    case "full":
      return "There are too many plans already.";
    case "gone":
      return "Nobody acts for that combatant any more.";
    default: {
      const what = field ? `${field}${given ? ` “${given}”` : ""} is not possible` : "That is not possible";
      return `${what}${allowed ? `; possible: ${allowed}` : ""}.${left}`;
    }
  }
}

/**
 * Why a plan or a choice fell away, without the names of fields that come before.
 * @param {string} reason @param {(id: string) => string} name
 */
export function reasonText(reason, name) {
  const [, value] = /^values\[\d\]: '(.*)' is not possible; choose/.exec(reason) ?? [];
  if (value) return `${name(value)} is no choice any more`;
  return reason.replace(/^[\w[\]]+: .*? is not possible; /, "");
}

/** @param {string} id */
export function spaced(id) {
  return id.replaceAll("-", " ");
}

/** @param {string} text */
function lower(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

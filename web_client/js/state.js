// @ts-check
/**
 * All that the page knows, and the one function that changes it.
 *
 * `reduce` is pure: the same state and message give the same state, whoever sends it (live, a
 * spectator's stream, a recorded one).  What did not change stays the same object, so that
 * elements see at a glance whether they have anything to draw.
 *
 * @typedef {import("./types.js").ServerMessage | import("./types.js").OwnMessage} Message
 * @typedef {{prompt: import("./types.js").Prompt, until: number | null, dropped: import("./types.js").Dropped[]}} Open
 * @typedef {{key: string, wish: import("./types.js").Wish}} Sent
 * @typedef {{number: number, event: import("./types.js").Event, told: import("./types.js").Told}} Entry
 * @typedef {{text: string, times: number}} Say
 * @typedef {{text: string, round: number, phase: number, rank: number}} Chosen
 * @typedef {{
 *   link: import("./types.js").Link, welcome: import("./types.js").Welcome | null, controls: boolean,
 *   number: number, waiting: string[] | null, view: import("./types.js").View | null,
 *   prompts: Open[], sent: Sent[], answered: Record<string, import("./types.js").Answer>,
 *   refusal: (import("./types.js").Refusal & {wish: import("./types.js").Wish | null}) | null,
 *   chosen: Chosen | null, since: number, notice: string, template: import("./types.js").Prompt | null, templates: import("./types.js").Prompt[],
 *   plans: {combatant: string, intents: import("./types.js").Intent[], order: import("./types.js").Order} | null,
 *   stoodIn: boolean, log: Entry[], ended: {outcome: import("./types.js").Outcome | null} | null, say: Say,
 * }} State
 */
import { NAMES } from "./request.js";
import { answerText, endText, originText, promptText, spaced } from "./words.js";

/** @type {State} */
export const NOTHING = Object.freeze({
  link: /** @type {import("./types.js").Link} */ ({ type: "link", state: "connecting" }),
  welcome: null,
  controls: false,
  number: 0,
  waiting: null,
  view: null,
  prompts: [],
  sent: [],
  answered: {},
  refusal: null,
  /** What the seat will do at a rank that has not come yet. */
  chosen: null,
  /** The number of the last event when the seat decided last. */
  since: 0,
  notice: "",
  /** What plans are made from: the last prompt for an action, with the options of those of other kinds. */
  template: null,
  templates: [],
  plans: null,
  stoodIn: false,
  log: [],
  ended: null,
  say: { text: "", times: 0 },
});

/**
 * The state after *message*, which came at *now* (milliseconds of the page's clock).
 * @param {State} state @param {Message} message @param {number} now @returns {State}
 */
export function reduce(state, message, now) {
  switch (message.type) {
    case "welcome":
      return welcomed(state, message);
    case "lobby":
      return { ...state, waiting: message.waiting.length ? message.waiting : null };
    case "control":
      return control(state, message.on);
    case "view":
      return { ...state, view: message.view };
    case "event":
      return happened(state, message);
    case "prompt":
      return asked(state, message, now);
    case "closed":
      return closed(state, message);
    case "plans":
      return { ...state, plans: message };
    case "stand_in":
      return message.combatant === seat(state) ? stoodIn(state, message.on) : state;
    case "ack":
      return acked(state, message.key);
    case "refusal":
      return refused(state, message, now);
    case "combat_ended":
      return ended(state, message);
    case "link":
      return linked(state, message);
    case "sent":
      return sent(state, message);
    case "reset":
      return { ...NOTHING, link: state.link };
    default:
      return state;
  }
}

/**
 * Whose seat this is; empty for a spectator.
 * @param {State} state
 */
export function seat(state) {
  return state.welcome?.combatant ?? "";
}

/**
 * The name of a combatant, as far as it is known.
 * @param {State} state @param {string} id
 */
export function nameOf(state, id) {
  return state.view?.combatants.find((one) => one.id === id)?.name ?? id;
}

/**
 * An answer or a plan in words: by *prompt*, else by the names of people and things.
 * @param {State} state @param {import("./types.js").Prompt | null} prompt
 * @param {import("./types.js").Intent} answer
 */
export function inWords(state, prompt, answer) {
  const people = state.view?.combatants ?? [];
  const own = people.find((one) => one.id === seat(state))?.items ?? [];
  const named = [...people, ...own, ...people.flatMap((one) => one.items)];
  return answerText(prompt, answer, (id) => named.find((one) => one.id === id)?.name ?? NAMES[id] ?? spaced(id));
}

/**
 * The sides there are, the observer's own first.
 * @param {State} state @returns {string[]}
 */
export function sidesOf(state) {
  const people = state.view?.combatants ?? [];
  const own = people.find((one) => one.id === seat(state))?.side;
  const all = [...new Set(people.map((one) => one.side))];
  return own === undefined ? all : [own, ...all.filter((side) => side !== own)];
}

/**
 * The name of a side, as far as it is known.
 * @param {State} state @param {string} id
 */
export function sideName(state, id) {
  return state.view?.sides?.find((one) => one.id === id)?.name ?? id;
}

/** @param {State} state @param {import("./types.js").Welcome} message @returns {State} */
function welcomed(state, message) {
  // What is open is told anew after each welcome; what was open may have been closed meanwhile.
  const link = { ...state.link, state: /** @type {const} */ ("connected"), at: undefined };
  const again = state.welcome !== null;
  return spoken(
    { ...state, link, welcome: message, controls: message.controls, prompts: [], waiting: null, stoodIn: false },
    again ? "Connected again." : `Connected: ${message.name}.`,
  );
}

/** @param {State} state @param {boolean} on @returns {State} */
function control(state, on) {
  const next = { ...state, controls: on };
  return spoken(next, on ? "You control this seat." : "Another page controls this seat now.");
}

/** @param {State} state @param {boolean} on @returns {State} */
function stoodIn(state, on) {
  if (on === state.stoodIn) return state;
  const next = { ...state, stoodIn: on };
  return spoken(next, on ? "Somebody stands in for you." : "The seat is yours again.");
}

/** @param {State} state @param {import("./types.js").EventMessage} message @returns {State} */
function happened(state, message) {
  if (message.number <= state.number) return state;
  const next = { ...state, number: message.number };
  if (!message.told) return next;
  const entry = { number: message.number, event: message.event, told: message.told };
  return { ...next, log: [...state.log, entry] };
}

/**
 * @param {State} state @param {import("./types.js").PromptMessage} message @param {number} now
 * @returns {State}
 */
function asked(state, message, now) {
  const { prompt } = message;
  const until = message.seconds === undefined ? null : now + message.seconds * 1000;
  const open = { prompt, until, dropped: message.dropped ?? [] };
  const others = state.prompts.filter((one) => one.prompt.id !== prompt.id);
  const known = state.prompts.find((one) => one.prompt.id === prompt.id);
  if (known) return { ...state, prompts: state.prompts.map((one) => (one === known ? open : one)) };
  const planned = prompt.kind === "action" ? kinds(prompt, state.templates) : {};
  const chosen = prompt.kind === "action" ? null : state.chosen;
  const next = { ...state, ...planned, prompts: [...others, open], chosen, notice: "" };
  return spoken(next, promptText(prompt, (id) => nameOf(state, id)));
}

/**
 * What plans are made from now.  A round may ask for actions of several kinds, whom to fight and what to do; two
 * prompts are of one kind if they share an option, and of each kind the last one is kept.
 * @param {import("./types.js").Prompt} prompt @param {import("./types.js").Prompt[]} before
 */
function kinds(prompt, before) {
  const ids = new Set(prompt.options.map((one) => one.id));
  const templates = [prompt, ...before.filter((one) => !one.options.some(({ id }) => ids.has(id)))];
  return { templates, template: { ...prompt, options: templates.flatMap((one) => one.options) } };
}

/**
 * @param {State} state
 * @param {{prompt: string, answer?: import("./types.js").Answer, origin?: string}} message
 * @returns {State}
 */
function closed(state, message) {
  const open = state.prompts.find((one) => one.prompt.id === message.prompt);
  const prompts = state.prompts.filter((one) => one !== open);
  const { [message.prompt]: mine, ...answered } = state.answered;
  const waiting = state.sent.filter((one) => answers(one.wish) !== message.prompt);
  const refusal = answers(state.refusal?.wish ?? null) === message.prompt ? null : state.refusal;
  const { chosen, since } = open && message.answer ? decided(state, open.prompt, message.answer) : state;
  const next = { ...state, prompts, answered, sent: waiting, refusal, chosen, since };
  const byMe = message.origin === "mind" && (mine || waiting.length < state.sent.length);
  if (!open || byMe) return next;
  const what = message.answer ? inWords(state, open.prompt, message.answer) : "";
  const notice = originText(message.origin, what);
  return spoken({ ...next, notice }, notice);
}

/**
 * What is known from now on of a seat that decided.
 * @param {State} state @param {import("./types.js").Prompt} prompt @param {import("./types.js").Intent} answer
 */
function decided(state, prompt, answer) {
  const since = state.number;
  if (prompt.kind !== "action") return { chosen: state.chosen, since };
  const rank = prompt.options.find((one) => one.id === answer.option)?.rank ?? prompt.rank;
  const text = inWords(state, prompt, answer);
  return { chosen: { text, round: prompt.round, phase: prompt.phase, rank }, since };
}

/** @param {State} state @param {string} key @returns {State} */
function acked(state, key) {
  const done = state.sent.find((one) => one.key === key);
  if (!done) return state;
  const next = { ...state, sent: state.sent.filter((one) => one !== done), refusal: null };
  if (done.wish.type !== "answer") return next;
  const { answer } = done.wish;
  const isOpen = state.prompts.some((one) => one.prompt.id === answer.prompt);
  if (!isOpen) return next;
  return { ...next, answered: { ...state.answered, [answer.prompt]: answer } };
}

/**
 * @param {State} state @param {import("./types.js").Refusal} message @param {number} now
 * @returns {State}
 */
function refused(state, message, now) {
  const done = state.sent.find((one) => one.key === message.key);
  const wish = done?.wish ?? null;
  const next = { ...state, sent: state.sent.filter((one) => one !== done) };
  if (message.code === "watching") next.controls = false;
  const about = answers(wish);
  if (message.code === "stale" && about) {
    next.prompts = state.prompts.filter((one) => one.prompt.id !== about);
  } else if (message.seconds !== undefined && about) {
    const until = now + message.seconds * 1000;
    next.prompts = state.prompts.map((one) => (one.prompt.id === about ? { ...one, until } : one));
  }
  return spoken({ ...next, refusal: { ...message, wish } }, "That was not taken.");
}

/**
 * @param {State} state @param {{number: number, outcome?: import("./types.js").Outcome}} message
 * @returns {State}
 */
function ended(state, message) {
  if (state.ended) return state;
  const outcome = message.outcome ?? null;
  const next = { ...state, ended: { outcome }, prompts: [], sent: [], number: message.number };
  return spoken(next, endText(outcome));
}

/** @param {State} state @param {import("./types.js").Link} message @returns {State} */
function linked(state, message) {
  const next = { ...state, link: message };
  if (message.state === state.link.state) return next;
  const said = LINKS[message.state];
  return said ? spoken(next, said) : next;
}

/** @type {Record<string, string>} */
const LINKS = {
  reconnecting: "The connection is lost. Reconnecting.",
  offline: "This device is offline.",
  restarting: "The server restarts. Reconnecting.",
  replaced: "Another page took this seat.",
  refused: "This link is not valid.",
};

/** @param {State} state @param {{key: string, wish: import("./types.js").Wish}} message @returns {State} */
function sent(state, message) {
  const one = { key: message.key, wish: message.wish };
  return { ...state, sent: [...state.sent, one], refusal: null };
}

/**
 * The prompt that a wish answers; empty for none.
 * @param {import("./types.js").Wish | null} wish
 */
function answers(wish) {
  return wish?.type === "answer" ? wish.answer.prompt : "";
}

/**
 * *state* with something to say aloud.
 * @param {State} state @param {string} text @returns {State}
 */
function spoken(state, text) {
  return { ...state, say: { text, times: state.say.times + 1 } };
}

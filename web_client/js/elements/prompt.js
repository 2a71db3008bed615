// @ts-check
/** What a person decides: the open prompt, or a plan for later while somebody else acts. */
import { Composer } from "../composer.js";
import { fill, h, isTyping } from "../dom.js";
import { CLOCK } from "../socket.js";
import { telling } from "../sides.js";
import { inWords, nameOf, seat, sidesOf } from "../state.js";
import { linkText, pauses } from "./header.js";
import { answerText, promptText, reasonText, refusalText } from "../words.js";

/**
 * @typedef {import("../state.js").State} State
 * @typedef {import("../main.js").App} App
 * @typedef {import("../composer.js").Choice} Choice
 */

/** How many lines of the log are repeated here. */
const LATEST = 8;
const NARROW = window.matchMedia("(max-width: 45rem)");
/** At how many seconds before the end the countdown is said aloud. */
const SPOKEN = [60, 30, 10];

export class PromptPart extends HTMLElement {
  /** @type {Composer | null} */
  composer = null;
  /** Which form is shown; a plan's has no prompt id. */
  shown = "";
  /**
   * What was put together for the prompt that is open, should it come again.
   * @type {{prompt: string, choice: Choice} | null}
   */
  kept = null;
  planning = false;
  timer = 0;
  spoken = 0;
  /** @type {import("../state.js").Entry | undefined} */
  told;
  since = 0;
  /** @type {App | null} */
  app = null;

  connectedCallback() {
    this.title_ = h("h2", { id: "prompt-title", tabindex: "-1" });
    this.about = h("p", { class: "about" });
    this.clock = h("p", { class: "countdown", role: "timer" });
    this.notes = h("div", { class: "notes" });
    this.body = h("div", { class: "body" });
    this.sentence = h("p", { class: "sentence", id: "sentence" });
    this.silence = h("p", { class: "silence" });
    this.button = h("button", { type: "submit", class: "main", "aria-describedby": "sentence" });
    this.second = h("button", { type: "button", onclick: () => this.plan() }, "Plan it for later");
    // The same stands in words above, and is said aloud there.
    this.pulse = h("p", { class: "pulse", "aria-hidden": "true" });
    this.planned = h("button", { type: "button", class: "quiet planned", onclick: () => this.toPlans() });
    this.bar = h(
      "div",
      { class: "bar" },
      this.pulse,
      this.sentence,
      h("div", { class: "buttons" }, this.button, this.second),
      this.planned,
    );
    this.latest = h("ul", { class: "latest", "aria-label": "Just now" });
    this.more = h("button", { type: "button", class: "quiet more-log", hidden: true, onclick: () => this.toLog() }, "more in the log");
    this.form = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.confirm();
        },
      },
      this.body,
      this.bar,
    );
    this.fold = h("summary", null, "Plan ahead");
    this.holder = h("details", { class: "planning" }, this.fold);
    this.holder.addEventListener("toggle", () => this.changed());
    NARROW.addEventListener("change", () => this.changed());
    fill(
      this,
      h(
        "section",
        { class: "prompt panel", "aria-labelledby": "prompt-title" },
        h("div", { class: "head" }, this.title_, this.clock),
        this.about,
        this.silence,
        this.notes,
        this.latest,
        this.more,
        this.form,
        this.holder,
      ),
    );
  }

  /** @param {State} state @param {App} app */
  update(state, app) {
    this.app = app;
    this.hidden = !app.plays || !state.view;
    if (this.hidden) {
      this.set("", null, state);
      return;
    }
    const open = state.prompts[0] ?? null;
    const sending = open && state.sent.find((one) => one.wish.type === "answer" && one.wish.answer.prompt === open.prompt.id);
    const taken = open && state.answered[open.prompt.id];
    const asks = open !== null && !sending && !taken;
    this.set(asks ? open.prompt.id : "plan", asks ? open.prompt : state.template, state);
    this.words(state, open, Boolean(sending), taken ?? null);
    this.remarks(state, open);
    this.tell(state);
    this.plans(state);
    this.count(state, asks ? open.until : null);
  }

  /**
   * Show this form, if it is not shown already.
   * @param {string} which @param {import("../types.js").Prompt | null} prompt @param {State} state
   */
  set(which, prompt, state) {
    const { form, holder, body } = this;
    if (!form || !holder || !body) return;
    const key = prompt ? `${which}/${prompt.id}` : which;
    if (key === this.shown) return;
    const hadFocus = this.contains(document.activeElement);
    this.ground(null);
    const before = this.shown;
    this.shown = key;
    this.planning = which === "plan";
    this.toggleAttribute("data-asks", which !== "" && !this.planning);
    this.composer = prompt
      ? new Composer(prompt, {
          planning: this.planning,
          foes: foes(state),
          held: held(state),
          changed: () => this.changed(),
          hinted: (place) => this.hint(place),
        })
      : null;
    fill(body, this.composer?.element);
    form.hidden = !prompt;
    this.classList.toggle("bare", !prompt);
    holder.hidden = !this.planning || !prompt;
    if (this.planning) {
      holder.append(form);
      if (before === "") holder.open = false;
    } else holder.before(form);
    if (this.kept && this.kept.prompt === which) this.composer?.take(this.kept.choice);
    this.changed();
    if (!this.planning && prompt) this.arrive();
    else if (hadFocus) this.title_?.focus({ preventScroll: true });
  }

  /** Bring the prompt to whoever has to answer it, unless they are typing. */
  arrive() {
    if (isTyping(document.activeElement) || document.querySelector("dialog[open]")) return;
    this.composer?.focus();
    this.title_?.scrollIntoView({ block: "nearest" });
  }

  /** @param {State} state @param {import("../state.js").Open | null} open @param {boolean} sending @param {import("../types.js").Answer | null} taken */
  words(state, open, sending, taken) {
    const name = (/** @type {string} */ id) => nameOf(state, id);
    let title = "Nothing to decide just now";
    let about = actsNow(state);
    if (open && sending) {
      title = "Sending…";
      about = state.link.state === "connected" ? "" : "It goes out as soon as the connection is back.";
    } else if (open && taken) {
      title = "Taken";
      about = `${inWords(state, open.prompt, taken)}. The others are still deciding.`;
    } else if (open) {
      title = promptText(open.prompt, name);
      about = open.prompt.kind === "action" ? (open.prompt.about ?? "") : "";
    }
    if (this.title_ && this.title_.textContent !== title) this.title_.textContent = title;
    if (this.about) {
      this.about.textContent = about;
      this.about.hidden = about === "";
    }
  }

  /** @param {State} state @param {import("../state.js").Open | null} open */
  remarks(state, open) {
    const shown = [];
    const { refusal } = state;
    const name = (/** @type {string} */ id) => nameOf(state, id);
    if (refusal) shown.push(h("p", { class: "wrong" }, refusalText(refusal)));
    if (state.notice && !open) shown.push(h("p", { class: "closed" }, state.notice));
    for (const { intent, reason } of open?.dropped ?? []) {
      const what = inWords(state, open?.prompt ?? state.template, intent);
      shown.push(h("p", { class: "closed" }, `What you chose fell away: ${what} (${reasonText(reason, name)}).`));
    }
    const text = shown.map((one) => one.textContent).join("\n");
    if (this.notes && text !== this.notes.textContent) fill(this.notes, ...shown);
  }

  /**
   * What happened since the last decision, own deeds first, for screens where the log is far away.
   * @param {State} state
   */
  tell(state) {
    const { latest, more } = this;
    if (!latest || !more || (state.log.at(-1) === this.told && state.since === this.since)) return;
    this.told = state.log.at(-1);
    this.since = state.since;
    const news = state.log.filter((one) => one.number > state.since && !one.event.kind.endsWith("_began"));
    const own = state.since > 0 ? news.filter((one) => one.event.by === seat(state)).slice(-LATEST) : [];
    const rest = news.filter((one) => !own.includes(one));
    const shown = [...own, ...rest.slice(Math.max(0, rest.length - LATEST + own.length))];
    fill(latest, ...shown.map((entry) => h("li", null, telling(state, entry.told.words))));
    more.hidden = shown.length === news.length;
  }

  /** Go where everything stands that happened. */
  toLog() {
    const log = document.querySelector("sr-log .lines");
    if (!(log instanceof HTMLElement)) return;
    log.focus({ preventScroll: true });
    log.scrollIntoView({ block: "nearest" });
  }

  /**
   * Put the map under the choice that leads somewhere, or (null) back in its place.
   * @param {Element | null} row
   */
  ground(row) {
    const map = this.app?.piece("sr-map");
    if (!map) return;
    if (row && map !== row.lastElementChild) row.append(map);
    else if (!row && this.contains(map)) document.querySelector(".story")?.prepend(map);
  }

  /** The choice has changed: say it, and show on the map where it leads. */
  changed() {
    const { composer, button, sentence, second, silence } = this;
    if (!button || !sentence || !second || !silence) return;
    const choice = composer?.choice ?? null;
    if (choice && composer && !this.planning) this.kept = { prompt: composer.prompt.id, choice };
    const text = choice && composer ? composer.text : "";
    sentence.textContent = text || "Choose one of the options.";
    sentence.classList.toggle("empty", !text);
    button.textContent = this.planning ? "Plan it" : "Do it";
    for (const one of [button, second]) {
      if (text) one.removeAttribute("aria-disabled");
      else one.setAttribute("aria-disabled", "true");
    }
    second.hidden = this.planning || composer?.prompt.kind !== "action";
    const nothing = composer && !this.planning ? answerText(composer.prompt, composer.prompt.default) : "";
    silence.textContent = nothing ? `If you do nothing: ${nothing}.` : "";
    const isShown = composer && (!this.planning || this.holder?.open);
    const { places, chosen } = isShown ? composer.marked : { places: [], chosen: "" };
    this.ground(places.length && NARROW.matches ? (this.composer?.element.querySelector(".option.chosen") ?? null) : null);
    this.app?.mark(places, chosen);
  }

  /**
   * Show on the map where a value would lead; empty: where the chosen one does.
   * @param {string} place
   */
  hint(place) {
    if (!this.composer) return;
    const { places, chosen } = this.composer.marked;
    this.app?.mark(places, place || chosen);
  }

  /**
   * Choose by number.
   * @param {number} number
   */
  pick(number) {
    if (!this.composer || this.hidden || (this.planning && !this.holder?.open)) return false;
    return this.composer.pick(number);
  }

  /**
   * Choose by place, from the map.
   * @param {string} place
   */
  go(place) {
    return this.composer?.go(place) ?? false;
  }

  /** Send what was put together. */
  confirm() {
    const choice = this.composer?.choice;
    if (!this.composer || !choice || !this.app || !this.form || this.form.hidden || !this.form.reportValidity()) return false;
    if (this.planning) {
      this.plan();
      return true;
    }
    // A second click may come before the first one is drawn.
    const { id } = this.composer.prompt;
    const isSent = this.app.state.sent.some((one) => one.wish.type === "answer" && one.wish.answer.prompt === id);
    if (!isSent) this.app.send({ type: "answer", answer: { prompt: id, ...choice } });
    return true;
  }

  /** Put the choice at the end of the queue. */
  plan() {
    const choice = this.composer?.choice;
    if (!choice || !this.app) return;
    const edit = { edit: "add", intent: { ...choice, dice: undefined } };
    const text = this.composer?.text;
    this.app.send({ type: "edit_intents", combatant: seat(this.app.state), edit });
    // A second tap must not plan it twice.
    this.kept = null;
    this.composer?.clear();
    this.app.announce(`Planned for later: ${text}.`);
  }

  /**
   * How much is planned, and what is next.
   * @param {State} state
   */
  plans(state) {
    const { planned } = this;
    const intents = state.plans?.intents ?? [];
    if (!planned) return;
    planned.hidden = intents.length === 0;
    const [next] = intents;
    if (next) planned.textContent = `Planned: ${intents.length} · next: ${inWords(state, state.template, next)}`;
  }

  /** Go where the plans are. */
  toPlans() {
    const title = document.getElementById("plans-title");
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: "center" });
  }

  /** Ask for a choice first. */
  want() {
    if (this.holder && this.planning) this.holder.open = true;
    this.composer?.focus();
  }

  /**
   * Count the seconds down, and say in the bar how it stands.
   * @param {State} state @param {number | null} until
   */
  count(state, until) {
    window.clearTimeout(this.timer);
    const { clock, pulse } = this;
    if (!clock || !pulse) return;
    const left = until === null ? null : Math.max(0, Math.ceil((until - CLOCK.now()) / 1000));
    const parts = [
      left !== null && `${left} s left`,
      state.link.state !== "connected" && linkText(state),
      state.sent.length > 0 && "Sending…",
    ].filter(Boolean);
    pulse.textContent = parts.join(" · ");
    pulse.classList.toggle("soon", left !== null && left <= 10);
    if ((left !== null && left > 0) || pauses(state)) {
      this.timer = window.setTimeout(() => this.count(state, until), 250);
    }
    clock.hidden = left === null;
    if (left === null) return;
    clock.textContent = `${left} s left`;
    if (SPOKEN.includes(left) && left !== this.spoken) this.app?.announce(`${left} seconds left.`);
    this.spoken = left;
    clock.classList.toggle("soon", left <= 10);
  }
}

/** @param {State} state */
function actsNow(state) {
  const { view, chosen } = state;
  if (state.waiting || !view) return "";
  const comes = chosen && chosen.round === view.round && chosen.phase === view.phase && chosen.rank < view.rank;
  // Whoever sits here acts only by what they decided.
  const isMe = (/** @type {string} */ who) => who === seat(state) && (!chosen || comes);
  const now = (view.turns ?? []).filter((one) => one.state === "now" && !isMe(one.who));
  const names = now.map((one) => nameOf(state, one.who)).join(" and ");
  const acts = names && `${names} ${now.length === 1 ? "acts" : "act"} now.`;
  return comes ? `You will: ${chosen.text}, at strike rank ${chosen.rank}. ${acts}`.trim() : acts;
}

/**
 * Everybody of another side, for plans.
 * @param {State} state
 */
function foes(state) {
  const own = sidesOf(state)[0];
  const people = state.view?.combatants ?? [];
  return people.filter((one) => one.side !== own && one.state === "up").map(({ id, name }) => ({ id, label: name }));
}

/**
 * What the own combatant has in hand.
 * @param {State} state
 */
function held(state) {
  const own = state.view?.combatants.find((one) => one.id === seat(state));
  return (own?.items ?? []).filter((one) => one.state === "held").map((one) => one.id);
}

customElements.define("sr-prompt", PromptPart);

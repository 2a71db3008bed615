// @ts-check
/** What was planned ahead, and what to do with reactions. */
import { fill, h } from "../dom.js";
import { inWords, seat } from "../state.js";

/**
 * @typedef {import("../state.js").State} State
 * @typedef {import("../main.js").App} App
 * @typedef {import("../types.js").Order} Order
 */

/** @type {[NonNullable<Order["mode"]>, string, string][]} */
const MODES = [
  ["automatic", "Take the best", "whichever has the highest chance"],
  ["ask", "Ask me", "every reaction is a question"],
  ["never", "Never react", "let everything come"],
];

export class Plans extends HTMLElement {
  /**
   * What the list was drawn from: plans, and what their words come from.
   * @type {unknown[]}
   */
  drawn = [];
  /** @type {App | null} */
  app = null;

  connectedCallback() {
    this.list = h("ol", { class: "plan-list" });
    this.empty = h("p", { class: "hint" }, "No plans. What you plan is done as soon as you are asked, if it is possible then.");
    this.clear = h("button", { type: "button", class: "quiet", onclick: () => this.edit({ edit: "clear" }) }, "Clear all plans");
    this.sending = h("p", { class: "hint" }, "Sending…");
    /** @type {Map<string, HTMLInputElement>} */
    this.modes = new Map();
    const rows = MODES.map(([mode, label, hint]) => {
      const radio = h("input", { type: "radio", name: "order", id: `order-${mode}`, onchange: () => this.ordered(mode) });
      this.modes?.set(mode, radio);
      return h("span", { class: "value" }, radio, h("label", { for: `order-${mode}` }, label, h("small", null, ` ${hint}`)));
    });
    this.slider = h("input", {
      type: "range", id: "threshold", min: "0", max: "100", step: "5",
      oninput: () => this.slid(this.slider?.value ?? "0"),
      onchange: () => this.ordered("automatic"),
    });
    this.number = h("input", {
      type: "number", min: "0", max: "100", id: "threshold-number", "aria-label": "Least chance in percent",
      onchange: () => {
        this.slid(String(Math.min(100, Math.max(0, Math.round(Number(this.number?.value) || 0)))));
        this.ordered("automatic");
      },
    });
    this.least = h(
      "div",
      { class: "least" },
      h("label", { for: "threshold" }, "only if the chance is at least"),
      this.slider,
      h("span", { class: "percent" }, this.number, " %"),
    );
    fill(
      this,
      h(
        "section",
        { class: "plans panel", "aria-labelledby": "plans-title" },
        h("h2", { id: "plans-title", tabindex: "-1" }, "Plans"),
        this.empty,
        this.list,
        this.clear,
        this.sending,
        h("fieldset", { class: "order" }, h("legend", null, "When somebody acts against you"), h("div", { class: "values" }, rows), this.least),
      ),
    );
  }

  /** @param {State} state @param {App} app */
  update(state, app) {
    this.app = app;
    this.hidden = !app.plays || !state.plans;
    if (this.sending) {
      this.sending.hidden = !state.sent.some((one) => one.wish.type === "edit_intents" || one.wish.type === "set_order");
    }
    const from = [state.plans, state.template, state.view !== null];
    if (this.hidden || !state.plans || from.every((one, place) => one === this.drawn[place])) return;
    this.drawn = from;
    this.show(state, state.plans);
  }

  /** @param {State} state @param {NonNullable<State["plans"]>} plans */
  show(state, plans) {
    const { intents } = plans;
    // What is as by default is left out on the wire.
    const order = { mode: plans.order.mode ?? "ask", threshold: plans.order.threshold ?? 0 };
    const { list, empty, clear, least, slider, number } = this;
    if (!list || !empty || !clear || !least || !slider || !number) return;
    const hadFocus = list.contains(document.activeElement);
    fill(list, ...intents.map((intent, place) => this.row(state, intents, place, intent)));
    if (hadFocus) (list.querySelector("button") ?? this.modes?.get(order.mode))?.focus();
    empty.hidden = intents.length > 0;
    clear.hidden = intents.length < 2;
    const radio = this.modes?.get(order.mode);
    if (radio) radio.checked = true;
    least.hidden = order.mode !== "automatic";
    slider.value = number.value = String(order.threshold);
  }

  /** @param {State} state @param {import("../types.js").Intent[]} intents @param {number} place @param {import("../types.js").Intent} intent */
  row(state, intents, place, intent) {
    const text = inWords(state, state.template, intent);
    const button = (/** @type {string} */ word, /** @type {string} */ label, /** @type {() => void} */ run) =>
      h("button", { type: "button", class: "quiet", "aria-label": `${label}: ${text}`, onclick: run }, word);
    return h(
      "li",
      null,
      h("span", { class: "what" }, text),
      h(
        "span",
        { class: "buttons" },
        place > 0 && button("Earlier", "Do earlier", () => this.earlier(intents, place)),
        button("Replace", "Replace by what is chosen above", () => this.replace(intents, place)),
        button("Remove", "Remove", () => this.edit({ edit: "remove", place, was: intents[place] })),
      ),
    );
  }

  /** @param {import("../types.js").Intent[]} intents @param {number} place */
  earlier(intents, place) {
    this.edit({ edit: "move", place, to: place - 1, was: intents[place] });
  }

  /** @param {import("../types.js").Intent[]} intents @param {number} place */
  replace(intents, place) {
    const prompt = /** @type {import("./prompt.js").PromptPart | null} */ (this.app?.piece("sr-prompt"));
    const choice = prompt?.composer?.choice;
    if (choice) this.edit({ edit: "replace", place, intent: { ...choice, dice: undefined }, was: intents[place] });
    else prompt?.want();
  }

  /** @param {object} edit */
  edit(edit) {
    if (this.app) this.app.send({ type: "edit_intents", combatant: seat(this.app.state), edit });
  }

  /** @param {string} value */
  slid(value) {
    if (this.slider && this.number) this.slider.value = this.number.value = value;
  }

  /** @param {NonNullable<Order["mode"]>} mode */
  ordered(mode) {
    const { number, app, least } = this;
    if (!number || !app) return;
    if (least) least.hidden = mode !== "automatic";
    const threshold = Number(number.value);
    const order = mode === "automatic" ? { mode, threshold } : { mode };
    app.send({ type: "set_order", combatant: seat(app.state), order });
  }
}

customElements.define("sr-plans", Plans);

// @ts-check
/** What the keys do, and the switch that turns them off; fetched when it is first asked for. */
import { fill, h } from "../dom.js";
import { isOn, turn } from "../settings.js";
import { TERMS } from "../terms.js";

const KEYS = [
  ["1 to 9", "choose that option"],
  ["Enter", "do it"],
  ["arrows", "from choice to choice within a group"],
  ["/", "search the log"],
  ["?", "this help"],
];

export class Help extends HTMLElement {
  connectedCallback() {
    const keys = h("input", {
      type: "checkbox",
      id: "keys-on",
      checked: isOn("keys", true),
      onchange: () => {
        turn("keys", keys.checked);
        document.documentElement.classList.toggle("no-keys", !keys.checked);
      },
    });
    const rows = KEYS.map(([key, what]) => [h("dt", null, h("kbd", null, key)), h("dd", null, what)]);
    this.dialog = h(
      "dialog",
      { "aria-labelledby": "help-title" },
      h("h2", { id: "help-title", tabindex: "-1", autofocus: true }, "Help"),
      h(
        "p",
        null,
        "Strikerank asks whenever you have to decide. Every option says what it costs, when it comes and how likely ",
        "it is; what is not possible says why. Nothing runs away: unless you see a countdown, take your time.",
      ),
      h("dl", { class: "keys" }, rows.flat()),
      h("h3", null, "Words of the fight"),
      h("dl", { class: "terms" }, TERMS.flatMap(([word, what]) => [h("dt", null, word), h("dd", null, what)])),
      h("p", { class: "check" }, keys, h("label", { for: "keys-on" }, "Single keys on this device")),
      h("p", null, h("button", { type: "button", onclick: () => this.dialog?.close() }, "Close")),
    );
    fill(this, this.dialog);
  }

  open() {
    this.dialog?.showModal();
  }

  /** @type {HTMLDialogElement | null} */
  dialog = null;
}

customElements.define("sr-help", Help);

// @ts-check
/** Where somebody without a link arrives. */
import { fill, find, h } from "../dom.js";

export class Start extends HTMLElement {
  connectedCallback() {
    fill(
      this,
      h(
        "section",
        { class: "start" },
        h("h1", null, "Strikerank"),
        h(
          "p",
          null,
          "To play or to watch you need a link. Whoever runs the fight has one for each seat and one for those who ",
          "watch; it is printed where the server was started.",
        ),
        h(
          "form",
          { onsubmit: (/** @type {Event} */ event) => this.go(event) },
          h("label", { for: "link" }, "Your link"),
          h("input", {
            type: "text",
            id: "link",
            autocomplete: "off",
            spellcheck: "false",
            autocapitalize: "off",
            placeholder: "http://…/#/seat/…",
            "aria-describedby": "link-help",
          }),
          h("p", { id: "link-help", class: "hint" }, "A link is a secret: whoever has it takes that seat."),
          h("p", { class: "wrong", role: "alert", id: "link-wrong" }),
          h("button", { type: "submit", class: "main" }, "Take the seat"),
        ),
      ),
    );
  }

  /** @param {Event} event */
  go(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (find(this, "#link"));
    const app = /** @type {import("../main.js").App} */ (this.closest("sr-app"));
    if (app.take(field.value)) return;
    find(this, "#link-wrong").textContent =
      "That is no link of a seat or of those who watch. It ends in #/seat/ or #/watch/ and a secret.";
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }

  update() {}
}

customElements.define("sr-start", Start);

// @ts-check
/** Single keys, for those who want them: they are off while somebody types, and can be off for good. */
import { isTyping } from "./dom.js";
import { isOn } from "./settings.js";

/** @param {import("./main.js").App} app */
export function listen(app) {
  document.documentElement.classList.toggle("no-keys", !isOn("keys", true));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (!isOn("keys", true) || isTyping(document.activeElement)) return;
    if (document.querySelector("dialog[open]")) return;
    if (press(app, event.key)) event.preventDefault();
  });
}

/** Open the help; it comes when it is first asked for. */
export function help() {
  const part = /** @type {import("./elements/help.js").Help | null} */ (document.querySelector("sr-help"));
  import("./elements/help.js").then(() => part?.open(), () => {});
}

/** @param {import("./main.js").App} app @param {string} key @returns {boolean} whether it meant something */
function press(app, key) {
  const prompt = /** @type {import("./elements/prompt.js").PromptPart | null} */ (app.piece("sr-prompt"));
  if (/^[1-9]$/.test(key)) return prompt?.pick(Number(key)) ?? false;
  if (key === "Enter") {
    // Whatever has the focus knows better what Enter means.
    const at = document.activeElement;
    const nowhere = !at || at === document.body || at.getAttribute("tabindex") === "-1";
    return nowhere ? (prompt?.confirm() ?? false) : false;
  }
  if (key === "?") {
    help();
    return true;
  }
  if (key === "/") {
    const search = app.querySelector("sr-log input[type=search]");
    if (search instanceof HTMLElement) search.focus();
    return search !== null;
  }
  return false;
}

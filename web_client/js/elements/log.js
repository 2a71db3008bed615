// @ts-check
/** What happened, line by line, with the numbers and the why of each. */
import { fill, h } from "../dom.js";
import { telling } from "../sides.js";
import { nameOf, seat } from "../state.js";

/**
 * @typedef {import("../state.js").State} State
 * @typedef {import("../state.js").Entry} Entry
 */

const HEADINGS = new Set(["round_began", "phase_began", "engagement_began", "combat_ended"]);
const MANY = 12;
/** Begins a part of the fight that is played by itself. */
const PART = "engagement_began";

export class Log extends HTMLElement {
  /** How many lines of the log are drawn, and of which log. */
  count = 0;
  /** @type {Entry | undefined} */
  first;
  /** @type {State | null} */
  state = null;
  people = "";
  filtered = false;
  /** For fights that are played in parts. @type {import("../parts.js").Parts | null} */
  parts = null;
  /** Each row as plain text. @type {WeakMap<Element, string>} */
  texts = new WeakMap();

  connectedCallback() {
    this.list = h("ol", null);
    this.box = h("div", { class: "lines", role: "log", tabindex: "0", "aria-labelledby": "log-title" }, this.list);
    this.search = h("input", { type: "search", id: "log-search", oninput: () => this.filter() });
    this.who = h("select", { id: "log-who", onchange: () => this.filter() });
    this.mine = h("input", { type: "checkbox", id: "log-mine", onchange: () => this.filter() });
    this.onlyMine = h("span", { class: "value" }, this.mine, h("label", { for: "log-mine" }, "only mine"));
    this.found = h("p", { class: "hint" });
    this.all = h("button", { type: "button", class: "quiet", onclick: () => this.parts?.only("") }, "Show all");
    this.alone = h("p", { class: "alone", hidden: true }, this.found, this.all);
    this.copy = h("button", { type: "button", class: "quiet", onclick: () => this.copyText() }, "Copy as text");
    fill(
      this,
      h(
        "section",
        { class: "log panel", "aria-labelledby": "log-title" },
        h(
          "div",
          { class: "head" },
          h("h2", { id: "log-title" }, "What happened"),
          this.copy,
          h(
            "details",
            { class: "fold" },
            h("summary", null, "Filter"),
            h(
              "div",
              { class: "filters" },
              h("label", { for: "log-search" }, "Text"),
              this.search,
              h("label", { for: "log-who" }, "Who"),
              this.who,
              this.onlyMine,
            ),
          ),
        ),
        this.alone,
        this.box,
      ),
    );
  }

  /** @param {State} state */
  update(state) {
    this.state = state;
    const { list, box } = this;
    if (!list || !box) return;
    this.hidden = !state.view;
    if (this.onlyMine) this.onlyMine.hidden = !seat(state);
    this.choices(state);
    // A line is drawn once its people have names: with the first view.
    if (!state.view || (state.log.length === this.count && state.log[0] === this.first)) return;
    if (state.log[0] !== this.first || state.log.length < this.count) {
      fill(list);
      this.count = 0;
      this.parts?.begin();
      this.first = state.log[0];
    }
    const fresh = state.log.slice(this.count);
    this.count = state.log.length;
    // A whole stream at once is history, not news: it is not read aloud.
    box.setAttribute("aria-live", fresh.length > MANY ? "off" : "polite");
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 80;
    const follows = atEnd || this.parts?.follows;
    for (const entry of fresh) {
      const rows = this.lines(state, entry);
      if (this.parts) this.parts.place(entry, rows);
      else list.append(...rows);
    }
    this.filter();
    if (follows && !this.parts?.follow()) box.scrollTop = box.scrollHeight;
    if (!this.parts && fresh.some((one) => one.event.kind === PART)) this.fetch(list, box);
  }

  /** @param {HTMLElement} list @param {HTMLElement} box */
  fetch(list, box) {
    import("../parts.js").then(({ Parts }) => {
      this.parts = new Parts(list, box, () => this.filter());
      this.first = undefined;
      if (this.state) this.update(this.state);
    }, () => {});
  }

  /**
   * A line, under the heading of its part where that is another one than before.
   * @param {State} state @param {Entry} entry
   */
  lines(state, entry) {
    const { told, event } = entry;
    const who = new Set(told.words.flatMap((one) => one.who ?? []));
    if (event.by) who.add(event.by);
    if (event.at) who.add(event.at);
    const why = told.why ?? [];
    const people = ` ${[...who].join(" ")} `;
    const own = { "data-who": people, "data-round": event.round, "data-part": `${event.round}.${event.phase}` };
    const said = telling(state, told.words);
    const opened = (/** @type {import("../dom.js").Child[]} */ words) => this.parts?.opener(own["data-part"], words) ?? words;
    const line = h(
      "li",
      { class: [HEADINGS.has(event.kind) ? `heading ${event.kind}` : "entry", !told.rank && "follows"], ...own },
      !HEADINGS.has(event.kind) && h("span", { class: "rank" }, told.rank ? h("span", { class: "unseen" }, "strike rank ") : "", told.rank || ""),
      h(
        "div",
        { class: "telling" },
        h("p", null, event.kind === PART ? opened(said) : said),
        (told.details ?? []).map((one) => h("p", { class: "detail" }, one)),
        why.length > 0 && h("details", null, h("summary", null, "why"), h("ul", null, why.map((one) => h("li", null, one)))),
      ),
    );
    this.texts.set(line, plain(told));
    if (!told.part) return [line];
    const part = telling(state, told.part);
    const shown = h("p", null, event.phase ? opened(part) : part);
    const heading = h("li", { class: "heading phase_began", ...own }, h("div", { class: "telling" }, shown));
    this.texts.set(heading, `    ${worded(told.part)}`);
    return [heading, line];
  }

  /**
   * Keep the list of people to filter by.
   * @param {State} state
   */
  choices(state) {
    const ids = (state.view?.combatants ?? []).map((one) => one.id);
    if (!this.who || ids.join(" ") === this.people) return;
    this.people = ids.join(" ");
    const chosen = this.who.value;
    fill(this.who, h("option", { value: "" }, "everybody"), ids.map((id) => h("option", { value: id }, nameOf(state, id))));
    this.who.value = ids.includes(chosen) ? chosen : "";
  }

  filter() {
    const { list, search, who, mine, found, alone, all } = this;
    const part = this.parts?.part ?? "";
    if (!list || !search || !who || !mine || !found || !alone || !all) return;
    const text = search.value.trim().toLowerCase();
    const wanted = [who.value, mine.checked && this.state ? seat(this.state) : ""].filter(Boolean);
    const filtered = text !== "" || wanted.length > 0 || part !== "";
    alone.hidden = !filtered;
    all.hidden = part === "";
    if (!filtered && !this.filtered) return;
    this.filtered = filtered;
    let shown = 0;
    for (const row of list.children) {
      const people = row.getAttribute("data-who") ?? "";
      const isShown =
        (!part || this.parts?.has(row)) &&
        (!text || (row.textContent ?? "").toLowerCase().includes(text)) &&
        wanted.every((id) => people.includes(` ${id} `));
      row.toggleAttribute("hidden", !isShown);
      shown += Number(isShown);
    }
    found.textContent = filtered ? `${this.parts?.said ?? ""}${shown} of ${list.children.length} lines` : "";
  }

  async copyText() {
    if (!this.state || !this.copy) return;
    const shown = [...(this.list?.children ?? [])].filter((row) => !row.hasAttribute("hidden"));
    const text = shown.map((row) => this.texts.get(row) ?? "").join("\n");
    try {
      await navigator.clipboard.writeText(text);
      this.copy.textContent = "Copied";
    } catch {
      this.copy.textContent = "This browser does not let pages copy";
    }
  }
}

/** @param {import("../types.js").Told} told */
function plain(told) {
  const rank = told.rank ? String(told.rank).padStart(3) : "   ";
  return `${rank} ${[worded(told.words), ...(told.details ?? [])].join("\n    ")}`;
}

/** @param {import("../types.js").Words[]} words */
function worded(words) {
  return words.map((one) => one.text).join("");
}

customElements.define("sr-log", Log);

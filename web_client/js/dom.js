// @ts-check
/**
 * Elements without markup: text is always text, so no name can become a script.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Props
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element.  Properties that begin with `on` are listeners, `class` is a string or a list
 * (what is false is left out), true sets an empty attribute, false and null set none.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props | null} [props] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  return filled(document.createElement(tag), props ?? {}, children);
}

/**
 * The same in a picture.
 * @param {string} tag @param {Props | null} [props] @param {...(Child | Child[])} children
 */
export function s(tag, props, ...children) {
  return filled(document.createElementNS(SVG, tag), props ?? {}, children);
}

/**
 * @template {Element} E
 * @param {E} element @param {Props} props @param {(Child | Child[])[]} children @returns {E}
 */
function filled(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "class" && Array.isArray(value)) {
      element.setAttribute("class", value.filter(Boolean).join(" "));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...nodes(children));
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
export function nodes(children) {
  /** @type {(Node | string)[]} */
  const found = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    found.push(child instanceof Node ? child : String(child));
  }
  return found;
}

/**
 * Let *element* hold exactly these, unless it does already.
 * @param {Element} element @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * The first of *root* that matches, for sure.
 * @param {ParentNode} root @param {string} selector
 */
export function find(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`there is no ${selector}`);
  return found;
}

/**
 * Whether somebody is typing: keys are theirs then.
 * @param {Element | null} element
 */
export function isTyping(element) {
  if (element instanceof HTMLInputElement) {
    return ["text", "search", "number", "url"].includes(element.type);
  }
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

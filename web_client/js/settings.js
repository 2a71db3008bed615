// @ts-check
/** What a person has set on this device; a browser that keeps nothing has the defaults. */

/** @param {string} name @param {boolean} otherwise */
export function isOn(name, otherwise) {
  try {
    const kept = localStorage.getItem(`strikerank.${name}`);
    return kept === null ? otherwise : kept === "yes";
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {boolean} on */
export function turn(name, on) {
  try {
    localStorage.setItem(`strikerank.${name}`, on ? "yes" : "no");
  } catch {
    // It lasts as long as the page then.
  }
}

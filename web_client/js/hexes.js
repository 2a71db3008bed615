// @ts-check
/** Where hexes are, by name: rows from the top, every second one half a hex to the right. */

/**
 * Column and row of a hex, from 0; null if it is no name of one.
 * @param {string} name
 */
export function named(name) {
  const found = /^([A-Z]+)(\d+)$/.exec(name);
  if (!found) return null;
  const [, letters = "", digits = "0"] = found;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column: column - 1, row: Number(digits) - 1 };
}

/**
 * The letters of a column.
 * @param {number} column
 */
export function letters(column) {
  let text = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  }
  return text;
}

/**
 * The name of a hex.
 * @param {number} column @param {number} row
 */
export function nameAt(column, row) {
  return `${letters(column)}${row + 1}`;
}

/**
 * The six hexes beside one.
 * @param {number} column @param {number} row
 */
export function beside(column, row) {
  const shift = row % 2 ? 1 : 0;
  return [
    [column + 1, row], [column - 1, row],
    [column - 1 + shift, row - 1], [column + shift, row - 1],
    [column - 1 + shift, row + 1], [column + shift, row + 1],
  ].map(([c = 0, r = 0]) => ({ column: c, row: r }));
}

/**
 * Two letters for each name, all different: initials if there are two words, else the beginning.
 * @param {string[]} names
 */
export function labels(names) {
  /** @type {Set<string>} */
  const used = new Set();
  return names.map((name) => {
    const words = name.split(/\s+/).filter(Boolean);
    const chars = Array.from(words.join(""));
    const first = chars[0] ?? "?";
    const tries = [
      words.length > 1 ? first + (Array.from(words.at(-1) ?? "")[0] ?? "") : chars.slice(0, 2).join(""),
      ...chars.slice(1).map((one) => first + one),
      ...Array.from("23456789", (digit) => first + digit),
    ];
    const label = tries.find((one) => !used.has(one)) ?? first;
    used.add(label);
    return label;
  });
}

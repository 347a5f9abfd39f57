// The text formats of puzzles have comments, headers and rows in common.

/**
 * @typedef {{kind: "blank"} | {kind: "comment", text: string} | {kind: "header", key: string, value: string}
 *   | {kind: "row", text: string}} Line
 */

/**
 * The lines of a text, told apart by their looks alone.
 * @param {string} text
 * @returns {Line[]}
 */
export function linesOf(text) {
  return text.replace(/^\uFEFF/, "").split(/\r\n|\n/).map((line) => {
    const bare = line.trim();
    if (bare === "") return { kind: "blank" };
    if (bare.startsWith("#")) return { kind: "comment", text: bare.slice(1).trim() };
    const colon = bare.indexOf(":");
    if (colon < 0) return { kind: "row", text: line.trimEnd() };
    const [value = ""] = bare.slice(colon + 1).split(" #");
    return { kind: "header", key: bare.slice(0, colon).trim().toLowerCase(), value: value.trim() };
  });
}

/**
 * A number within bounds; `null` for any other text.
 * @param {string} text
 * @param {number} least
 * @param {number} most
 * @returns {number | null}
 */
export function numberOf(text, least, most) {
  if (!/^\d{1,9}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

/**
 * A title on one line, without what would end it.
 * @param {string} title
 */
export function titleLine(title) {
  const bare = title.replace(/\s+/g, " ").replaceAll(" #", " ").trim();
  return bare === "" ? "" : `title: ${bare}\n`;
}

/**
 * The steps to the cells that share a side.
 * @type {[number, number][]}
 */
export const SIDES = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/**
 * A colour for each area, different from those of the areas beside it as far as nine suffice.
 * @param {number} rows
 * @param {number} columns
 * @param {(row: number, column: number) => number | null} areaAt
 * @returns {Map<number, number>}
 */
export function coloursOf(rows, columns, areaAt) {
  /** @type {Map<number, Set<number>>} */
  const beside = new Map();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const area = areaAt(row, column);
      if (area === null) continue;
      const own = beside.get(area) ?? new Set();
      beside.set(area, own);
      for (const [down, right] of SIDES) {
        const [r, c] = [row + down, column + right];
        const other = r < 0 || c < 0 || r >= rows || c >= columns ? null : areaAt(r, c);
        if (other !== null && other !== area) own.add(other);
      }
    }
  }
  /** @type {Map<number, number>} */
  const colours = new Map();
  const uses = new Array(9).fill(0);
  const order = [...beside.keys()].sort((a, b) => (beside.get(b)?.size ?? 0) - (beside.get(a)?.size ?? 0) || a - b);
  for (const area of order) {
    const taken = new Set([...(beside.get(area) ?? [])].map((other) => colours.get(other)));
    let best = -1;
    for (let colour = 0; colour < 9; colour++) {
      if (!taken.has(colour) && (best < 0 || uses[colour] < uses[best])) best = colour;
    }
    if (best < 0) best = area % 9;
    uses[best] += 1;
    colours.set(area, best);
  }
  return colours;
}

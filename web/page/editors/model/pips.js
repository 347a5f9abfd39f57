// Pips: the JSON of a puzzle, read into a model and written again.

/**
 * @typedef {"empty" | "sum" | "less" | "greater" | "equals" | "unequal"} Clue
 * @typedef {{cells: [number, number][], type: Clue, target: number | null}} Region
 * @typedef {{title: string, dominoes: [number, number][], regions: Region[]}} Pips
 */

/** @type {Clue[]} */
export const CLUES = ["empty", "sum", "less", "greater", "equals", "unequal"];
/** The largest number of pips on half a domino. */
export const MOST_PIPS = 18;
/** The most rows and columns of a board that an editor shows. */
export const MOST_SIDE = 24;

/** @returns {Pips} */
export function empty() {
  return {
    title: "",
    dominoes: [[1, 1], [1, 2]],
    regions: [
      { cells: [[0, 0], [0, 1]], type: "sum", target: 2 },
      { cells: [[1, 0], [1, 1]], type: "empty", target: null },
    ],
  };
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Whether it is a clue that needs a number.
 * @param {Clue} type
 */
export function needsTarget(type) {
  return type === "sum" || type === "less" || type === "greater";
}

/**
 * Reads a text that holds one puzzle; `null` if it is none, or holds several levels.
 * @param {string} text
 * @returns {Pips | null}
 */
export function parse(text) {
  /** @type {any} */
  let document;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
  if (!isObject(document)) return null;
  if (!("dominoes" in document)) {
    const levels = ["easy", "medium", "hard"].filter((name) => isObject(document[name]) && document[name].dominoes);
    const [name] = levels;
    if (name === undefined || levels.length > 1) return null;
    const level = document[name];
    const day = typeof document.printDate === "string" ? `${document.printDate} ${name}` : "";
    document = { ...level, id: typeof level.id === "string" ? level.id : day };
  }
  return read(document);
}

/**
 * @param {any} document
 * @returns {Pips | null}
 */
function read(document) {
  const isNumber = (/** @type {unknown} */ value, /** @type {number} */ most) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
  const isPair = (/** @type {unknown} */ value, /** @type {number} */ most) =>
    Array.isArray(value) && value.length === 2 && value.every((number) => isNumber(number, most));
  const { dominoes, regions } = document;
  if (!Array.isArray(dominoes) || !Array.isArray(regions)) return null;
  if (!dominoes.every((domino) => isPair(domino, MOST_PIPS))) return null;
  const taken = new Set();
  /** @type {Region[]} */
  const own = [];
  for (const region of regions) {
    if (!isObject(region) || !Array.isArray(region.indices) || !CLUES.includes(region.type)) return null;
    if (!region.indices.every((/** @type {unknown} */ cell) => isPair(cell, MOST_SIDE - 1))) return null;
    for (const [row, column] of region.indices) {
      if (taken.has(`${row} ${column}`)) return null;
      taken.add(`${row} ${column}`);
    }
    if (needsTarget(region.type) && !isNumber(region.target, 1e9)) return null;
    const target = needsTarget(region.type) ? region.target : null;
    own.push({ cells: region.indices.map((/** @type {number[]} */ cell) => [...cell]), type: region.type, target });
  }
  const title = typeof document.id === "string" ? document.id : "";
  return { title, dominoes: dominoes.map((domino) => [domino[0], domino[1]]), regions: own };
}

/**
 * @param {Pips} model
 * @returns {string}
 */
export function write(model) {
  const regions = model.regions.filter((region) => region.cells.length > 0).map((region) => {
    /** @type {Record<string, unknown>} */
    const written = { indices: region.cells, type: region.type };
    if (needsTarget(region.type)) written.target = region.target ?? 0;
    return "    " + JSON.stringify(written);
  });
  const title = model.title === "" ? "" : `  "id": ${JSON.stringify(model.title)},\n`;
  return `{\n${title}  "dominoes": ${JSON.stringify(model.dominoes)},\n  "regions": [\n${regions.join(",\n")}\n  ]\n}\n`;
}

/**
 * The number of the region at a cell, -1 outside of the board.
 * @param {Pips} model
 * @param {number} row
 * @param {number} column
 */
export function regionAt(model, row, column) {
  return model.regions.findIndex((region) => region.cells.some(([r, c]) => r === row && c === column));
}

/**
 * The board where a cell belongs to another region; -1 takes it off the board.
 * @param {Pips} model
 * @param {number} row
 * @param {number} column
 * @param {number} index
 * @returns {Pips}
 */
export function paint(model, row, column, index) {
  const regions = model.regions.map((region, own) => {
    const cells = region.cells.filter(([r, c]) => r !== row || c !== column);
    /** @type {[number, number]} */
    const cell = [row, column];
    return { ...region, cells: own === index ? [...cells, cell] : cells };
  });
  return { ...model, regions };
}

/**
 * Dominoes from text like `0-1 2-2, 6/5`; `null` if a part of it is none.
 * @param {string} text
 * @returns {[number, number][] | null}
 */
export function dominoesOf(text) {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  /** @type {[number, number][]} */
  const dominoes = [];
  for (const word of words) {
    const found = /^(\d{1,2})[-/|:](\d{1,2})$/.exec(word) ?? /^(\d)(\d)$/.exec(word);
    if (!found || Number(found[1]) > MOST_PIPS || Number(found[2]) > MOST_PIPS) return null;
    dominoes.push([Number(found[1]), Number(found[2])]);
  }
  return dominoes;
}

/**
 * The clue as it is written on a board.
 * @param {Region} region
 */
export function clueText({ type, target }) {
  switch (type) {
    case "sum":
      return `${target ?? 0}`;
    case "less":
      return `<${target ?? 0}`;
    case "greater":
      return `>${target ?? 0}`;
    case "equals":
      return "=";
    case "unequal":
      return "≠";
    default:
      return "";
  }
}

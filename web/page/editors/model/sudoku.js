// Sudokus: text, the JSON of f-puzzles and plain JSON, read into a model and written again.
//
// A model keeps the document that it was read from, so that clues which no tool edits stay as they are.

import { linesOf, numberOf } from "./lines.js";
import { unpack } from "./lzstring.js";

/**
 * @typedef {"text" | "fpuzzles" | "plain"} Form
 * @typedef {Record<string, any>} Document
 * @typedef {object} Sudoku
 * @property {Form} form
 * @property {number} size
 * @property {(number | null)[]} givens
 * @property {(number | null)[]} regions for each cell the number of its region
 * @property {Document} document all else
 * @typedef {[number, number]} Place a row and a column, from 0; beside the grid one less or as many as its size
 * @typedef {object} Figure
 * @property {string} kind
 * @property {number[]} cells
 * @property {string} value
 * @property {[string, number, number]} at the key, the index in its list, and the line of that item, or -1
 * @property {Place} [place] where a clue beside the grid stands
 * @property {string} [direction] where a diagonal leads: `DR`, `DL`, `UR` or `UL`
 * @property {number[]} [copy] the second cells of a clone
 */

/** The largest grid that an editor shows. */
export const MOST = 36;

/** The lines, under their names in f-puzzles. */
export const LINES = [
  "thermometer",
  "slowthermometer",
  "renban",
  "whispers",
  "palindrome",
  "regionsumline",
  "parityline",
  "entropicline",
  "modularline",
  "samedifference",
  "nabner",
  "zipperline",
  "betweenline",
  "lockout",
  "doublearrow",
];
/** The clues of two cells that share a side. */
export const PAIRS = ["difference", "ratio", "xv"];
/** The clues of one cell. */
export const SINGLES = ["odd", "even", "minimum", "maximum", "rowindexer", "columnindexer"];
/** The clues of which each item is a list of cells, even of one. */
export const INDEXERS = ["rowindexer", "columnindexer"];
/** The clues of the rows and columns that they stand beside. */
export const OUTSIDE = ["sandwichsum", "xsum", "skyscraper"];
/** The directions of diagonals, as steps down and to the right. @type {Record<string, [number, number]>} */
export const DIRECTIONS = { DR: [1, 1], DL: [1, -1], UR: [-1, 1], UL: [-1, -1] };
/** The clues of several cells. */
export const GROUPS = ["killercage", "extraregion"];
/** The clues that tools edit, but for digits and regions. */
export const CLUES = [...GROUPS, "clone", ...LINES, "arrow", ...PAIRS, "quadruple", ...SINGLES, ...OUTSIDE, "littlekillersum"];
/** The marks that can be said to be all there are. */
export const NEGATIVES = ["ratio", "difference", "xv"];
/** The rules of the whole grid. */
export const GLOBALS = ["diagonal-", "diagonal+", "antiknight", "antiking", "nonconsecutive", "disjointgroups"];

/**
 * Boxes as square as they can be, wide rather than high.
 * @param {number} size
 * @param {[number, number] | null} sides their height and width
 * @returns {number[]}
 */
export function boxes(size, sides = null) {
  let height = Math.floor(Math.sqrt(size));
  while (size % height !== 0) height -= 1;
  const [high, wide] = sides ?? [height, size / height];
  const across = size / wide;
  const box = (/** @type {number} */ cell) =>
    Math.floor(Math.floor(cell / size) / high) * across + Math.floor((cell % size) / wide);
  return Array.from({ length: size * size }, (_, cell) => box(cell));
}

/**
 * @param {number} size
 * @returns {Sudoku}
 */
export function empty(size) {
  return { form: "text", size, givens: new Array(size * size).fill(null), regions: boxes(size), document: {} };
}

/** @param {unknown} value */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads a text that holds one Sudoku; `null` if it is none, or of a form that no tool edits.
 * @param {string} text
 * @returns {Sudoku | null}
 */
export function parse(text) {
  let bare = text.replace(/^\uFEFF/, "").trim();
  const packed = packedIn(bare);
  if (packed !== null) {
    const unpacked = unpack(packed);
    if (unpacked === null) return null;
    bare = unpacked;
  }
  if (!bare.startsWith("{")) return parseText(text);
  /** @type {any} */
  let document;
  try {
    document = JSON.parse(bare);
  } catch {
    return null;
  }
  if (!isObject(document)) return null;
  if (Array.isArray(document.grid)) return parseFpuzzles(document);
  if (Array.isArray(document.cells)) return ofSudokuPad(document);
  const isOther = "cells" in document || "dominoes" in document || "constraints" in document;
  return isOther ? null : parsePlain(document);
}

/**
 * The packed JSON in an address, or alone.
 * @param {string} text
 * @returns {string | null}
 */
function packedIn(text) {
  if (text.length <= 40 || /\s/.test(text) || text.startsWith("{")) return null;
  const isAddress = /^https?:\/\//.test(text);
  const found = /(?:\?load=|fpuzzles|fpuz|scl|\/sudoku\/|(?=N4Ig))(.*)$/.exec(text);
  if (!found || (!isAddress && !/^(N4Ig|fpuz|scl)/.test(text))) return null;
  const [part = ""] = (found[1] ?? "").split(/[&#]/);
  try {
    return decodeURIComponent(part.replaceAll("%20", "+"));
  } catch {
    return null;
  }
}

/**
 * @param {string} text
 * @returns {Sudoku | null}
 */
function parseText(text) {
  /** @type {string[]} */
  const rows = [];
  /** @type {string[]} */
  const labels = [];
  /** @type {[string, string][]} */
  const headers = [];
  let inRegions = false;
  let isX = false;
  for (const line of linesOf(text)) {
    if (line.kind === "header") {
      inRegions ||= line.key === "regions";
      headers.push([line.key, line.value]);
    } else if (line.kind === "row") {
      const bare = line.text.trim();
      if (/^[-+=|!: ─│┼]*$/.test(bare)) continue;
      if (/^sudoku[ -]x$/i.test(bare)) isX = true;
      else (inRegions ? labels : rows).push(bare);
    }
  }
  if (rows.length > 1 && Number(rows[0]) === rows.length - 1) rows.shift();
  const model = rows.length === 1 ? ofLine(rows.join("")) : ofRows(rows);
  if (model === null) return null;
  if (labels.length > 0) {
    const own = squares(labels, model.size);
    if (own === null) return null;
    const names = [...new Set(own)].filter((name) => name !== ".");
    model.regions = own.map((name) => (name === "." ? null : names.indexOf(name)));
  }
  for (const [key, value] of headers) if (!header(model, key, value)) return null;
  if (isX) model.document = { ...model.document, "diagonal-": true, "diagonal+": true };
  return model;
}

/**
 * @param {Sudoku} model
 * @param {string} key
 * @param {string} value
 */
function header(model, key, value) {
  const isWanted = ["", "yes", "true"].includes(value.toLowerCase());
  const isClear = isWanted || ["no", "false"].includes(value.toLowerCase());
  switch (key) {
    case "title":
    case "author":
      model.document[key] = value;
      return true;
    case "regions":
      return value === "";
    case "sudoku":
      return value === "" || Number(value) === model.size;
    case "boxes": {
      const found = /^(\d+)\s*[x×]\s*(\d+)$/.exec(value);
      if (!found || Number(found[1]) * Number(found[2]) !== model.size) return false;
      model.regions = boxes(model.size, [Number(found[1]), Number(found[2])]);
      return true;
    }
    case "diagonals":
      if (isWanted) Object.assign(model.document, { "diagonal-": true, "diagonal+": true });
      return isClear;
    case "anti-knight":
    case "anti-king":
      if (isWanted) model.document[key.replace("-", "")] = true;
      return isClear;
    default:
      return false;
  }
}

/**
 * A puzzle in one line: of characters, or of numbers.
 * @param {string} row
 */
function ofLine(row) {
  const size = Math.sqrt(row.length);
  if (!Number.isInteger(size) || size < 3 || size > MOST) return null;
  return ofSquares([...row], size);
}

/** @param {string[]} rows */
function ofRows(rows) {
  const size = rows.length;
  if (size < 3 || size > MOST) return null;
  const own = squares(rows, size);
  return own === null ? null : ofSquares(own, size);
}

/**
 * The squares of rows: words where there are as many as rows, else characters.
 * @param {string[]} rows
 * @param {number} size
 * @returns {string[] | null}
 */
function squares(rows, size) {
  const words = rows.map((row) => row.split(/[\s|!│]+/).filter((word) => word !== ""));
  const isWords = words.every((own) => own.length === size);
  const own = isWords ? words : rows.map((row) => [...row].filter((char) => !/[\s|!│]/.test(char)));
  return own.length === size && own.every((squares) => squares.length === size) ? own.flat() : null;
}

/**
 * @param {string[]} own
 * @param {number} size
 * @returns {Sudoku | null}
 */
function ofSquares(own, size) {
  const model = empty(size);
  for (const [cell, square] of own.entries()) {
    if (/^[.0_*?]$/.test(square)) continue;
    const digit = /^[a-z]$/i.test(square) ? parseInt(square, 36) : numberOf(square, 1, size);
    if (digit === null || digit > size) return null;
    model.givens[cell] = digit;
  }
  return model;
}

/**
 * @param {Document} document
 * @returns {Sudoku | null}
 */
function parseFpuzzles(document) {
  const size = Number(document.size ?? document.grid.length);
  if (!Number.isInteger(size) || size < 3 || size > MOST || document.grid.length !== size) return null;
  if (!document.grid.every((/** @type {unknown} */ row) => Array.isArray(row) && row.length === size)) return null;
  const model = { ...empty(size), form: /** @type {Form} */ ("fpuzzles"), document };
  for (const [cell, square] of document.grid.flat().entries()) {
    if (!isObject(square)) return null;
    if (square.given === true) {
      const digit = numberOf(String(square.value), 1, size);
      if (digit === null) return null;
      model.givens[cell] = digit;
    }
    if ("region" in square) model.regions[cell] = square.region === null ? null : Number(square.region);
  }
  return model;
}

/**
 * A document of SudokuPad, as one of f-puzzles; `null` if it draws more than digits, regions and cages,
 * since such files do not say what their drawings mean.
 * @param {Document} document
 * @returns {Sudoku | null}
 */
function ofSudokuPad(document) {
  const { cells, regions, cages = [], metadata = {}, id: _, cellSize: __, settings: ___, version: ____, puzzleId: _____, ...rest } = document;
  const isEmpty = (/** @type {unknown} */ value) => !value || (typeof value === "object" && Object.keys(value).length === 0);
  const size = cells.length;
  if (Object.values(rest).some((value) => !isEmpty(value)) || size < 3 || size > MOST || !Array.isArray(cages)) return null;
  const model = { ...empty(size), form: /** @type {Form} */ ("fpuzzles") };
  const cellAt = (/** @type {any} */ at) => (Array.isArray(at) && at.every((one) => one >= 0 && one < size) ? at[0] * size + at[1] : -1);
  for (const [row, squares] of cells.entries()) {
    if (!Array.isArray(squares) || squares.length !== size) return null;
    for (const [column, square] of squares.entries()) {
      const value = isObject(square) ? (square.value ?? "") : null;
      const digit = value === "" ? null : numberOf(String(value), 1, size);
      if (value === null || (value !== "" && digit === null)) return null;
      if (square.given !== false) model.givens[row * size + column] = digit;
    }
  }
  if (!isEmpty(regions)) {
    if (!Array.isArray(regions) || !regions.every(Array.isArray)) return null;
    const numbers = new Map(regions.flatMap((region, number) => region.map((/** @type {any} */ at) => [cellAt(at), number])));
    model.regions = model.regions.map((_, cell) => numbers.get(cell) ?? null);
  }
  /** @type {Document} */
  const own = {};
  for (const [key, value] of Object.entries(isObject(metadata) ? metadata : {})) {
    if (["title", "author"].includes(key) && value) own[key] = String(value);
    else if (value === true && !["antiknight", "antiking"].includes(key)) return null;
    else if (value === true) own[key] = true;
  }
  for (const cage of cages) {
    if (!isObject(cage) || cage.unique === false) return null;
    // Older files keep their title and rules as cages without cells.
    const [, key = "", words = ""] = /^(title|author)\s*:(.*)$/is.exec(String(cage.value ?? "")) ?? [];
    if (isEmpty(cage.cells)) {
      if (key) own[key.toLowerCase()] = words.trim();
      continue;
    }
    const found = cage.cells.map(cellAt);
    if (found.includes(-1)) return null;
    const sum = String(cage.sum ?? cage.value ?? "");
    const names = found.map((/** @type {number} */ cell) => cellName(size, cell));
    own.killercage = [...(own.killercage ?? []), sum === "" ? { cells: names } : { cells: names, value: sum }];
  }
  return { ...model, document: own };
}

/**
 * @param {Document} document
 * @returns {Sudoku | null}
 */
function parsePlain(document) {
  const size = Number(document.size);
  if (!Number.isInteger(size) || size < 3 || size > MOST) return null;
  const model = { ...empty(size), form: /** @type {Form} */ ("plain"), document };
  const rows = (/** @type {unknown} */ value) => {
    if (!Array.isArray(value) || value.length !== size) return null;
    const own = value.map((row) => (typeof row === "string" ? [...row] : Array.isArray(row) ? row.map(String) : []));
    return own.every((squares) => squares.length === size) ? own.flat() : null;
  };
  if (document.givens !== undefined) {
    const own = rows(document.givens);
    const read = own && ofSquares(own, size);
    if (!read) return null;
    model.givens = read.givens;
  }
  if (document.regions !== undefined) {
    const own = rows(document.regions);
    if (own === null) return null;
    const names = [...new Set(own)];
    model.regions = own.map((name) => (name === "." ? null : names.indexOf(name)));
  }
  return model;
}

/**
 * @param {Sudoku} model
 * @returns {string}
 */
export function write(model) {
  const { form, size, givens, regions, document } = model;
  const own = Object.keys(document).filter((key) => !["title", "author"].includes(key));
  const isBoth = document["diagonal-"] === document["diagonal+"];
  const isText = own.every((key) => ["diagonal-", "diagonal+", "antiknight", "antiking"].includes(key)) && isBoth;
  if (form === "text" && isText) return writeText(model);
  const isUsual = boxes(size).every((box, cell) => box === regions[cell]);
  if (form === "plain") {
    const written = { ...document };
    const hadGivens = "givens" in document || givens.some((digit) => digit !== null);
    if (hadGivens) written.givens = inRows(givens, size, (digit) => (digit === null ? "." : `${digit}`));
    if (!isUsual || "regions" in document) {
      written.regions = inRows(regions, size, (region) => (region === null ? "." : regionName(region)));
    }
    return JSON.stringify(written) + "\n";
  }
  const old = Array.isArray(document.grid) ? document.grid.flat() : [];
  const had = old.some((square) => "region" in square);
  const grid = givens.map((digit, cell) => {
    const { value, given, region: _, ...rest } = old[cell] ?? {};
    /** @type {Document} */
    const square = { ...rest };
    if (digit !== null) Object.assign(square, { value: digit, given: true });
    else if (given !== true && value !== undefined) Object.assign(square, { value });
    if (!isUsual || had) square.region = regions[cell];
    return square;
  });
  const rows = Array.from({ length: size }, (_, row) => grid.slice(row * size, (row + 1) * size));
  return JSON.stringify({ size, ...document, grid: rows }) + "\n";
}

/** @param {Sudoku} model */
function writeText({ size, givens, regions, document }) {
  const line = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    value ? `${key}: ${String(value).replace(/\s+/g, " ")}\n` : "";
  let text = line("title", document.title) + line("author", document.author) + `sudoku: ${size}\n`;
  if (document["diagonal-"] === true) text += "diagonals: yes\n";
  if (document.antiknight === true) text += "anti-knight: yes\n";
  if (document.antiking === true) text += "anti-king: yes\n";
  const rows = (/** @type {string[]} */ own) => {
    const isWords = own.some((square) => square.length > 1);
    const row = (/** @type {number} */ at) => own.slice(at * size, (at + 1) * size).join(isWords ? " " : "");
    return Array.from({ length: size }, (_, at) => row(at) + "\n").join("");
  };
  const isWide = size > 9;
  text += rows(givens.map((digit) => (digit === null ? (isWide ? ". " : ".") : isWide ? `${digit} ` : `${digit}`)))
    .replace(/ +/g, " ")
    .replace(/ $/gm, "");
  if (!boxes(size).every((box, cell) => box === regions[cell])) {
    text += "\nregions:\n" + rows(regions.map((region) => (region === null ? "." : regionName(region))));
  }
  return text;
}

/**
 * Rows as texts, or as lists if a square has several characters.
 * @template T
 * @param {T[]} own
 * @param {number} size
 * @param {(value: T) => string} name
 */
function inRows(own, size, name) {
  const texts = own.map(name);
  const row = (/** @type {number} */ at) => texts.slice(at * size, (at + 1) * size);
  const isWide = texts.some((text) => text.length > 1);
  return Array.from({ length: size }, (_, at) => (isWide ? row(at) : row(at).join("")));
}

/** @param {number} region */
function regionName(region) {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return letters[region] ?? `r${region}`;
}

/**
 * `R1C1`.
 * @param {number} size
 * @param {number} cell
 */
export function cellName(size, cell) {
  return `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`;
}

/**
 * The cell of a name, -1 if it is off the grid.
 * @param {number} size
 * @param {unknown} name
 */
export function cellOf(size, name) {
  const found = /^R(\d+)C(\d+)$/i.exec(typeof name === "string" ? name.trim() : "");
  if (!found) return -1;
  const [row, column] = [Number(found[1]) - 1, Number(found[2]) - 1];
  return row >= 0 && column >= 0 && row < size && column < size ? row * size + column : -1;
}

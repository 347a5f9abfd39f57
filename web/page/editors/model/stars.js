// Boards of stars: their text, read into a model and written again.

import { linesOf, numberOf, titleLine } from "./lines.js";

/** The largest board that an editor shows. */
export const MOST = 60;

/**
 * @typedef {object} Stars
 * @property {string} title
 * @property {number} size
 * @property {number} stars
 * @property {number[] | null} regions for each square the number of its region, -1 for none; null for a board without
 * @property {string[]} labels
 * @property {boolean} diagonals
 * @property {boolean} touching
 * @property {"" | "yes" | "no"} connected
 */

/**
 * A board of one region less than one, to begin with: its rows.
 * @param {number} size
 * @returns {Stars}
 */
export function empty(size) {
  const regions = Array.from({ length: size * size }, (_, square) => Math.floor(square / size));
  const labels = Array.from({ length: size }, (_, region) => label(region));
  return { title: "", size, stars: 1, regions, labels, diagonals: false, touching: false, connected: "" };
}

/**
 * The usual label of a region.
 * @param {number} region
 */
export function label(region) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return letters[region] ?? `${letters[region % 26]}${Math.floor(region / 26)}`;
}

/**
 * Reads a text that holds one board; `null` if it is none, or holds several.
 * @param {string} text
 * @returns {Stars | null}
 */
export function parse(text) {
  const address = parseLink(text);
  if (address) return address;
  /** @type {Stars} */
  const model = { ...empty(1), regions: null, labels: [] };
  /** @type {string[]} */
  const rows = [];
  const seen = new Set();
  let size = 0;
  let isEnded = false;
  let name = "";
  for (const line of linesOf(text)) {
    if (line.kind !== "row" && rows.length > 0) isEnded = true;
    if (line.kind === "comment") {
      if (seen.size === 0 && rows.length === 0) name = line.text || name;
      continue;
    }
    if (line.kind === "blank") continue;
    if (isEnded) return null;
    if (line.kind === "row") {
      rows.push(line.text);
      continue;
    }
    if (seen.has(line.key)) return null;
    seen.add(line.key);
    const value = line.value.toLowerCase();
    const number = numberOf(value, 1, MOST);
    const isYes = value === "yes";
    if (["diagonals", "touching", "connected"].includes(line.key) && !isYes && value !== "no") return null;
    if (["stars", "size", "queens"].includes(line.key) && number === null) return null;
    switch (line.key) {
      case "title":
        model.title = line.value;
        break;
      case "stars":
        model.stars = number ?? 1;
        break;
      case "queens":
        size = number ?? 0;
        // A line that says otherwise may stand before or after this one.
        if (!seen.has("diagonals")) model.diagonals = true;
        seen.add("regions");
        break;
      case "size":
        size = number ?? 0;
        break;
      case "regions":
        if (value !== "none") return null;
        break;
      case "diagonals":
        model.diagonals = isYes;
        break;
      case "touching":
        model.touching = isYes;
        break;
      case "connected":
        model.connected = isYes ? "yes" : "no";
        break;
      default:
        return null;
    }
  }
  if (!seen.has("title")) model.title = name;
  if (rows.length === 0) return size > 0 && seen.has("regions") ? { ...model, size } : null;
  if (seen.has("regions")) return null;
  return readRows(model, rows, size, seen.size > 0);
}

/**
 * @param {Stars} model
 * @param {string[]} rows
 * @param {number} size
 * @param {boolean} hasHeaders
 * @returns {Stars | null}
 */
function readRows(model, rows, size, hasHeaders) {
  const isWords = rows.every((row) => row.trim().split(/\s+/).length > 1);
  const indentation = Math.min(...rows.map((row) => row.length - row.trimStart().length));
  const squares = rows.map((row) => (isWords ? row.trim().split(/\s+/) : [...row.slice(indentation)]));
  if (rows.length > MOST || squares.some((own) => own.length !== rows.length)) return null;
  if (size > 0 && size !== rows.length) return null;
  const isLabel = hasHeaders ? /^[\p{L}\p{N}\p{S}\p{P}]+$/u : /^([\p{L}\p{N}]+|\.)$/u;
  if (squares.flat().some((square) => !isLabel.test(square))) return null;
  const labels = [...new Set(squares.flat())].filter((square) => square !== ".");
  // Without a header, digits are a Sudoku unless each stands for a region.
  const isLettered = labels.some((own) => /\p{L}/u.test(own));
  if (!hasHeaders && !isLettered && (labels.length !== rows.length || squares.flat().includes("."))) return null;
  const regions = squares.flat().map((square) => labels.indexOf(square));
  return { ...model, size: rows.length, regions, labels };
}

/**
 * @param {Stars} model
 * @returns {string}
 */
export function write(model) {
  const { size, regions, labels } = model;
  let text = titleLine(model.title);
  text += `stars: ${model.stars}\n`;
  if (regions === null) text += `size: ${size}\nregions: none\n`;
  if (model.diagonals) text += "diagonals: yes\n";
  if (model.touching) text += "touching: yes\n";
  if (model.connected !== "") text += `connected: ${model.connected}\n`;
  if (regions === null) return text;
  const isWords = labels.some((own) => [...own].length > 1);
  for (let row = 0; row < size; row++) {
    const own = regions.slice(row * size, (row + 1) * size).map((region) => (labels[region] ?? "."));
    text += own.join(isWords ? " " : "") + "\n";
  }
  return text;
}

/**
 * The board with a region at one more square; a region that is new gets a label.
 * @param {Stars} model
 * @param {number} square
 * @param {number} region
 * @returns {Stars}
 */
export function paint(model, square, region) {
  const regions = (model.regions ?? new Array(model.size * model.size).fill(-1)).slice();
  const labels = model.labels.slice();
  while (labels.length <= region) {
    let next = 0;
    while (labels.includes(label(next))) next += 1;
    labels.push(label(next));
  }
  regions[square] = region;
  return { ...model, regions, labels };
}

/**
 * The same board in another size: squares that are new belong to the region beside them.
 * @param {Stars} model
 * @param {number} size
 * @returns {Stars}
 */
export function resize(model, size) {
  const { regions: old } = model;
  if (old === null) return { ...model, size };
  const at = (/** @type {number} */ row, /** @type {number} */ column) =>
    row < model.size && column < model.size ? (old[row * model.size + column] ?? -1) : Math.max(row, column);
  const regions = Array.from({ length: size * size }, (_, square) => at(Math.floor(square / size), square % size));
  let grown = { ...model, size, regions: regions.map((region) => Math.min(region, size - 1)) };
  const most = Math.max(...grown.regions);
  if (most >= 0) grown = { ...grown, ...paint(grown, 0, Math.max(most, 0)), regions: grown.regions };
  return grown;
}

const MARK = "?starbattle/";

/**
 * Reads an address of puzz.link or its relatives: borders as bits, five in a digit of base 32.
 * @param {string} text
 * @returns {Stars | null}
 */
export function parseLink(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const [line] = lines;
  if (line === undefined || lines.length > 1 || !line.includes(MARK)) return null;
  const [width, height, stars, digits = "-"] = line.slice(line.indexOf(MARK) + MARK.length).split("/");
  const size = numberOf(width ?? "", 1, MOST);
  const number = numberOf(stars ?? "", 1, MOST);
  if (size === null || number === null || width !== height || !/^[0-9a-v]*$/.test(digits)) return null;
  const perSide = Math.ceil((size * (size - 1)) / 5);
  if (digits.length !== 2 * perSide) return null;
  const bits = [...digits].flatMap((digit) => [16, 8, 4, 2, 1].map((bit) => (parseInt(digit, 32) & bit) !== 0));
  const [columns, rows] = [bits.slice(0, 5 * perSide), bits.slice(5 * perSide)];
  /** @type {number[]} */
  const regions = new Array(size * size).fill(-1);
  let count = 0;
  for (let first = 0; first < size * size; first++) {
    if ((regions[first] ?? 0) >= 0) continue;
    const stack = [first];
    while (stack.length > 0) {
      const square = /** @type {number} */ (stack.pop());
      if ((regions[square] ?? 0) >= 0) continue;
      regions[square] = count;
      const [row, column] = [Math.floor(square / size), square % size];
      if (column > 0 && !columns[row * (size - 1) + column - 1]) stack.push(square - 1);
      if (column + 1 < size && !columns[row * (size - 1) + column]) stack.push(square + 1);
      if (row > 0 && !rows[(row - 1) * size + column]) stack.push(square - size);
      if (row + 1 < size && !rows[row * size + column]) stack.push(square + size);
    }
    count += 1;
  }
  const labels = Array.from({ length: count }, (_, region) => label(region));
  return { ...empty(size), size, stars: number, regions, labels, connected: "" };
}

/**
 * The address of the board on puzz.link; `null` for boards that it cannot hold: without regions, with regions in
 * parts, or with other rules.
 * @param {Stars} model
 * @returns {string | null}
 */
export function link(model) {
  const { size, regions } = model;
  if (regions === null || model.diagonals || model.touching || regions.some((region) => region < 0)) return null;
  /** @type {boolean[]} */
  const columns = [];
  /** @type {boolean[]} */
  const rows = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const own = regions[row * size + column];
      if (column + 1 < size) columns.push(own !== regions[row * size + column + 1]);
      if (row + 1 < size) rows.push(own !== regions[(row + 1) * size + column]);
    }
  }
  const digits = [columns, rows].map((bits) => {
    let text = "";
    for (let start = 0; start < bits.length; start += 5) {
      const number = [0, 1, 2, 3, 4].reduce((sum, bit) => 2 * sum + (bits[start + bit] ? 1 : 0), 0);
      text += number.toString(32);
    }
    return text;
  });
  const address = `https://puzz.link/p${MARK}${size}/${size}/${model.stars}/${digits.join("")}`;
  const read = parseLink(address);
  const count = new Set(regions).size;
  return read !== null && read.labels.length === count ? address : null;
}

// Boards and pieces: their text, read into a model and written again.

import { titleLine } from "./lines.js";

/**
 * @typedef {[number, number, number]} Cell layer, row and column
 * @typedef {{symbol: string, cells: Cell[]}} Drawn
 * @typedef {{request: string, drawn: Drawn[]}} Section sets of pieces by their names, or pieces that are drawn
 * @typedef {object} Polyform
 * @property {string} title
 * @property {[number, number, number]} size layers, rows and columns
 * @property {string[]} cells `.`, `?`, the letter of a piece, or `-` where there is no cell
 * @property {boolean} isSized whether the board is written by its size alone
 * @property {boolean} mayStayEmpty
 * @property {Section[]} sections
 * @property {[string, string][]} requests what is said about single pieces
 */

/** The most cells of a board that an editor shows. */
export const MOST = 1024;
/** The names of sets, for choosing. */
export const SETS = [
  "pentominoes",
  "tetrominoes",
  "trominoes",
  "dominoes",
  "monominoes",
  "hexominoes",
  "heptominoes",
  "one-sided pentominoes",
  "one-sided tetrominoes",
  "tetracubes",
  "pentacubes",
  "soma",
  "squares 1..6",
  "oblongs 1..6",
  "1x2x2",
];

/**
 * @param {[number, number, number]} size
 * @returns {Polyform}
 */
export function empty(size) {
  const cells = new Array(size[0] * size[1] * size[2]).fill(".");
  const sections = [{ request: "pentominoes", drawn: [] }];
  return { title: "", size, cells, isSized: true, mayStayEmpty: false, sections, requests: [] };
}

/**
 * @param {Polyform} model
 * @param {Cell} cell
 */
export function indexOf({ size }, [layer, row, column]) {
  return (layer * size[1] + row) * size[2] + column;
}

/**
 * Lines of a drawing, whose layers stand beside each other with ` / ` between them, or below each other.
 * @param {string[]} lines
 * @returns {{cell: Cell, char: string}[]}
 */
function marksOf(lines) {
  /** @type {{cell: Cell, char: string}[]} */
  const marks = [];
  let first = 0;
  let wide = 0;
  let row = 0;
  for (const line of lines) {
    if (line.trim() === "/") {
      [first, wide, row] = [first + Math.max(wide, 1), 0, 0];
      continue;
    }
    const parts = line.split("/");
    for (const [layer, part] of parts.entries()) {
      const own = parts.length > 1 ? part.replace(/^ +/, "") : part;
      for (const [column, char] of [...own].entries()) {
        if (char.trim() !== "") marks.push({ cell: [first + layer, row, column], char });
      }
    }
    wide = Math.max(wide, parts.length);
    row += 1;
  }
  return marks;
}

/**
 * @param {string} text
 * @returns {Polyform | null}
 */
export function parse(text) {
  if (/^\s*[<{]/.test(text.replace(/^\uFEFF/, ""))) return null;
  /** @type {Polyform} */
  const model = { ...empty([0, 0, 0]), sections: [], isSized: false };
  /** @type {string[]} */
  const board = [];
  /** @type {string[][]} */
  const blocks = [];
  let section = "";
  let hasBoard = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\n/).map((line) => line.trimEnd())) {
    if (line.trim().startsWith("#")) continue;
    const colon = line.indexOf(":");
    if (colon >= 0) {
      const [after = ""] = line.slice(colon + 1).split(" #");
      const [key, value] = [line.slice(0, colon).trim(), after.trim()];
      switch (key.toLowerCase()) {
        case "title":
          model.title = value;
          break;
        case "board": {
          if (hasBoard) return null;
          [section, hasBoard] = ["board", true];
          if (value === "") break;
          const sides = value.toLowerCase().split(/[x×]/).map((side) => (/^\s*\d{1,4}\s*$/.test(side) ? Number(side) : 0));
          if (sides.includes(0) || sides.length < 2 || sides.length > 3) return null;
          const [layers = 1, rows = 1, columns = 1] = sides.length === 2 ? [1, ...sides] : sides;
          if (layers * rows * columns > MOST) return null;
          model.size = [layers, rows, columns];
          model.cells = new Array(layers * rows * columns).fill(".");
          model.isSized = true;
          break;
        }
        case "empty":
          if (value.toLowerCase() !== "any" && value.toLowerCase() !== "none") return null;
          model.mayStayEmpty = value.toLowerCase() === "any";
          break;
        case "pieces":
          section = "pieces";
          model.sections.push({ request: value, drawn: [] });
          blocks.push([]);
          break;
        default:
          if ([...key].length !== 1) return null;
          model.requests.push([key, value]);
      }
    } else if (section === "board") {
      if (line === "") {
        if (board.length > 0) section = "ended";
      } else if (model.isSized) return null;
      else board.push(line);
    } else if (section === "pieces") blocks.at(-1)?.push(line);
    else if (line !== "") return null;
  }
  if (!hasBoard || model.sections.length === 0) return null;
  if (!model.isSized && !readBoard(model, board)) return null;
  for (const [index, section] of model.sections.entries()) section.drawn = drawnIn(blocks[index] ?? []);
  return model;
}

/**
 * @param {Polyform} model
 * @param {string[]} lines
 */
function readBoard(model, lines) {
  const marks = marksOf(lines);
  if (marks.length === 0 || marks.some(({ char }) => !/^[.?\-\p{L}\p{N}]$/u.test(char))) return false;
  const side = (/** @type {0 | 1 | 2} */ axis) => Math.max(...marks.map(({ cell }) => cell[axis])) + 1;
  model.size = [side(0), side(1), side(2)];
  const count = model.size[0] * model.size[1] * model.size[2];
  if (count > MOST) return false;
  model.cells = new Array(count).fill("-");
  for (const { cell, char } of marks) model.cells[indexOf(model, cell)] = char;
  return true;
}

/**
 * The pieces that are drawn in some lines, with blank lines between blocks of them.
 * @param {string[]} lines
 * @returns {Drawn[]}
 */
function drawnIn(lines) {
  /** @type {Drawn[]} */
  const drawn = [];
  /** @type {string[]} */
  let block = [];
  for (const line of [...lines, ""]) {
    if (line !== "") {
      block.push(line);
      continue;
    }
    const marks = marksOf(block).filter(({ char }) => /[\p{L}\p{N}]/u.test(char));
    block = [];
    for (const symbol of new Set(marks.map(({ char }) => char))) {
      const own = marks.filter(({ char }) => char === symbol).map(({ cell }) => cell);
      const least = (/** @type {0 | 1 | 2} */ axis) => Math.min(...own.map((cell) => cell[axis]));
      const [layer, row, column] = [least(0), least(1), least(2)];
      drawn.push({ symbol, cells: own.map((cell) => [cell[0] - layer, cell[1] - row, cell[2] - column]) });
    }
  }
  return drawn;
}

/**
 * @param {Drawn} piece
 * @returns {string}
 */
function picture({ symbol, cells }) {
  const side = (/** @type {0 | 1 | 2} */ axis) => Math.max(...cells.map((cell) => cell[axis])) + 1;
  const [layers, rows, columns] = [side(0), side(1), side(2)];
  const has = (/** @type {number} */ layer, /** @type {number} */ row, /** @type {number} */ column) =>
    cells.some((cell) => cell[0] === layer && cell[1] === row && cell[2] === column);
  const line = (/** @type {number} */ layer, /** @type {number} */ row) =>
    Array.from({ length: columns }, (_, column) => (has(layer, row, column) ? symbol : ".")).join("");
  const rowOf = (/** @type {number} */ row) =>
    Array.from({ length: layers }, (_, layer) => line(layer, row)).join(" / ") + "\n";
  return Array.from({ length: rows }, (_, row) => rowOf(row)).join("");
}

/**
 * @param {Polyform} model
 * @returns {string}
 */
export function write(model) {
  const { size: [layers, rows, columns], cells } = model;
  let text = titleLine(model.title);
  const isFull = cells.every((char) => char === ".");
  if (isFull) {
    text += layers === 1 ? `board: ${rows}x${columns}\n` : `board: ${layers}x${rows}x${columns}\n`;
  } else {
    text += "board:\n";
    for (let row = 0; row < rows; row++) {
      const line = (/** @type {number} */ layer) => cells.slice((layer * rows + row) * columns).slice(0, columns).join("");
      text += Array.from({ length: layers }, (_, layer) => line(layer)).join(" / ") + "\n";
    }
    text += "\n";
  }
  if (model.mayStayEmpty) text += "empty: any\n";
  for (const { request, drawn } of model.sections) {
    text += request === "" ? "pieces:\n" : `pieces: ${request}\n`;
    text += drawn.map(picture).join("\n");
    if (drawn.length > 0) text += "\n";
  }
  for (const [symbol, request] of model.requests) text += `${symbol}: ${request}\n`;
  return text;
}

/**
 * The board in another size; cells that are new are to be covered.
 * @param {Polyform} model
 * @param {[number, number, number]} size
 * @returns {Polyform}
 */
export function resize(model, size) {
  const grown = { ...model, size, cells: new Array(size[0] * size[1] * size[2]).fill(".") };
  for (let layer = 0; layer < Math.min(size[0], model.size[0]); layer++) {
    for (let row = 0; row < Math.min(size[1], model.size[1]); row++) {
      for (let column = 0; column < Math.min(size[2], model.size[2]); column++) {
        grown.cells[indexOf(grown, [layer, row, column])] = model.cells[indexOf(model, [layer, row, column])] ?? ".";
      }
    }
  }
  return grown;
}

/**
 * The board with something else at a cell.
 * @param {Polyform} model
 * @param {number} index
 * @param {string} char
 * @returns {Polyform}
 */
export function setCell(model, index, char) {
  const cells = model.cells.slice();
  cells[index] = char;
  return { ...model, cells, isSized: model.isSized && cells.every((own) => own === ".") };
}

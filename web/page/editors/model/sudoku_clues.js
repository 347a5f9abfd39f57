// The clues of a Sudoku: those of its document that tools edit, and how they are added and taken away.

import {
  cellName,
  cellOf,
  CLUES,
  DIRECTIONS,
  GLOBALS,
  INDEXERS,
  isObject,
  LINES,
  OUTSIDE,
  SINGLES,
  write,
} from "./sudoku.js";

/**
 * @typedef {import("./sudoku.js").Sudoku} Sudoku
 * @typedef {import("./sudoku.js").Document} Document
 * @typedef {import("./sudoku.js").Figure} Figure
 * @typedef {import("./sudoku.js").Place} Place
 */

/**
 * The place of a name like `R0C3`, on the grid or beside it.
 * @param {unknown} name
 * @returns {Place | undefined}
 */
function placeOf(name) {
  const found = /^R(-?\d+)C(-?\d+)$/i.exec(typeof name === "string" ? name.trim() : "");
  return found ? [Number(found[1]) - 1, Number(found[2]) - 1] : undefined;
}

/**
 * The cells that are seen from a place beside the grid: along its row or column, or on a diagonal.
 * @param {number} size
 * @param {Place} place
 * @param {string} [direction]
 * @returns {number[]}
 */
export function seenFrom(size, [row, column], direction) {
  const inside = (/** @type {number} */ at) => at >= 0 && at < size;
  const [down, right] = direction === undefined
    ? [inside(column) ? (row < 0 ? 1 : -1) : 0, inside(row) ? (column < 0 ? 1 : -1) : 0]
    : (DIRECTIONS[direction] ?? [0, 0]);
  if (direction === undefined && inside(row) === inside(column)) return [];
  const along = Array.from({ length: size }, (_, step) => [row + (step + 1) * down, column + (step + 1) * right]);
  return along.filter(([r = -1, c = -1]) => inside(r) && inside(c)).map(([r = 0, c = 0]) => r * size + c);
}

/**
 * The directions in which a diagonal leads into the grid from a place beside it.
 * @param {number} size
 * @param {Place} place
 */
export function directionsFrom(size, place) {
  return Object.keys(DIRECTIONS).filter((direction) => seenFrom(size, place, direction).length > 0);
}

/**
 * The clue of a kind that stands at a place beside the grid.
 * @param {Sudoku} model
 * @param {string} kind
 * @param {Place} place
 * @param {string} [direction]
 */
export function clueAt(model, kind, [row, column], direction) {
  return figures(model).find(({ kind: own, place, direction: leads }) =>
    own === kind && place !== undefined && place[0] === row && place[1] === column && leads === direction);
}

/**
 * The puzzle with this number at a place beside the grid, or with none there.
 * @param {Sudoku} model
 * @param {string} kind
 * @param {Place} place
 * @param {string} value nothing for no clue
 * @param {string} [direction]
 * @returns {Sudoku}
 */
export function setOutside(model, kind, place, value, direction) {
  const old = clueAt(model, kind, place, direction);
  const cells = seenFrom(model.size, place, direction);
  if (value === "" || cells.length === 0) return old === undefined ? model : remove(model, old);
  const cell = `R${place[0] + 1}C${place[1] + 1}`;
  const names = cells.map((cell) => cellName(model.size, cell));
  const item = direction === undefined ? { cell, value } : { cell, direction, cells: names, value };
  const list = Array.isArray(model.document[kind]) ? model.document[kind].slice() : [];
  list.splice(old === undefined ? list.length : old.at[1], old === undefined ? 0 : 1, item);
  return { ...model, document: { ...model.document, [kind]: list } };
}

/**
 * What the puzzle holds that no tool shows: the names of its keys, each with the number of its clues.
 * @param {Sudoku} model
 * @returns {string[]}
 */
export function keptBeside(model) {
  const about = ["size", "title", "author", "ruleset", "source", "solution", "grid", "givens", "regions", "disabledlogic",
    "truecandidatesoptions", "highlightConflicts", "successMessage", "msgcorrect", "url", "negative", ...CLUES, ...GLOBALS];
  const marks = (model.document.grid ?? []).flat().filter((/** @type {any} */ square) => square?.givenPencilMarks?.length > 0).length;
  const others = Object.entries(model.document).filter(([key, value]) =>
    !about.includes(key) && value !== null && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0));
  const counted = others.map(([key, value]) => (Array.isArray(value) && value.length > 1 ? `${value.length} × ${key}` : key));
  return [...counted, ...(marks > 0 ? [`${marks} × givenPencilMarks`] : [])];
}

/**
 * The clues that tools edit, each with the place in the document where it stands.
 * @param {Sudoku} model
 * @returns {Figure[]}
 */
export function figures(model) {
  /** @type {Figure[]} */
  const found = [];
  const cells = (/** @type {unknown} */ names) =>
    (Array.isArray(names) ? names : [names]).map((name) => cellOf(model.size, name)).filter((cell) => cell >= 0);
  for (const key of CLUES) {
    const list = Array.isArray(model.document[key]) ? model.document[key] : [];
    for (const [index, item] of list.entries()) {
      if (Array.isArray(item)) found.push({ kind: key, cells: cells(item), value: "", at: [key, index, -1] });
      if (!isObject(item)) continue;
      const value = item.value === undefined ? "" : String(item.value);
      if (Array.isArray(item.lines)) {
        for (const [line, names] of item.lines.entries()) {
          found.push({ kind: key, cells: cells(names), value, at: [key, index, line] });
        }
      } else if (item.shaft !== undefined) {
        const bulb = cells(item.bulb);
        found.push({ kind: key, cells: [...bulb.slice(-1), ...cells(item.shaft)], value, at: [key, index, -1] });
      } else if (OUTSIDE.includes(key) || key === "littlekillersum") {
        const place = placeOf(item.cell);
        const direction = key === "littlekillersum" ? String(item.direction) : undefined;
        const own = place === undefined ? [] : seenFrom(model.size, place, direction);
        if (place !== undefined) found.push({ kind: key, cells: own, value, at: [key, index, -1], place, ...(direction && { direction }) });
      } else if (key === "clone") {
        found.push({ kind: key, cells: cells(item.cells), value, at: [key, index, -1], copy: cells(item.cloneCells) });
      } else if (key === "quadruple") {
        const digits = Array.isArray(item.values) ? item.values.join(" ") : "";
        found.push({ kind: key, cells: cells(item.cells), value: digits, at: [key, index, -1] });
      } else {
        found.push({ kind: key, cells: cells(item.cells ?? item.cell), value, at: [key, index, -1] });
      }
    }
  }
  return found;
}

/**
 * The puzzle with one more clue, written as the others of its kind are.
 * @param {Sudoku} model
 * @param {string} kind
 * @param {number[]} cells
 * @param {string} value
 * @returns {Sudoku}
 */
export function add(model, kind, cells, value = "") {
  const names = cells.map((cell) => cellName(model.size, cell));
  const old = Array.isArray(model.document[kind]) ? model.document[kind] : [];
  /** @type {unknown} */
  let item;
  if (old.length > 0 && old.every(Array.isArray)) item = names;
  else if (kind === "arrow" && old.length > 0 && old.every((/** @type {any} */ arrow) => "bulb" in arrow)) {
    item = { bulb: names[0], shaft: names.slice(1) };
  } else if (kind === "arrow") item = { lines: [names], cells: names.slice(0, 1) };
  else if (kind === "quadruple") item = { cells: names, values: (value.match(/\d+/g) ?? []).map(Number) };
  else if (INDEXERS.includes(kind)) item = { cells: names };
  else if (LINES.includes(kind)) item = value === "" ? { lines: [names] } : { lines: [names], value };
  else if (SINGLES.includes(kind)) item = { cell: names[0] };
  else item = value === "" ? { cells: names } : { cells: names, value };
  return { ...model, document: { ...model.document, [kind]: [...old, item] } };
}

/**
 * The puzzle with the same digits at some cells and at others, as many.
 * @param {Sudoku} model
 * @param {number[]} cells
 * @param {number[]} copy
 * @returns {Sudoku}
 */
export function addClone(model, cells, copy) {
  const [own, others] = [cells, copy].map((some) => some.map((cell) => cellName(model.size, cell)));
  const item = { cells: own, cloneCells: others };
  return { ...model, document: { ...model.document, clone: [...(model.document.clone ?? []), item] } };
}

/**
 * Where cells are if the first of them is at another; `null` if one is off the grid.
 * @param {number} size
 * @param {number[]} cells
 * @param {number} to
 */
export function shifted(size, cells, to) {
  const [from = 0] = cells;
  const [down, right] = [Math.floor(to / size) - Math.floor(from / size), (to % size) - (from % size)];
  const moved = cells.map((cell) => [Math.floor(cell / size) + down, (cell % size) + right]);
  const isOn = moved.every(([row = -1, column = -1]) => row >= 0 && column >= 0 && row < size && column < size);
  return isOn ? moved.map(([row = 0, column = 0]) => row * size + column) : null;
}

/**
 * Whether a puzzle may say that there are no marks but those given: plain JSON has no word for it.
 * @param {Sudoku} model
 */
export function mayBeNegative({ form }) {
  return form !== "plain";
}

/**
 * The puzzle that says of all marks of a kind that there are no others, or does not.
 * @param {Sudoku} model
 * @param {string} kind
 * @param {boolean} holds
 * @returns {Sudoku}
 */
export function setNegative(model, kind, holds) {
  const old = Array.isArray(model.document.negative) ? model.document.negative : [];
  const next = holds ? [...old, kind] : old.filter((/** @type {unknown} */ own) => own !== kind);
  const document = /** @type {Document} */ ({ ...model.document, negative: next });
  if (next.length === 0) delete document.negative;
  return { ...model, document };
}

/**
 * The puzzle without a clue.
 * @param {Sudoku} model
 * @param {Figure} figure
 * @returns {Sudoku}
 */
export function remove(model, { at: [key, index, line] }) {
  const list = model.document[key].slice();
  const item = list[index];
  const rest = line >= 0 ? item.lines.filter((/** @type {unknown} */ _, /** @type {number} */ own) => own !== line) : [];
  if (rest.length > 0) list[index] = { ...item, lines: rest };
  else list.splice(index, 1);
  const document = { ...model.document, [key]: list };
  if (list.length === 0) delete document[key];
  return { ...model, document };
}

/**
 * The puzzle with a rule of the whole grid, or without it.
 * @param {Sudoku} model
 * @param {string} key
 * @param {boolean} holds
 * @returns {Sudoku}
 */
export function setGlobal(model, key, holds) {
  const document = { ...model.document };
  if (holds) document[key] = true;
  else delete document[key];
  return { ...model, document };
}

/**
 * The puzzle as JSON that f-puzzles and its relatives read; `null` if plain JSON says what they do not know.
 * @param {Sudoku} model
 * @returns {Document | null}
 */
export function toFpuzzles(model) {
  const known = [...CLUES, ...GLOBALS, "negative", "title", "author"];
  // These are written in the same way in both.
  const alike = ["clone", "quadruple", ...INDEXERS, ...OUTSIDE, "littlekillersum"];
  if (model.form === "fpuzzles") return JSON.parse(write(model));
  if (model.form === "text") return JSON.parse(write({ ...model, form: "fpuzzles" }));
  const { size: _, givens: __, regions: ___, solution: ____, ...rest } = model.document;
  const others = Object.keys(rest).filter((key) => !known.includes(key));
  if (others.length > 0) return null;
  /** @type {Document} */
  let document = Object.fromEntries(Object.entries(rest).filter(([key, value]) => !Array.isArray(value) || alike.includes(key) || key === "negative"));
  /** @type {Sudoku} */
  let written = { ...model, form: "fpuzzles", document };
  for (const figure of figures(model).filter(({ kind }) => !alike.includes(kind))) {
    const item = model.document[figure.kind][figure.at[1]];
    const isLong = figure.kind === "arrow" && Array.isArray(item.bulb) && item.bulb.length > 1;
    if (isLong) {
      const arrow = { lines: [[...item.bulb.slice(-1), ...item.shaft]], cells: item.bulb };
      document = { ...written.document, arrow: [...(written.document.arrow ?? []), arrow] };
      written = { ...written, document };
    } else {
      written = add(written, figure.kind, figure.cells, figure.value);
    }
  }
  return JSON.parse(write(written));
}

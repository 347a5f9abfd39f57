// The editor of Sudokus: digits, regions, and the usual clues.

import { button, make } from "../elements.js";
import { desk } from "./desk.js";
import { checkbox, choice, field, select, wholeNumber } from "./dom.js";
import { borders, grid, placeWords } from "./grid.js";
import { overlayOf, wordsOf } from "./sudoku_figures.js";
import { boxes, CLUES, empty, GLOBALS, GROUPS, LINES, MOST, NEGATIVES, OUTSIDE, PAIRS, parse, SINGLES, write } from "./model/sudoku.js";
import {
  add,
  addClone,
  clueAt,
  directionsFrom,
  figures,
  keptBeside,
  mayBeNegative,
  remove,
  seenFrom,
  setGlobal,
  setNegative,
  setOutside,
  shifted,
} from "./model/sudoku_clues.js";

/** @typedef {import("./model/sudoku.js").Sudoku} Sudoku */
/** @typedef {import("./model/sudoku.js").Figure} Figure */

const GLOBAL_NAMES = {
  "diagonal-": "Falling diagonal",
  "diagonal+": "Rising diagonal",
  antiknight: "Anti-knight",
  antiking: "Anti-king",
  nonconsecutive: "Nonconsecutive",
  disjointgroups: "Disjoint groups",
};

const NEGATIVE_NAMES = {
  ratio: "All black dots are given",
  difference: "All white dots are given",
  xv: "All X and V are given",
};

/** The tools for numbers in the margin. */
const BESIDE = [...OUTSIDE, "littlekillersum"];
/** The tools that take a value. */
const VALUED = ["killercage", "whispers", "quadruple", ...PAIRS, ...BESIDE];
const BESIDE_WORDS = "Choose a place beside the grid, and type the number.";
/** The longest number in the margin, in digits. */
const MOST_DIGITS = 4;

/**
 * @param {HTMLElement} host
 * @param {(text: string) => void} change
 */
export function create(host, change) {
  /** @type {ReturnType<typeof grid> | null} */
  let board = null;
  let tool = "digit";
  let digit = 1;
  let region = 0;
  let isMerged = false;
  let shownMargin = 0;
  /** The cells of the clue that is being drawn. @type {number[]} */
  let drawn = [];
  /** The cells whose copy is placed next. @type {number[] | null} */
  let original = null;
  let direction = "DR";
  /** Where a number beside the grid is being typed. */
  let typedAt = "";

  const { history, ui, commit, setText } = desk(host, change, {
    label: "Editor of Sudoku",
    first: empty(9),
    parse,
    write,
    cleared: (present) => empty(present.size),
    draw,
    forget: () => {
      drawn = [];
      original = null;
    },
  });

  const tools = select(
    "Tool",
    [
      { value: "digit", text: "Digits" },
      { value: "region", text: "Regions" },
      ...CLUES.map((value) => ({ value, text: wordsOf(value) })),
      { value: "erase", text: "Erase clues" },
    ],
    (value) => {
      tool = value;
      drawn = [];
      original = null;
      draw();
      if (BESIDE.includes(tool)) ui.say(BESIDE_WORDS);
    },
  );
  const value = field("Value", { type: "text", size: 4, inputmode: "numeric" }, () => {});
  const size = field("Size", { type: "number", min: 3, max: MOST, inputmode: "numeric" }, (text) => {
    const number = wholeNumber(text, 3, MOST, 9);
    if (number !== history.present.size) commit(empty(number));
  });
  const pad = choice("Digit", [], () => {});
  let digits = pad;
  const globals = GLOBALS.map((key) => {
    const name = GLOBAL_NAMES[/** @type {keyof typeof GLOBAL_NAMES} */ (key)];
    const box = checkbox(name, (isOn) => commit(setGlobal(history.present, key, isOn)));
    return { key, ...box };
  });
  const negatives = NEGATIVES.map((key) => {
    const name = NEGATIVE_NAMES[/** @type {keyof typeof NEGATIVE_NAMES} */ (key)];
    return { key, ...checkbox(name, (isOn) => commit(setNegative(history.present, key, isOn))) };
  });
  const arrows = Object.entries({ DR: "↘ down, right", DL: "↙ down, left", UR: "↗ up, right", UL: "↖ up, left" });
  const leads = select("Direction", arrows.map(([value, text]) => ({ value, text })), (chosen) => (direction = chosen));
  const finish = button("Finish clue", () => finishClue());
  const rules = make("details", { class: "rules" }, make("summary", {}, "Rules of the whole grid"));
  rules.append(...[...globals, ...negatives].map(({ element }) => element));
  const keptLine = make("p", { class: "warning" });
  const list = make("ul", { class: "clues", "aria-label": "Clues" });
  ui.tools.append(tools.element, value.element, leads.element, finish, size.element, digits.element, rules, keptLine);
  ui.root.append(make("details", { class: "list" }, make("summary", {}, "Clues"), list));

  const cellAt = (/** @type {number} */ row, /** @type {number} */ column) => row * history.present.size + column;
  const areaAt = (/** @type {number} */ row, /** @type {number} */ column) => {
    const { size: side, regions } = history.present;
    return row < 0 || column < 0 || row >= side || column >= side ? null : (regions[cellAt(row, column)] ?? -1);
  };
  const setGiven = (/** @type {number} */ cell, /** @type {number | null} */ next) => {
    const { present } = history;
    if (present.givens[cell] === next) return;
    commit({ ...present, givens: present.givens.map((old, own) => (own === cell ? next : old)) }, isMerged);
    isMerged = true;
  };
  const setRegion = (/** @type {number} */ cell, /** @type {number | null} */ next) => {
    const { present } = history;
    if (present.regions[cell] === next) return;
    commit({ ...present, regions: present.regions.map((old, own) => (own === cell ? next : old)) }, isMerged);
    isMerged = true;
  };

  const isOn = (/** @type {number} */ row, /** @type {number} */ column) => areaAt(row, column) !== null;
  /** The way in which a diagonal leads from a place; nothing for other clues. */
  const leadsFrom = (/** @type {number} */ row, /** @type {number} */ column) => {
    if (tool !== "littlekillersum") return undefined;
    const all = directionsFrom(history.present.size, [row, column]);
    return all.includes(direction) ? direction : all[0];
  };

  /** Writes a number beside the grid, or takes it away. */
  function setBeside(/** @type {number} */ row, /** @type {number} */ column, /** @type {string} */ text, isTyped = false) {
    const leads = leadsFrom(row, column);
    if (seenFrom(history.present.size, [row, column], leads).length === 0 || (tool === "littlekillersum" && leads === undefined)) {
      ui.say("Nothing is seen from there.");
      return;
    }
    commit(setOutside(history.present, tool, [row, column], text, leads), isTyped);
  }
  function actBeside(/** @type {number} */ row, /** @type {number} */ column) {
    typedAt = "";
    const { present } = history;
    if (tool === "erase") {
      const found = figures(present).findLast(({ place }) => place !== undefined && place[0] === row && place[1] === column);
      if (found !== undefined) commit(remove(present, found));
    } else if (BESIDE.includes(tool)) {
      const text = value.input.value.trim();
      if (!/^\d{1,4}$/.test(text)) return void ui.say("Type the number.");
      const isSame = clueAt(present, tool, [row, column], leadsFrom(row, column))?.value === text;
      setBeside(row, column, isSame ? "" : text);
    }
  }
  function typeBeside(/** @type {number} */ row, /** @type {number} */ column, /** @type {string} */ key) {
    if (!BESIDE.includes(tool)) return false;
    const old = clueAt(history.present, tool, [row, column], leadsFrom(row, column))?.value ?? "";
    const isBegun = typedAt === `${row} ${column}`;
    let next = null;
    if (/^\d$/.test(key)) next = ((isBegun ? old : "") + key).slice(0, MOST_DIGITS);
    else if (key === "Backspace") next = old.slice(0, -1);
    else if (key === "Delete") next = "";
    if (next === null) return false;
    setBeside(row, column, next, isBegun);
    typedAt = `${row} ${column}`;
    return true;
  }
  function addQuadruple(/** @type {number} */ row, /** @type {number} */ column) {
    const { size: side } = history.present;
    const text = value.input.value;
    const found = side > 9 ? text.match(/\d+/g) : text.match(/\d/g);
    const given = (found ?? []).map(Number).filter((own) => own >= 1 && own <= side);
    if (given.length === 0 || given.length > 4) return void ui.say("Write one to four digits into Value first.");
    const [top, left] = [Math.min(row, side - 2), Math.min(column, side - 2)];
    const cells = [cellAt(top, left), cellAt(top, left + 1), cellAt(top + 1, left), cellAt(top + 1, left + 1)];
    commit(add(history.present, tool, cells, given.join(" ")));
  }
  function placeCopy(/** @type {number} */ cell) {
    const cells = original ?? [];
    const copy = shifted(history.present.size, cells, cell);
    original = null;
    if (copy === null || copy.some((own) => cells.includes(own))) {
      draw();
      ui.say("The copy has no room there.");
    } else commit(addClone(history.present, cells, copy));
  }

  function finishClue() {
    const cells = drawn;
    drawn = [];
    if (tool === "clone" && cells.length > 0) {
      original = cells;
      draw();
      ui.say("Now choose where the first of these cells stands in the copy.");
      return;
    }
    const least = SINGLES.includes(tool) || GROUPS.includes(tool) ? 1 : 2;
    if (cells.length < least || (PAIRS.includes(tool) && cells.length !== 2)) {
      draw();
      if (cells.length > 0) ui.say(`A clue of this kind has ${PAIRS.includes(tool) ? "two" : `at least ${least}`} cells.`);
      return;
    }
    const text = value.input.value.trim();
    const isNumber = /^\d{1,4}$/.test(text);
    const takes = tool === "xv" ? /^[xv]$/i.test(text) : ["killercage", "whispers", ...PAIRS].includes(tool) && isNumber;
    const own = tool === "xv" && !takes ? "X" : takes ? text.toUpperCase() : "";
    // Marks of single cells are as many as were dragged over.
    const all = SINGLES.includes(tool) ? cells.map((cell) => [cell]) : [cells];
    commit(all.reduce((model, part) => add(model, tool, part, own), history.present));
    ui.say(`${wordsOf(tool)} added`);
  }
  function eraseAt(/** @type {number} */ cell) {
    const covers = (/** @type {Figure} */ { place, cells, copy }) => place === undefined && [...cells, ...(copy ?? [])].includes(cell);
    const found = figures(history.present).findLast(covers);
    if (found !== undefined) commit(remove(history.present, found));
  }
  const acts = {
    view: (/** @type {number} */ row, /** @type {number} */ column) => {
      if (!isOn(row, column)) return viewBeside(row, column);
      const cell = cellAt(row, column);
      const given = history.present.givens[cell] ?? null;
      const own = history.present.regions[cell] ?? null;
      const words = given === null ? "empty" : `${given}`;
      const classes = `${borders(row, column, areaAt)} ${drawn.includes(cell) || original?.includes(cell) ? "chosen" : ""} given`;
      const name = tool === "region" && own !== null ? `${own + 1}` : "";
      return { text: given === null ? "" : `${given}`, small: name, classes, label: `${words}, region ${(own ?? -1) + 1}` };
    },
    act: (
      /** @type {number} */ row,
      /** @type {number} */ column,
      /** @type {"start" | "drag"} */ way,
      /** @type {Event} */ event,
    ) => {
      if (!isOn(row, column)) {
        if (way === "start") actBeside(row, column);
        return;
      }
      if (BESIDE.includes(tool)) return void ui.say(BESIDE_WORDS);
      const cell = cellAt(row, column);
      if (way === "start") isMerged = false;
      if (tool === "digit") {
        const isSame = way === "start" && history.present.givens[cell] === digit;
        if (!(event instanceof KeyboardEvent) || way === "start") setGiven(cell, isSame ? null : digit);
      } else if (tool === "region") {
        if (way === "start") region = history.present.regions[cell] ?? 0;
        setRegion(cell, region);
      } else if (tool === "erase") eraseAt(cell);
      else if (tool === "quadruple") {
        if (way === "start") addQuadruple(row, column);
      } else if (original !== null) placeCopy(cell);
      else {
        const isKey = event instanceof KeyboardEvent;
        if (way === "start" && !isKey) drawn = [];
        // A cell that is passed again is left out of a cage, but not of a line.
        if (LINES.includes(tool) || tool === "arrow" ? drawn.at(-1) !== cell : !drawn.includes(cell)) drawn.push(cell);
        if (isKey && SINGLES.includes(tool)) finishClue();
        else draw();
        if (isKey) ui.say("Finish the clue with f.");
      }
    },
    end: () => {
      // By keys, a clue is finished by its button or by f: cells may be chosen one by one.
      if (drawn.length > 0 && !isByKeys) finishClue();
    },
    key: (/** @type {number} */ row, /** @type {number} */ column, /** @type {KeyboardEvent} */ event) => {
      if (!isOn(row, column)) return typeBeside(row, column, event.key);
      const cell = cellAt(row, column);
      isMerged = false;
      if (event.key === "Delete" || event.key === "Backspace" || event.key === "0" || event.key === ".") {
        if (tool === "region") setRegion(cell, null);
        else setGiven(cell, null);
        return true;
      }
      if ((event.key === "f" || event.key === "F") && drawn.length > 0) {
        finishClue();
        return true;
      }
      if (event.key === "Escape" && (drawn.length > 0 || original !== null)) {
        drawn = [];
        original = null;
        draw();
        return true;
      }
      const typed = parseInt(event.key, 36);
      if (event.key.length !== 1 || Number.isNaN(typed) || typed > history.present.size) return false;
      if (tool === "region") setRegion(cell, typed - 1);
      else setGiven(cell, typed);
      return true;
    },
  };
  let isByKeys = false;
  ui.root.addEventListener("keydown", () => (isByKeys = true), true);
  ui.root.addEventListener("pointerdown", () => (isByKeys = false), true);

  /** What stands in a cell of the margin. */
  function viewBeside(/** @type {number} */ row, /** @type {number} */ column) {
    const own = figures(history.present).filter(({ place }) => place !== undefined && place[0] === row && place[1] === column);
    const words = own.map(({ kind, value }) => `${wordsOf(kind)} ${value}`).join(", ");
    return { text: own.map(({ value }) => value).join(" "), classes: own.length > 1 ? "margin several" : "margin", label: words || "empty" };
  }

  function draw() {
    const { present } = history;
    const own = figures(present);
    const margin = BESIDE.includes(tool) || own.some(({ place }) => place !== undefined) ? 1 : 0;
    if (board === null || board.rows !== present.size || shownMargin !== margin) {
      board?.destroy();
      board = grid("Grid: type digits; arrows move", present.size, present.size, acts, margin);
      shownMargin = margin;
      ui.main.append(board.element);
      const all = Array.from({ length: present.size }, (_, index) => ({ value: `${index + 1}`, text: `${index + 1}` }));
      const next = choice("Digit", all, (chosen) => (digit = Number(chosen)));
      digits.element.replaceWith(next.element);
      digits = next;
      digit = 1;
    }
    digits.element.hidden = tool !== "digit";
    finish.hidden = ["digit", "region", "erase", "quadruple", ...BESIDE].includes(tool);
    value.element.hidden = !VALUED.includes(tool);
    leads.element.hidden = tool !== "littlekillersum";
    const kept = keptBeside(present);
    keptLine.hidden = kept.length === 0;
    keptLine.textContent = `No tool here shows this; it stays as it is: ${kept.join(", ")}.`;
    size.input.value = String(present.size);
    for (const { key, input } of globals) input.checked = present.document[key] === true;
    for (const { key, input, element } of negatives) {
      input.checked = [present.document.negative].flat().includes(key);
      // One that stands where it may not can be taken away.
      element.hidden = !mayBeNegative(present) && !input.checked;
    }
    board.overlay.replaceChildren(...overlayOf(present, own), ...overlayOf(present, [{ kind: tool, cells: drawn, value: "", at: ["", 0, -1] }]));
    list.replaceChildren(
      ...own.map((figure) => {
        const cells = figure.cells.map((cell) => `r${Math.floor(cell / present.size) + 1}c${(cell % present.size) + 1}`);
        const where = figure.place === undefined ? cells.join(" ") : placeWords(...figure.place, present.size, present.size);
        const words = `${wordsOf(figure.kind)} ${figure.value} ${where}`.replace(/ +/g, " ");
        const away = button("Remove", () => commit(remove(history.present, figure)), { "aria-label": `Remove ${words}` });
        return make("li", {}, words, " ", away);
      }),
    );
    const isUsual = boxes(present.size).every((box, cell) => box === present.regions[cell]);
    ui.say(`${present.givens.filter((given) => given !== null).length} givens, ${own.length} clues${isUsual ? "" : ", own regions"}`);
    board.refresh();
  }
  draw();

  return {
    setText,
    focus: () => board?.focus(),
    destroy: () => {
      board?.destroy();
      ui.root.remove();
    },
  };
}

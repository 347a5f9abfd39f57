// The editor of Sudokus: digits, regions, and the usual clues.

import { button, make } from "../elements.js";
import { desk } from "./desk.js";
import { checkbox, choice, field, select, wholeNumber } from "./dom.js";
import { borders, grid } from "./grid.js";
import { overlayOf, wordsOf } from "./sudoku_figures.js";
import {
  add,
  boxes,
  empty,
  figures,
  GLOBALS,
  GROUPS,
  LINES,
  MOST,
  PAIRS,
  parse,
  remove,
  setGlobal,
  SINGLES,
  write,
} from "./model/sudoku.js";

/** @typedef {import("./model/sudoku.js").Sudoku} Sudoku */

const GLOBAL_NAMES = {
  "diagonal-": "Falling diagonal",
  "diagonal+": "Rising diagonal",
  antiknight: "Anti-knight",
  antiking: "Anti-king",
  nonconsecutive: "Nonconsecutive",
  disjointgroups: "Disjoint groups",
};

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
  /** The cells of the clue that is being drawn. @type {number[]} */
  let drawn = [];

  const { history, ui, commit, setText } = desk(host, change, {
    label: "Editor of Sudoku",
    first: empty(9),
    parse,
    write,
    cleared: (present) => empty(present.size),
    draw,
    forget: () => {
      drawn = [];
    },
  });

  const tools = select(
    "Tool",
    [
      { value: "digit", text: "Digits" },
      { value: "region", text: "Regions" },
      { value: "arrow", text: "Arrow" },
      ...[...GROUPS, ...LINES, ...PAIRS, ...SINGLES].map((value) => ({ value, text: wordsOf(value) })),
      { value: "erase", text: "Erase clues" },
    ],
    (value) => {
      tool = value;
      drawn = [];
      draw();
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
  const finish = button("Finish clue", () => finishClue());
  const rules = make("details", { class: "rules" }, make("summary", {}, "Rules of the whole grid"));
  rules.append(...globals.map(({ element }) => element));
  const list = make("ul", { class: "clues", "aria-label": "Clues" });
  ui.tools.append(tools.element, value.element, finish, size.element, digits.element, rules);
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

  function finishClue() {
    const cells = drawn;
    drawn = [];
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
    commit(add(history.present, tool, cells, own));
    ui.say(`${wordsOf(tool)} added`);
  }
  function eraseAt(/** @type {number} */ cell) {
    const found = figures(history.present).findLast((figure) => figure.cells.includes(cell));
    if (found !== undefined) commit(remove(history.present, found));
  }
  const acts = {
    view: (/** @type {number} */ row, /** @type {number} */ column) => {
      const cell = cellAt(row, column);
      const given = history.present.givens[cell] ?? null;
      const own = history.present.regions[cell] ?? null;
      const words = given === null ? "empty" : `${given}`;
      const classes = `${borders(row, column, areaAt)} ${drawn.includes(cell) ? "chosen" : ""} given`;
      const name = tool === "region" && own !== null ? `${own + 1}` : "";
      return { text: given === null ? "" : `${given}`, small: name, classes, label: `${words}, region ${(own ?? -1) + 1}` };
    },
    act: (
      /** @type {number} */ row,
      /** @type {number} */ column,
      /** @type {"start" | "drag"} */ way,
      /** @type {Event} */ event,
    ) => {
      const cell = cellAt(row, column);
      if (way === "start") isMerged = false;
      if (tool === "digit") {
        const isSame = way === "start" && history.present.givens[cell] === digit;
        if (!(event instanceof KeyboardEvent) || way === "start") setGiven(cell, isSame ? null : digit);
      } else if (tool === "region") {
        if (way === "start") region = history.present.regions[cell] ?? 0;
        setRegion(cell, region);
      } else if (tool === "erase") eraseAt(cell);
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
      if (event.key === "Escape" && drawn.length > 0) {
        drawn = [];
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

  function draw() {
    const { present } = history;
    if (board === null || board.rows !== present.size) {
      board?.destroy();
      board = grid("Grid: type digits; arrows move", present.size, present.size, acts);
      ui.main.append(board.element);
      const all = Array.from({ length: present.size }, (_, index) => ({ value: `${index + 1}`, text: `${index + 1}` }));
      const next = choice("Digit", all, (chosen) => (digit = Number(chosen)));
      digits.element.replaceWith(next.element);
      digits = next;
      digit = 1;
    }
    digits.element.hidden = tool !== "digit";
    finish.hidden = ["digit", "region", "erase"].includes(tool);
    value.element.hidden = !["killercage", "whispers", ...PAIRS].includes(tool);
    size.input.value = String(present.size);
    for (const { key, input } of globals) input.checked = present.document[key] === true;
    const own = figures(present);
    board.overlay.replaceChildren(...overlayOf(present, own), ...overlayOf(present, [{ kind: tool, cells: drawn, value: "", at: ["", 0, -1] }]));
    list.replaceChildren(
      ...own.map((figure) => {
        const cells = figure.cells.map((cell) => `r${Math.floor(cell / present.size) + 1}c${(cell % present.size) + 1}`);
        const words = `${wordsOf(figure.kind)} ${figure.value} ${cells.join(" ")}`.replace(/ +/g, " ");
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

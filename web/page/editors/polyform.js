// The editor of boards and pieces: cells to click on and off, sets to choose, pieces to draw.

import { button, make } from "../elements.js";
import { desk } from "./desk.js";
import { checkbox, choice, field, select, wholeNumber } from "./dom.js";
import { borders, grid } from "./grid.js";
import { empty, indexOf, MOST, parse, resize, setCell, SETS, write } from "./model/polyform.js";

/**
 * @typedef {import("./model/polyform.js").Polyform} Polyform
 * @typedef {import("./model/polyform.js").Cell} Cell
 * @typedef {import("./model/polyform.js").Drawn} Drawn
 * @typedef {import("./model/polyform.js").Section} Section
 */

/** The side of the grid on which a piece is drawn. */
const PIECE_SIDE = 6;

/**
 * @param {HTMLElement} host
 * @param {(text: string) => void} change
 */
export function create(host, change) {
  /** @type {ReturnType<typeof grid>[]} */
  let boards = [];
  let shown = "";
  let tool = "-";
  let painted = "-";
  let isMerged = false;
  /** @type {Set<number>} */
  let sketch = new Set();

  const { history, ui, commit, setText } = desk(host, change, {
    label: "Editor of boards and pieces",
    first: empty([1, 6, 10]),
    parse,
    write,
    cleared: (present) => empty(present.size),
    draw,
  });
  const sides = ["Layers", "Rows", "Columns"].map((name, axis) =>
    field(name, { type: "number", min: 1, max: 100, inputmode: "numeric" }, (text) => {
      /** @type {[number, number, number]} */
      const size = [...history.present.size];
      size[axis] = wholeNumber(text, 1, 100);
      if (size[0] * size[1] * size[2] > MOST) ui.say(`A board has at most ${MOST} cells here.`);
      else commit(resize(history.present, size));
      draw();
    }),
  );
  const tools = choice(
    "Cells",
    [
      { value: "-", text: "On or off" },
      { value: "?", text: "May stay empty" },
      { value: "letter", text: "Given piece" },
    ],
    (value) => (tool = value),
  );
  const letter = field("Letter", { type: "text", maxlength: 1, size: 1, value: "A" }, () => {});
  const mayStay = checkbox("All cells may stay empty", (isOn) => commit({ ...history.present, mayStayEmpty: isOn }));
  const pieces = make("div", { class: "pieces", role: "group", "aria-label": "Pieces" });
  ui.tools.append(...sides.map(({ element }) => element), tools.element, letter.element, mayStay.element);
  ui.root.append(pieces);

  const set = select("Set", SETS.map((value) => ({ value, text: value })), () => {});
  const addSet = button("Add set", () => {
    const section = { request: set.input.value, drawn: [] };
    commit({ ...history.present, sections: [...history.present.sections, section] });
  });
  const sketchGrid = grid("A piece: Space puts cells on and off", PIECE_SIDE, PIECE_SIDE, {
    view: (row, column) => {
      const isOn = sketch.has(row * PIECE_SIDE + column);
      return { text: "", classes: isOn ? "tint-0 whole" : "", label: isOn ? "on" : "off" };
    },
    act: (row, column, way) => {
      const cell = row * PIECE_SIDE + column;
      if (way === "start") painted = sketch.has(cell) ? "off" : "on";
      if (painted === "on") sketch.add(cell);
      else sketch.delete(cell);
      sketchGrid.refresh();
    },
    key: () => false,
  });
  sketchGrid.element.classList.add("sketch");
  const symbol = field("Letter of the piece", { type: "text", maxlength: 1, size: 1 }, () => {});
  const copies = field("Copies", { type: "text", size: 6, placeholder: "x1" }, () => {});
  const addPiece = button("Add piece", () => addDrawn());
  const drawer = make("details", { class: "drawer" }, make("summary", {}, "Draw a piece"), sketchGrid.element);
  drawer.append(symbol.element, copies.element, addPiece);
  const chosen = make("ul", { class: "chosen-pieces" });
  pieces.append(make("div", { class: "tools" }, set.element, addSet), chosen, drawer);

  function addDrawn() {
    if (sketch.size === 0) return ui.say("Draw the cells of the piece first.");
    const rowOf = (/** @type {number} */ cell) => Math.floor(cell / PIECE_SIDE);
    const cells = [...sketch].sort((a, b) => a - b);
    const [top, left] = [Math.min(...cells.map(rowOf)), Math.min(...cells.map((cell) => cell % PIECE_SIDE))];
    const { sections } = history.present;
    const used = new Set(sections.flatMap(({ drawn }) => drawn.map((piece) => piece.symbol)));
    const free = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].find((name) => !used.has(name)) ?? "A";
    const typed = symbol.input.value.trim();
    const name = /^[\p{L}\p{N}]$/u.test(typed) && !used.has(typed) ? typed : free;
    /** @type {Drawn} */
    const piece = { symbol: name, cells: cells.map((cell) => [0, rowOf(cell) - top, (cell % PIECE_SIDE) - left]) };
    const at = sections.findIndex(({ request, drawn }) => request === "" && drawn.length > 0);
    const next = sections.map((own, index) => (index === at ? { ...own, drawn: [...own.drawn, piece] } : own));
    const request = copies.input.value.trim();
    const isRequest = /^(x(\d+(\.\.\d*)?|\*))?( ?(optional|fixed|one-sided))*$/.test(request) && request !== "";
    /** @type {[string, string][]} */
    const requests = isRequest ? [...history.present.requests, [name, request]] : history.present.requests;
    sketch = new Set();
    [symbol.input.value, copies.input.value] = ["", ""];
    sketchGrid.refresh();
    commit({ ...history.present, sections: at < 0 ? [...sections, { request: "", drawn: [piece] }] : next, requests });
  }
  const setSection = (/** @type {number} */ index, /** @type {Section | null} */ section) => {
    const sections = history.present.sections.flatMap((own, at) => (at === index ? (section ? [section] : []) : [own]));
    commit({ ...history.present, sections });
  };
  const dropPiece = (/** @type {number} */ index, /** @type {string} */ name) => {
    const section = history.present.sections[index];
    if (section === undefined) return;
    const drawn = section.drawn.filter((piece) => piece.symbol !== name);
    const requests = history.present.requests.filter(([own]) => own !== name);
    const sections = history.present.sections.flatMap((own, at) =>
      at !== index ? [own] : drawn.length > 0 ? [{ ...own, drawn }] : [],
    );
    commit({ ...history.present, sections, requests });
  };

  const charAt = (/** @type {Cell} */ cell) => {
    const { size, cells } = history.present;
    const isInside = cell.every((at, axis) => at >= 0 && at < (size[axis] ?? 0));
    return (isInside ? cells[indexOf(history.present, cell)] : undefined) ?? "-";
  };
  const actsOf = (/** @type {number} */ layer) => ({
    view: (/** @type {number} */ row, /** @type {number} */ column) => {
      const char = charAt([layer, row, column]);
      const area = (/** @type {number} */ r, /** @type {number} */ c) => {
        const own = charAt([layer, r, c]);
        return own === "-" ? null : own === "." || own === "?" ? 0 : (own.codePointAt(0) ?? 0);
      };
      const words = { "-": "no cell", ".": "cell", "?": "cell that may stay empty" }[char] ?? `cell of piece ${char}`;
      const text = char === "." || char === "-" ? "" : char;
      const looks = char === "-" ? "outside" : char === "." || char === "?" ? "" : "tint-0";
      return { text, classes: `${looks} ${borders(row, column, area)}`, label: words };
    },
    act: (/** @type {number} */ row, /** @type {number} */ column, /** @type {"start" | "drag"} */ way) => {
      const char = charAt([layer, row, column]);
      if (way === "start") {
        isMerged = false;
        const wanted = tool === "letter" ? letter.input.value.trim().slice(0, 1) || "A" : tool;
        painted = char === wanted ? "." : wanted;
      }
      put([layer, row, column], painted);
    },
    key: (/** @type {number} */ row, /** @type {number} */ column, /** @type {KeyboardEvent} */ event) => {
      isMerged = false;
      const isDelete = event.key === "Delete" || event.key === "Backspace";
      if (!isDelete && !/^[.?\-\p{L}\p{N}]$/u.test(event.key)) return false;
      put([layer, row, column], isDelete ? "-" : event.key);
      return true;
    },
  });
  const put = (/** @type {Cell} */ cell, /** @type {string} */ char) => {
    if (charAt(cell) === char) return;
    commit(setCell(history.present, indexOf(history.present, cell), char), isMerged);
    isMerged = true;
  };

  function draw() {
    const { present } = history;
    const [layers, rows, columns] = present.size;
    if (shown !== present.size.join("x")) {
      boards.forEach((board) => board.destroy());
      const name = (/** @type {number} */ layer) => (layers > 1 ? `Layer ${layer + 1}` : "Board");
      boards = Array.from({ length: layers }, (_, layer) =>
        grid(`${name(layer)}: Space changes a cell, letters are given pieces`, rows, columns, actsOf(layer)),
      );
      ui.main.append(...boards.map((board) => board.element));
      shown = present.size.join("x");
    }
    sides.forEach(({ input }, axis) => (input.value = String(present.size[axis])));
    mayStay.input.checked = present.mayStayEmpty;
    chosen.replaceChildren(
      ...present.sections.flatMap((section, index) => {
        if (section.drawn.length === 0) {
          const request = field("Pieces", { type: "text", value: section.request }, (value) =>
            setSection(index, { ...section, request: value.trim().replaceAll(":", "") }),
          );
          const away = button("Remove", () => setSection(index, null), { "aria-label": `Remove ${section.request}` });
          return [make("li", {}, request.element, away)];
        }
        return section.drawn.map((piece) => {
          const request = present.requests.find(([name]) => name === piece.symbol)?.[1] ?? section.request;
          const words = `${piece.symbol}: ${piece.cells.length} cells ${request}`;
          const away = button("Remove", () => dropPiece(index, piece.symbol), { "aria-label": `Remove piece ${words}` });
          return make("li", {}, words, " ", away);
        });
      }),
    );
    const count = present.cells.filter((char) => char !== "-").length;
    ui.say(`${count} cells`);
    boards.forEach((board) => board.refresh());
  }
  draw();

  return {
    setText,
    focus: () => boards[0]?.focus(),
    destroy: () => {
      boards.forEach((board) => board.destroy());
      sketchGrid.destroy();
      ui.root.remove();
    },
  };
}

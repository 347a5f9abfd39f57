// The editor of Pips: regions with their clues, and the dominoes.

import { desk } from "./desk.js";
import { choice, field, select } from "./dom.js";
import { borders, grid } from "./grid.js";
import { coloursOf } from "./model/lines.js";
import { CLUES, clueText, dominoesOf, empty, MOST_SIDE, needsTarget, paint, parse, regionAt, write } from "./model/pips.js";

/** @typedef {import("./model/pips.js").Pips} Pips */

const NAMES = {
  empty: "free",
  sum: "sum is",
  less: "sum is less than",
  greater: "sum is more than",
  equals: "all the same",
  unequal: "all different",
};

/**
 * @param {HTMLElement} host
 * @param {(text: string) => void} change
 */
export function create(host, change) {
  /** @type {ReturnType<typeof grid> | null} */
  let board = null;
  /** @type {"region" | "join" | "erase"} */
  let tool = "region";
  let region = 0;
  let isMerged = false;
  let isErasing = false;
  /** @type {Map<number, number>} */
  let colours = new Map();

  const { history, ui, commit, setText } = desk(host, change, {
    label: "Editor of Pips",
    first: empty(),
    parse,
    write,
    cleared: () => ({ title: "", dominoes: [], regions: [] }),
    draw,
    forget: () => {
      region = 0;
      board?.destroy();
      board = null;
    },
  });
  const tools = choice(
    "Tool",
    [
      { value: "region", text: "New region" },
      { value: "join", text: "Add to region" },
      { value: "erase", text: "Erase" },
    ],
    (value) => (tool = /** @type {typeof tool} */ (value)),
  );
  const clue = select("Clue", CLUES.map((value) => ({ value, text: NAMES[value] })), () => setClue());
  const target = field("Number", { type: "number", min: 0, max: 999, inputmode: "numeric" }, () => setClue());
  const dominoes = field("Dominoes", { type: "text", placeholder: "0-1 2-2 6-5", spellcheck: "false" }, (value) => {
    const read = dominoesOf(value);
    if (read === null) ui.say("Dominoes are written like 0-1 2-2 6-5.");
    else commit({ ...history.present, dominoes: read });
  });
  dominoes.element.classList.add("wide");
  ui.tools.append(tools.element, clue.element, target.element, dominoes.element);

  function setClue() {
    const { regions } = history.present;
    if (regions[region] === undefined) return;
    const type = /** @type {import("./model/pips.js").Clue} */ (clue.input.value);
    const number = needsTarget(type) ? Math.max(Math.round(Number(target.input.value)) || 0, 0) : null;
    commit({
      ...history.present,
      regions: regions.map((own, index) => (index === region ? { ...own, type, target: number } : own)),
    });
  }

  const areaAt = (/** @type {number} */ row, /** @type {number} */ column) => {
    const own = regionAt(history.present, row, column);
    return own < 0 ? null : own;
  };
  const set = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ index) => {
    let next = history.present;
    if (regionAt(next, row, column) === index) return;
    if (index === next.regions.length) {
      next = { ...next, regions: [...next.regions, { cells: [], type: "empty", target: null }] };
    }
    next = paint(next, row, column, index);
    commit(next, isMerged);
    isMerged = true;
  };
  const acts = {
    view: (/** @type {number} */ row, /** @type {number} */ column) => {
      const index = regionAt(history.present, row, column);
      const own = history.present.regions[index];
      if (own === undefined) return { text: "", classes: "outside", label: "no square" };
      const [first] = [...own.cells].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const text = first?.[0] === row && first[1] === column ? clueText(own) : "";
      const tint = own.type === "empty" ? "" : `tint-${colours.get(index) ?? 0}`;
      const target = needsTarget(own.type) ? ` ${own.target}` : "";
      const label = `region ${index + 1}, ${NAMES[own.type]}${target}`;
      return { text, classes: `${tint} ${index === region ? "chosen" : ""} ${borders(row, column, areaAt)}`, label };
    },
    act: (/** @type {number} */ row, /** @type {number} */ column, /** @type {"start" | "drag"} */ way) => {
      const own = regionAt(history.present, row, column);
      if (way === "start") {
        isMerged = false;
        isErasing = tool === "erase";
        // A region that is clicked is chosen, and goes on from there.
        if (tool === "join" && own >= 0) region = own;
        else if (tool === "region" && own >= 0) region = own;
        else if (tool === "region") region = history.present.regions.length;
      }
      if (isErasing) set(row, column, -1);
      else if (way === "drag" || own < 0) set(row, column, Math.min(region, history.present.regions.length));
      draw();
    },
    key: (/** @type {number} */ row, /** @type {number} */ column, /** @type {KeyboardEvent} */ event) => {
      isMerged = false;
      const own = regionAt(history.present, row, column);
      if (event.key === "Delete" || event.key === "Backspace") set(row, column, -1);
      else if (event.key === "n" || event.key === "N") {
        region = history.present.regions.length;
        set(row, column, region);
      } else if (event.key === "a" || event.key === "A") set(row, column, Math.min(region, history.present.regions.length));
      else if (/^[0-9<>=!]$/.test(event.key) && own >= 0) {
        region = own;
        typeClue(event.key);
      } else return false;
      draw();
      return true;
    },
  };

  /** @param {string} key */
  function typeClue(key) {
    const own = history.present.regions[region];
    if (own === undefined) return;
    const digits = /^[0-9]$/.test(key);
    if (digits) {
      const type = needsTarget(own.type) ? own.type : "sum";
      const number = needsTarget(own.type) ? (own.target ?? 0) * 10 + Number(key) : Number(key);
      clue.input.value = type;
      target.input.value = String(number > 999 ? Number(key) : number);
    } else {
      clue.input.value = { "<": "less", ">": "greater", "=": "equals", "!": "unequal" }[key] ?? "empty";
      target.input.value = "0";
    }
    setClue();
  }

  function draw() {
    const { present } = history;
    const cells = present.regions.flatMap((own) => own.cells);
    const side = (/** @type {0 | 1} */ axis) => Math.min(Math.max(3, ...cells.map((cell) => cell[axis] + 2)), MOST_SIDE);
    const [rows, columns] = [side(0), side(1)];
    if (board === null || board.rows < rows || board.columns < columns) {
      const hadFocus = board?.element.contains(document.activeElement) ?? false;
      const at = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
      board?.destroy();
      board = grid("Board: n begins a region, a adds to it, digits and < > = ! are its clue", rows, columns, acts);
      ui.main.append(board.element);
      if (hadFocus) board.focus(Number(at.row) || 0, Number(at.column) || 0);
    }
    colours = coloursOf(rows, columns, areaAt);
    const own = present.regions[region];
    clue.input.disabled = own === undefined;
    target.input.disabled = own === undefined || !needsTarget(own.type);
    if (own !== undefined) {
      clue.input.value = own.type;
      target.input.value = own.target === null ? "" : String(own.target);
    }
    dominoes.input.value = present.dominoes.map((pair) => pair.join("-")).join(" ");
    const halves = 2 * present.dominoes.length;
    ui.say(`${cells.length} squares, ${present.dominoes.length} dominoes that cover ${halves}`);
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

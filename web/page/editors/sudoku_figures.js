// The clues of a Sudoku over the grid of its editor, in units of cells.

import { svg } from "./dom.js";
import { SIDES } from "./model/lines.js";
import { DIRECTIONS } from "./model/sudoku.js";

/**
 * @typedef {import("./model/sudoku.js").Sudoku} Sudoku
 * @typedef {import("./model/sudoku.js").Figure} Figure
 */

/** @type {Record<string, string>} */
const WORDS = {
  killercage: "Cage",
  extraregion: "Extra region",
  thermometer: "Thermometer",
  slowthermometer: "Slow thermometer",
  renban: "Renban line",
  whispers: "Whisper line",
  palindrome: "Palindrome",
  regionsumline: "Region sum line",
  parityline: "Parity line",
  entropicline: "Entropic line",
  modularline: "Modular line",
  samedifference: "Same-difference line",
  nabner: "Nabner line",
  zipperline: "Zipper line",
  betweenline: "Between line",
  lockout: "Lockout line",
  doublearrow: "Double arrow",
  difference: "White dot",
  ratio: "Black dot",
  xv: "X or V",
  odd: "Odd",
  even: "Even",
  minimum: "Minimum",
  maximum: "Maximum",
  clone: "Clone",
  quadruple: "Quadruple",
  rowindexer: "Row indexer",
  columnindexer: "Column indexer",
  sandwichsum: "Sandwich sum",
  xsum: "X-sum",
  skyscraper: "Skyscraper",
  littlekillersum: "Little killer",
  arrow: "Arrow",
};

/** @param {string} kind */
export function wordsOf(kind) {
  return WORDS[kind] ?? kind;
}

/**
 * @param {Sudoku} model
 * @param {Figure[]} figures
 * @returns {SVGElement[]}
 */
export function overlayOf(model, figures) {
  const { size } = model;
  /** @type {(cell: number) => [number, number]} */
  const middle = (cell) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];
  /** @type {SVGElement[]} */
  const diagonals = [];
  if (model.document["diagonal-"] === true) diagonals.push(svg("path", { class: "diagonal", d: `M0 0L${size} ${size}` }));
  if (model.document["diagonal+"] === true) diagonals.push(svg("path", { class: "diagonal", d: `M0 ${size}L${size} 0` }));
  const shapes = figures.flatMap(({ kind, cells, value, place, direction, copy = [] }) => {
    if (place !== undefined) return direction === undefined ? [] : [leading(place, direction)];
    const points = cells.map(middle);
    const [from] = points;
    if (from === undefined) return [];
    const [x, y] = from;
    const cx = points.reduce((sum, at) => sum + at[0], 0) / points.length;
    const cy = points.reduce((sum, at) => sum + at[1], 0) / points.length;
    const path = points.map((at, index) => `${index === 0 ? "M" : "L"}${at[0]} ${at[1]}`).join("");
    switch (kind) {
      case "killercage": {
        const first = Math.min(...cells);
        const [row, column] = [Math.floor(first / size), first % size];
        const text = svg("text", { class: "sum", x: column + 0.1, y: row + 0.29 });
        text.textContent = value;
        return [svg("path", { class: "cage", d: outline(cells, size) }), text];
      }
      case "quadruple": {
        const text = svg("text", { class: value.length > 3 ? "dot-text small" : "dot-text", x: cx, y: cy + (value.length > 3 ? 0.05 : 0.08) });
        text.textContent = value.replaceAll(" ", "");
        return [svg("circle", { class: "dot", cx, cy, r: 0.26 }), text];
      }
      case "rowindexer":
      case "columnindexer":
        return cells.map((cell) => svg("rect", { class: `area ${kind}`, x: (cell % size) + 0.1, y: Math.floor(cell / size) + 0.1, width: 0.8, height: 0.8 }));
      case "clone":
        return [...cells, ...copy].map((cell) => svg("rect", { class: "clone", x: cell % size, y: Math.floor(cell / size), width: 1, height: 1 }));
      case "extraregion":
        return cells.map((cell) => svg("rect", { class: "area", x: (cell % size) + 0.1, y: Math.floor(cell / size) + 0.1, width: 0.8, height: 0.8 }));
      case "difference":
      case "ratio": {
        const dot = svg("circle", { class: `dot ${kind}`, cx, cy, r: value === "" ? 0.12 : 0.17 });
        const text = svg("text", { class: "dot-text", x: cx, y: cy + 0.08 });
        text.textContent = value;
        return value === "" ? [dot] : [dot, text];
      }
      case "xv": {
        const text = svg("text", { class: "xv", x: cx, y: cy + 0.13 });
        text.textContent = value;
        return [text];
      }
      case "odd":
        return [svg("circle", { class: "area", cx: x, cy: y, r: 0.38 })];
      case "even":
        return [svg("rect", { class: "area", x: x - 0.36, y: y - 0.36, width: 0.72, height: 0.72 })];
      case "minimum":
      case "maximum": {
        const [tip, base] = kind === "minimum" ? [0.34, 0.44] : [0.44, 0.34];
        const wedge = SIDES.map(([dx, dy]) => {
          const at = (/** @type {number} */ along, /** @type {number} */ across) =>
            `${x + dx * along + dy * across} ${y + dy * along + dx * across}`;
          return `M${at(base, -0.14)}L${at(tip, 0)}L${at(base, 0.14)}`;
        });
        return [svg("path", { class: "wedges", d: wedge.join("") })];
      }
      case "arrow": {
        const [before, last] = points.slice(-2);
        const head = before === undefined || last === undefined ? "" : headOf(before, last);
        return [svg("path", { class: "arrow", d: path + head }), svg("circle", { class: "bulb", cx: x, cy: y, r: 0.4 })];
      }
      default: {
        const line = svg("path", { class: `line line-${kind}`, d: path });
        const isThermometer = kind === "thermometer" || kind === "slowthermometer";
        return isThermometer ? [line, svg("circle", { class: `end line-${kind}`, cx: x, cy: y, r: 0.34 })] : [line];
      }
    }
  });
  return [...diagonals, ...shapes];
}

/**
 * The arrow of a diagonal, in the corner of its place that is next to the grid.
 * @param {[number, number]} place
 * @param {string} direction
 */
function leading([row, column], direction) {
  const [down, right] = DIRECTIONS[direction] ?? [0, 0];
  const [x, y] = [column + 0.5 + 0.48 * right, row + 0.5 + 0.48 * down];
  const from = /** @type {[number, number]} */ ([x - 0.2 * right, y - 0.2 * down]);
  return svg("path", { class: "leading", d: `M${from[0]} ${from[1]}L${x} ${y}${headOf(from, [x, y])}` });
}

/**
 * The two strokes of the head of an arrow.
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function headOf(from, to) {
  const [dx, dy] = [from[0] - to[0], from[1] - to[1]];
  const length = 4 * Math.max(Math.hypot(dx, dy), 0.1);
  const turned = (/** @type {number} */ angle) => {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return `${to[0] + (dx * cos - dy * sin) / length} ${to[1] + (dx * sin + dy * cos) / length}`;
  };
  return `M${turned(0.6)}L${to[0]} ${to[1]}L${turned(-0.6)}`;
}

/**
 * The inside of the border of some cells.
 * @param {number[]} cells
 * @param {number} size
 */
function outline(cells, size) {
  const inset = 0.08;
  const has = (/** @type {number} */ row, /** @type {number} */ column) =>
    row >= 0 && column >= 0 && row < size && column < size && cells.includes(row * size + column);
  let path = "";
  for (const cell of cells) {
    const [row, column] = [Math.floor(cell / size), cell % size];
    for (const [down, right] of SIDES) {
      if (has(row + down, column + right)) continue;
      const end = (/** @type {number} */ sign) => {
        const [r, c] = [row + sign * Math.abs(right), column + sign * Math.abs(down)];
        if (!has(r, c)) return -inset;
        return has(r + down, c + right) ? inset : 0;
      };
      const [start, stop] = [-end(-1), 1 + end(1)];
      const across = down + right < 0 ? inset : 1 - inset;
      path +=
        down === 0
          ? `M${column + across} ${row + start}L${column + across} ${row + stop}`
          : `M${column + start} ${row + across}L${column + stop} ${row + across}`;
    }
  }
  return path;
}

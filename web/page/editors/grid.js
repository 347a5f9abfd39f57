// A grid of cells to click, to drag over, and to walk through by keys.

import { make } from "../elements.js";
import { svg } from "./dom.js";

/**
 * @typedef {{text: string, small?: string, classes: string, label: string}} View
 * @typedef {object} Acts
 * @property {(row: number, column: number) => View} view what a cell shows
 * @property {(row: number, column: number, step: "start" | "drag", event: Event) => void} act
 * @property {() => void} [end] after the last cell of a drag
 * @property {(row: number, column: number, event: KeyboardEvent) => boolean} key whether it meant something
 */

/**
 * @param {string} label
 * @param {number} rows
 * @param {number} columns
 * @param {Acts} acts
 * @param {number} [margin] the width of the margin around it, whose cells have places less than 0 or beyond the grid
 */
export function grid(label, rows, columns, acts, margin = 0) {
  const [high, wide] = [rows + 2 * margin, columns + 2 * margin];
  const element = make("div", {
    class: "grid",
    role: "grid",
    "aria-label": label,
    "aria-rowcount": high,
    "aria-colcount": wide,
    "aria-multiselectable": "false",
  });
  element.style.setProperty("--rows", String(high));
  element.style.setProperty("--columns", String(wide));
  const overlay = svg("svg", { class: "overlay", viewBox: `${-margin} ${-margin} ${wide} ${high}`, "aria-hidden": "true" });
  /** @type {{cell: HTMLElement, text: HTMLElement, small: HTMLElement, shown: string}[]} */
  const cells = [];
  for (let row = -margin; row < rows + margin; row++) {
    const line = make("div", { role: "row", class: "row", "aria-rowindex": row + margin + 1 });
    for (let column = -margin; column < columns + margin; column++) {
      const [text, small] = [make("span", { class: "content" }), make("span", { class: "small" })];
      const cell = make("div", { role: "gridcell", tabindex: -1, "aria-colindex": column + margin + 1 }, small, text);
      [cell.dataset.row, cell.dataset.column] = [String(row), String(column)];
      cells.push({ cell, text, small, shown: "" });
      line.append(cell);
    }
    element.append(line);
  }
  element.append(overlay);

  let [focusRow, focusColumn] = [0, 0];
  let isDragging = false;
  let last = -1;
  const numberOf = (/** @type {number} */ row, /** @type {number} */ column) => (row + margin) * wide + column + margin;
  const at = (/** @type {number} */ row, /** @type {number} */ column) => cells[numberOf(row, column)];

  /** @param {EventTarget | null} target @returns {[number, number] | null} */
  const placeOf = (target) => {
    const cell = target instanceof Element ? target.closest("[role=gridcell]") : null;
    if (!(cell instanceof HTMLElement) || !element.contains(cell)) return null;
    return [Number(cell.dataset.row), Number(cell.dataset.column)];
  };
  const focus = (row = focusRow, column = focusColumn, isWanted = true) => {
    const before = at(focusRow, focusColumn);
    if (before !== undefined) before.cell.tabIndex = -1;
    [focusRow, focusColumn] = [Math.min(row, rows + margin - 1), Math.min(column, columns + margin - 1)];
    const now = at(focusRow, focusColumn);
    if (now === undefined) return;
    now.cell.tabIndex = 0;
    if (isWanted) now.cell.focus({ preventScroll: true });
  };
  const refresh = () => {
    for (const [index, own] of cells.entries()) {
      const [row, column] = [Math.floor(index / wide) - margin, (index % wide) - margin];
      const { text, small = "", classes, label: words } = acts.view(row, column);
      const shown = JSON.stringify([text, small, classes, words]);
      if (shown === own.shown) continue;
      own.shown = shown;
      own.text.textContent = text;
      own.small.textContent = small;
      own.cell.className = `square ${classes}`;
      own.cell.setAttribute("aria-label", `${placeWords(row, column, rows, columns)}: ${words}`);
    }
  };
  const finish = () => {
    if (isDragging) acts.end?.();
    isDragging = false;
    last = -1;
  };

  element.addEventListener("pointerdown", (event) => {
    const place = placeOf(event.target);
    if (place === null || event.button > 0) return;
    event.preventDefault();
    focus(...place);
    isDragging = true;
    last = numberOf(...place);
    acts.act(...place, "start", event);
  });
  const onMove = (/** @type {PointerEvent} */ event) => {
    if (!isDragging) return;
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (place === null || numberOf(...place) === last) return;
    last = numberOf(...place);
    focus(...place);
    acts.act(...place, "drag", event);
  };
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", finish);
  document.addEventListener("pointercancel", finish);
  element.addEventListener("focusin", (event) => {
    const place = placeOf(event.target);
    if (place !== null) focus(...place, false);
  });
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step !== undefined) {
      const row = Math.min(Math.max(focusRow + step[0], -margin), rows + margin - 1);
      const column = Math.min(Math.max(focusColumn + step[1], -margin), columns + margin - 1);
      event.preventDefault();
      if (event.shiftKey && !isDragging) {
        isDragging = true;
        acts.act(focusRow, focusColumn, "start", event);
      }
      focus(row, column);
      if (event.shiftKey) acts.act(row, column, "drag", event);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const column = event.key === "Home" ? 0 : columns - 1;
      focus(event.ctrlKey ? (event.key === "Home" ? 0 : rows - 1) : focusRow, column);
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      isDragging = true;
      acts.act(focusRow, focusColumn, "start", event);
      finish();
    } else if (!event.ctrlKey && acts.key(focusRow, focusColumn, event)) {
      event.preventDefault();
    }
  });
  element.addEventListener("keyup", (event) => {
    if (event.key === "Shift") finish();
  });

  refresh();
  focus(0, 0, false);
  return {
    element,
    overlay,
    rows,
    columns,
    refresh,
    focus,
    destroy: () => {
      document.removeEventListener("pointermove", onMove);
      document.removeEventListener("pointerup", finish);
      document.removeEventListener("pointercancel", finish);
      element.remove();
    },
  };
}

/**
 * A place in words, also beside the grid.
 * @param {number} row
 * @param {number} column
 * @param {number} rows
 * @param {number} columns
 */
export function placeWords(row, column, rows, columns) {
  const isOn = row >= 0 && column >= 0 && row < rows && column < columns;
  if (isOn) return `row ${row + 1}, column ${column + 1}`;
  const beside = [...(row < 0 ? ["above"] : row >= rows ? ["below"] : []), ...(column < 0 ? ["left of"] : column >= columns ? ["right of"] : [])];
  const line = row >= 0 && row < rows ? `row ${row + 1}` : column >= 0 && column < columns ? `column ${column + 1}` : "the grid";
  return `${beside.join(" and ")} ${line}`;
}

/**
 * Classes for the borders between areas.
 * @param {number} row
 * @param {number} column
 * @param {(row: number, column: number) => number | null} areaAt null outside
 */
export function borders(row, column, areaAt) {
  const own = areaAt(row, column);
  /** @type {[string, number, number][]} */
  const sides = [["top", -1, 0], ["right", 0, 1], ["bottom", 1, 0], ["left", 0, -1]];
  const drawn = sides.filter(([, down, right]) => areaAt(row + down, column + right) !== own);
  return drawn.map(([side]) => `border-${side}`).join(" ");
}

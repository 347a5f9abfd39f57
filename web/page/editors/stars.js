// The editor of boards of stars: paints regions.

import { button } from "../elements.js";
import { desk } from "./desk.js";
import { checkbox, field, select, wholeNumber } from "./dom.js";
import { borders, grid } from "./grid.js";
import { coloursOf } from "./model/lines.js";
import { empty, MOST, paint, parse, resize, write } from "./model/stars.js";

/** @typedef {import("./model/stars.js").Stars} Stars */

/**
 * @param {HTMLElement} host
 * @param {(text: string) => void} change
 */
export function create(host, change) {
  /** @type {ReturnType<typeof grid> | null} */
  let board = null;
  /** The region that is painted; null takes that of the first square. */
  let brush = 0;
  let isMerged = false;
  /** @type {Map<number, number>} */
  let colours = new Map();

  const { history, ui, commit, setText } = desk(host, change, {
    label: "Editor of queens and star battle",
    first: empty(6),
    parse,
    write,
    cleared: (present) => empty(present.size),
    draw,
    forget: () => {
      brush = 0;
    },
  });

  const size = field("Size", { type: "number", min: 1, max: MOST, inputmode: "numeric" }, (value) => {
    commit(resize(history.present, wholeNumber(value, 1, MOST)));
  });
  const stars = field("Stars", { type: "number", min: 1, max: 9, inputmode: "numeric" }, (value) => {
    commit({ ...history.present, stars: wholeNumber(value, 1, MOST) });
  });
  const brushes = select("Region", [], (value) => (brush = Number(value)));
  const fresh = button("New region", () => {
    const { labels, regions: own } = history.present;
    const unused = labels.findIndex((_, region) => !own?.includes(region));
    brush = unused < 0 ? labels.length : unused;
    board?.focus();
    ui.say("Paint a square to begin the new region.");
  });
  const regions = checkbox("Regions", (isOn) => {
    const { size: side } = history.present;
    const own = empty(side);
    commit({ ...history.present, regions: isOn ? own.regions : null, labels: isOn ? own.labels : [] });
  });
  const diagonals = checkbox("None on a diagonal", (isOn) => commit({ ...history.present, diagonals: isOn }));
  const touching = checkbox("May touch", (isOn) => commit({ ...history.present, touching: isOn }));
  ui.tools.append(
    size.element,
    stars.element,
    brushes.element,
    fresh,
    regions.element,
    diagonals.element,
    touching.element,
  );

  const areaAt = (/** @type {number} */ row, /** @type {number} */ column) => {
    const { size: side, regions: own } = history.present;
    if (row < 0 || column < 0 || row >= side || column >= side) return null;
    return own === null ? 0 : (own[row * side + column] ?? -1);
  };
  const paintAt = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ region) => {
    const { size: side, regions: own } = history.present;
    if (own === null || own[row * side + column] === region) return;
    commit(paint(history.present, row * side + column, region), isMerged);
    isMerged = true;
  };

  const acts = {
    view: (/** @type {number} */ row, /** @type {number} */ column) => {
      const { regions: own, labels } = history.present;
      const region = areaAt(row, column) ?? -1;
      const name = own === null ? "" : (labels[region] ?? "?");
      const tint = own === null || region < 0 ? "" : `tint-${colours.get(region) ?? 0}`;
      const label = own === null ? "no region" : region < 0 ? "in no region" : `region ${name}`;
      return { text: name, classes: `${tint} name ${borders(row, column, areaAt)}`, label };
    },
    act: (
      /** @type {number} */ row,
      /** @type {number} */ column,
      /** @type {"start" | "drag"} */ way,
      /** @type {Event} */ event,
    ) => {
      if (way === "start") isMerged = false;
      // A click with Alt takes up the region of a square, as in programs for painting.
      if (way === "start" && event instanceof MouseEvent && event.altKey) {
        brush = Math.max(areaAt(row, column) ?? 0, 0);
        draw();
        return;
      }
      paintAt(row, column, brush);
    },
    key: (/** @type {number} */ row, /** @type {number} */ column, /** @type {KeyboardEvent} */ event) => {
      isMerged = false;
      if (event.key === "Delete" || event.key === "Backspace") {
        paintAt(row, column, -1);
        return true;
      }
      const { labels } = history.present;
      const exact = labels.indexOf(event.key);
      const found = exact >= 0 ? exact : labels.indexOf(event.key.toUpperCase());
      if (found >= 0) {
        brush = found;
        paintAt(row, column, found);
        draw();
        return true;
      }
      if (event.key !== "+") return false;
      fresh.click();
      return true;
    },
  };

  function draw() {
    const { present } = history;
    if (board === null || board.rows !== present.size) {
      board?.destroy();
      board = grid("Board: type the letter of a region, or drag to paint", present.size, present.size, acts);
      ui.main.append(board.element);
    }
    colours = coloursOf(present.size, present.size, areaAt);
    const options = present.labels.map((label, region) => {
      const option = document.createElement("option");
      [option.value, option.textContent] = [String(region), label];
      return option;
    });
    brushes.input.replaceChildren(...options);
    if (brush < present.labels.length) brushes.input.value = String(brush);
    size.input.value = String(present.size);
    stars.input.value = String(present.stars);
    regions.input.checked = present.regions !== null;
    diagonals.input.checked = present.diagonals;
    touching.input.checked = present.touching;
    brushes.input.disabled = fresh.disabled = present.regions === null;
    const used = new Set((present.regions ?? []).filter((region) => region >= 0)).size;
    ui.say(present.regions === null ? "" : `${used} of ${present.size} regions`);
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

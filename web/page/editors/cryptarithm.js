// The editor of cryptarithms: their equations as text, with the letters that they use.

import { checkbox, field, frame, h } from "./dom.js";
import { History } from "./history.js";
import { empty, letters, parse, write } from "./model/cryptarithm.js";

/** @typedef {import("./model/cryptarithm.js").Cryptarithm} Cryptarithm */

/**
 * @param {HTMLElement} host
 * @param {(text: string) => void} change
 */
export function create(host, change) {
  const history = new History(empty());
  const commit = (/** @type {Cryptarithm} */ next, merged = false) => {
    history.push(next, merged);
    draw();
    change(write(next));
  };
  const step = (/** @type {boolean} */ isDone) => {
    if (!isDone) return ui.say("Nothing more to undo or to do again.");
    draw();
    change(write(history.present));
  };
  const ui = frame(host, "Editor of cryptarithms", {
    undo: () => step(history.undo()),
    redo: () => step(history.redo()),
    clear: () => commit({ ...empty(), equations: "" }),
  });
  const title = field("Title", { type: "text" }, (value) => commit({ ...history.present, title: value }));
  const base = field("Base", { type: "number", min: 2, max: 36, inputmode: "numeric" }, (value) => {
    commit({ ...history.present, base: Math.min(Math.max(Math.round(Number(value)) || 10, 2), 36) });
  });
  const zeros = checkbox("Numbers may begin with zero", (isOn) => commit({ ...history.present, zeros: isOn }));
  ui.tools.append(title.element, base.element, zeros.element);
  const area = h("textarea", { rows: 6, spellcheck: "false", autocapitalize: "characters", class: "equations" });
  area.addEventListener("input", () => {
    history.push({ ...history.present, equations: area.value });
    told();
    change(write(history.present));
  });
  ui.main.append(h("label", { class: "field wide" }, h("span", {}, "Equations, one on each line"), area));

  function told() {
    const own = letters(history.present);
    const most = history.present.base;
    const tooMany = own.length > most ? `, more than there are digits: ${most}` : "";
    ui.say(`${own.length} letters${tooMany}: ${own.join(" ")}`);
  }
  function draw() {
    const { present } = history;
    if (area.value !== present.equations) area.value = present.equations;
    title.input.value = present.title;
    base.input.value = String(present.base);
    zeros.input.checked = present.zeros;
    told();
  }
  draw();

  return {
    setText: (/** @type {string} */ text) => {
      if (text === write(history.present)) return true;
      const read = parse(text);
      if (read === null) return false;
      history.reset(read);
      draw();
      return true;
    },
    focus: () => area.focus(),
    destroy: () => ui.root.remove(),
  };
}

// The editor of cryptarithms: their equations as text, with the letters that they use.

import { make } from "../elements.js";
import { desk } from "./desk.js";
import { checkbox, field, wholeNumber } from "./dom.js";
import { empty, letters, parse, write } from "./model/cryptarithm.js";

/** @typedef {import("./model/cryptarithm.js").Cryptarithm} Cryptarithm */

/**
 * @param {HTMLElement} host
 * @param {(text: string) => void} change
 */
export function create(host, change) {
  const { history, ui, commit, setText } = desk(host, change, {
    label: "Editor of cryptarithms",
    first: empty(),
    parse,
    write,
    cleared: () => ({ ...empty(), equations: "" }),
    draw,
  });
  const title = field("Title", { type: "text" }, (value) => commit({ ...history.present, title: value }));
  const base = field("Base", { type: "number", min: 2, max: 36, inputmode: "numeric" }, (value) => {
    commit({ ...history.present, base: wholeNumber(value, 2, 36, 10) });
  });
  const zeros = checkbox("Numbers may begin with zero", (isOn) => commit({ ...history.present, zeros: isOn }));
  ui.tools.append(title.element, base.element, zeros.element);
  const area = make("textarea", { rows: 6, spellcheck: "false", autocapitalize: "characters", class: "equations" });
  area.addEventListener("input", () => {
    history.push({ ...history.present, equations: area.value });
    told();
    change(write(history.present));
  });
  ui.main.append(make("label", { class: "field wide" }, make("span", {}, "Equations, one on each line"), area));

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
    setText,
    focus: () => area.focus(),
    destroy: () => ui.root.remove(),
  };
}

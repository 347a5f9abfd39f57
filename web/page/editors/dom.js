// The fields, buttons and frame of an editor. Looks are classes, so that nothing needs inline styles.

import { button, make } from "../elements.js";

/**
 * Buttons of which one is pressed, moved through by the keys of arrows.
 * @param {string} label
 * @param {{value: string, text: string, class?: string}[]} choices
 * @param {(value: string) => void} choose
 * @returns {{element: HTMLElement, set: (value: string) => void}}
 */
export function choice(label, choices, choose) {
  const element = make("div", { class: "choices", role: "radiogroup", "aria-label": label });
  const all = choices.map(({ value, text, class: own }) => {
    const one = make("button", { type: "button", role: "radio", class: `choice ${own ?? ""}`, "data-value": value }, text);
    one.addEventListener("click", () => pick(value));
    element.append(one);
    return one;
  });
  const set = (/** @type {string} */ value) => {
    for (const one of all) {
      const isOn = one.dataset.value === value;
      one.setAttribute("aria-checked", String(isOn));
      one.tabIndex = isOn ? 0 : -1;
    }
    const [first] = all;
    if (first !== undefined && all.every((one) => one.tabIndex < 0)) first.tabIndex = 0;
  };
  const pick = (/** @type {string} */ value) => {
    set(value);
    choose(value);
  };
  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = all.findIndex((one) => one === document.activeElement);
    const next = all[(at + (step ?? 0) + all.length) % all.length];
    if (step === undefined || at < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
    pick(next.dataset.value ?? "");
  });
  set(choices[0]?.value ?? "");
  return { element, set };
}

/**
 * A field with its label; what is typed is told when it is whole.
 * @param {string} label
 * @param {Record<string, string | number>} attributes
 * @param {(value: string) => void} change
 * @returns {{element: HTMLElement, input: HTMLInputElement}}
 */
export function field(label, attributes, change) {
  const input = make("input", { autocomplete: "off", ...attributes });
  input.addEventListener("change", () => change(input.value));
  return { element: make("label", { class: "field" }, make("span", {}, label), input), input };
}

/**
 * The whole number that a field holds, or the nearest one that is allowed.
 * @param {string} text
 * @param {number} least
 * @param {number} most
 * @param {number} otherwise the number for a text that is none
 */
export function wholeNumber(text, least, most, otherwise = least) {
  return Math.min(Math.max(Math.round(Number(text)) || otherwise, least), most);
}

/**
 * @param {string} label
 * @param {(value: boolean) => void} change
 * @returns {{element: HTMLElement, input: HTMLInputElement}}
 */
export function checkbox(label, change) {
  const input = make("input", { type: "checkbox" });
  input.addEventListener("change", () => change(input.checked));
  return { element: make("label", { class: "check" }, input, make("span", {}, label)), input };
}

/**
 * A list to choose from.
 * @param {string} label
 * @param {{value: string, text: string}[]} choices
 * @param {(value: string) => void} choose
 * @returns {{element: HTMLElement, input: HTMLSelectElement}}
 */
export function select(label, choices, choose) {
  const options = choices.map(({ value, text }) => make("option", { value }, text));
  const input = make("select", {}, ...options);
  input.addEventListener("change", () => choose(input.value));
  return { element: make("label", { class: "field" }, make("span", {}, label), input), input };
}

/**
 * The frame of an editor: tools above, the board below, and a line that tells what was done.
 * @param {HTMLElement} host
 * @param {string} label
 * @param {{undo: () => void, redo: () => void, clear: () => void}} acts
 */
export function frame(host, label, { undo, redo, clear }) {
  const tools = make("div", { class: "tools" });
  const main = make("div", { class: "boards" });
  const status = make("p", { class: "status", role: "status", "aria-live": "polite" });
  const steps = make(
    "div",
    { class: "steps" },
    button("Undo", undo, { title: "Ctrl+Z", "aria-keyshortcuts": "Control+Z" }),
    button("Redo", redo, { title: "Ctrl+Y", "aria-keyshortcuts": "Control+Y" }),
    button("New", clear),
  );
  const root = make("section", { class: "editor", "aria-label": label }, steps, tools, main, status);
  root.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const key = event.key.toLowerCase();
    if (isText || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  });
  host.append(root);
  return { root, tools, main, status, say: (/** @type {string} */ text) => (status.textContent = text) };
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element of a picture.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// @ts-check
// Elements of the page. Texts become text nodes, so none of them runs anything.

/**
 * The element with this id.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) {
    throw new Error(`#${id} is missing`);
  }
  return element;
}

/**
 * A new element. An attribute that is true has no value, and one that is false is left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) {
      element.setAttribute(name, value === true ? '' : `${value}`);
    }
  }
  element.append(...children);
  return element;
}

/**
 * A button that does something.
 * @param {string} words
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
export function button(words, act, attributes = {}) {
  const element = make('button', { type: 'button', ...attributes }, words);
  element.addEventListener('click', act);
  return element;
}

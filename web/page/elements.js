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
 * A new element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<Record<string, string>>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value ?? '');
  }
  element.append(...children);
  return element;
}

/**
 * A button that does something.
 * @param {string} words
 * @param {() => void} act
 */
export function button(words, act) {
  const element = make('button', { type: 'button' }, words);
  element.addEventListener('click', act);
  return element;
}

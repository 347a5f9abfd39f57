// @ts-check
// JSON taken apart as it stands. Reading it and writing it anew would lose keys that stand twice, and the ends
// of long numbers, without a word.

/**
 * @typedef {object} Element
 * @property {string | undefined} key the key of a member; nothing for an element of a list
 * @property {number} start the offset in the text
 * @property {number} end
 */

/**
 * The elements of a list, or the members of an object, in their order.
 * @param {string} text JSON without faults
 * @returns {Element[]}
 */
export function elementsOf(text) {
  /** @type {Element[]} */
  const found = [];
  /** @type {string | undefined} */
  let key;
  let [depth, start] = [0, 0];
  const end = (/** @type {number} */ at) => {
    const between = text.slice(start, at);
    // There is nothing between the brackets of an empty list.
    if (between.trim() !== '') {
      found.push({ key, start: at - between.trimStart().length, end: start + between.trimEnd().length });
    }
    start = at + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      at = endOfString(text, at);
    } else if (sign === '[' || sign === '{') {
      depth += 1;
      start = depth === 1 ? at + 1 : start;
    } else if (sign === ']' || sign === '}') {
      depth -= 1;
      if (depth === 0) {
        end(at);
      }
    } else if (depth === 1 && sign === ',') {
      end(at);
    } else if (depth === 1 && sign === ':') {
      key = JSON.parse(text.slice(start, at));
      start = at + 1;
    }
  }
  return found;
}

/**
 * The offset of the quote that ends a string.
 * @param {string} text
 * @param {number} start the offset of the quote that begins it
 */
function endOfString(text, start) {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    at += text[at] === '\\' ? 2 : 1;
  }
  return at;
}

// @ts-check
// What was entered: a text, or a file that is none.

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {Uint8Array} bytes
 */

/** The name of an entered text in messages. */
export const ENTERED = 'puzzle';

/**
 * @param {string} text
 * @returns {Subject}
 */
export function ofText(text) {
  return { name: ENTERED, bytes: new TextEncoder().encode(text) };
}

/**
 * The text of a file, unless it is none or too long for a text field.
 * @param {Uint8Array} bytes
 * @returns {string | undefined}
 */
export function textOf(bytes) {
  if (bytes.length > 1 << 20) {
    return undefined;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * The place that a message names, and its words.
 * @param {string} message
 * @param {string} name
 * @returns {{line: number, column: number, words: string} | {line: undefined, words: string}}
 */
export function placeOf(message, name) {
  const words = message.startsWith(`${name}:`) ? message.slice(name.length + 1) : message;
  const place = /^(\d+):(\d+): /.exec(words);
  if (!place || words === message) {
    return { line: undefined, words: words.trimStart() };
  }
  return { line: Number(place[1]), column: Number(place[2]), words: words.slice(place[0].length) };
}

/**
 * The offset of a place in a text, both from 1, as the command counts them.
 * @param {string} text
 * @param {number} line
 * @param {number} column
 */
export function offsetOf(text, line, column) {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, other) => sum + other.length + 1, 0);
  // Columns are characters, offsets are units of UTF-16.
  return Math.min(text.length, before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length);
}

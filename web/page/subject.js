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
 * A place in a part of a text, and the words about it, as they are in the whole text.
 * @param {{line: number, column: number, words: string}} place
 * @param {string} whole
 * @param {number} start the offset of the part
 * @returns {{line: number, offset: number, words: string}}
 */
export function inWhole({ line, column, words }, whole, start) {
  const linesBefore = whole.slice(0, start).split('\n').length - 1;
  const offset = start + offsetOf(whole.slice(start), line, column);
  return { line: line + linesBefore, offset, words: start === 0 ? words : wordsInWhole(words, line, column, linesBefore) };
}

/**
 * Words without a repetition of the place, and with the number of the line in their picture.
 * @param {string} words
 * @param {number} line
 * @param {number} column
 * @param {number} linesBefore
 */
function wordsInWhole(words, line, column, linesBefore) {
  const [sentence = '', ...picture] = words.replace(` at line ${line} column ${column}`, '').split('\n');
  const [old, own] = [`${line}`, `${line + linesBefore}`];
  // A picture begins with the line, behind its number, and with carets below it. A board has no such number.
  const margins = picture[0]?.startsWith(`${old} | `) ? [own, ' '.repeat(own.length)] : [];
  const shown = picture.map((part, at) => (at < margins.length ? margins[at] + part.slice(old.length) : part));
  return [sentence, ...shown].join('\n');
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

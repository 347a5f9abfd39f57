// @ts-check
// Texts that hold several puzzles: one of them is asked about, and people choose which.

import { make } from './elements.js';
import { elementsOf } from './json.js';

/** More puzzles than these are chosen by a number instead of from a list. */
const MOST_LISTED = 300;

/** More puzzles than these are not offered: the field would take more memory than a tab has. */
const MOST_OFFERED = 1_000_000;

/** The levels of a day. */
const LEVELS = ['easy', 'medium', 'hard'];

/**
 * The whole sentence in which the command wants a choice. A part of one is not enough, since other sentences
 * quote the text.
 */
const CHOICE = /^the (?:text|file) holds (\d+) (puzzles|boards|Sudokus|problems)(?:, in several lines|, one a line)?: choose one (?:of (.*)|by its number(?: or name)?)$/;

/**
 * The names of the puzzles among which the command wants a choice, if that is what it says.
 * @param {string} words the message without the place at its beginning
 * @returns {{what: string, names: string[]} | undefined}
 */
export function choices(words) {
  const [sentence = ''] = words.split('\n');
  const [, digits = '', what = '', list = ''] = CHOICE.exec(sentence) ?? [];
  const count = Number(digits);
  if (count < 2 || count > MOST_OFFERED) {
    return undefined;
  }
  const numbers = Array.from({ length: count }, (_, at) => `${at + 1}`);
  const names = list.split(', ');
  // Problems are listed with their numbers, which choose them, too; names may have commas in them.
  const isByName = what === 'puzzles' && names.length === numbers.length && new Set(names).size === names.length;
  return { what, names: isByName ? names : numbers };
}

/**
 * A part of a text, from one offset to another.
 * @typedef {{start: number, end: number}} Piece
 */

/**
 * The lines of a text each of which is a puzzle by itself, a JSON document or an address, under their numbers.
 * Nothing if the text is no such list.
 * @param {string} text
 * @returns {Map<string, Piece>}
 */
export function puzzleLines(text) {
  /** @type {Map<string, Piece>} */
  const found = new Map();
  let start = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const content = line.replace('\uFEFF', '').trim();
    if (content !== '' && !content.startsWith('#')) {
      if (!/^(?:\{.*\}|https?:\/\/.*)$/.test(content)) {
        return new Map();
      }
      found.set(`${at + 1}`, { start, end: start + line.length });
    }
    start += line.length + 1;
  }
  return found.size > 1 ? found : new Map();
}

/**
 * The puzzles or days of an archive in JSON, under their names; nothing if the text is none. An archive is a list
 * of objects, or an object whose values are days with levels.
 * @param {string} text
 * @returns {Map<string, Piece> | undefined}
 */
export function archived(text) {
  const bare = text.trim();
  if (!/^(?:\[\s*\{|\{\s*"[^"]*"\s*:\s*\{)/.test(bare) || !isJson(bare)) {
    return undefined;
  }
  const isList = bare.startsWith('[');
  const elements = elementsOf(text);
  const values = elements.map(({ start, end }) => JSON.parse(text.slice(start, end)));
  if (!values.every(isList ? isObject : isDay)) {
    return undefined;
  }
  const names = elements.map(({ key }, at) => key ?? `${values[at].printDate ?? at + 1}`);
  const isClear = new Set(names).size === names.length;
  return new Map(elements.map(({ start, end }, at) => [isClear ? (names[at] ?? '') : `${at + 1}`, { start, end }]));
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {any} value */
function isDay(value) {
  return isObject(value) && !('dominoes' in value) && LEVELS.some((level) => isObject(value[level]));
}

/**
 * @typedef {object} Parts
 * @property {string} words the words before the choice
 * @property {string[]} names
 * @property {(name: string | undefined) => Piece} piece where a part stands; without a name, all of any text
 * @property {(name: string, part: string) => string | undefined} put the text with another part in place of
 *   one; nothing if it has no room there
 */

/**
 * The parts of a text that is more than one puzzle by its form alone.
 * @param {string} text
 * @returns {Parts}
 */
export function partsOf(text) {
  const archive = archived(text);
  const pieces = archive ?? puzzleLines(text);
  const words = archive
    ? `This is an archive of ${pieces.size}; this one is asked about:`
    : `There are puzzles in ${pieces.size} lines; this line is asked about:`;
  /** @type {Parts['piece']} */
  const piece = (name) => (name === undefined ? undefined : pieces.get(name)) ?? { start: 0, end: Infinity };
  /** @type {Parts['put']} */
  const put = (name, part) => {
    const own = part.trimEnd();
    const { start, end } = piece(name);
    return own.startsWith('{') && !own.includes('\n') ? text.slice(0, start) + own + text.slice(end) : undefined;
  };
  return { words, names: [...pieces.keys()], piece, put };
}

/** A field in which one of several is chosen. It is hidden while there is nothing to choose. */
export class Chooser {
  /**
   * @param {HTMLElement} place
   * @param {() => void} changed somebody chose another
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    /** @type {string | undefined} the one that is asked about */
    this.chosen = undefined;
    /** @type {string | undefined} the one that was chosen last, perhaps for another text */
    this.wanted = undefined;
    this.offered = '';
    place.hidden = true;
  }

  /**
   * Offers these, and chooses the one that was chosen before, or the first.
   * @param {string} words what is chosen
   * @param {string[]} names
   */
  offer(words, names) {
    this.chosen = this.wanted !== undefined && names.includes(this.wanted) ? this.wanted : names[0];
    this.place.hidden = names.length === 0;
    const offered = JSON.stringify([words, names]);
    if (offered !== this.offered) {
      this.offered = offered;
      this.place.replaceChildren(...(names.length === 0 ? [] : [this.#label(words, names)]));
    }
    const field = this.place.querySelector('select, input');
    if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) {
      field.value = this.chosen ?? '';
    }
  }

  /**
   * @param {string} words
   * @param {string[]} names
   */
  #label(words, names) {
    // Names that are no numbers cannot be typed as one.
    const field = names.length > MOST_LISTED && names.every((name) => /^\d+$/.test(name))
      ? make('input', { type: 'number', min: names[0] ?? '', max: names.at(-1) ?? '', step: 'any' })
      : make('select', {}, ...names.map((name) => make('option', { value: name }, name)));
    field.addEventListener('change', () => {
      if (names.includes(field.value)) {
        this.chosen = this.wanted = field.value;
        this.changed();
      } else {
        field.value = this.chosen ?? '';
      }
    });
    return make('label', {}, `${words} `, field);
  }
}

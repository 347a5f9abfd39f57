// @ts-check
// Texts that hold several puzzles: one of them is asked about, and people choose which.

import { make } from './elements.js';

/** More puzzles than these are chosen by a number instead of from a list. */
const MOST_LISTED = 300;

/** The levels of a day. */
const LEVELS = ['easy', 'medium', 'hard'];

/**
 * The names of the puzzles among which the command wants a choice, if that is what it says.
 * @param {string} message
 * @returns {{what: string, names: string[]} | undefined}
 */
export function choices(message) {
  const said = /\bholds (\d+) (puzzles|boards|Sudokus|problems)(?:, one a line)?: choose one (?:of ([^\n]*)|by its number)/.exec(message);
  if (!said) {
    return undefined;
  }
  const [, digits = '', what = '', list = ''] = said;
  const numbers = Array.from({ length: Number(digits) }, (_, at) => `${at + 1}`);
  const names = list.split(', ');
  // Problems are listed with their numbers, which choose them, too; names may have commas in them.
  const isByName = what === 'puzzles' && names.length === numbers.length && new Set(names).size === names.length;
  return { what, names: isByName ? names : numbers };
}

/**
 * The numbers of the lines, from 1, of a text each of which is a puzzle by itself: a JSON document or an
 * address. Nothing if the text is no such list.
 * @param {string} text
 * @returns {number[]}
 */
export function puzzleLines(text) {
  /** @type {number[]} */
  const found = [];
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    const content = line.replace('\uFEFF', '').trim();
    if (content === '' || content.startsWith('#')) {
      continue;
    }
    if (!/^(?:\{.*\}|https?:\/\/.*)$/.test(content)) {
      return [];
    }
    found.push(number);
  }
  return found.length > 1 ? found : [];
}

/**
 * A line of a text, where it stands, so that places in messages are right.
 * @param {string} text
 * @param {number} number from 1
 */
export function lineOf(text, number) {
  return '\n'.repeat(number - 1) + (text.split('\n')[number - 1] ?? '');
}

/**
 * The puzzles or days of an archive in JSON, each as a text of its own under its name; nothing if the text is
 * none. An archive is a list of objects, or an object whose values are days with levels.
 * @param {string} text
 * @returns {Map<string, string> | undefined}
 */
export function archived(text) {
  const bare = text.replace('\uFEFF', '').trim();
  if (!/^(?:\[\s*\{|\{\s*"[^"]*"\s*:\s*\{)/.test(bare)) {
    return undefined;
  }
  /** @type {any} */
  let archive;
  try {
    archive = JSON.parse(bare);
  } catch {
    return undefined;
  }
  const isObject = (/** @type {any} */ value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const isDay = (/** @type {any} */ value) => isObject(value) && !('dominoes' in value) && LEVELS.some((level) => isObject(value[level]));
  const values = Object.values(archive);
  if (values.length === 0 || !(Array.isArray(archive) ? values.every(isObject) : values.every(isDay))) {
    return undefined;
  }
  const names = Array.isArray(archive) ? values.map((value, at) => `${value.printDate ?? at + 1}`) : Object.keys(archive);
  const isClear = new Set(names).size === names.length;
  return new Map(values.map((value, at) => [isClear ? (names[at] ?? '') : `${at + 1}`, `${JSON.stringify(value)}\n`]));
}

/**
 * @typedef {object} Parts
 * @property {string} words what is chosen from
 * @property {string[]} names
 * @property {(name: string) => string} part a part as a text of its own
 * @property {(name: string, part: string) => string | undefined} put the text with another part in place of
 *   one; nothing if it has no room there
 */

/**
 * What a text holds that is more than one puzzle by its form alone.
 * @param {string} text
 * @returns {Parts}
 */
export function partsOf(text) {
  const archive = archived(text);
  if (archive) {
    const words = `This is an archive of ${archive.size}; this one is asked about:`;
    /** @type {Parts['put']} */
    const put = (name, part) => {
      if (!part.startsWith('{')) {
        return undefined;
      }
      const all = JSON.parse(text.replace('\uFEFF', ''));
      all[Array.isArray(all) ? [...archive.keys()].indexOf(name) : name] = JSON.parse(part);
      return `${JSON.stringify(all)}\n`;
    };
    return { words, names: [...archive.keys()], part: (name) => archive.get(name) ?? text, put };
  }
  const lines = puzzleLines(text);
  const words = `There are puzzles in ${lines.length} lines; this line is asked about:`;
  /** @type {Parts['put']} */
  const put = (name, part) => {
    const own = part.trimEnd();
    return own.startsWith('{') && !own.includes('\n')
      ? text.split('\n').map((line, at) => (at === Number(name) - 1 ? own : line)).join('\n')
      : undefined;
  };
  return { words, names: lines.map(String), part: (name) => lineOf(text, Number(name)), put };
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

// The editors of the page, one for each kind of puzzle that can be drawn by hand.

import { create as createCryptarithm } from "./cryptarithm.js";
import { create as createPips } from "./pips.js";
import { create as createPolyform } from "./polyform.js";
import { create as createStars } from "./stars.js";
import { create as createSudoku } from "./sudoku.js";

/**
 * @typedef {object} Editor
 * @property {(text: string) => boolean} setText shows a puzzle; false if the text is no puzzle of the kind, or one that
 *   cannot be shown: too large, several at once, or in a format that is only read
 * @property {() => void} focus
 * @property {() => void} destroy
 *
 * @typedef {object} EditorKind
 * @property {string} id the name of the kind, as the command has it
 * @property {string} title
 * @property {(host: HTMLElement, change: (text: string) => void) => Editor} create shows a small puzzle to begin with;
 *   `change` gets the text after each change by hand
 */

/** @type {EditorKind[]} */
export const editors = [
  { id: "queens", title: "Queens and Star Battle", create: createStars },
  { id: "sudoku", title: "Sudoku", create: createSudoku },
  { id: "pips", title: "Pips", create: createPips },
  { id: "polyform", title: "Polyforms", create: createPolyform },
  { id: "cryptarithm", title: "Cryptarithm", create: createCryptarithm },
];

// The samples that the page offers. The build copies each from its place in the repository.

/**
 * @typedef {object} Sample
 * @property {string} title
 * @property {string} kind the name of the kind, as the command has it
 * @property {string} file its place below the folder of this module
 * @property {string} from its place in the repository
 */

/** @type {(title: string, kind: string, from: string) => Sample} */
const sample = (title, kind, from) => ({ title, kind, file: from.split("/").at(-1) ?? from, from: `puzzles/${from}` });

/** @type {Sample[]} */
export const samples = [
  sample("Queens, 8 rows", "queens", "queens/queens-8x8.txt"),
  sample("Star Battle, two stars", "queens", "queens/star-battle-10x10.txt"),
  sample("Eight queens", "queens", "queens/eight-queens.txt"),
  sample("Sudoku", "sudoku", "sudoku/classic-9x9.txt"),
  sample("Sudoku, 6 rows", "sudoku", "sudoku/six-6x6.txt"),
  sample("Sudoku with irregular regions", "sudoku", "sudoku/irregular-5x5.txt"),
  sample("Killer Sudoku", "sudoku", "sudoku/killer-9x9.json"),
  sample("Sudoku with arrows and thermometers", "sudoku", "sudoku/arrows-9x9.json"),
  sample("Sudoku with nine kinds of lines", "sudoku", "sudoku/nine-lines-9x9.json"),
  sample("Sudoku with a shading", "sudoku", "sudoku/land-and-water-6x6.json"),
  sample("Pips", "pips", "pips/five-dominoes.json"),
  sample("Pentominoes, 6 by 10", "polyform", "polyforms/pentominoes-6x10.txt"),
  sample("Pentominoes on a chessboard with a square", "polyform", "polyforms/pentominoes-8x8-square.txt"),
  sample("L-trominoes", "polyform", "polyforms/l-trominoes-6x6.txt"),
  sample("Soma cube", "polyform", "polyforms/soma-cube.txt"),
  sample("SEND + MORE = MONEY", "cryptarithm", "cryptarithms/send-more-money.txt"),
  sample("A product", "cryptarithm", "cryptarithms/abcd-times-4.txt"),
];

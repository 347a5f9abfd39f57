// The models of the editors: each sample, read and written again, asks the same as before.
//
// With `GORDIAN_ALL=1` all puzzles of the shared folder, else a sample of each kind.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import * as cryptarithm from "../page/editors/model/cryptarithm.js";
import { pack, unpack } from "../page/editors/model/lzstring.js";
import * as pips from "../page/editors/model/pips.js";
import * as polyform from "../page/editors/model/polyform.js";
import * as stars from "../page/editors/model/stars.js";
import * as grids from "../page/editors/model/sudoku.js";
import * as clues from "../page/editors/model/sudoku_clues.js";
import { ALL, command, run, sample, shared } from "./support.js";

/** The model of Sudokus, which stands in two files. */
const sudoku = { ...grids, ...clues };

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The files of a folder, with their texts. */
function textsOf(folder) {
  return readdirSync(folder).sort().filter((name) => !/\.(md|tsv)$/.test(name)).map((name) => {
    return { name, text: readFileSync(join(folder, name), "utf8") };
  });
}

/** The formula of a puzzle without its comments, which name its source. */
function formula(kind, text) {
  const { stdout, status, stderr } = run(["encode", "--as", kind, "-", "-q"], text);
  return status === 0 ? stdout.replace(/^c .*$/gm, "") : `refused: ${stderr.split("\n")[0].replace(/^.*?: /, "")}`;
}

/** The number of solutions of a puzzle. */
function count(kind, text) {
  return JSON.parse(run(["count", "--as", kind, "--json", "--time", "20", "-"], text).stdout).count;
}

/** The number of pairs of formulas that were compared. */
let compared = 0;

/** Checks that a text that is read and written again asks the same. */
function roundTrip(t, kind, model, { name, text }, isOrdered = true) {
  const read = model.parse(text);
  assert.ok(read, `${name} is read`);
  const written = model.write(read);
  const again = model.parse(written);
  assert.deepEqual(model.write(again), written, `${name} is written the same again`);
  if (!command) return t.diagnostic(`${name}: no command to compare with`);
  const [before, after] = [formula(kind, text), formula(kind, written)];
  if (before !== after && !isOrdered) {
    assert.equal(count(kind, written), count(kind, text), `${name}: ${written}`);
  } else {
    compared += before.startsWith("refused") ? 0 : 1;
    assert.equal(after === before, true, `${name}: ${before.slice(0, 200)} | ${after.slice(0, 200)}\n${written}`);
  }
}

test("boards of stars ask the same", (t) => {
  for (const file of textsOf(join(root, "puzzles/queens"))) roundTrip(t, "queens", stars, file);
});

test("puzzles of pips ask the same", (t) => {
  for (const file of textsOf(join(root, "puzzles/pips"))) roundTrip(t, "pips", pips, file);
});

test("Sudokus ask the same", (t) => {
  for (const file of textsOf(join(root, "puzzles/sudoku"))) roundTrip(t, "sudoku", sudoku, file);
});

test("boards and pieces ask the same", (t) => {
  const own = textsOf(join(root, "puzzles/polyforms"));
  for (const file of own) roundTrip(t, "polyform", polyform, file, false);
});

test("cryptarithms ask the same", (t) => {
  for (const file of textsOf(join(root, "puzzles/cryptarithms"))) roundTrip(t, "cryptarithm", cryptarithm, file);
});

test("shared boards of stars ask the same", (t) => {
  const folder = shared(t, "puzzles");
  if (!folder) return;
  const own = textsOf(join(folder, "queens"));
  const first = (text) => text.split(/\n\s*\n/)[0] + "\n";
  const others = textsOf(join(folder, "starbattle")).map(({ name, text }) => ({ name, text: first(text) }));
  for (const file of [...sample(own, 12), ...sample(others, 12)]) roundTrip(t, "queens", stars, file);
});

test("shared puzzles of pips ask the same", (t) => {
  const folder = shared(t, "puzzles");
  if (!folder) return;
  const levels = textsOf(join(folder, "pips")).flatMap(({ name, text }) => {
    const document = JSON.parse(text);
    return ["easy", "medium", "hard"].filter((level) => document[level]?.dominoes).map((level) => {
      return { name: `${name} ${level}`, text: JSON.stringify(document[level]) };
    });
  });
  assert.ok(levels.length > 300);
  for (const file of sample(levels, 24)) roundTrip(t, "pips", pips, file);
});

test("shared Sudokus ask the same", (t) => {
  const folder = shared(t, "puzzles");
  if (!folder) return;
  const variants = [...sample(textsOf(join(folder, "sudoku/variants")), 40), ...textsOf(join(folder, "sudoku/named"))];
  for (const file of variants) roundTrip(t, "sudoku", sudoku, file);
  const classic = textsOf(join(folder, "sudoku/classic")).filter(({ name }) => !/(49x49|64x64|81x81|100x100)/.test(name));
  for (const { name, text } of sample(classic, 12)) {
    const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
    const isList = lines.length > 100 && lines[0].length > 50;
    roundTrip(t, "sudoku", sudoku, { name, text: isList ? lines[0] + "\n" : text });
  }
});

test("Sudokus packed into addresses are read", () => {
  const text = readFileSync(join(root, "puzzles/sudoku/killer-9x9.json"), "utf8");
  const address = `https://f-puzzles.com/?load=${encodeURIComponent(pack(text))}`;
  assert.deepEqual(sudoku.parse(address), sudoku.parse(text));
  assert.equal(sudoku.parse(address.slice(0, 90)), null);
});

test("documents of SudokuPad are read if they say what they mean", (t) => {
  const square = (value) => (value ? { value } : {});
  const cells = Array.from({ length: 9 }, (_, row) => Array.from({ length: 9 }, (_, column) => square(row === 0 && column === 3 ? 5 : 0)));
  const cages = [{ value: "title: Two cages" }, { cells: [[0, 0], [0, 1]], value: "7" }, { cells: [[4, 4], [4, 5], [5, 5]], sum: 20 }];
  const document = { id: "x", cellSize: 64, cells, cages, metadata: { antiknight: true, rules: "Normal rules" }, lines: [] };
  const model = sudoku.parse(JSON.stringify(document));
  assert.deepEqual(model.document.killercage, [{ cells: ["R1C1", "R1C2"], value: "7" }, { cells: ["R5C5", "R5C6", "R6C6"], value: "20" }]);
  assert.equal(model.document.title, "Two cages");
  if (command) assert.equal(formula("sudoku", sudoku.write(model)), formula("sudoku", JSON.stringify(document)));
  else t.diagnostic("no command to compare with");
  const line = { wayPoints: [[0.5, 0.5], [1.5, 1.5]], color: "#ff0000" };
  assert.equal(sudoku.parse(JSON.stringify({ ...document, lines: [line] })), null);
  assert.equal(sudoku.parse(JSON.stringify({ ...document, cages: [{ cells: [[0, 9]], value: "7" }] })), null);
  assert.equal(sudoku.parse(JSON.stringify({ ...document, cages: [{ cells: [[0, 1]], unique: false }] })), null);
});

test("text is packed as f-puzzles packs it", () => {
  for (const text of ["", "a", "aaaaaaaaaaaaaaaaa", "abcabcabcabc", "Ünïcödé ☃ 𝄞", "{\"size\":9}".repeat(500)]) {
    assert.equal(unpack(pack(text)), text);
  }
  // Packed by the library that defines the format.
  assert.equal(pack("hello, hello, hello"), "BYUwNmD2A0AEoRvcUg==");
  assert.equal(unpack("!"), null);
  assert.equal(unpack(pack("a".repeat(1 << 16)), 1000), null);
});

test("texts of other kinds are no puzzles of a kind", () => {
  const texts = {
    stars: "stars: 1\nAB\nBA\n",
    pips: readFileSync(join(root, "puzzles/pips/five-dominoes.json"), "utf8"),
    sudoku: "1...\n..2.\n....\n...3\n",
    polyform: "board: 2x3\npieces: dominoes x3\n",
    cryptarithm: "SEND + MORE = MONEY\n",
  };
  const models = { stars, pips, sudoku, polyform, cryptarithm };
  for (const [kind, model] of Object.entries(models)) {
    for (const [other, text] of Object.entries(texts)) {
      assert.equal(model.parse(text) !== null, kind === other, `${other} as ${kind}`);
    }
    for (const text of ["", "\n", "{", "{}", "[]", "null", "p cnf 1 1\n1 0\n", "<xml/>", "\u0000", "a:b:c"]) {
      assert.equal(model.parse(text), null, `${JSON.stringify(text)} as ${kind}`);
    }
  }
});

test("clues are added to a Sudoku and taken away again", (t) => {
  let model = sudoku.empty(9);
  const before = sudoku.write(model);
  const kinds = [
    ["killercage", [0, 1, 9], "12"],
    ["thermometer", [2, 3, 12], ""],
    ["arrow", [4, 5, 6], ""],
    ["difference", [20, 21], ""],
    ["ratio", [30, 31], "3"],
    ["xv", [40, 41], "X"],
    ["odd", [50], ""],
    ["minimum", [60], ""],
    ["whispers", [70, 71, 72 + 8], ""],
    ["extraregion", [10, 11, 19], ""],
    ["quadruple", [30, 31, 39, 40], "3 7"],
    ["rowindexer", [18], ""],
    ["columnindexer", [27], ""],
  ];
  for (const [kind, cells, value] of kinds) model = sudoku.add(model, kind, cells, value);
  const outside = [
    ["sandwichsum", [-1, 2], "12"],
    ["xsum", [4, 9], "20"],
    ["skyscraper", [9, 0], "3"],
    ["littlekillersum", [-1, 0], "40", "DR"],
    ["littlekillersum", [-1, -1], "50", "DR"],
  ];
  for (const [kind, place, value, direction] of outside) model = sudoku.setOutside(model, kind, place, value, direction);
  model = sudoku.addClone(model, [60, 61], [78, 79]);
  model = sudoku.setNegative(model, "ratio", true);
  model = sudoku.setGlobal(model, "diagonal+", true);
  const found = sudoku.figures(sudoku.parse(sudoku.write(model)));
  assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(["clone", ...[...kinds, ...outside].map(([kind]) => kind)]));
  assert.deepEqual(sudoku.keptBeside(model), []);
  if (command) {
    const shown = JSON.parse(run(["show", "--json", "-"], sudoku.write(model)).stdout);
    assert.match(shown.drawing, /the cage of 12 at r1c1–r1c2–r2c1/);
    assert.match(shown.drawing, /the arrow from r1c5 along r1c6–r1c7/);
    assert.match(shown.drawing, /ratio 1:3/);
    const words = [/the sandwich of 12 at r1c3–r2c3/, /the first digits of r5c9–r5c8.* sum to 20/, /3 skyscrapers are seen along r9c1–r8c1/,
      /the diagonal r1c2–r2c3/, /the diagonal r1c1–r2c2/, /the circle with 3, 7/, /the same digits at r7c7–r7c8 and r9c7–r9c8/, /no neighbours without a mark/];
    for (const own of words) assert.match(shown.drawing, own);
    // A clue is seen from where the command says.
    for (const { kind, place, direction, cells } of found.filter(({ place }) => place !== undefined)) {
      const [first = -1] = sudoku.seenFrom(9, place, direction);
      assert.equal(first, cells[0], kind);
    }
  } else t.diagnostic("no command to compare with");
  assert.equal(sudoku.setOutside(model, "xsum", [4, 9], "").document.xsum, undefined);
  assert.equal(sudoku.setOutside(model, "xsum", [4, 9], "21").document.xsum[0].value, "21");
  model = sudoku.setNegative(model, "ratio", false);
  for (const figure of found) model = sudoku.remove(model, sudoku.figures(model)[0] ?? figure);
  model = sudoku.setGlobal(model, "diagonal+", false);
  assert.equal(sudoku.write(model), before);
});

test("only a form that the command reads says that no marks are missing", (t) => {
  const marks = '"xv": [{"cells": ["R1C1", "R1C2"], "value": "V"}]';
  const grid = JSON.stringify(Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ({}))));
  const texts = [`{"size": 4, "givens": ["....", "..2.", "....", "...."], ${marks}}`, `{"size": 4, "grid": ${grid}, ${marks}}`, "....\n..2.\n....\n....\n"];
  for (const text of texts) {
    const model = sudoku.parse(text);
    assert.equal(sudoku.mayBeNegative(model), model.form !== "plain", text);
    if (!command) {
      t.diagnostic("no command to compare with");
      continue;
    }
    for (const kind of sudoku.NEGATIVES) {
      const { status, stderr } = run(["show", "-q", "-"], sudoku.write(sudoku.setNegative(model, kind, true)));
      assert.equal(status === 0, sudoku.mayBeNegative(model), `${kind}: ${stderr}`);
    }
  }
});

test("boards of stars become addresses that are read again", (t) => {
  for (const { name, text } of textsOf(join(root, "puzzles/queens"))) {
    const model = stars.parse(text);
    const address = stars.link(model);
    assert.equal(address === null, model.regions === null, name);
    if (address === null || !command) continue;
    const count = (own) => JSON.parse(run(["count", "--json", "-"], own).stdout).count;
    assert.equal(count(address + "\n"), count(text), `${name} ${address}`);
  }
  // Regions in parts have no address.
  assert.equal(stars.link(stars.parse("stars: 1\nABA\nABC\nCCC\n")), null);
  t.diagnostic(command ? "compared with the command" : "no command to compare with");
});

test("diagonals of queens are free if a line says so, wherever it stands", (t) => {
  const texts = { "diagonals: no\nqueens: 6\n": false, "queens: 6\ndiagonals: no\n": false, "queens: 6\n": true, "diagonals: yes\nqueens: 6\n": true };
  for (const [text, expected] of Object.entries(texts)) {
    assert.equal(stars.parse(text).diagonals, expected, text);
    roundTrip(t, "queens", stars, { name: text, text });
  }
});

test("painting a board of stars", () => {
  let model = stars.empty(4);
  model = stars.paint(model, 5, 0);
  assert.equal(stars.write(model), "stars: 1\nAAAA\nBABB\nCCCC\nDDDD\n");
  model = stars.paint(model, 6, 4);
  assert.equal(model.labels[4], "E");
  assert.equal(stars.resize(stars.empty(3), 4).regions.length, 16);
  assert.ok(stars.parse(stars.write(stars.resize(stars.empty(3), 5))));
  const none = { ...model, regions: null };
  assert.equal(stars.parse(stars.write(none)).regions, null);
});

test("nearly all comparisons were of formulas", (t) => {
  if (command && shared(t, "puzzles")) assert.ok(compared > (ALL ? 900 : 120), `${compared}`);
  t.diagnostic(`${compared} pairs of formulas were compared`);
});

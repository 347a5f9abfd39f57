// Texts that hold several puzzles: what the command says of them is understood.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { archived, choices, lineOf, partsOf, puzzleLines } from "../page/several.js";
import { command, run } from "./support.js";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const puzzle = (name) => readFileSync(join(root, "puzzles", name), "utf8");
const skip = command === undefined && "there is no command";

/** What the command says of a text that holds several. */
const refusal = (text) => run(["show", "-"], text).stderr;

const level = JSON.parse(puzzle("pips/five-dominoes.json")).medium;
const sudoku = puzzle("sudoku/classic-9x9.txt").replace(/^#.*$/gm, "").replace(/\s/g, "");
const shapes = '<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="2" y="2" z="1" type="0">####</voxel>';
const problem = (name) => `<problem name="${name}" state="0"><shapes><shape id="0" count="2"/></shapes><result id="1"/><bitmap/></problem>`;
const problems = `<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><colors/><shapes>${shapes}</shapes><problems>${problem("One")}${problem("Two, too")}</problems><comment/></puzzle>`;

/** Texts, with the names of their puzzles. */
const TEXTS = {
  boards: ["AAB\nABB\nCCC\n\n# Second\nAAB\nABB\nCCC\n", ["1", "2"]],
  levels: [JSON.stringify({ easy: level, medium: null, hard: level }), ["easy", "hard"]],
  sudokus: [`${sudoku}\n`.repeat(12), Array.from({ length: 12 }, (_, at) => `${at + 1}`)],
  problems: [problems, ["1", "2"]],
};

test("the choices of the command are understood, and each can be chosen", { skip }, () => {
  for (const [kind, [text, names]] of Object.entries(TEXTS)) {
    const found = choices(refusal(text));
    assert.deepEqual(found?.names, names, `${kind}: ${refusal(text)}`);
    for (const name of names) {
      const { status, stderr } = run(["show", "--pick", name, "-"], text);
      assert.equal(status, 0, `${kind} ${name}: ${stderr}`);
    }
  }
});

test("nothing is chosen where there is one puzzle or a mistake", { skip }, () => {
  for (const text of ["AAB\nAB\n", "x", "{}", puzzle("queens/queens-8x8.txt")]) assert.equal(choices(refusal(text)), undefined, text);
  assert.equal(choices("the text holds 2 boards, and none is called `3`"), undefined);
  // A name with a comma in it cannot be told from two.
  assert.deepEqual(choices("the text holds 2 puzzles: choose one of a, b, c")?.names, ["1", "2"]);
});

test("archives of days and lists of documents are taken apart", () => {
  const [easy, hard] = [{ dominoes: [[0, 1]], regions: [] }, { dominoes: [[1, 1]], regions: [] }];
  const days = { "2026-01-01": { printDate: "2026-01-01", easy, hard }, "2026-01-02": { easy: null, hard } };
  assert.deepEqual([...archived(JSON.stringify(days)).keys()], ["2026-01-01", "2026-01-02"]);
  assert.deepEqual(JSON.parse(partsOf(JSON.stringify(days)).part("2026-01-02")), days["2026-01-02"]);
  const list = JSON.stringify([days["2026-01-01"], { size: 4 }]);
  assert.deepEqual([...archived(list).keys()], ["2026-01-01", "2"]);
  const part = '{"size":4}\n';
  const put = JSON.parse(partsOf(JSON.stringify(days)).put("2026-01-02", part));
  assert.deepEqual(put, { ...days, "2026-01-02": { size: 4 } });
  assert.deepEqual(JSON.parse(partsOf(list).put("2", part)), JSON.parse(list));
  assert.equal(partsOf(list).put("2", "1...\n"), undefined);
  assert.equal(partsOf('{"a":1}\n# here\n{"b":2}\n').put("3", part), '{"a":1}\n# here\n{"size":4}\n');
  assert.equal(partsOf('{"a":1}\n{"b":2}\n').put("2", "1...\n...1\n"), undefined);
  const twice = JSON.stringify([days["2026-01-01"], days["2026-01-01"]]);
  assert.deepEqual(partsOf(twice).names, ["1", "2"]);
  for (const other of ["", "[]", "{}", "[1]", '[{"a":1},2]', '{"a":{"b":1}}', TEXTS.levels[0], puzzle("sudoku/killer-9x9.json"), puzzle("pips/five-dominoes.json"), "[{", '{"a":{']) {
    assert.equal(archived(other), undefined, other);
  }
});

test("lists of documents and addresses are told from other texts", { skip }, () => {
  const document = JSON.stringify(JSON.parse(puzzle("sudoku/killer-9x9.json")));
  const text = `# two\n${document}\r\n\nhttps://puzz.link/p?starbattle/4/4/1/2g00o0\n`;
  assert.deepEqual(puzzleLines(text), [2, 4]);
  for (const other of ["", document, `${document}\nx`, puzzle("sudoku/killer-9x9.json"), sudoku, TEXTS.levels[0]]) {
    assert.deepEqual(puzzleLines(other), []);
  }
  const twice = `${document}\n${document}\n`;
  const title = (own) => JSON.parse(run(["show", "--json", "-"], own).stdout).title;
  assert.equal(title(lineOf(twice, 2)), title(document));
  // A mistake is told where it stands in the list.
  assert.match(run(["show", "-"], lineOf(`${document}\n{"grid": [[}\n`, 2)).stderr, /:2:\d+:/);
});

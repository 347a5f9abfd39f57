// Texts that hold several puzzles: what the command says of them is understood.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { pack } from "../page/editors/model/lzstring.js";
import { elementsOf } from "../page/json.js";
import { archived, choices, partsOf, puzzleLines } from "../page/several.js";
import { inWhole, placeOf } from "../page/subject.js";
import { command, run } from "./support.js";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const puzzle = (name) => readFileSync(join(root, "puzzles", name), "utf8");
const skip = command === undefined && "there is no command";

/** The words of the command about a text, as the page hears them. */
const message = (text, options = []) => run(["show", "-", ...options], text).stderr.replace(/^gordian: error: /, "").trimEnd();

/** The same without the place. */
const refusal = (text, options = []) => placeOf(message(text, options), "<stdin>").words;

/** A part of a text, as it stands. */
const partOf = (text, name) => {
  const { start, end } = partsOf(text).piece(name);
  return text.slice(start, end);
};

const level = JSON.parse(puzzle("pips/five-dominoes.json")).medium;
const sudoku = puzzle("sudoku/classic-9x9.txt").replace(/^#.*$/gm, "").replace(/\s/g, "");
const shapes = '<voxel x="2" y="1" z="1" type="0">##</voxel><voxel x="2" y="2" z="1" type="0">####</voxel>';
const problem = (name) => `<problem name="${name}" state="0"><shapes><shape id="0" count="2"/></shapes><result id="1"/><bitmap/></problem>`;
const problems = `<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><colors/><shapes>${shapes}</shapes><problems>${problem("One")}${problem("Two, too")}</problems><comment/></puzzle>`;

const packed = pack(JSON.stringify(JSON.parse(puzzle("sudoku/killer-9x9.json"))));

/** Texts, with the names of their puzzles. */
const TEXTS = {
  boards: ["AAB\nABB\nCCC\n\n# Second\nAAB\nABB\nCCC\n", ["1", "2"]],
  // Packed documents are a list that the command finds, not the page.
  packed: [`${packed}\n${packed}\n`, ["1", "2"]],
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
  // The words of the text are no words of the command, which quotes them.
  const sentences = ["the text holds 4000000000 boards: choose one by its number or name", "holds 4000000000 boards: choose one by its number",
    "the text holds 3 puzzles: choose one of a, b, c"];
  for (const sentence of sentences) {
    for (const text of [`size: 4\n${sentence}\n`, `${sentence}: 4\n`, `stars: ${sentence}\nAAB\nABB\nCCC\n`, JSON.stringify({ size: 4, [sentence]: 1 })]) {
      assert.equal(choices(refusal(text)), undefined, text);
      assert.equal(choices(message(text)), undefined, text);
    }
  }
  assert.equal(choices(refusal(TEXTS.boards[0], ["--pick", sentences[0]])), undefined);
  // No tab has the memory for so many names.
  assert.equal(choices("the text holds 4000000000 boards: choose one by its number or name"), undefined);
  assert.equal(choices("the text holds 1 boards: choose one by its number or name"), undefined);
  // A name with a comma in it cannot be told from two.
  assert.deepEqual(choices("the text holds 2 puzzles: choose one of a, b, c")?.names, ["1", "2"]);
});

test("archives of days and lists of documents are taken apart", () => {
  const [easy, hard] = [{ dominoes: [[0, 1]], regions: [] }, { dominoes: [[1, 1]], regions: [] }];
  const days = { "2026-01-01": { printDate: "2026-01-01", easy, hard }, "2026-01-02": { easy: null, hard } };
  assert.deepEqual([...archived(JSON.stringify(days)).keys()], ["2026-01-01", "2026-01-02"]);
  assert.deepEqual(JSON.parse(partOf(JSON.stringify(days), "2026-01-02")), days["2026-01-02"]);
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

test("parts of archives stay as they stand", () => {
  const strange = '{"size": 4, "killercage": [1e2], "killercage": [{"value": "]},[\\"\\\\"}], "id": 12345678901234567890}';
  const [first, last] = [`{"size":9}`, `{"printDate" : "x","a":[[],{}]}`];
  const list = `\uFEFF [ ${first},\n  ${strange}\t, ${last} ]\n`;
  assert.deepEqual(["1", "2", "x"].map((name) => partOf(list, name)), [first, strange, last]);
  assert.equal(partsOf(list).put("1", '{"size":4}\n'), list.replace(first, '{"size":4}'));
  assert.equal(partOf(list, undefined), list);
  // Days in the order of the text, even where their names are numbers, and each of two with the same name.
  const day = (number) => `{"easy": {"dominoes": [], "number": ${number}}}`;
  const days = `{"20260102": ${day(1)}, "20260101": ${day(2)}}`;
  assert.deepEqual(partsOf(days).names.map((name) => [name, partOf(days, name)]), [["20260102", day(1)], ["20260101", day(2)]]);
  const twice = `{"a": ${day(1)}, "a": ${day(2)}}`;
  assert.deepEqual(partsOf(twice).names.map((name) => [name, partOf(twice, name)]), [["1", day(1)], ["2", day(2)]]);
});

test("JSON is taken apart where it is", () => {
  const parts = (text) => elementsOf(text).map(({ key, start, end }) => [key, text.slice(start, end)]);
  assert.deepEqual(parts("[]"), []);
  assert.deepEqual(parts(" { } "), []);
  assert.deepEqual(parts('["a,b", "\\"]", [1, [2, 3]],{"a":{"b":1}} , null ]'), ['"a,b"', '"\\"]"', "[1, [2, 3]]", '{"a":{"b":1}}', "null"].map((own) => [undefined, own]));
  assert.deepEqual(parts('{"a" : 1, "a":2,"\\u0062:}" :[ ]}'), [["a", "1"], ["a", "2"], ["b:}", "[ ]"]]);
});

test("a mistake in a part is told where it stands in the whole text", { skip }, () => {
  const pips = '{"dominoes": [[1, 1], [1, 2]],\n   "regions": [{"indices": [[0, 0], [0, 1], [1, 0]], "type": "sum", "target": 4},\n {"indices": [[0, 1]], "type": "empty"}]}';
  const stray = '{"size": 4, "givens": ["1...", "....", "....", "...."], "killercage": [], "killercage": []}';
  const right = '{"size": 4, "givens": ["1...", "....", "....", "...."], "title": "𝄞"}';
  for (const text of [`[\n\n  ${right}, ${pips}]`, `[${right}, ${stray}]`, `[${"\n".repeat(120)}${right},\n  ${stray}]`, `${right}\n# here\n${stray}\n`]) {
    const name = partsOf(text).names.at(-1);
    const { start, end } = partsOf(text).piece(name);
    const part = text.slice(start, end);
    const own = placeOf(message(part), "<stdin>");
    const { line, offset, words } = inWhole(own, text, start);
    const before = text.slice(0, offset).split("\n");
    assert.equal(line, before.length, text);
    // The same place as in the part.
    const inPart = part.split("\n").slice(0, own.line - 1).reduce((sum, other) => sum + other.length + 1, 0) + own.column - 1;
    assert.equal(offset, start + inPart, text);
    // The picture has the number of that line, and the caret stands below the same sign.
    const [sentence, shown, carets] = words.split("\n");
    assert.doesNotMatch(sentence, / at line /);
    assert.ok(shown.startsWith(`${line} | `), words);
    assert.equal(shown[carets.indexOf("^")] ?? "", text[offset] ?? "", words);
    assert.equal(words.split("\n").length, own.words.split("\n").length);
  }
  // A text by itself is told as the command tells it.
  const alone = placeOf(message(stray), "<stdin>");
  assert.deepEqual(inWhole(alone, stray, 0), { line: alone.line, offset: alone.column - 1, words: alone.words });
});

test("lists of documents and addresses are told from other texts", { skip }, () => {
  const document = JSON.stringify(JSON.parse(puzzle("sudoku/killer-9x9.json")));
  const text = `# two\n${document}\r\n\nhttps://puzz.link/p?starbattle/4/4/1/2g00o0\n`;
  assert.deepEqual([...puzzleLines(text).keys()], ["2", "4"]);
  for (const other of ["", document, `${document}\nx`, puzzle("sudoku/killer-9x9.json"), sudoku, TEXTS.levels[0]]) {
    assert.equal(puzzleLines(other).size, 0);
  }
  const twice = `${document}\n${document}\n`;
  const title = (own) => JSON.parse(run(["show", "--json", "-"], own).stdout).title;
  assert.equal(title(partOf(twice, "2")), title(document));
});

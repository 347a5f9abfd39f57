// The documents in WebAssembly are those of the command, but for times.
//
// With `GORDIAN_ALL=1` about all puzzles of the shared folder, else about a sample.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';

import { inWasm, natively, shared } from './native.mjs';
import { ALL, ROOT, sample } from './support.js';

/** Asks both, and counts the questions. */
function same(questions) {
  assert.ok(questions.length > 0);
  for (const [verb, options, path] of questions) {
    const expected = natively(verb, options, path);
    assert.deepEqual(inWasm(verb, options, path), expected, `${verb} ${options.join(' ')} ${path}`);
  }
  console.log(`${questions.length} documents are the same`);
}

/** The questions that the verbs ask about each file. */
function each(verbs, files, options = () => []) {
  return files.flatMap((path) => verbs.map((verb) => [verb, options(path, verb), path]));
}

/** The levels of a day of Pips that are puzzles. */
function levels(path) {
  const day = JSON.parse(readFileSync(path, 'utf8'));
  return ['easy', 'medium', 'hard'].filter((level) => day[level]?.dominoes);
}

const own = (...names) => names.map((name) => join(ROOT, 'puzzles', name));

test('puzzles of the project, by every verb', () => {
  const files = own('cryptarithms/send-more-money.txt', 'pips/five-dominoes.json', 'polyforms/oblongs-5x5.txt',
    'polyforms/l-trominoes-6x6.txt', 'polyforms/soma-cube.txt', 'queens/eight-queens.txt', 'queens/stars-8x8.txt',
    'sudoku/classic-9x9.txt', 'sudoku/arrows-9x9.json', 'sudoku/killer-9x9.json');
  const verbs = ['show', 'solve', 'list', 'count', 'facts', 'explain', 'encode'];
  // One of them has so many solutions that counting them took half of the time of this file.
  const options = (path, verb) => (verb === 'count' && path.endsWith('arrows-9x9.json') ? ['--limit', '20000'] : []);
  same(each(verbs, files, options));
});

/** A random formula of clauses of three literals, and of variables that are so near to each other. */
function formula(path, seed, [variables, clauses, width]) {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const lines = Array.from({ length: clauses }, () => {
    const [first, chosen] = [random(variables), new Set()];
    while (chosen.size < 3) {
      chosen.add((first + random(width)) % variables);
    }
    return `${[...chosen].map((at) => (random(2) ? 1 : -1) * (at + 1)).join(' ')} 0\n`;
  });
  writeFileSync(path, `p cnf ${variables} ${clauses}\n${lines.join('')}`);
  return path;
}

test('counts by searches that take turns', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-'));
  const sizes = [[30, 70, 30], [50, 120, 50], [90, 300, 90], [80, 300, 8], [100, 250, 12]];
  const files = sizes.map((size, at) => formula(join(folder, `${at}.cnf`), at + 7, size));
  const options = [[], ['--method', 'chronological', '--limit', '1000']];
  same(files.flatMap((path) => options.map((some) => ['count', some, path])));
  rmSync(folder, { recursive: true });
});

test('counts of covers', () => {
  const options = [[], ['--up-to-symmetry']];
  const files = own('polyforms/dominoes-8x8.txt', 'polyforms/pentominoes-3x20.txt', 'polyforms/tetrominoes-any-6x6.txt',
    'polyforms/squares-6x6.txt', 'queens/eight-queens.txt');
  same(files.flatMap((path) => options.map((some) => ['count', some, path])));
});

test('Pips', () => {
  const days = sample(shared('pips'), 6).filter((path) => path.endsWith('.json'));
  const questions = days.flatMap((path) => levels(path).flatMap((level) => [
    ['solve', ['--pick', level], path],
    ['count', ['--pick', level, '--limit', '2'], path],
  ]));
  same(questions.length > 0 ? questions : each(['solve'], own('pips/five-dominoes.json')));
});

test('Queens', () => {
  const files = sample(shared('queens').filter((path) => path.endsWith('.txt')), 12);
  same(each(['solve', 'count'], files.length > 0 ? files : own('queens/queens-8x8.txt')));
});

test('variants of Sudoku', () => {
  const files = shared('sudoku/variants').filter((path) => path.endsWith('.json'));
  const some = sample(ALL ? files.slice(0, 100) : files, 6);
  same(each(['solve', 'facts'], some.length > 0 ? some : own('sudoku/killer-9x9.json')));
});

test('what cannot be read is refused in the same words', () => {
  const faults = shared('../faults/07-terminal-escapes').filter((path) => basename(path) !== 'README');
  same(each(['show', 'solve'], [...faults, ...own('README.md')]));
});

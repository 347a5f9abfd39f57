// The command, and the same questions in WebAssembly.

import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { ROOT, run, shared as sharedFolder } from './support.js';

const { initSync, ask } = await import('../dist/gordian.js');
const module = new WebAssembly.Module(readFileSync(join(ROOT, 'web/dist/gordian_bg.wasm')));
initSync({ module });

/**
 * The keys of documents that tell how long something took, or how the same work was done.
 */
const TIMES = new Set(['seconds']);

/** Takes the times out of a document. */
export function withoutTimes(value) {
  if (Array.isArray(value)) {
    return value.map(withoutTimes);
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).filter(([key]) => !TIMES.has(key)).map(([key, part]) => [key, withoutTimes(part)]));
  }
  return value;
}

/** The document of the command, or the words of its error. */
export function natively(verb, options, path) {
  const ended = run([verb, '--json', path, ...options], '');
  if (ended.stdout === '') {
    return { error: ended.stderr.replace(/^gordian: error: /, '').replaceAll(path, 'FILE').trim() };
  }
  return withoutTimes(JSON.parse(ended.stdout));
}

/** The same, in WebAssembly. */
export function inWasm(verb, options, path) {
  let answer;
  try {
    answer = ask(verb, options, basename(path), readFileSync(path), 0, undefined);
  } catch (error) {
    return { error: error.message.replaceAll(basename(path), 'FILE').trim() };
  }
  const document = JSON.parse(answer.document);
  answer.free();
  return withoutTimes(document);
}

/** The files of a folder of puzzles of other people, or nothing where it is not there. */
export function shared(folder) {
  const path = sharedFolder({ diagnostic: console.log }, join('puzzles', folder));
  const names = path === null ? [] : readdirSync(path).filter((name) => !name.endsWith('.tsv')).sort();
  return names.map((name) => join(path, name));
}

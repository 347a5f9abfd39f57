// The command, and the same questions in WebAssembly.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The program, built before. */
export const PROGRAM = process.env.GORDIAN ?? join(ROOT, 'target/debug/gordian');

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
  const ended = spawnSync(PROGRAM, [verb, '--json', path, ...options], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (ended.error) {
    throw ended.error;
  }
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
  const path = join(process.env.GORDIAN_SHARED ?? join(ROOT, '../shared'), 'puzzles', folder);
  if (!existsSync(path)) {
    if (process.env.CI) {
      throw new Error(`${path} is missing`);
    }
    console.log(`not tested: there is no ${path}`);
    return [];
  }
  return readdirSync(path).filter((name) => !name.endsWith('.tsv')).sort().map((name) => join(path, name));
}

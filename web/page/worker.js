// @ts-check
// Answers questions, one at a time. The page ends the worker to cancel one.

import init, { ask } from './gordian.js';

/**
 * @typedef {object} Question
 * @property {string} verb
 * @property {string[]} options
 * @property {string} name
 * @property {Uint8Array} bytes
 * @property {number} pictures the most of them beside the first one
 */

/**
 * @typedef {object} Answer
 * @property {string} document
 * @property {string} text
 * @property {string | undefined} svg
 * @property {string[]} pictures
 * @property {Uint8Array | undefined} proof
 */

/**
 * @typedef {{type: 'ready'}
 *   | {type: 'progress', progress: string}
 *   | {type: 'answer', answer: Answer}
 *   | {type: 'refusal', kind: string, message: string}} Told
 */

/** @type {(told: Told) => void} */
const tell = (told) => self.postMessage(told);

/** @param {Question} question */
function answer({ verb, options, name, bytes, pictures }) {
  try {
    const found = ask(verb, options, name, bytes, pictures, (progress) => tell({ type: 'progress', progress }));
    const { document, text, svg, pictures: further, proof } = found;
    found.free();
    tell({ type: 'answer', answer: { document, text, svg, pictures: further, proof } });
  } catch (error) {
    if (error instanceof Error) {
      // Rust runs out of memory by an instruction that cannot be reached.
      const message = error instanceof WebAssembly.RuntimeError ? `there is not enough memory (${error.message})` : error.message;
      tell({ type: 'refusal', kind: 'failure', message });
    } else {
      const { kind, message } = /** @type {{kind: string, message: string}} */ (error);
      tell({ type: 'refusal', kind, message });
    }
  }
}

self.addEventListener('message', async (event) => {
  if (event.data instanceof WebAssembly.Module) {
    await init({ module_or_path: event.data });
    tell({ type: 'ready' });
  } else {
    answer(event.data);
  }
});

// @ts-check
// Questions, each answered by a worker of its own. Another worker waits for the next question.

/** @typedef {import('./worker.js').Question} Question */
/** @typedef {import('./worker.js').Answer} Answer */
/** @typedef {import('./worker.js').Told} Told */

/** The reason why a question has no answer. */
export class Refusal extends Error {
  /**
   * @param {string} kind `usage`, `input`, `failure`, `cancelled` or `late`
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** A worker, which loads while the module does, and answers once it has it. */
class Answering {
  /** @param {Promise<WebAssembly.Module>} module */
  constructor(module) {
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = () => resolve();
      this.worker.onerror = (event) => reject(new Refusal('failure', event.message || 'the worker cannot be loaded'));
      // A worker that is still loading keeps messages, but its script listens only once it is loaded.
      module.then((loaded) => this.worker.postMessage(loaded), reject);
    });
    this.ready.catch(() => {});
  }
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let module;
/** @type {Answering | undefined} */
let spare;

/** Loads the module once. */
function load() {
  module ??= WebAssembly.compileStreaming(fetch(new URL('./gordian_bg.wasm', import.meta.url)));
  return module;
}

/** Makes a worker wait, if none does. */
export function prepare() {
  if (spare === undefined) {
    const waiting = new Answering(load());
    spare = waiting;
    // One that cannot be loaded is not kept, so that the next question tries again.
    waiting.ready.catch(() => {
      module = undefined;
      spare = spare === waiting ? undefined : spare;
    });
  }
  return spare;
}

/**
 * Asks a question. `cancel` ends it at once; the answer is then a refusal of the kind `cancelled`. `begun`
 * resolves once a worker has loaded, and rejects if none can be.
 * @param {Question} question
 * @param {(progress: string) => void} [hear]
 * @returns {{answer: Promise<Answer>, begun: Promise<void>, cancel: () => void}}
 */
export function ask(question, hear = () => {}) {
  let cancel = () => {};
  const cancelled = new Promise((_, reject) => {
    cancel = () => reject(new Refusal('cancelled', 'cancelled'));
  });
  const { worker, ready } = prepare();
  spare = undefined;
  const answer = (async () => {
    try {
      await Promise.race([ready, cancelled]);
      // The next question need not wait for a worker.
      prepare();
      return await Promise.race([answered(worker, question, hear), cancelled]);
    } finally {
      worker.terminate();
      prepare();
    }
  })();
  return { answer: /** @type {Promise<Answer>} */ (answer), begun: ready, cancel };
}

/**
 * @param {Worker} worker
 * @param {Question} question
 * @param {(progress: string) => void} hear
 * @returns {Promise<Answer>}
 */
function answered(worker, question, hear) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Refusal('failure', event.message));
    worker.onmessage = (/** @type {MessageEvent<Told>} */ event) => {
      const told = event.data;
      if (told.type === 'progress') {
        hear(told.progress);
      } else if (told.type === 'answer') {
        resolve(told.answer);
      } else if (told.type === 'refusal') {
        reject(new Refusal(told.kind, told.message));
      }
    };
    worker.postMessage(question);
  });
}

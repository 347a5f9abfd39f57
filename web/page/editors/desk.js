// What all editors share: a frame, steps that can be undone, and the text that is read and written.

import { frame } from "./dom.js";
import { History } from "./history.js";

/**
 * Begins an editor. Its present puzzle stands in `history`, `commit` goes on to another one, and
 * `setText` is that of the editor.
 * @template T
 * @param {HTMLElement} host
 * @param {(text: string) => void} change gets the text after each change by hand
 * @param {object} own
 * @param {string} own.label the name for screen readers
 * @param {T} own.first the puzzle to begin with
 * @param {(text: string) => T | null} own.parse
 * @param {(puzzle: T) => string} own.write
 * @param {(present: T) => T} own.cleared the puzzle that `New` brings
 * @param {() => void} own.draw shows the present puzzle
 * @param {() => void} [own.forget] forgets what belongs to the puzzle that a text replaces
 */
export function desk(host, change, { label, first, parse, write, cleared, draw, forget = () => {} }) {
  const history = new History(first);
  const show = () => {
    draw();
    change(write(history.present));
  };
  const commit = (/** @type {T} */ next, isMerged = false) => {
    history.push(next, isMerged);
    show();
  };
  const step = (/** @type {boolean} */ isDone) => {
    if (isDone) show();
    else ui.say("Nothing more to undo or to do again.");
  };
  const ui = frame(host, label, {
    undo: () => step(history.undo()),
    redo: () => step(history.redo()),
    clear: () => commit(cleared(history.present)),
  });
  const setText = (/** @type {string} */ text) => {
    if (text === write(history.present)) return true;
    const read = parse(text);
    if (read === null) return false;
    history.reset(read);
    forget();
    draw();
    return true;
  };
  return { history, ui, commit, setText };
}

// The steps of an editor, to be undone and done again.

/** The most steps that are kept. */
const MOST = 500;

/** @template T */
export class History {
  /** @param {T} first */
  constructor(first) {
    /** @type {T} */
    this.present = first;
    /** @type {T[]} */
    this.past = [];
    /** @type {T[]} */
    this.future = [];
  }

  /**
   * Goes on; steps that are merged are undone as one.
   * @param {T} next
   * @param {boolean} isMerged
   */
  push(next, isMerged = false) {
    if (!isMerged) {
      this.past.push(this.present);
      if (this.past.length > MOST) this.past.shift();
    }
    this.present = next;
    this.future = [];
  }

  /** @param {T} next */
  reset(next) {
    [this.present, this.past, this.future] = [next, [], []];
  }

  /** Whether there was a step to undo. */
  undo() {
    const before = this.past.pop();
    if (before === undefined) return false;
    this.future.push(this.present);
    this.present = before;
    return true;
  }

  /** Whether there was a step to do again. */
  redo() {
    const next = this.future.pop();
    if (next === undefined) return false;
    this.past.push(this.present);
    this.present = next;
    return true;
  }
}

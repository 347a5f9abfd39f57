// @ts-check
// The rules that contradict each other: a list, which shows each rule in the picture beside it.

import { make } from './elements.js';

/**
 * @typedef {object} Reason
 * @property {string} text
 * @property {number[][]} [cells] row and column
 */

/**
 * The list of rules. A rule that is pointed at or has the focus stands out in the picture, one at a
 * time; a click keeps it so.
 * @param {Reason[]} reasons
 * @param {Element | null} picture
 */
export function reasonList(reasons, picture) {
  const places = picture instanceof SVGSVGElement ? new Places(picture) : undefined;
  /** @type {HTMLButtonElement | undefined} */
  let kept;
  /** @type {Map<HTMLButtonElement, Element[]>} */
  const parts = new Map();
  /** @param {HTMLButtonElement | undefined} button */
  const light = (button) => places?.light(button && parts.get(button));
  const items = reasons.map((reason, at) => {
    const own = places?.of(at + 1, reason.cells ?? []) ?? [];
    if (own.length === 0) {
      return make('li', {}, reason.text);
    }
    const button = make('button', { type: 'button', class: 'reason', 'aria-pressed': 'false' }, reason.text);
    parts.set(button, own);
    for (const event of ['pointerenter', 'focus']) {
      button.addEventListener(event, () => light(button));
    }
    for (const event of ['pointerleave', 'blur']) {
      button.addEventListener(event, () => light(kept));
    }
    button.addEventListener('click', () => {
      kept?.setAttribute('aria-pressed', 'false');
      kept = kept === button ? undefined : button;
      kept?.setAttribute('aria-pressed', 'true');
      light(button);
    });
    return make('li', {}, button);
  });
  // It scrolls, by keys too.
  return make('ol', { class: 'reasons', tabindex: '0', 'aria-label': 'Rules that contradict each other' }, ...items);
}

/** The parts of a picture that belong to rules: outlines with their numbers, and cells. */
class Places {
  /** @param {SVGSVGElement} picture */
  constructor(picture) {
    this.picture = picture;
    /** @type {Map<number, Element[]>} outline, badge and number of a rule, which are drawn in one order */
    this.outlines = new Map();
    const [outlines, badges] = [picture.querySelectorAll('.rule'), picture.querySelectorAll('.badge:is(circle)')];
    picture.querySelectorAll('.number').forEach((number, at) => {
      const own = [outlines[at], badges[at], number].filter((part) => part !== undefined);
      this.outlines.set(Number(number.textContent), own);
    });
    // Cells have no names: their places tell which they are.
    const cell = picture.querySelector('.cells .cell');
    this.side = numberOf(cell, 'width');
    // The margin is not wider than a cell.
    this.margin = ((numberOf(cell, 'y') - 1) % this.side) + 1;
    this.cells = [...picture.querySelectorAll('.stress')];
    /** @type {Element[]} */
    this.lit = [];
  }

  /**
   * @param {number} number the number of the rule
   * @param {number[][]} cells
   * @returns {Element[]}
   */
  of(number, cells) {
    const at = new Set(cells.map(([row = 0, column = 0]) => `${this.margin + column * this.side} ${this.margin + row * this.side}`));
    const own = this.cells.filter((cell) => at.has(`${cell.getAttribute('x')} ${cell.getAttribute('y')}`));
    // A rule about the whole board marks no cells of its own.
    return [...(this.outlines.get(number) ?? []), ...(own.length === at.size ? own : [])];
  }

  /**
   * Makes these parts stand out, or none.
   * @param {Element[]} [parts]
   */
  light(parts = []) {
    this.lit.forEach((part) => part.classList.remove('lit'));
    parts.forEach((part) => part.classList.add('lit'));
    this.picture.classList.toggle('one-rule', parts.length > 0);
    this.lit = parts;
  }
}

/**
 * @param {Element | null} element
 * @param {string} name
 */
function numberOf(element, name) {
  return Number(element?.getAttribute(name) ?? 0);
}

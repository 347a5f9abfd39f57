// @ts-check
// The questions of the page in the words of the command.

/** The solutions that a list brings at first, and the most pictures on a page of the gallery. */
export const FIRST_LIMIT = 60;
export const ON_A_PAGE = 12;

/**
 * @typedef {'solve' | 'list' | 'count' | 'classes' | 'facts' | 'counts' | 'unique' | 'explain' | 'encode' | 'proof'} Asked
 */

/**
 * @param {Asked} asked
 * @param {number} limit the most solutions of a list
 * @returns {{verb: string, options: string[], pictures: number}}
 */
export function inWords(asked, limit = FIRST_LIMIT) {
  switch (asked) {
    case 'list': return { verb: 'list', options: ['--limit', `${limit}`], pictures: limit - 1 };
    case 'classes': return { verb: 'count', options: ['--up-to-symmetry'], pictures: 0 };
    case 'counts': return { verb: 'facts', options: ['--counts'], pictures: 0 };
    case 'unique': return { verb: 'facts', options: [], pictures: 2 };
    case 'proof': return { verb: 'solve', options: ['-'], pictures: 0 };
    default: return { verb: asked, options: [], pictures: 0 };
  }
}

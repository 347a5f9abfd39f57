// @ts-check
// Numbers and progress in words.

/**
 * An integer in decimal, with its digits in groups of three.
 * @param {string} digits
 */
export function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/**
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  return seconds < 100 ? `${seconds.toFixed(0)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * The part of the space that is done, if that is known; and the words for the progress.
 * @param {string} progress as the worker tells it
 * @returns {{share: number | undefined, words: string}}
 */
export function progressInWords(progress) {
  const { solutions, classes, share, conflicts, learned, settled, of, parts } = JSON.parse(progress);
  if (typeof conflicts === 'number') {
    return { share: undefined, words: `${grouped(`${conflicts}`)} conflicts, ${grouped(`${learned}`)} clauses learned` };
  }
  if (typeof settled === 'number') {
    const words = `${grouped(`${settled}`)} of ${grouped(`${of}`)} ${parts} settled`;
    return { share: of > 0 ? settled / of : undefined, words };
  }
  const among = typeof classes === 'string' ? ` in ${grouped(classes)} classes` : '';
  const known = typeof share === 'number' ? share : undefined;
  const part = known === undefined ? '' : `, ${(100 * known).toFixed(1)} % of the space`;
  return { share: known, words: `${grouped(solutions ?? '0')} solutions${among} so far${part}` };
}

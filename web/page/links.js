// @ts-check
// Addresses of the puzzle: of this page, and of other sites that can show it.

import { byId } from './elements.js';
import { encodeFragment, fpuzzlesLink, puzzLink } from './share.js';

/** @typedef {import('./share.js').Shared} Shared */

/** The buttons for addresses of other sites, with what makes the address of a text. */
const SITES = [
  { id: 'share-fpuzzles', site: 'f-puzzles', kind: 'sudoku', link: fpuzzlesLink },
  { id: 'share-puzz-link', site: 'puzz.link', kind: 'queens', link: puzzLink },
];

/**
 * Lets the buttons copy addresses.
 * @param {() => Shared | undefined} shared what is entered, unless it is no text
 * @param {() => string} puzzle the text of the puzzle that is asked about
 */
export function listenToLinks(shared, puzzle) {
  byId('share', HTMLButtonElement).addEventListener('click', async () => {
    const content = shared();
    if (!content) {
      return tell('A file that is no text cannot be shared.');
    }
    try {
      location.hash = await encodeFragment(content);
    } catch (error) {
      return tell(`There is no link: ${error instanceof Error ? error.message : error}.`);
    }
    return copy('link', location.href);
  });
  for (const { id, site, link } of SITES) {
    byId(id, HTMLButtonElement).addEventListener('click', () => {
      // The text may have changed since the button was shown.
      const address = link(puzzle());
      return address === null ? tell(`${site} cannot show this puzzle.`) : copy(`${site} address`, address);
    });
  }
}

/**
 * Shows the buttons of the sites that can show what is entered.
 * @param {string} kind the kind of the puzzle, or nothing
 * @param {string} text
 */
export function offerAddresses(kind, text) {
  for (const site of SITES) {
    byId(site.id, HTMLButtonElement).hidden = site.kind !== kind || site.link(text) === null;
  }
}

/** Takes away what was said of an address: it is no longer that of what is entered. */
export function forgetAddresses() {
  tell('');
}

/**
 * @param {string} what
 * @param {string} address
 */
async function copy(what, address) {
  try {
    await navigator.clipboard.writeText(address);
    tell(`The ${what} was copied.`);
  } catch {
    tell(`The browser does not let the page copy. This is the ${what}:`, address);
  }
}

/**
 * @param {string} words
 * @param {string} [address] what is there to be copied by hand
 */
function tell(words, address) {
  byId('shared', HTMLElement).textContent = words;
  const field = byId('shared-address', HTMLInputElement);
  field.hidden = address === undefined;
  field.value = address ?? '';
  if (address !== undefined) {
    field.select();
  }
}

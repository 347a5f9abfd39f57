// @ts-check
// Answers as people see them.

import { download, downloadPng } from './download.js';
import { button, make } from './elements.js';
import { picture } from './pictures.js';
import { reasonList } from './reasons.js';
import { ON_A_PAGE } from './verbs.js';
import { duration, grouped } from './words.js';

/** @typedef {import('./worker.js').Answer} Answer */
/** @typedef {import('./verbs.js').Asked} Asked */

/** The longest text that is shown; all of it can be downloaded. */
const LONGEST_TEXT = 100_000;

/**
 * @typedef {object} Shown
 * @property {Asked} asked
 * @property {Answer} answer
 * @property {string} name the name for files, without an extension
 * @property {number} milliseconds
 * @property {((limit: number) => void) | undefined} more asks for so many solutions
 */

/**
 * The elements that show an answer.
 * @param {Shown} shown
 * @returns {Node[]}
 */
export function show(shown) {
  const { asked, answer, milliseconds } = shown;
  const document = JSON.parse(answer.document);
  /** @type {Node[]} */
  const parts = [make('p', { class: 'verdict' }, verdict(asked, document, hasProof(answer)), make('small', {}, ` ${duration(milliseconds)}`))];
  for (const warning of document.warnings ?? []) {
    parts.push(make('p', { class: 'warning' }, warning));
  }
  /** @type {HTMLElement | undefined} */
  let drawn;
  if (asked === 'list') {
    parts.push(gallery(shown, document));
  } else if (asked === 'unique' && answer.pictures.length === 2) {
    const words = ['One solution', 'Another solution'];
    parts.push(make('div', { class: 'gallery' }, ...answer.pictures.map((svg, at) => figure(svg, words[at] ?? '', shown.name))));
  } else if (answer.svg && asked !== 'proof') {
    drawn = figure(answer.svg, pictureWords(asked, document), shown.name);
    parts.push(drawn);
  }
  if (Array.isArray(document.reasons)) {
    parts.push(reasonList(document.reasons, drawn?.querySelector('svg') ?? null));
  }
  parts.push(...asText(shown), files(shown, document));
  return parts;
}

/**
 * @param {Asked} asked
 * @param {any} document
 */
function pictureWords(asked, document) {
  switch (asked) {
    case 'facts': case 'counts': case 'unique': return 'The puzzle with the candidates of each place';
    case 'explain':
      return document.status === 'unsatisfiable' ? 'The puzzle with the places that contradict each other' : 'A solution';
    default: return 'A solution';
  }
}

/**
 * The answer in a sentence.
 * @param {Asked} asked
 * @param {any} document
 * @param {boolean} isProven whether there is a proof
 * @returns {string}
 */
function verdict(asked, document, isProven) {
  const is = document.status;
  switch (asked) {
    case 'count': case 'classes': return counted(document);
    case 'list': return `${counted(document)}${document.complete ? '' : ' There are more, or may be.'}`;
    case 'encode': return `${grouped(`${document.variables}`)} variables, ${grouped(`${document.clauses}`)} clauses.`;
    case 'facts': case 'counts': case 'unique': return uniqueness(document);
    case 'explain':
      if (is === 'unsatisfiable') {
        const number = (document.reasons ?? document.lines)?.length;
        const what = Array.isArray(document.reasons) ? 'rules' : 'clauses';
        const minimal = document.minimal && number > 1 ? `; each of these ${number} ${what} is needed` : '';
        return `There is no solution${Array.isArray(document.reasons) || Array.isArray(document.lines) ? minimal : ''}.`;
      }
      return is === 'satisfiable' ? 'There is a solution, so nothing contradicts itself.' : 'Not known.';
    case 'proof':
      if (is === 'unsatisfiable') {
        return isProven ? 'There is no solution, and this is the proof.' : withoutProof(document);
      }
      return is === 'satisfiable' ? 'There is a solution, so there is no proof.' : 'Not known.';
    default:
      return is === 'satisfiable' ? 'Solved.' : is === 'unsatisfiable' ? 'There is no solution.' : 'Not known.';
  }
}

/**
 * Whether there is a proof. It is empty if nothing was searched.
 * @param {Answer} answer
 */
function hasProof({ proof }) {
  return proof !== undefined && proof.length > 0;
}

/** @param {any} document */
function withoutProof({ reason }) {
  return reason
    ? `There is no solution: ${reason}. Counting refutes it, so there is no proof.`
    : 'There is no solution: the formula has an empty clause, so there is nothing to prove.';
}

/** @param {any} document */
function counted({ count, orbits, complete, reason }) {
  if (reason) {
    return `There is no solution: ${reason}.`;
  }
  const solutions = count === '1' ? '1 solution' : `${grouped(count)} solutions`;
  const classes = orbits === undefined || orbits === null ? '' : `, ${grouped(orbits)} up to symmetry`;
  return `${complete ? '' : 'At least '}${solutions}${classes}.`;
}

/** @param {any} document */
function uniqueness({ status, complete, unique, count, differences }) {
  if (status !== 'satisfiable') {
    return status === 'unsatisfiable' ? 'There is no solution.' : 'Not known.';
  }
  if (unique) {
    return 'There is exactly one solution.';
  }
  const number = count === undefined || count === null ? 'several' : grouped(count);
  const places = Array.isArray(differences) ? ` Two of them differ in ${differences.length} places.` : '';
  return `There are ${number} solutions.${places}${complete ? '' : ' Not all facts are known.'}`;
}

/**
 * A picture with its files.
 * @param {string} svg
 * @param {string} words
 * @param {string} name
 */
export function figure(svg, words, name) {
  return make('figure', {}, picture(svg, words), make('figcaption', {}, words, ' ',
    button('SVG', () => download(`${name}.svg`, svg, 'image/svg+xml')), ' ',
    button('PNG', () => void downloadPng(`${name}.png`, svg))));
}

/**
 * Pictures of all solutions, some on a page.
 * @param {Shown} shown
 * @param {any} document
 */
function gallery({ answer, name, more }, document) {
  const svgs = answer.svg ? [answer.svg, ...answer.pictures] : [];
  const pages = Math.ceil(svgs.length / ON_A_PAGE);
  const pictures = make('div', { class: 'gallery' });
  const place = make('span', { role: 'status' });
  let page = 0;
  /** @param {number} to */
  const turn = (to) => {
    page = Math.max(0, Math.min(pages - 1, to));
    const first = page * ON_A_PAGE;
    const onPage = svgs.slice(first, first + ON_A_PAGE);
    pictures.replaceChildren(...onPage.map((svg, at) => figure(svg, `Solution ${first + at + 1}`, `${name}-${first + at + 1}`)));
    place.textContent = `Page ${page + 1} of ${pages}`;
  };
  const bar = make('div', { class: 'bar' });
  if (pages > 1) {
    bar.append(button('Previous', () => turn(page - 1)), place, button('Next', () => turn(page + 1)));
  }
  if (!document.complete && more) {
    const next = 4 * svgs.length;
    bar.append(button(`Up to ${next} solutions`, () => more(next)));
  }
  if (pages > 0) {
    turn(0);
  }
  return make('div', {}, pictures, bar);
}

/**
 * @param {Shown} shown
 * @returns {Node[]}
 */
function asText({ asked, answer }) {
  const text = asked === 'encode' ? JSON.parse(answer.document).dimacs ?? '' : answer.text;
  if (text.trim() === '') {
    return [];
  }
  const part = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}\n…` : text;
  const pre = make('pre', { tabindex: '0', 'aria-label': 'The answer as text' }, part);
  const details = make('details', {}, make('summary', {}, 'As text'), pre);
  details.open = !answer.svg && asked !== 'encode';
  return [details];
}

/**
 * Buttons for the files of an answer.
 * @param {Shown} shown
 * @param {any} document
 */
function files({ asked, answer, name }, document) {
  const bar = make('div', { class: 'bar' });
  if (asked === 'encode') {
    /** @type {number[]} */
    const visible = document.visible;
    const map = visible.map((variable, at) => `${variable}\t${document.meanings[at]}\n`).join('');
    bar.append(button('Formula (CNF)', () => download(`${name}.cnf`, document.dimacs, 'text/plain')));
    bar.append(button('Meanings of its variables', () => download(`${name}.map.txt`, map, 'text/plain')));
  }
  const { proof } = answer;
  if (asked === 'proof' && hasProof(answer) && document.status === 'unsatisfiable') {
    bar.append(button('Proof (DRAT)', () => download(`${name}.drat`, /** @type {BlobPart} */ (proof), 'text/plain')));
  }
  bar.append(button('JSON', () => download(`${name}.json`, answer.document, 'application/json')));
  return bar;
}

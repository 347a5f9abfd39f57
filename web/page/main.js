// @ts-check
// The page: what is entered is looked at as one types, and questions are asked about it.

import { figure, show } from './answers.js';
import { editors } from './editors/index.js';
import { byId, make } from './elements.js';
import { forgetAddresses, listenToLinks, offerAddresses } from './links.js';
import { Refusal, ask, prepare } from './questions.js';
import { samples } from './samples/index.js';
import { decodeFragment } from './share.js';
import { Chooser, choices, partsOf } from './several.js';
import { ENTERED, inWhole, ofText, placeOf, textOf } from './subject.js';
import { inWords } from './verbs.js';
import { duration, progressInWords } from './words.js';

/** @typedef {import('./verbs.js').Asked} Asked */
/** @typedef {import('./subject.js').Subject} Subject */

/** The pause in typing after which the text is looked at, and the time for that, in milliseconds. */
const PAUSE = 150;
const LOOK = 3000;
const TOO_SLOW = 'Reading and drawing this takes too long, so there is no picture. Questions can be asked all the same.';
/** The seconds for deduced cells. */
const DEDUCE = '1';

const text = byId('text', HTMLTextAreaElement);
const mistake = byId('mistake', HTMLElement);
const toMistake = byId('to-mistake', HTMLButtonElement);
const preview = byId('preview', HTMLElement);
const answerPlace = byId('answer', HTMLElement);
const running = byId('running', HTMLElement);
const progressWords = byId('progress', HTMLElement);
const shareDone = byId('share-done', HTMLProgressElement);
const deduce = byId('deduce', HTMLInputElement);
const editorChoice = byId('editors', HTMLSelectElement);
const editorPlace = byId('editor', HTMLElement);
const written = byId('written', HTMLElement);

/** @type {Subject | undefined} a file that is no text */
let file;
/** @type {{cancel: () => void} | undefined} */
let looking;
/** @type {{cancel: () => void} | undefined} */
let answering;
/** @type {import('./editors/index.js').Editor | undefined} */
let editor;
/** @type {number | undefined} */
let pause;

/** The parts of what is entered, such as lines of a list or days of an archive. */
let parts = partsOf('');

/** Which part is asked about, and which puzzle of a text that holds several. */
const whichLine = new Chooser(byId('which-line', HTMLElement), chosen);
const which = new Chooser(byId('which', HTMLElement), chosen);

/** The text of the puzzle that is asked about, or of several, of which an option chooses one. */
const ownText = () => {
  const { start, end } = parts.piece(whichLine.chosen);
  return text.value.slice(start, end);
};

/** @returns {Subject} */
const subject = () => file ?? ofText(ownText());

/** Tells the places in refusals of what is asked about now as those in all of what is entered now. */
const placing = () => {
  const { name } = subject();
  const whole = text.value;
  const { start } = parts.piece(whichLine.chosen);
  return (/** @type {Refusal} */ refusal) => {
    const told = placeOf(refusal.message, name);
    return told.line === undefined ? { ...told, offset: undefined } : inWhole(told, whole, start);
  };
};

/** The option that chooses one of several puzzles. */
const pick = () => (which.chosen === undefined ? [] : ['--pick', which.chosen]);

/** The name for files. */
const fileName = () => [file?.name ?? 'gordian', whichLine.chosen, which.chosen].filter(Boolean).join('-').replace(/[^\w-]+/g, '-');

// ---- Looking at what is entered

/** Looks at what is entered once nobody has typed for a moment. */
function lookSoon() {
  clearTimeout(pause);
  forgetAddresses();
  if (answerPlace.childElementCount > 0 && !answerPlace.querySelector('.old')) {
    answerPlace.prepend(make('p', { class: 'warning old' }, 'What is entered has changed since.'));
  }
  // How many puzzles there are is known once the text has been looked at.
  which.chosen = undefined;
  parts = partsOf(file ? '' : text.value);
  whichLine.offer(parts.words, parts.names);
  pause = setTimeout(() => void look(), PAUSE);
}

/** Another puzzle of the text was chosen. */
function chosen() {
  answering?.cancel();
  answering = undefined;
  running.hidden = true;
  answerPlace.replaceChildren();
  forgetAddresses();
  showInEditor();
  void look();
}

/**
 * Offers the puzzles among which the command wants a choice, if that is why it refused. The first is
 * asked about until somebody chooses.
 * @param {Refusal} refusal
 */
function offerChoices(refusal) {
  const found = choices(placing()(refusal).words);
  if (found) {
    which.offer(`There are ${found.names.length} ${found.what} here; this one is asked about:`, found.names);
  }
  return found !== undefined;
}

/** Draws the puzzle, after it was chosen among several. */
async function draw() {
  which.chosen = undefined;
  try {
    const answer = await askForAMoment('show', []);
    which.offer('', []);
    return answer;
  } catch (error) {
    if (!offerChoices(asRefusal(error))) {
      if (asRefusal(error).kind !== 'cancelled') {
        which.offer('', []);
      }
      throw error;
    }
    return askForAMoment('show', pick());
  }
}

/**
 * Asks a question that ends after some time, with a refusal of the kind `late`.
 * @param {string} verb
 * @param {string[]} options
 */
async function askForAMoment(verb, options) {
  looking?.cancel();
  const question = ask({ verb, options, pictures: 0, ...subject() });
  looking = question;
  let isLate = false;
  /** @type {number | undefined} */
  let timer;
  const end = () => {
    isLate = true;
    question.cancel();
  };
  // Loading the page may take longer than any puzzle, and does not count.
  question.begun.then(() => { timer = setTimeout(end, LOOK); }, () => {});
  try {
    return await question.answer;
  } catch (error) {
    throw isLate ? new Refusal('late', 'the time is over') : error;
  } finally {
    clearTimeout(timer);
  }
}

async function look() {
  if (subject().bytes.length === 0) {
    looking?.cancel();
    which.offer('', []);
    return say({ kind: '', notes: [], svg: undefined });
  }
  try {
    const answer = await draw();
    const { kind, title, notes } = JSON.parse(answer.document);
    const words = title ? `${kind}: ${title}` : kind;
    say({ kind, words, notes, svg: answer.svg });
    if (deduce.checked) {
      const { more, svg } = await deduced();
      say({ kind, words: `${words} (${more})`, notes, svg: svg ?? answer.svg });
    }
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal.message.includes('this is a formula, not a puzzle')) {
      await lookAtFormula();
    } else {
      sayRefusal(refusal);
    }
  }
}

/** The deduced cells, in words and as a picture. */
async function deduced() {
  const over = { more: 'deduced cells: the time was over, there may be more', svg: undefined };
  try {
    const facts = await askForAMoment('facts', ['--time', DEDUCE, ...pick()]);
    const { status, complete } = JSON.parse(facts.document);
    if (status === 'unsatisfiable') {
      return { more: 'there is no solution', svg: undefined };
    }
    return { more: complete ? 'deduced cells are all shown' : over.more, svg: facts.svg };
  } catch (error) {
    if (asRefusal(error).kind === 'late') {
      return over;
    }
    throw error;
  }
}

async function lookAtFormula() {
  try {
    await askForAMoment('solve', ['--decisions', '0', '--no-model']);
    say({ kind: 'formula', notes: [], svg: undefined });
  } catch (error) {
    sayRefusal(asRefusal(error));
  }
}

/**
 * Says why nothing is drawn, unless another text is looked at by now.
 * @param {Refusal} refusal
 */
function sayRefusal(refusal) {
  if (refusal.kind === 'late') {
    // The picture of another puzzle would be taken for one of this.
    say({ kind: '', words: TOO_SLOW, notes: [], svg: undefined });
  } else if (refusal.kind !== 'cancelled') {
    say({ kind: '', notes: [], svg: undefined, refusal });
  }
}

/**
 * @param {{kind: string, words?: string, notes: string[], svg: string | undefined, refusal?: Refusal}} seen
 */
function say({ kind, words: shown = kind, notes, svg, refusal }) {
  byId('kind', HTMLElement).textContent = shown;
  offerAddresses(file ? '' : kind, ownText());
  byId('notes', HTMLElement).replaceChildren(...notes.map((note) => make('li', {}, note)));
  preview.hidden = svg === undefined;
  preview.replaceChildren(...(svg ? figure(svg, `The puzzle: ${shown}`, fileName()).childNodes : []));
  text.setAttribute('aria-invalid', `${refusal !== undefined}`);
  mistake.replaceChildren();
  toMistake.hidden = true;
  if (refusal) {
    const { line, offset, words } = placing()(refusal);
    const [first = '', ...picture] = words.split('\n');
    mistake.append(make('p', {}, line === undefined ? first : `Line ${line}: ${first}`));
    if (picture.length > 0) {
      mistake.append(make('pre', {}, picture.join('\n')));
    }
    if (offset !== undefined && !file) {
      toMistake.hidden = false;
      toMistake.onclick = () => {
        text.focus();
        text.setSelectionRange(offset, Math.min(text.value.length, offset + 1));
      };
    }
  }
}

/**
 * @param {unknown} error
 * @returns {Refusal}
 */
function asRefusal(error) {
  return error instanceof Refusal ? error : new Refusal('failure', error instanceof Error ? error.message : `${error}`);
}

// ---- Asking

/**
 * @param {Asked} asked
 * @param {number} [limit]
 */
async function answer(asked, limit) {
  answering?.cancel();
  const { name, bytes } = subject();
  const placed = placing();
  const started = performance.now();
  let words = '';
  const tick = () => { progressWords.textContent = `${duration(performance.now() - started)}${words}`; };
  const { options, ...verb } = inWords(asked, limit);
  const picked = pick();
  const question = ask({ ...verb, options: [...options, ...picked], name, bytes }, (progress) => {
    const told = progressInWords(progress);
    words = `: ${told.words}`;
    if (told.share === undefined) {
      shareDone.removeAttribute('value');
    } else {
      shareDone.value = told.share;
    }
    tick();
  });
  answering = question;
  answerPlace.replaceChildren();
  shareDone.removeAttribute('value');
  tick();
  running.hidden = false;
  const timer = setInterval(tick, 500);
  try {
    const found = await question.answer;
    const milliseconds = performance.now() - started;
    const more = (/** @type {number} */ most) => void answer(asked, most);
    answerPlace.replaceChildren(...show({ asked, answer: found, name: fileName(), milliseconds, more }));
  } catch (error) {
    const refusal = asRefusal(error);
    // One that was picked is asked about once, whatever the command says of it.
    if (answering === question && picked.length === 0 && offerChoices(refusal)) {
      return void answer(asked, limit);
    }
    if (answering === question) {
      const said = refusal.kind === 'cancelled' ? `Cancelled after ${duration(performance.now() - started)}${words}.` : placed(refusal).words;
      answerPlace.replaceChildren(make('p', { class: 'refusal' }, said));
    }
  } finally {
    clearInterval(timer);
    if (answering === question) {
      answering = undefined;
      running.hidden = true;
    }
  }
}

// ---- Entering

/** @param {string} entered */
function enter(entered) {
  file = undefined;
  byId('dropped', HTMLElement).hidden = true;
  text.disabled = false;
  text.value = entered;
  lookSoon();
}

/** @param {File} dropped */
async function enterFile(dropped) {
  const bytes = new Uint8Array(await dropped.arrayBuffer());
  const entered = textOf(bytes);
  chooseEditor('');
  whichLine.wanted = which.wanted = undefined;
  if (entered !== undefined) {
    return enter(entered);
  }
  enter('');
  file = { name: dropped.name || ENTERED, bytes };
  text.disabled = true;
  byId('dropped', HTMLElement).hidden = false;
  byId('dropped-name', HTMLElement).textContent = `${file.name}, ${bytes.length} bytes`;
}

/** Draws what is entered in the editor, which says so if it cannot. */
function showInEditor() {
  editorPlace.querySelector('.undrawn')?.remove();
  if (editor && ownText().trim() !== '' && !editor.setText(ownText())) {
    const why = which.chosen !== undefined ? 'holds several puzzles, and one is drawn here.' : 'is another kind of puzzle, or this editor cannot draw it.';
    editorPlace.prepend(make('p', { class: 'warning undrawn' }, `The text ${why} It stays until something is drawn here.`));
  }
}

/** @param {string} id the editor, or nothing for text */
function chooseEditor(id) {
  editor?.destroy();
  editor = undefined;
  editorPlace.replaceChildren();
  const chosen = editors.find((other) => other.id === id);
  editorChoice.value = chosen ? id : '';
  editorPlace.hidden = !chosen;
  written.classList.toggle('beside', chosen !== undefined);
  if (!chosen) {
    return;
  }
  editor = chosen.create(editorPlace, (edited) => {
    // A part of a list or an archive is drawn in its place, if it has room there.
    const put = whichLine.chosen === undefined ? undefined : parts.put(whichLine.chosen, edited);
    editorPlace.querySelector('.undrawn')?.remove();
    enter(put ?? edited);
  });
  showInEditor();
  editor.focus();
}

function listen() {
  text.addEventListener('input', () => {
    lookSoon();
    showInEditor();
  });
  deduce.addEventListener('change', () => void look());
  byId('questions', HTMLElement).addEventListener('click', (event) => {
    const asked = event.target instanceof HTMLElement ? event.target.dataset.question : undefined;
    if (asked) {
      void answer(/** @type {Asked} */ (asked));
    }
  });
  byId('cancel', HTMLButtonElement).addEventListener('click', () => answering?.cancel());
  byId('undrop', HTMLButtonElement).addEventListener('click', () => enter(''));
  const chosen = byId('file', HTMLInputElement);
  chosen.addEventListener('change', () => {
    const [first] = chosen.files ?? [];
    chosen.value = '';
    return first && enterFile(first);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const [first] = event.dataTransfer?.files ?? [];
    const dropped = event.dataTransfer?.getData('text/plain');
    if (first) {
      void enterFile(first);
    } else if (dropped) {
      enter(dropped);
    }
  });
  editorChoice.append(...editors.map(({ id, title }) => make('option', { value: id }, title)));
  editorChoice.addEventListener('change', () => chooseEditor(editorChoice.value));
  listenToSamples();
  listenToLinks(() => (file ? undefined : { text: text.value, line: whichLine.chosen, pick: which.chosen }), ownText);
  window.addEventListener('hashchange', () => void enterLink());
}

function listenToSamples() {
  const choice = byId('samples', HTMLSelectElement);
  choice.append(...samples.map(({ title }, at) => make('option', { value: `${at}` }, title)));
  choice.addEventListener('change', async () => {
    const sample = choice.value === '' ? undefined : samples[Number(choice.value)];
    if (sample) {
      const response = await fetch(new URL(`./samples/${sample.file}`, import.meta.url));
      chooseEditor('');
      await enterFile(new File([await response.arrayBuffer()], sample.file));
    }
  });
}

/** Enters the puzzle of the address, if it has one. */
async function enterLink() {
  const fragment = location.hash.slice(1);
  if (fragment === '') {
    return;
  }
  try {
    const shared = await decodeFragment(fragment);
    const [line, pick] = [shared.line, shared.pick].map((name) => (typeof name === 'string' ? name : undefined));
    if (shared.text !== text.value || line !== whichLine.chosen || pick !== which.chosen) {
      [whichLine.wanted, which.wanted] = [line, pick];
      enter(shared.text);
      showInEditor();
    }
  } catch {
    mistake.replaceChildren(make('p', {}, 'The link is damaged: there is no puzzle in it.'));
  }
}

listen();
void prepare();
void enterLink();
document.documentElement.dataset.ready = 'true';

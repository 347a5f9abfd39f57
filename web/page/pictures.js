// @ts-check
// Pictures in SVG as parts of the page, so that its style sheet reaches them. A picture is copied
// piece by piece, and only what cannot run or load anything is copied.

const SVG = 'http://www.w3.org/2000/svg';

/** A longer picture is shown as an image: to make its elements would keep the page busy. */
const LONGEST = 400_000;

/** The elements that the command draws with. */
const ELEMENTS = new Set(['circle', 'g', 'path', 'polygon', 'rect', 'svg', 'text', 'title']);

/** Their attributes with words for people: any text. */
const WORDS = new Set(['aria-label']);

/** Their other attributes. None of them names another document or element. */
const ATTRIBUTES = new Set([
  'class', 'cx', 'cy', 'd', 'fill', 'fill-opacity', 'font-family', 'font-size', 'font-weight', 'height', 'paint-order',
  'points', 'r', 'role', 'rx', 'stroke', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'stroke-opacity',
  'stroke-width', 'text-anchor', 'viewBox', 'width', 'x', 'y',
]);

/** The values of those: names, numbers and colours, but no calls such as `url(…)`. */
const VALUE = /^[\w\s.,#%-]*$/;

/**
 * A picture in SVG, as elements. Where that cannot be, it is an image.
 * @param {string} svg
 * @param {string} words what it shows
 * @returns {SVGSVGElement | HTMLImageElement}
 */
export function picture(svg, words) {
  const root = svg.length > LONGEST ? undefined : parsed(svg);
  if (!root) {
    return image(svg, words);
  }
  const element = /** @type {SVGSVGElement} */ (copied(root));
  const label = root.getAttribute('aria-label');
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label ? `${words}. ${label}` : words);
  return element;
}

/**
 * The root of a document, unless it is no picture. Documents that are parsed so run nothing and load nothing.
 * @param {string} svg
 */
function parsed(svg) {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const isWhole = root.namespaceURI === SVG && root.localName === 'svg' && root.querySelector('parsererror') === null;
  return isWhole ? root : undefined;
}

/**
 * An element with those of its attributes and children that the lists above allow.
 * @param {Element} from
 * @returns {Element}
 */
function copied(from) {
  const to = document.createElementNS(SVG, from.localName);
  for (const { namespaceURI, name, value } of from.attributes) {
    if (namespaceURI === null && (WORDS.has(name) || (ATTRIBUTES.has(name) && VALUE.test(value)))) {
      to.setAttribute(name, value);
    }
  }
  for (const child of from.childNodes) {
    if (child instanceof Text) {
      to.append(child.data);
    } else if (child instanceof Element && child.namespaceURI === SVG && ELEMENTS.has(child.localName)) {
      to.append(copied(child));
    }
  }
  return to;
}

/**
 * An image runs no script and loads nothing, whatever the document says.
 * @param {string} svg
 * @param {string} words
 */
function image(svg, words) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const element = document.createElement('img');
  element.alt = words;
  const release = () => URL.revokeObjectURL(url);
  element.addEventListener('load', release);
  element.addEventListener('error', release);
  element.src = url;
  return element;
}

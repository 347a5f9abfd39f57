// Puzzles in the fragment of an address, and in the addresses of other sites.

import { pack } from "./editors/model/lzstring.js";
import { link, parse as parseStars } from "./editors/model/stars.js";
import { parse as parseSudoku } from "./editors/model/sudoku.js";
import { toFpuzzles } from "./editors/model/sudoku_clues.js";

/** The version of the form, which comes first in a fragment. */
const VERSION = "1";
/** The longest text that a fragment may unpack to, in bytes. */
export const MOST_BYTES = 1 << 20;
/** The longest fragment that is looked at. */
const MOST_DIGITS = 1 << 18;

/**
 * The content of a shared address. Other fields are kept as they are, as far as JSON can.
 * @typedef {{text: string, [field: string]: unknown}} Shared
 */

/**
 * The content as a fragment without its `#`: the version, and JSON that is deflated, in base 64 for addresses.
 * @param {Shared} content
 * @returns {Promise<string>}
 */
export async function encodeFragment(content) {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  if (bytes.length > MOST_BYTES) throw new RangeError("the puzzle is too long for an address");
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `${VERSION}.${toDigits(new Uint8Array(await new Response(deflated).arrayBuffer()))}`;
}

/**
 * The content of a fragment, with or without its `#`.
 * @param {string} fragment
 * @returns {Promise<Shared>}
 * @throws {Error} if it is of another version, damaged, or unpacks to more than {@link MOST_BYTES}
 */
export async function decodeFragment(fragment) {
  const bare = fragment.replace(/^#/, "");
  if (!bare.startsWith(`${VERSION}.`)) throw new Error("the address holds no puzzle of a version that is known");
  if (bare.length > MOST_DIGITS) throw new RangeError("the address is too long");
  const bytes = fromDigits(bare.slice(VERSION.length + 1));
  const damaged = new Error("the puzzle in the address is damaged");
  if (bytes === null) throw damaged;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw damaged;
    });
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel().catch(() => {});
      throw new RangeError("the puzzle in the address is too long");
    }
    parts.push(new Uint8Array(value));
  }
  let content;
  try {
    content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer()));
  } catch {
    throw damaged;
  }
  if (typeof content !== "object" || content === null || typeof content.text !== "string") throw damaged;
  return content;
}

/** @param {Uint8Array} bytes */
function toDigits(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} digits */
function fromDigits(digits) {
  if (!/^[A-Za-z0-9_-]*$/.test(digits)) return null;
  try {
    return Uint8Array.from(atob(digits.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * The address of a board of stars on puzz.link; `null` if the text is no such board, or one that it cannot hold.
 * @param {string} text
 * @returns {string | null}
 */
export function puzzLink(text) {
  const model = parseStars(text);
  return model === null ? null : link(model);
}

/**
 * The address of a Sudoku on f-puzzles; `null` if the text is no Sudoku, or has clues that f-puzzles does not know.
 * @param {string} text
 * @returns {string | null}
 */
export function fpuzzlesLink(text) {
  const model = parseSudoku(text);
  const document = model === null ? null : toFpuzzles(model);
  return document === null ? null : `https://www.f-puzzles.com/?load=${encodeURIComponent(pack(JSON.stringify(document)))}`;
}

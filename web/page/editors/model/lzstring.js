// The packing that the addresses of f-puzzles use: LZ-string in base 64, as documented by Pieroxy (2013).
//
// It is LZW over UTF-16 units. A code has as many bits as the dictionary needs so far; 0 and 1 announce a unit of 8 and
// of 16 bits that is new, 2 ends the text. Bits of a number come from the lowest, those of a digit of base 64 from the
// highest.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * @param {string} text
 * @returns {string}
 */
export function pack(text) {
  let digits = "";
  let digit = 0;
  let filled = 0;
  const bits = (/** @type {number} */ count, /** @type {number} */ value) => {
    for (let bit = 0; bit < count; bit++) {
      digit = (digit << 1) | ((value >> bit) & 1);
      filled += 1;
      if (filled === 6) {
        digits += DIGITS[digit];
        [digit, filled] = [0, 0];
      }
    }
  };
  /** @type {Map<string, number>} */
  const codes = new Map();
  const fresh = new Set();
  let [size, width, room] = [3, 2, 2];
  const grow = () => {
    room -= 1;
    if (room === 0) [room, width] = [2 ** width, width + 1];
  };
  const emit = (/** @type {string} */ word) => {
    if (fresh.delete(word)) {
      const unit = word.charCodeAt(0);
      bits(width, unit < 256 ? 0 : 1);
      bits(unit < 256 ? 8 : 16, unit);
      grow();
    } else {
      bits(width, codes.get(word) ?? 0);
    }
    grow();
  };
  let word = "";
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (!codes.has(unit)) {
      codes.set(unit, size++);
      fresh.add(unit);
    }
    if (codes.has(word + unit)) {
      word += unit;
    } else {
      emit(word);
      codes.set(word + unit, size++);
      word = unit;
    }
  }
  if (word !== "") emit(word);
  bits(width, 2);
  // A last digit is filled up even if it is empty.
  const end = digits.length;
  while (digits.length === end) bits(1, 0);
  return digits + "=".repeat((4 - (digits.length % 4)) % 4);
}

/**
 * The text that was packed; `null` if it is damaged, or longer than that.
 * @param {string} packed
 * @param {number} most
 * @returns {string | null}
 */
export function unpack(packed, most = 1 << 22) {
  const values = [...packed.replace(/=+$/, "")].map((digit) => DIGITS.indexOf(digit));
  if (values.includes(-1)) return null;
  let at = 0;
  const isOver = () => at > 6 * values.length;
  const read = (/** @type {number} */ count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) {
      const digit = values[Math.floor(at / 6)] ?? 0;
      value |= ((digit >> (5 - (at % 6))) & 1) << bit;
    }
    return value;
  };
  /** @type {string[]} */
  const words = ["", "", ""];
  let [width, room] = [2, 2];
  const grow = () => {
    room -= 1;
    if (room === 0) [room, width] = [2 ** width, width + 1];
  };
  let text = "";
  let before = "";
  while (!isOver() && text.length <= most) {
    let code = read(width);
    if (code === 2) return text;
    if (code < 2) {
      words.push(String.fromCharCode(read(code === 0 ? 8 : 16)));
      code = words.length - 1;
      grow();
    }
    const word = words[code] ?? (code === words.length && before !== "" ? before + before.charAt(0) : null);
    if (word === null) return null;
    text += word;
    if (before !== "") words.push(before + word.charAt(0));
    grow();
    before = word;
  }
  return null;
}

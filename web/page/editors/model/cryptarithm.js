// Cryptarithms: their text, read into a model and written again.

import { linesOf, numberOf, titleLine } from "./lines.js";

/** @typedef {{title: string, base: number, zeros: boolean, equations: string}} Cryptarithm */

/** @returns {Cryptarithm} */
export function empty() {
  return { title: "", base: 10, zeros: false, equations: "SEND + MORE = MONEY" };
}

/**
 * @param {string} text
 * @returns {Cryptarithm | null}
 */
export function parse(text) {
  /** @type {Cryptarithm} */
  const model = { ...empty(), equations: "" };
  /** @type {string[]} */
  const equations = [];
  for (const line of linesOf(text)) {
    if (line.kind === "row") {
      if (!/^[\p{L}\p{N}\s+\-−–*×·⋅=,;&]+$/u.test(line.text)) return null;
      equations.push(line.text.trim());
    } else if (line.kind === "header") {
      switch (line.key) {
        case "title":
          model.title = line.value;
          break;
        case "base": {
          const base = numberOf(line.value, 2, 36);
          if (base === null) return null;
          model.base = base;
          break;
        }
        case "leading zeros":
          if (line.value !== "yes" && line.value !== "no") return null;
          model.zeros = line.value === "yes";
          break;
        default:
          return null;
      }
    }
  }
  model.equations = equations.join("\n");
  return model.equations.includes("=") && /\p{L}/u.test(model.equations) ? model : null;
}

/**
 * @param {Cryptarithm} model
 * @returns {string}
 */
export function write(model) {
  const base = model.base === 10 ? "" : `base: ${model.base}\n`;
  const zeros = model.zeros ? "leading zeros: yes\n" : "";
  return `${titleLine(model.title)}${base}${zeros}${model.equations.trim()}\n`;
}

/**
 * The letters, in the order in which they are met.
 * @param {Cryptarithm} model
 * @returns {string[]}
 */
export function letters(model) {
  return [...new Set(model.equations.match(/\p{L}/gu) ?? [])];
}

// The tests share the command to compare with, and the folder of shared puzzles.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The command: `GORDIAN`, `GORDIAN_BINARY`, or the one that stands in the folder of targets. */
export const command = [
  process.env.GORDIAN ?? process.env.GORDIAN_BINARY,
  join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "release/gordian"),
  join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/gordian"),
].find((path) => path !== undefined && existsSync(path));

if (!command && process.env.CI) throw new Error("there is no command to compare with: set GORDIAN to its path");

/** Whether all puzzles of the shared folder are tried, not a sample of them. */
export const ALL = process.env.GORDIAN_ALL === "1";

/**
 * Some of a list, evenly; all of it if all are tried.
 * @template T
 * @param {T[]} list
 * @param {number} number
 * @returns {T[]}
 */
export function sample(list, number) {
  if (ALL || list.length <= number) return list;
  return Array.from({ length: number }, (_, at) => list[Math.floor((at * list.length) / number)]);
}

/**
 * Runs the command on a text.
 * @param {string[]} words
 * @param {string} input
 */
export function run(words, input) {
  if (!command) throw new Error("there is no command");
  const most = 1 << 30;
  const { stdout, stderr, status } = spawnSync(command, words, { input, encoding: "utf8", maxBuffer: most });
  return { stdout, stderr, status };
}

/**
 * A folder of the shared data; `null` where there is none, which is told, and fails where `CI` is set.
 * @param {{diagnostic: (message: string) => void}} t
 * @param {string} name
 * @returns {string | null}
 */
export function shared(t, name) {
  const folder = join(process.env.GORDIAN_SHARED ?? join(ROOT, "../shared"), name);
  if (existsSync(folder)) return folder;
  if (process.env.CI) throw new Error(`${folder} is missing`);
  t.diagnostic(`${folder} is missing: nothing to test`);
  return null;
}

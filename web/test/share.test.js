// Puzzles in addresses: those of this page, and those of others.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { samples } from "../page/samples/index.js";
import { decodeFragment, encodeFragment, fpuzzlesLink, MOST_BYTES, puzzLink } from "../page/share.js";
import { command, run, shared } from "./support.js";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Deflated bytes as a fragment, made by Node itself. */
async function fragmentOf(text) {
  const { deflateRawSync } = await import("node:zlib");
  return `1.${deflateRawSync(Buffer.from(text), { level: 9 }).toString("base64url")}`;
}

/** The number of solutions. */
const count = (text) => JSON.parse(run(["count", "--json", "--time", "20", "-"], text).stdout).count;

test("a fragment holds what was put in", async () => {
  for (const text of ["", "SEND + MORE = MONEY", "Ünïcödé ☃ 𝄞\n", "x".repeat(1 << 16), "<script>alert(1)</script>&#\"'"]) {
    const fragment = await encodeFragment({ text, pick: "2" });
    assert.match(fragment, /^1\.[A-Za-z0-9_-]*$/);
    assert.deepEqual(await decodeFragment(`#${fragment}`), { text, pick: "2" });
    assert.deepEqual(await decodeFragment(fragment), { text, pick: "2" });
  }
});

test("every sample fits into an address that is read again", async () => {
  for (const { from, file, kind, title } of samples) {
    const path = join(root, from);
    assert.ok(existsSync(path), from);
    assert.ok(title !== "" && kind !== "" && from.endsWith(`/${file}`));
    const text = readFileSync(path, "utf8");
    const fragment = await encodeFragment({ text });
    assert.ok(fragment.length < 8000, `${from}: ${fragment.length}`);
    assert.equal((await decodeFragment(fragment)).text, text);
  }
  assert.equal(new Set(samples.map(({ file }) => file)).size, samples.length);
});

test("a damaged fragment is refused", async () => {
  const whole = await encodeFragment({ text: "SEND + MORE = MONEY" });
  const damaged = ["", "#", "2.abc", "1.", "1.!!!", "1.abc", whole.slice(0, -4), whole.slice(0, 10), `${whole}A===`];
  for (const fragment of damaged) await assert.rejects(decodeFragment(fragment), Error, fragment);
  for (const content of ["[]", "null", "{}", '{"text": 1}', "not JSON", '"text"']) {
    await assert.rejects(decodeFragment(await fragmentOf(content)), /damaged/, content);
  }
});

test("a bomb does not go off", async () => {
  const bomb = await fragmentOf(JSON.stringify({ text: "a".repeat(64 << 20) }));
  assert.ok(bomb.length < 100_000, "it is small when packed");
  await assert.rejects(decodeFragment(bomb), /too long/);
  await assert.rejects(decodeFragment(`1.${"A".repeat(1 << 20)}`), /too long/);
  await assert.rejects(encodeFragment({ text: "a".repeat(MOST_BYTES) }), /too long/);
});

test("addresses of f-puzzles ask the same", (t) => {
  const files = readdirSync(join(root, "puzzles/sudoku")).map((name) => join(root, "puzzles/sudoku", name));
  const folder = shared(t, "puzzles/sudoku/variants");
  if (folder) files.push(...readdirSync(folder).filter((name) => name.endsWith(".json")).slice(0, 60).map((name) => join(folder, name)));
  let addresses = 0;
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const address = fpuzzlesLink(text);
    // A shading, letters in circles and such are known to plain JSON alone.
    if (address === null) continue;
    addresses += 1;
    assert.match(address, /^https:\/\/www\.f-puzzles\.com\/\?load=[A-Za-z0-9%]+$/);
    if (!command) continue;
    const formula = (own) => run(["encode", "-q", "-"], own);
    const [before, after] = [formula(text), formula(address)];
    assert.equal(after.status, 0, `${file}: ${after.stderr}`);
    const bare = ({ stdout }) => stdout.replace(/^c .*$/gm, "");
    if (bare(before) !== bare(after)) assert.equal(count(address), count(text), file);
  }
  assert.ok(addresses >= files.length - 2, `${addresses} of ${files.length}`);
  assert.equal(fpuzzlesLink("SEND + MORE = MONEY"), null);
});

test("addresses of puzz.link ask the same", (t) => {
  const folder = shared(t, "puzzles/queens");
  const own = ["queens-8x8.txt", "star-battle-10x10.txt"].map((name) => join(root, "puzzles/queens", name));
  const others = folder ? readdirSync(folder).filter((name) => name.endsWith(".txt")).slice(0, 60) : [];
  let addresses = 0;
  for (const file of [...own, ...others.map((name) => join(folder, name))]) {
    const text = readFileSync(file, "utf8");
    const address = puzzLink(text);
    // Regions in parts cannot be told from several regions by their borders.
    if (address === null) continue;
    addresses += 1;
    if (command) assert.equal(count(address), count(text), file);
  }
  assert.ok(addresses > others.length / 2, `${addresses}`);
  assert.equal(puzzLink("queens: 8"), null);
});

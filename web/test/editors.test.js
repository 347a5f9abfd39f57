// The editors in a browser: by mouse and by keys, under the policy of the page, with what helps those who do not see.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { samples } from "../page/samples/index.js";
import { ALL } from "./support.js";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'";
const PAGE = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Editors</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css">
<script type="module" src="/harness.js"></script></head><body><main><h1>Editor</h1><div id="host"></div></main></body></html>`;
const HARNESS = `import { editors } from "/editors/index.js";
window.texts = [];
window.open_ = (id) => {
  window.editor?.destroy();
  window.texts = [];
  window.editor = editors.find((one) => one.id === id).create(document.getElementById("host"), (text) => texts.push(text));
};
window.isReady = true;`;

/** A server of the folder of the page, at an address of this machine. */
function serve() {
  const types = { ".js": "text/javascript", ".css": "text/css" };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(root, "web/page", path);
    response.setHeader("Content-Security-Policy", POLICY);
    if (path === "/") response.setHeader("Content-Type", "text/html").end(PAGE);
    else if (path === "/harness.js") response.setHeader("Content-Type", "text/javascript").end(HARNESS);
    else if (existsSync(file)) response.setHeader("Content-Type", types[extname(file)] ?? "text/plain").end(readFileSync(file));
    else response.writeHead(404).end();
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

/** A browser, or the reason why there is none. */
async function launch() {
  try {
    const { chromium } = await import(process.env.PLAYWRIGHT ?? "playwright-core");
    const path = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
    return { browser: await chromium.launch({ executablePath: path, args: ["--no-sandbox"] }) };
  } catch (error) {
    if (process.env.CI) throw error;
    return { reason: `no browser: ${String(error).split("\n")[0]}` };
  }
}

test("the editors in a browser", async (t) => {
  const { browser, reason } = await launch();
  if (!browser) return t.diagnostic(reason);
  const server = await serve();
  const address = `http://127.0.0.1:${server.address().port}/`;
  t.after(async () => {
    await browser.close();
    server.close();
  });
  const context = await browser.newContext({ bypassCSP: false });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => message.type() === "error" && !/favicon/.test(message.location().url) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(address);
  await page.waitForFunction(() => window.isReady);
  const open = (id) => page.evaluate((id) => window.open_(id), id);
  const last = () => page.evaluate(() => window.texts.at(-1));
  const cell = (row, column) => page.locator(`.boards [role=gridcell][data-row="${row}"][data-column="${column}"]`).first();
  const shoot = async (name) => {
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`), fullPage: true });
  };

  await t.test("samples are shown", async () => {
    for (const { kind, from } of samples.filter(({ kind }) => kind !== "flatzinc")) {
      await open(kind);
      const isShown = await page.evaluate((text) => window.editor.setText(text), readFileSync(join(root, from), "utf8"));
      assert.equal(isShown, true, from);
      const isOther = await page.evaluate(() => window.editor.setText("no puzzle at all"));
      assert.equal(isOther, false, from);
      await shoot(`sample-${from.split("/").at(-1)}`);
    }
  });

  await t.test("a board of stars by keys and by mouse", async () => {
    await open("queens");
    await cell(0, 0).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("A");
    assert.match(await last(), /^stars: 1\nAAAAAA\nABBBBB\n/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    assert.match(await last(), /\nAABBBB\n/);
    await page.keyboard.press("Control+z");
    assert.match(await last(), /\nABBBBB\n/);
    await page.keyboard.press("Control+y");
    const [from, to] = [await cell(2, 0).boundingBox(), await cell(2, 4).boundingBox()];
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
    await page.mouse.up();
    assert.match(await last(), /\nAAAAAC\n/);
    await page.keyboard.press("Control+z");
    assert.match(await last(), /\nCCCCCC\n/);
    await page.getByLabel("Size").fill("5");
    await page.keyboard.press("Tab");
    assert.equal((await last()).trim().split("\n").length, 6);
    await page.getByRole("button", { name: "New region" }).click();
    await cell(4, 4).click();
    assert.match(await last(), /F$|F\n/);
  });

  await t.test("a Sudoku by keys and by mouse", async () => {
    await open("sudoku");
    await cell(0, 0).focus();
    await page.keyboard.press("5");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("3");
    assert.match(await last(), /^sudoku: 9\n53\.\.\.\.\.\.\.\n/);
    await page.keyboard.press("Delete");
    assert.match(await last(), /^sudoku: 9\n5\.\.\.\.\.\.\.\.\n/);
    await page.getByLabel("Tool").selectOption("killercage");
    await page.getByLabel("Value").fill("12");
    const [from, to] = [await cell(2, 2).boundingBox(), await cell(2, 4).boundingBox()];
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(to.x + 9, to.y + 9, { steps: 9 });
    await page.mouse.up();
    assert.deepEqual(JSON.parse(await last()).killercage, [{ cells: ["R3C3", "R3C4", "R3C5"], value: "12" }]);
    await page.getByLabel("Tool").selectOption("thermometer");
    await cell(5, 5).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.keyboard.press("f");
    assert.deepEqual(JSON.parse(await last()).thermometer, [{ lines: [["R6C6", "R6C7"]] }]);
    await page.getByText("Rules of the whole grid").click();
    await page.getByLabel("Anti-knight").check();
    assert.equal(JSON.parse(await last()).antiknight, true);
    await page.getByText("Clues", { exact: true }).click();
    await page.getByRole("button", { name: /Remove Thermometer/ }).click();
    assert.equal(JSON.parse(await last()).thermometer, undefined);
  });

  await t.test("rules of a Sudoku that its form cannot say are not offered", async () => {
    await open("sudoku");
    const box = (name) => page.locator(".rules label", { hasText: name });
    await page.getByText("Rules of the whole grid").click();
    const show = (document) => page.evaluate((text) => window.editor.setText(text), JSON.stringify(document));
    for (const name of ["All black dots are given", "All white dots are given", "All X and V are given"]) {
      await show({ size: 4, givens: ["....", "..2.", "....", "...."], xv: [{ cells: ["R1C1", "R1C2"], value: "V" }] });
      assert.ok(await box(name).isHidden(), name);
      assert.ok(await box("Nonconsecutive").isVisible());
      await show({ size: 4, grid: Array(4).fill(Array(4).fill({})) });
      assert.ok(await box(name).isVisible(), name);
    }
    // One that somebody wrote nevertheless can be taken away.
    await show({ size: 4, givens: ["....", "..2.", "....", "...."], negative: ["xv"] });
    await box("All X and V are given").locator("input").uncheck();
    assert.equal(JSON.parse(await last()).negative, undefined);
    assert.ok(await box("All X and V are given").isHidden());
  });

  await t.test("clues of a Sudoku beside the grid", async () => {
    await open("sudoku");
    await page.getByLabel("Tool").selectOption("sandwichsum");
    await cell(-1, 2).click();
    await page.keyboard.type("12");
    assert.deepEqual(JSON.parse(await last()).sandwichsum, [{ cell: "R0C3", value: "12" }]);
    assert.match(await cell(-1, 2).getAttribute("aria-label"), /^above column 3: Sandwich sum 12$/);
    // The next number replaces it; a corner sees no row.
    await cell(-1, 2).click();
    await page.keyboard.type("7");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("30");
    assert.deepEqual(JSON.parse(await last()).sandwichsum, [{ cell: "R0C3", value: "12" }, { cell: "R0C2", value: "30" }]);
    await page.keyboard.press("Delete");
    await cell(-1, -1).click();
    await page.keyboard.type("9");
    assert.deepEqual(JSON.parse(await last()).sandwichsum, [{ cell: "R0C3", value: "12" }]);
    // By touch, the value is written first.
    await page.getByLabel("Tool").selectOption("littlekillersum");
    await page.getByLabel("Value").fill("40");
    await page.getByLabel("Direction").selectOption("DL");
    await cell(-1, 4).click();
    await cell(4, -1).click();
    const killers = JSON.parse(await last()).littlekillersum;
    assert.deepEqual(killers.map(({ cell, direction, cells }) => [cell, direction, cells[0]]), [["R0C5", "DL", "R1C4"], ["R5C0", "DR", "R6C1"]]);
    await page.getByLabel("Tool").selectOption("erase");
    await cell(4, -1).click();
    assert.equal(JSON.parse(await last()).littlekillersum.length, 1);
    await page.getByLabel("Tool").selectOption("quadruple");
    await page.getByLabel("Value").fill("37");
    await cell(2, 2).click();
    assert.deepEqual(JSON.parse(await last()).quadruple, [{ cells: ["R3C3", "R3C4", "R4C3", "R4C4"], values: [3, 7] }]);
    await page.getByLabel("Tool").selectOption("clone");
    const [from, to] = [await cell(5, 5).boundingBox(), await cell(5, 6).boundingBox()];
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(to.x + 9, to.y + 9, { steps: 5 });
    await page.mouse.up();
    await cell(7, 1).click();
    assert.deepEqual(JSON.parse(await last()).clone, [{ cells: ["R6C6", "R6C7"], cloneCells: ["R8C2", "R8C3"] }]);
    await page.getByLabel("Tool").selectOption("columnindexer");
    await cell(8, 8).click();
    assert.deepEqual(JSON.parse(await last()).columnindexer, [{ cells: ["R9C9"] }]);
    assert.ok(await page.locator(".editor .warning").isHidden());
    await shoot("sudoku-beside");
    const others = JSON.stringify({ size: 9, yin_yang: { colours: ["land", "sea"], connected: true } });
    assert.equal(await page.evaluate((text) => window.editor.setText(text), others), true);
    assert.match(await page.locator(".editor .warning").textContent(), /stays as it is: yin_yang/);
  });

  await t.test("Pips by keys and by mouse", async () => {
    await open("pips");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await cell(0, 0).focus();
    await page.keyboard.press("n");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("a");
    await page.keyboard.press("7");
    assert.deepEqual(JSON.parse(await last()).regions, [{ indices: [[0, 0], [0, 1]], type: "sum", target: 7 }]);
    await page.keyboard.press("=");
    assert.deepEqual(JSON.parse(await last()).regions, [{ indices: [[0, 0], [0, 1]], type: "equals" }]);
    await page.getByLabel("Dominoes").fill("0-1 22");
    await page.keyboard.press("Tab");
    assert.deepEqual(JSON.parse(await last()).dominoes, [[0, 1], [2, 2]]);
    await cell(1, 0).click();
    assert.equal(JSON.parse(await last()).regions.length, 2);
    await page.getByRole("combobox", { name: "Clue" }).selectOption("unequal");
    assert.equal(JSON.parse(await last()).regions[1].type, "unequal");
  });

  await t.test("boards and pieces by keys and by mouse", async () => {
    await open("polyform");
    await cell(0, 0).click();
    assert.match(await last(), /^board:\n-\.\.\.\.\.\.\.\.\.\n/);
    await cell(0, 0).click();
    assert.match(await last(), /^board: 6x10\n/);
    await cell(1, 1).focus();
    await page.keyboard.press("L");
    assert.match(await last(), /\n\.L\.\.\.\.\.\.\.\.\n/);
    await page.getByLabel("Set").selectOption("tetrominoes");
    await page.getByRole("button", { name: "Add set" }).click();
    assert.match(await last(), /pieces: pentominoes\npieces: tetrominoes\n$/);
    await page.getByText("Draw a piece").click();
    const piece = (row, column) => page.locator(`.sketch [role=gridcell][data-row="${row}"][data-column="${column}"]`);
    await piece(1, 1).click();
    await piece(1, 2).click();
    await piece(2, 1).click();
    await page.getByLabel("Copies").fill("x3");
    await page.getByRole("button", { name: "Add piece" }).click();
    assert.match(await last(), /pieces:\nAA\nA\.\n\nA: x3\n$/);
  });

  await t.test("a cryptarithm", async () => {
    await open("cryptarithm");
    await page.getByLabel("Equations, one on each line").fill("AB * C = DE");
    assert.equal(await last(), "AB * C = DE\n");
    await page.getByLabel("Base").fill("12");
    await page.keyboard.press("Tab");
    assert.equal(await last(), "base: 12\nAB * C = DE\n");
  });

  await t.test("no serious finding about who can use them, and nothing is cut on a phone", async () => {
    const axe = process.env.AXE ?? join(root, "web/node_modules/axe-core/axe.min.js");
    const seen = new Set();
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const { kind, from } of samples.filter(({ kind, from }) => kind !== "flatzinc" && !/chess|8x8-square/.test(from))) {
        await open(kind);
        await page.evaluate((text) => window.editor.setText(text), readFileSync(join(root, from), "utf8"));
        for (const width of [1200, 360]) {
          await page.setViewportSize({ width, height: 800 });
          await shoot(`${kind}-${from.split("/").at(-1)}-${colorScheme}-${width}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.ok(wide <= 0, `${from} is ${wide} too wide at ${width}`);
        }
        // Schemes differ in colours, which one sample of a kind shows as well as another.
        if (!ALL && colorScheme === "dark" && seen.has(kind)) continue;
        if (colorScheme === "dark") seen.add(kind);
        if (!existsSync(axe)) {
          assert.ok(!process.env.CI, "axe-core is missing");
          continue;
        }
        // It is run by the debugger, which no policy forbids.
        const found = await page.evaluate(`(() => { ${readFileSync(axe, "utf8")}; return axe.run().then(({ violations }) => violations); })()`);
        const serious = found.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => `${from} ${colorScheme} ${id}: ${nodes[0].html}`), []);
      }
    }
  });
  assert.deepEqual(faults, []);
});

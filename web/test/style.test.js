// The style sheet: colours that can be read, classes that exist, nothing from elsewhere.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const style = readFileSync(join(root, "web/page/style.css"), "utf8");

test("the page tells the browser of all its modules before they are asked for", () => {
  const listed = readdirSync(join(root, "web/page"), { recursive: true }).filter((name) => name.endsWith(".js"));
  const page = readFileSync(join(root, "web/page/index.html"), "utf8");
  const named = [...page.matchAll(/<(?:link rel="modulepreload" href|script type="module" src)="([^"]+)"/g)].map(([, name]) => name);
  // The build makes this one.
  assert.deepEqual(named.toSorted(), [...listed, "gordian.js"].toSorted());
});

/** The variables of the light and of the dark page. */
function themes() {
  const read = (text) => Object.fromEntries([...text.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
  const [light, dark] = style.split("@media (prefers-color-scheme: dark)");
  const own = read(light.slice(light.indexOf(":root")));
  return [own, { ...own, ...read(dark.slice(0, dark.indexOf("\n}\n"))) }];
}

/** How bright a colour is, by the rules for accessible contents (WCAG 2). */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("texts can be read in the light and in the dark", () => {
  for (const theme of themes()) {
    const pairs = [
      ["ink", "paper"],
      ["ink", "raised"],
      ["muted", "paper"],
      ["muted", "raised"],
      ["danger", "paper"],
      ["warn", "paper"],
      ["good", "paper"],
      ["accent", "paper"],
      ["on-accent", "accent"],
      ["mark", "cell"],
      ["found", "cell"],
      ["mark", "tile"],
      ["mark", "outside"],
      ["on-badge", "badge"],
    ];
    for (let tint = 0; tint < 9; tint++) pairs.push(["mark", `tint-${tint}`]);
    for (const [text, back] of pairs) {
      const found = contrast(theme[text], theme[back]);
      assert.ok(found >= 4.5, `${text} on ${back}: ${found.toFixed(2)}`);
    }
    // Digits that were found are large, and edges are no text.
    for (let tint = 0; tint < 9; tint++) assert.ok(contrast(theme.found, theme[`tint-${tint}`]) >= 3, `found on ${tint}`);
    assert.ok(contrast(theme.field, theme.paper) >= 3);
    assert.ok(contrast(theme.border, theme.cell) >= 3);
  }
});

test("the light tints are those of the command", () => {
  const source = readFileSync(join(root, "puzzle-kinds/src/board/colours.rs"), "utf8");
  const palette = source.slice(source.indexOf("const PALETTE"), source.indexOf("];", source.indexOf("const PALETTE")));
  const own = [...palette.matchAll(/"(#[0-9a-f]{6})"/g)].map(([, colour]) => colour);
  const [light] = themes();
  assert.deepEqual(own, Array.from({ length: own.length }, (_, tint) => light[`tint-${tint}`]));
});

test("the style sheet is whole", () => {
  assert.equal(style.match(/\{/g).length, style.match(/\}/g).length);
  assert.doesNotMatch(style, /@import|url\(|expression|javascript:/);
  for (const query of ["prefers-color-scheme: dark", "print", "max-width", ":focus-visible", "forced-colors"]) {
    assert.ok(style.includes(query), query);
  }
});

#!/usr/bin/env node
// Writes hexwidget/scene/army.json: the outlines of the army symbols of land units, from milsymbol (MIT).
//
//     npm pack milsymbol@3.0.4 && tar xzf milsymbol-3.0.4.tgz && node tools/draw-army-symbols.mjs package
//
// The file is kept in the repository; this is how to make it anew. Letters become outlines of hexwidget/scene/glyphs.json.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const folder = resolve(process.argv[2] ?? "package");
const ms = createRequire(import.meta.url)(resolve(folder, "dist/milsymbol.js"));
const source = readFileSync(resolve(folder, "dist/milsymbol.development.js"), "utf8");
const here = fileURLToPath(new URL(".", import.meta.url));
const glyphs = JSON.parse(readFileSync(resolve(here, "../hexwidget/scene/glyphs.json"), "utf8"));

/** From the units of milsymbol, whose frame is 150 by 100 about (100, 100), to a box of 24 by 24. */
const BOX = { scale: 20 / 150, x: 12 - (100 * 20) / 150, y: 12 - (100 * 20) / 150 };
const FOOT = 23;
const NUMBERS = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

const number = (n) => String(Math.round(n * 100) / 100).replace(/^(-?)0\./, "$1.");

/** A path that is scaled, then moved. */
function moved(d, { scale, x, y }) {
  let out = "";
  const parts = d.match(/[a-zA-Z][^a-zA-Z]*/g) ?? [];
  for (const [k, part] of parts.entries()) {
    const letter = part[0];
    const kind = letter.toLowerCase();
    const numbers = (part.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
    const size = NUMBERS[kind];
    if (size === undefined || (size > 0 && numbers.length % size)) throw new Error(`cannot read ${part} of ${d}`);
    // A path begins at a point of its own, even if the letter is a small one.
    const absolute = letter !== kind || k === 0;
    const made = numbers.map((n, at) => {
      const place = at % (size || 1);
      if (kind === "a" && place < 5) return place < 2 ? n * scale : n;
      const down = kind === "v" || (kind !== "h" && (kind === "a" ? place === 6 : place % 2 === 1));
      // The staff of a headquarters ends at the foot of the box.
      return down ? Math.min(n * scale + (absolute ? y : 0), FOOT) : n * scale + (absolute ? x : 0);
    });
    out += (k === 0 ? "M" : letter) + made.map(number).join(" ").replace(/ -/g, "-");
  }
  return out;
}

/** A text as outlines. */
function lettered({ text, x, y, fontsize = 40, textanchor = "middle" }, to) {
  const letters = [...text].map((letter) => glyphs.bold[letter]);
  const scale = (fontsize / glyphs.em) * 0.9;
  const wide = letters.reduce((sum, [advance]) => sum + advance, 0) * scale;
  let left = x - (textanchor === "middle" ? wide / 2 : textanchor === "end" ? wide : 0);
  return letters
    .map(([advance, d]) => {
      const at = { scale: scale * to.scale, x: to.x + left * to.scale, y: to.y + y * to.scale };
      left += advance * scale;
      return moved(d, at);
    })
    .join("");
}

/** What milsymbol draws: paths that are stroked, "|", and paths that are filled. */
function outlines(instructions) {
  const [stroked, filled] = [[], []];
  const add = (list, to) => {
    for (const item of list) {
      if (!item) continue;
      if (Array.isArray(item)) add(item, to);
      else if (item.type === "translate")
        add(item.draw, { ...to, x: to.x + item.x * to.scale, y: to.y + item.y * to.scale });
      else if (item.type === "scale") add(item.draw, { ...to, scale: to.scale * item.factor });
      else if (item.type === "text") filled.push(lettered(item, to));
      else if (item.type === "path" || item.type === "circle") {
        const { cx, cy, r } = item;
        const d = item.type === "path" ? item.d : `M${cx - r},${cy}a${r},${r},0,1,0,${2 * r},0a${r},${r},0,1,0,${-2 * r},0z`;
        const made = moved(d, to);
        if (item.stroke !== false) stroked.push(made);
        // Lines that close nothing need no filling.
        if (item.fill && /[zZ]|[cCaAsSqQ]/.test(d)) filled.push(made);
      } else throw new Error(`cannot draw ${JSON.stringify(item)}`);
    }
  };
  add(instructions, BOX);
  return `${stroked.join("")}|${filled.join("")}`;
}

const drawn = (code) => new ms.Symbol(code).drawInstructions;
const codes = [...new Set([...source.matchAll(/"S-G-(U[A-Z-]{5})/g)].map((found) => found[1]))].sort();
const functions = Object.fromEntries(
  codes.map((code) => [code.replace(/-+$/, ""), outlines(drawn(`SFGP${code}---`).slice(1))]),
);
const plain = drawn("SFGPU-----").length;
const sizes = Object.fromEntries(
  [..."ABCDEFGHIJKLM"].map((size) => [size, outlines(drawn(`SFGPU------${size}`).slice(plain))]),
);
const frame = { unit: "M2 5.3h20v13.3h-20z" };
const target = resolve(here, "../hexwidget/scene/army.json");
writeFileSync(target, `${JSON.stringify({ frame, functions, sizes })}\n`);
console.log(`${target}: ${codes.length} symbols, ${readFileSync(target).length} bytes`);

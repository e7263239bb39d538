import { expect, test } from "vitest";
import type { Item } from "../../src/draw/display-list";
import { STAMPS } from "../../src/draw/land/stamps";
import { hash } from "../../src/draw/shapes";

test("The hash is the one of other painters", () => {
  expect(hash(0, 0, 0)).toBeCloseTo(0.275428269, 9);
  expect(hash(3, 5, 9)).toBeCloseTo(0.463658556, 9);
  expect(hash(-2, 7, 21)).toBeCloseTo(0.545951437, 9);
  expect(hash(124, 79, 1)).toBeCloseTo(0.31963222, 9);
});

test("Each drawing has five variants, no two alike", () => {
  const names = Object.keys(STAMPS.items);
  expect(names.length % 5).toBe(0);
  for (const name of names) expect(STAMPS.items[name]?.length, name).toBeGreaterThan(0);
  const texts = names.map((name) => JSON.stringify(STAMPS.items[name]));
  expect(new Set(texts).size).toBe(names.length);
});

test.each(Object.keys(STAMPS.items))("%s lies within its square", (name) => {
  const half = STAMPS.half(name);
  for (const item of STAMPS.items[name] as readonly Item[]) {
    if (!("d" in item)) throw new Error("a stamp is made of shapes");
    for (const [x, y] of places(item.d)) expect(Math.max(Math.abs(x), Math.abs(y)), item.d).toBeLessThanOrEqual(half);
  }
});

/** The points of a path, as far as its commands name them; half axes of arcs are left out. */
function places(d: string): [number, number][] {
  let [x, y] = [0, 0];
  const found: [number, number][] = [];
  for (const [, letter = "", rest = ""] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const n = [...rest.matchAll(/-?\d*\.?\d+/g)].map(Number);
    const at = (px: number, py: number) => found.push([px, py]);
    const base = letter === letter.toLowerCase() ? [x, y] : [0, 0];
    const [bx = 0, by = 0] = base;
    const last = (): [number, number] => [(n.at(-2) ?? 0) + bx, (n.at(-1) ?? 0) + by];
    if ("vV".includes(letter)) y = (n[0] ?? 0) + by;
    else if ("hH".includes(letter)) x = (n[0] ?? 0) + bx;
    else if (!"zZ".includes(letter)) [x, y] = last();
    at(x, y);
  }
  return found;
}

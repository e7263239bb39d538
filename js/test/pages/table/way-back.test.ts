// The way from a table of a class, and to it.
import { beforeEach, expect, test } from "vitest";
import { toTable, Way } from "../../../src/pages/table/way-back";

beforeEach(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
});

test("it leads back to the page that a person has come from", () => {
  const way = new Way(document.body);
  way.tell({ to: "wall", waits: 0, next: "", who: "" });
  const [back, next] = document.querySelectorAll("a");
  expect([back?.getAttribute("href"), back?.textContent, next?.hidden]).toEqual(["../../wall", "Wall", true]);
  const here = location.href;
  const link = toTable("#t", "Open it");
  document.body.append(link);
  link.click();
  way.tell({ to: "", waits: 0, next: "", who: "" });
  expect([back?.href, back?.textContent]).toEqual([here, "Course"]);
});

test("the next table takes the place of the one before, and the keyboard stays", () => {
  const way = new Way(document.body);
  way.tell({ to: "wall", waits: 2, next: "t/game/#x", who: "Anna" });
  const next = document.querySelector<HTMLAnchorElement>(".next");
  next?.focus();
  way.tell({ to: "wall", waits: 1, next: "t/game-2/#y", who: "Ben" });
  expect(document.activeElement).toBe(next);
  expect([next?.getAttribute("href"), next?.textContent]).toEqual(["../../t/game-2/#y", "Next: Ben"]);
});

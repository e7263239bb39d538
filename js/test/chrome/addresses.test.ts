// Addresses of the rulebooks: pages may be linked to, scripts never.

import { expect, it } from "vitest";
import { pageAddress } from "../../src/chrome/elements/dom";

it("links to pages of a site, also by relative addresses", () => {
  const pages = [
    "https://rules.example/depletion.html#",
    "http://a/",
    "file:///site/",
    "#",
    "./a",
    "../../rulebook/",
    "/a",
  ];
  for (const address of pages) expect(pageAddress(address)).toBe(address);
});

it("leads nowhere by any other address", () => {
  for (const address of [
    "javascript:alert(1)//",
    "data:text/html,x",
    "JavaScript:/../",
    " javascript:x",
    "file:x",
    ".x",
  ])
    expect(pageAddress(address)).toBe("");
});

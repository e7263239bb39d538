#!/bin/sh
# happy-dom 21.0.4: `focus()` gives the focus to elements that a browser never focuses: a paragraph or a group of an SVG without `tabindex`, a field that
# is hidden, and a button of a disabled fieldset, which can also be clicked. Only `disabled` and `inert` are heeded. A test that the keyboard arrives
# somewhere passes there, and in browsers the keyboard stays where it was: forget `tabindex` on an element of a board, and no such test fails.
# The same page runs in happy-dom and in a Chromium, which has to be on the path, or named by CHROMIUM.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit --prefix . happy-dom@21.0.4 >/dev/null
cat >page.mjs <<'JS'
export const body = `<p>paragraph</p><p tabindex="-1">paragraph with tabindex</p>
<svg width="9" height="9"><g><title>group of an SVG</title><rect width="9" height="9"/></g></svg>
<input value="hidden field" hidden><input value="field without display" style="display: none">
<button disabled>disabled button</button><fieldset disabled><button>button of a disabled fieldset</button></fieldset>
<div inert><button>button of something inert</button></div>`;
export function look(document) {
  const clicked = [];
  document.addEventListener("click", (event) => clicked.push(event.target.textContent));
  const focused = [...document.querySelectorAll("p, g, input, button")].filter((element) => {
    element.focus();
    element.click?.();
    return document.activeElement === element;
  });
  const buttons = clicked.filter((text) => text.includes("button"));
  return ["focused: " + focused.map((e) => e.value || e.textContent.trim()).join(", "), "clicked: " + buttons.join(", ")];
}
JS
cat >emulated.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Window } from "happy-dom";
import { body, look } from "./page.mjs";

const { document } = new Window();
document.body.innerHTML = body;
const { version } = JSON.parse(readFileSync("node_modules/happy-dom/package.json"));
for (const line of look(document)) console.log(`happy-dom ${version}: ${line}`);
process.exit();
JS
cat >page.html <<HTML
<!doctype html><title>page</title><body><script>
$(sed 's/^export //' page.mjs)
document.body.innerHTML = body;
document.body.innerText = look(document).map((line) => "a browser: " + line).join("\n");
</script></body>
HTML
{
  node emulated.mjs
  "${CHROMIUM:-chromium}" --headless --no-sandbox --user-data-dir="$folder/profile" --virtual-time-budget=2000 --dump-dom "file://$folder/page.html" 2>messages |
    grep -o 'a browser: [^<]*'
} | tee said
test "$(cat said)" = "happy-dom 21.0.4: focused: paragraph, paragraph with tabindex, group of an SVG, hidden field, field without display, button of a disabled fieldset
happy-dom 21.0.4: clicked: button of a disabled fieldset, button of something inert
a browser: focused: paragraph with tabindex
a browser: clicked: button of something inert"
# seen on 2026-11-30:
#   happy-dom 21.0.4: focused: paragraph, paragraph with tabindex, group of an SVG, hidden field, field without display, button of a disabled fieldset
#   happy-dom 21.0.4: clicked: button of a disabled fieldset, button of something inert
#   a browser: focused: paragraph with tabindex
#   a browser: clicked: button of something inert

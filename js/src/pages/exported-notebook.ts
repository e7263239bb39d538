// The script in the output beside a board. On a page that is exported from the notebook it shows the boards as recordings, and
// loads nothing: page and boards are in one file. In a notebook with a kernel it has nothing to do.

import { dress, frontEnd } from "./front-end";
import type { Kept } from "./recorded";

const VIEWS = "script[type='application/vnd.jupyter.widget-view+json']";
const STATES = "script[type='application/vnd.jupyter.widget-state+json']";

type State = Kept & { _front_end?: { version: string; model: string }; _parts?: string; children?: string[] };
type States = Record<string, { state: State } | undefined>;

/** The boards that a widget consists of: itself, or those in a box. None if there is anything else in the box. */
function boardsOf(id: string, states: States): State[] {
  const state = states[id]?.state;
  if (state?._front_end) return [state];
  const within = (state?.children ?? []).map((child) => boardsOf(child.replace("IPY_MODEL_", ""), states));
  return within.some((found) => found.length === 0) ? [] : within.flat();
}

function open(kept: State, el: HTMLElement, states: States): void {
  const where = kept._front_end;
  const parts = where && states[where.model]?.state._parts;
  if (!parts) return;
  frontEnd(where.version, parts)
    .loaded.then(async ({ board, recorded, style }) => {
      dress(el, style);
      await (await recorded()).show((name) => kept[name], el, board);
    })
    .catch((error) => {
      console.error(error);
      el.textContent = "The board could not be shown in this browser.";
    });
}

function start(): void {
  const states: States = {};
  for (const each of document.querySelectorAll(STATES)) Object.assign(states, JSON.parse(each.textContent ?? "").state);
  for (const view of document.querySelectorAll(VIEWS)) {
    const boards = boardsOf(JSON.parse(view.textContent ?? "").model_id, states);
    if (boards.length === 0) continue;
    const places = boards.map((kept) => {
      const el = document.createElement("div");
      open(kept, el, states);
      return el;
    });
    view.replaceWith(...places); // before a manager of widgets finds it
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();

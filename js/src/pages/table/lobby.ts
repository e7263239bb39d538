// The page of the owner of tables: makes tables, and lists them.

import { element } from "../../chrome/elements/dom";
import { Owner, Refused } from "./owner";
import { say, speakAs } from "./spoken";
import { Making } from "./table-form";
import { List } from "./table-list";

const LOOK_EVERY_MS = 3_000;
const lobby = document.getElementById("lobby") as HTMLElement;
const said = document.getElementById("said") as HTMLElement;
const owner = new Owner(location.hash.slice(1));
const list = new List(owner, complain);
const making = new Making(
  owner,
  async (name) => {
    await making.begin();
    await list.present(name);
  },
  complain,
);

/** Say an error above the page, where it is read aloud. An empty text hides the line. */
function announce(text: string): void {
  said.hidden = text === "";
  if (said.textContent !== text) said.textContent = text;
}

function complain(error: unknown): void {
  said.className = "error";
  speakAs();
  announce(error instanceof Refused ? error.message : say("No connection to the server. Trying again …"));
}

let begun = false;
async function look(): Promise<void> {
  try {
    if (!document.hidden || !begun) await list.refresh();
    if (!begun) await making.begin();
    begun = true;
    lobby.hidden = false;
    announce("");
  } catch (error) {
    complain(error);
    if (error instanceof Refused && error.forGood) return;
  }
  setTimeout(look, LOOK_EVERY_MS);
}

lobby.hidden = true;
lobby.append(element(document, "h1", {}, say("Tables")), list.root, making.root);
addEventListener("hashchange", () => location.reload());
document.addEventListener("visibilitychange", () => document.hidden || void list.refresh().catch(complain));
void look();

// The page of tables: who has no link types a code there; all others come to their table.

import { element } from "../../chrome/elements/dom";
import { join, keyIn } from "./joining";
import { say } from "./spoken";

const key = keyIn(location.hash);
const present = document.getElementById("present") as HTMLElement;

function announce(text: string): void {
  present.textContent = text;
  present.classList.toggle("unseen", !text);
  present.classList.toggle("cut", !!text);
}

if (key && !location.search && !/\/t\/[^/]+\/$/.test(location.pathname)) {
  const holder = element(document, "div", { id: "join", hidden: "" });
  document.getElementById("board")?.replaceWith(holder);
  const heading = element(document, "h1", {}, "");
  holder.before(heading);
  const page = {
    holder,
    announce,
    entitle: (title: string) => {
      document.title = heading.textContent = title;
    },
    enter: (hash: string, path: string) => {
      history.replaceState(null, "", path + hash);
      location.reload();
    },
  };
  join(key, page).catch(() => announce(say("No connection to the server. Load the page again in a moment.")));
  addEventListener("hashchange", () => location.reload());
} else void import("./table");

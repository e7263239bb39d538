// The form by which a learner comes in with the class's link. The browser remembers who has come in here before.

import { button, element } from "../chrome/dom";
import { showLink } from "./words";

const owned = document;
const LONGEST_NAME = 40;
const BEGUN = "hexwidget.class.";

interface Before {
  place: string;
  name: string;
}

const here = (token: string) => `${BEGUN}${token.slice(0, 8)}`;

function before(token: string): Before | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(here(token)) ?? "null");
    return typeof found?.place === "string" && typeof found?.name === "string" ? found : undefined;
  } catch {
    return undefined; // the browser keeps nothing for this page
  }
}

function remember(token: string, found: Before | null): void {
  try {
    if (found) localStorage.setItem(here(token), JSON.stringify(found));
    else localStorage.removeItem(here(token));
  } catch {
    // Then the learner's own link brings them back.
  }
}

async function post<T>(path: string, body: object): Promise<{ ok: boolean; answer: T & { error?: string } }> {
  const reply = await fetch(new URL(path, location.href), { method: "POST", body: JSON.stringify(body) });
  return { ok: reply.ok, answer: await reply.json().catch(() => ({})) };
}

const go = (hash: string) => {
  history.replaceState(null, "", hash);
  location.reload();
};

/** Let somebody in by the class's link. `say` says what is wrong, and nothing once all is well. */
export async function join(token: string, holder: HTMLElement, say: (text: string) => void): Promise<void> {
  const { ok, answer } = await post<{ title: string; over: boolean }>("join", { token });
  if (!ok) {
    say(answer.error ?? "This link opens no class. Ask your teacher for it.");
    return;
  }
  const title = document.getElementById("title") as HTMLElement;
  document.title = title.textContent = answer.title;
  const known = before(token);
  if (known && !(await post("seat", { place: known.place })).ok) remember(token, null);
  else if (known) holder.append(goingOn(known, () => form(token, holder, say)));
  if (!holder.firstChild) form(token, holder, say);
  holder.hidden = false;
  say("");
}

function goingOn({ place, name }: Before, other: () => void): HTMLElement {
  return element(
    owned,
    "div",
    {},
    element(owned, "h2", {}, "Welcome back"),
    button(owned, { class: "main" }, () => go(`#place=${place}`), `Go on as ${name}`),
    button(owned, {}, other, "I am somebody else"),
  );
}

function form(token: string, holder: HTMLElement, say: (text: string) => void): void {
  const input = element(owned, "input", { maxlength: String(LONGEST_NAME), autocomplete: "off", required: "" });
  const wrong = element(owned, "p", { class: "error", role: "alert" });
  const made = element(
    owned,
    "form",
    {},
    element(owned, "h2", {}, "Who are you?"),
    element(owned, "label", {}, "Your name, as your teacher knows you", input),
    wrong,
    element(owned, "button", { class: "main", type: "submit" }, "Come in"),
    element(
      owned,
      "p",
      { class: "dim" },
      "Your teacher sees your name, your board, your answers and how long you take. Other learners see your name alone, once you play with them. You can download and delete all of it.",
    ),
  );
  made.onsubmit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    try {
      const { ok, answer } = await post<{ token: string }>("join", { token, name: input.value });
      if (ok) await begin(token, answer.token, input.value.trim());
      else wrong.textContent = answer.error ?? "That failed. Try again in a moment.";
    } catch {
      say("No connection to the server. Try again in a moment.");
    }
  };
  holder.replaceChildren(made);
  input.focus();
}

/** Show a learner who is new their own link, then their course. */
async function begin(token: string, own: string, name: string): Promise<void> {
  const { ok, answer } = await post<{ place: string }>("seat", { token: own });
  const isKept = ok && (await post("seat", { place: answer.place })).ok;
  if (isKept) remember(token, { place: answer.place, name });
  const link = `${location.origin}${location.pathname}#${own}`;
  const words = `Welcome, ${name}. This is your own link: it brings you back, on other devices, too. Keep it to yourself.`;
  await showLink(words, link, "Begin");
  go(isKept ? `#place=${answer.place}` : `#${own}`);
}

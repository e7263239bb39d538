// The page of a learner: they come with the class's link or their own, and play the course.

import { saveText } from "../../chrome/editing/pictures";
import { button, element } from "../../chrome/elements/dom";
import { join, keyIn, type Page } from "../table/joining";
import { SocketModel } from "../table/model";
import { greetingOf, keepPlace } from "../table/seat";
import { say } from "../table/spoken";
import type { CourseMessage, CoursePresent, CourseWish } from "../table/types.gen";
import { Seats } from "./seats";
import { EyesOnMe } from "./shared-position";
import { asked, showLink } from "./words";

const SAID = {
  cut: say("No connection to the server. Trying again …"),
  gone: document.body.dataset.hub
    ? say("Your data is deleted. Load the page again to begin anew.")
    : say("This link opens nothing here: it was replaced, or your data is deleted. Ask your teacher for a new one."),
};
const FORGET = say(
  "Delete your name, your progress and all your answers? Nothing of them is kept, and your link opens nothing any more.",
);
const owned = document;
/** The kind of people who log in with a hub: "learner", or "owner" for a teacher. Nobody has a link of their own there. */
const { hub, logout } = owned.body.dataset;
const at = (name: string) => owned.getElementById(name) as HTMLElement;
const [head, news, present, holder] = [at("head"), at("news"), at("present"), at("board")];

/** Write a sentence that is read aloud, if it is another one. */
function announce(text: string, isCut = false): void {
  present.classList.toggle("cut", isCut);
  present.classList.toggle("unseen", text === "");
  if (present.textContent !== text) present.textContent = text;
}

function play(): void {
  const greeting = greetingOf(location.hash);
  const address = new URL("socket", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  let told: CoursePresent | undefined;
  let begun = false;
  const who = element(owned, "span", { id: "who" });
  const said = element(owned, "span", { role: "status" });
  const row = element(owned, "p", { id: "said", class: "row empty" }, said);
  const wish = (name: CourseWish) => model.send({ class: name });
  const seats = new Seats((text, way) => note(text, way));
  const menu = menuOf(wish, seats.past);
  const eyes = new EyesOnMe(at("eyes"));
  news.append(row);
  head.append(seats.root, who, menu.opener, menu.root);

  const model = new SocketModel<CourseMessage>(
    address.href,
    greeting,
    () => {
      if (model.standing === "open") void show();
      tell();
    },
    hear,
  );
  model.widget_manager.words.opensNothing = () => say("This link opens no course");
  addEventListener("online", () => model.open());
  if ("token" in greeting && !hub) void keepPlace(greeting.token);

  const beside = element(owned, "span", { class: "buttons" });
  row.append(
    beside,
    button(owned, { "aria-label": say("Close") }, () => note(""), "×"),
  );
  function note(text: string, way?: HTMLElement): void {
    said.textContent = text;
    beside.replaceChildren(way ?? "");
    row.classList.toggle("empty", !text);
  }
  function tell(): void {
    menu.opener.hidden = model.standing === "gone" || !!told?.looks;
    if (model.standing !== "open") announce(model.refusal || SAID[model.standing], true);
    else if (told?.looks) announce(say("You look on: the learner plays."));
    else if (told?.over) announce(say("The class is over. You can still look at your board and download your data."));
    else if (told && told.screens > 1)
      announce(say("You are here on {0} screens. All show the same board.", told.screens));
    else announce("");
  }
  function hear(message: CourseMessage): void {
    if (message.method === "games") seats.show(message.games);
    else if (message.method === "said") note(message.text);
    else if (message.method === "note") note(say("Your teacher: {0}", message.text));
    else if (message.method === "eyes") void eyes.show(message);
    else if (message.method === "file") saveText(owned, message.text, message.kind, message.name);
    else if (message.method === "link") {
      const words = say("This link opens your course on another device. Keep it to yourself.");
      void showLink(words, `${location.origin}${location.pathname}#${message.token}`);
    } else {
      told = message;
      who.textContent = message.name;
      at("title").textContent = message.course;
      owned.title = `${message.name} · ${message.course}`;
      tell();
    }
  }
  async function show(): Promise<void> {
    if (begun) return;
    begun = true;
    const { default: board } = (await import(
      new URL("board.js", import.meta.url).href
    )) as typeof import("../../board/widget");
    board.render({ model: model.asModel, el: holder });
  }
}

function menuOf(wish: (name: CourseWish) => void, past: HTMLElement): { opener: HTMLElement; root: HTMLElement } {
  const items: [name: CourseWish, words: string][] = [
    ["file", say("Download my data")],
    ...(hub ? [] : ([["link", say("A link for another device")]] as [CourseWish, string][])),
    ["forget", say("Delete all my data …")],
  ];
  const act = (name: CourseWish) => async () => {
    open(false);
    opener.focus();
    if (name !== "forget" || (await asked(FORGET, say("Delete all"), "grave"))) wish(name);
  };
  const root = element(
    owned,
    "div",
    { id: "menu", hidden: "" },
    past,
    ...items.map(([name, words]) => button(owned, {}, act(name), words)),
    ...(logout ? [button(owned, {}, () => location.assign(logout), say("Log out"))] : []),
  );
  const toggle = () => open(root.hidden !== false);
  const opener = button(
    owned,
    { id: "opener", "aria-expanded": "false", "aria-controls": "menu" },
    toggle,
    say("Menu"),
  );
  function open(isOpen: boolean): void {
    root.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) root.querySelector<HTMLElement>("a, button")?.focus();
  }
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || root.hidden) return;
    open(false);
    opener.focus();
  });
  addEventListener("pointerdown", ({ target }) => {
    if (!root.contains(target as Node) && target !== opener) open(false);
  });
  return { opener, root };
}

addEventListener("hashchange", () => location.reload());
const key = hub ? undefined : keyIn(location.hash);
if (key) {
  holder.hidden = true;
  const page: Page = {
    holder: at("join"),
    announce,
    entitle: (title) => {
      owned.title = at("title").textContent = title;
    },
    enter: (hash, _, own) => {
      history.replaceState(null, "", hash);
      page.holder.hidden = true;
      holder.hidden = false;
      play(); // before the welcome is read: who reads it is here
      if (own) void showLink(welcome(own.name), own.link, say("Begin"));
    },
  };
  const failed = () => announce(say("No connection to the server. Load the page again in a moment."), true);
  join(key, page).catch(failed);
} else if (hub === "owner" && location.hash.length < 2) location.replace("wall");
else play();

function welcome(name: string): string {
  return say(
    "Welcome, {0}. This is your own link: it brings you back, on other devices, too. Keep it to yourself.",
    name,
  );
}

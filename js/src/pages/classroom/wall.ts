// The wall: the page on which the teacher sees the whole class.

import { saveText } from "../../chrome/editing/pictures";
import { button, element, select } from "../../chrome/elements/dom";
import { camera, EntrancePanel, publicAddress } from "../table/entrance";
import { SocketModel } from "../table/model";
import { greetingOf, keepPlace } from "../table/seat";
import { say } from "../table/spoken";
import type { ClassState, LearnerState, WallMessage, WallWish } from "../table/types.gen";
import { Card } from "./card";
import { Games } from "./games";
import { type Drawing, onTheme } from "./picture";
import { clauses, matrix } from "./tables";
import { asked, showLink } from "./words";

const owned = document;
const VIEWS = [
  ["door", say("Door")],
  ["boards", say("Boards")],
  ["parts", say("Parts")],
  ["clauses", say("Clauses")],
  ["games", say("Games")],
] as const;
type View = (typeof VIEWS)[number][0];
const GONE = say("This link opens no wall. The server has printed another one.");
const CUT = say("No connection to the server. Trying again …");
const AFTER_MS = 300;
const SAID_MS = 15_000;

const said = owned.getElementById("said") as HTMLElement;
const wall = owned.getElementById("wall") as HTMLElement;
const summary = element(owned, "p", { id: "summary", role: "status" });
const heading = element(owned, "h1");
const boards = element(owned, "ul", { id: "boards", "aria-label": say("Boards") });
const inTables = element(owned, "div", { id: "tables", tabindex: "0", hidden: "" });
const tools = element(owned, "p", { class: "choices" });
const cards = new Map<string, Card>();
const statics = new Map<string, Drawing["scene"]>();
let all: ClassState | undefined;
let view: View = "boards";
let isDue = false;
let silence: ReturnType<typeof setTimeout> | undefined;

const greeting = greetingOf(location.hash);
const address = new URL("wall/socket", location.href);
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
const model = new SocketModel<WallMessage>(
  address.href,
  greeting,
  () => {
    const words =
      model.standing === "gone" ? model.refusal || GONE : model.standing === "cut" ? model.refusal || CUT : "";
    tell(words, true);
  },
  hear,
);
const wish = (wish: WallWish) => model.send(wish);
const games = new Games(wish, learners, () => all as ClassState);
const next = button(owned, { class: "main" }, () => turn("boards"), say("All are here: show the boards"));
/** The link that was shown last, with the image of its QR code. */
let linked = { address: "", image: element(owned, "img") };
const forAll = () =>
  giveLink(say("The link for all learners."), `join=${all?.link}`, say("Point a phone’s camera here."));
const linker = button(owned, {}, forAll, say("Link for the class"));
const entrance = new EntrancePanel(
  (address) => wish({ wall: "code picture", address }),
  (open) => wish({ wall: "entrance", open }),
  [next, linker],
  !!owned.body.dataset.hub,
);

/** All learners by their names. */
function learners(): LearnerState[] {
  const found = [...cards.values()].map(({ learner }) => learner);
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** Say something on the wall for a while, where it is read aloud. An error stays. */
function tell(text: string, isError = false): void {
  clearTimeout(silence);
  if (text && !isError) silence = setTimeout(() => tell(""), SAID_MS);
  said.className = isError ? "error" : "news";
  said.hidden = !text;
  if (said.textContent !== text) said.textContent = text;
}

function hear(message: WallMessage): void {
  if (message.method === "class") begin(message);
  else if (message.method === "learner") place(message);
  else if (message.method === "gone") forget(message.learner);
  else if (message.method === "static") statics.set(message.key, message.scene);
  else if (message.method === "scene") {
    const scene = statics.get(message.key);
    if (scene) cards.get(message.learner)?.draw({ scene, state: message.scene });
  } else if (message.method === "games") {
    games.show(message.games);
    show();
  } else if (message.method === "said") tell(message.text);
  else if (message.method === "picture") showCode(message.address, message.image);
  else if (message.method === "file") saveText(owned, message.text, message.kind, message.name);
  else {
    const { name, token } = message;
    const below = say("Point the camera of {0}’s phone or tablet here. This link opens {0}’s place for anybody.", name);
    giveLink(say("The new link of {0}. Those before open nothing any more.", name), token, below);
  }
}

/** Show a link to be copied, and below it its QR code: nobody types a link from a projector. */
function giveLink(words: string, token: string, below: string): void {
  const address = `${publicAddress(all?.base ?? "")}#${token}`;
  linked = { address, image: element(owned, "img", { alt: say("QR code of {0}", address) }) };
  wish({ wall: "code picture", address });
  void showLink(words, address, "", camera(linked.image, below));
}

/** Show a QR code that was asked for, where its address stands: a learner's link never comes to the door. */
function showCode(address: string, image: string): void {
  if (address === linked.address) linked.image.src = image;
  if (address === entrance.pictured) entrance.image.src = image;
}

function forget(learner: string): void {
  const card = cards.get(learner);
  card?.close();
  card?.root.remove();
  cards.delete(learner);
  show();
}

/** Show the class, with what can be done for all. Learners may have gone while the line was cut. */
function begin(found: ClassState): void {
  if (!all) view = found.learners.length > 0 ? "boards" : "door";
  all = found;
  for (const learner of cards.keys()) if (!found.learners.includes(learner)) forget(learner);
  owned.title = say("Wall · {0}", found.title);
  heading.textContent = found.title;
  const to = select(
    owned,
    { "aria-label": say("A part for all") },
    found.parts.map(({ name }, n) => [`${n}`, `${n + 1}: ${name}`] as const),
    () => {},
  );
  const open = async () => {
    const question = say(
      "Put all learners before part {0}? What they are doing now ends; what they have solved stays.",
      Number(to.value) + 1,
    );
    if (await asked(question, say("Open it for all"))) wish({ wall: "open", part: Number(to.value) });
  };
  const end = async () => {
    const question = say(
      "End the class? Learners can still look at their boards and download their data, until you open it again.",
    );
    if (found.over || (await asked(question, say("End the class"), "grave"))) wish({ wall: "end", over: !found.over });
  };
  const send = () => {
    const text = note.value.trim();
    if (!text || model.standing !== "open") return;
    wish({ wall: "note all", text });
    note.value = "";
  };
  const note = element(owned, "input", {
    maxlength: "500",
    placeholder: say("A note for all"),
    "aria-label": say("A note for all"),
  });
  tools.replaceChildren(
    ...VIEWS.map(([each, words]) =>
      button(owned, { "aria-pressed": String(each === view), "data-view": each }, () => turn(each), words),
    ),
    element(owned, "span", { class: "gap" }),
    element(
      owned,
      "span",
      { class: "pair" },
      to,
      button(owned, {}, () => void open(), say("Open for all …")),
    ),
    element(owned, "span", { class: "pair" }, note, button(owned, {}, send, say("Note to all"))),
    ...(found.shows
      ? [button(owned, { class: "main" }, () => wish({ wall: "hide" }), say("Stop showing a board"))]
      : []),
    button(owned, {}, () => wish({ wall: "files" }), say("Download all")),
    button(owned, {}, () => void end(), found.over ? say("Open the class again") : say("End the class …")),
  );
  wall.hidden = false;
  turn(view);
}

function turn(to: View): void {
  view = to;
  entrance.root.hidden = to !== "door";
  boards.hidden = to !== "boards";
  games.root.hidden = to !== "games";
  inTables.hidden = to !== "parts" && to !== "clauses";
  for (const each of tools.querySelectorAll<HTMLElement>("[aria-pressed]"))
    each.setAttribute("aria-pressed", String(each.dataset.view === to));
  show();
}

function place(learner: LearnerState): void {
  let card = cards.get(learner.id);
  if (!card) {
    card = new Card(learner, () => all as ClassState, wish);
    cards.set(learner.id, card);
  }
  card.update(learner);
  // Stuck learners come first, then the names decide. The keyboard stays where it is.
  const rank = ({ learner: { stuck, name } }: Card) => `${stuck ? 0 : 1}${name}`;
  const order = [...cards.values()].sort((a, b) => rank(a).localeCompare(rank(b)));
  const next = order[order.indexOf(card) + 1]?.root ?? null;
  if (card.root.parentElement !== boards || card.root.nextElementSibling !== next) {
    const isFocused = card.root.contains(owned.activeElement);
    boards.insertBefore(card.root, next);
    if (isFocused) card.focus();
  }
  show();
}

function showEntrance(found: LearnerState[]): void {
  const names = found.map(({ name }) => name);
  next.hidden = names.length === 0;
  linker.hidden = !all?.link;
  if (all) entrance.show(all, names);
}

/** Show the summary and the table that is open, soon: many changes come at once. */
function show(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    const found = learners();
    const [here, stuck] = [found.filter((each) => each.here), found.filter((each) => each.stuck)];
    const names = stuck.map(({ name }) => name).join(", ");
    const words = [
      say("{0} of {1} here.", here.length, found.length),
      names ? say("Stuck: {0}.", names) : say("Nobody is stuck."),
      games.call,
      all?.over ? say("The class is over.") : "",
    ]
      .filter(Boolean)
      .join(" ");
    if (summary.textContent !== words) summary.textContent = words;
    showEntrance(found);
    if (!all || inTables.hidden) return;
    const isOpen = inTables.contains(owned.activeElement) && owned.activeElement !== inTables;
    if (!isOpen) inTables.replaceChildren((view === "parts" ? matrix : clauses)(found, all)); // else the focus would be lost
  }, AFTER_MS);
}

wall.append(heading, summary, tools, entrance.root, boards, inTables, games.root);
addEventListener("hashchange", () => location.reload());
if ("token" in greeting && !owned.body.dataset.hub) void keepPlace(greeting.token, "wall/seat");
onTheme(() => {
  for (const card of cards.values()) card.draw(undefined);
});

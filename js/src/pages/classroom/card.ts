// The card of a learner on the wall: the board, small, and how they stand. Its button opens what the teacher can do.

import { button, element } from "../../chrome/elements/dom";
import { say } from "../table/spoken";
import type { ClassState, LearnerState, WallWish } from "../table/types.gen";
import { type Drawing, paint } from "./picture";
import { parts } from "./tables";
import { asked } from "./words";

const owned = document;
const WIDTH = 300;
const LONGEST_NOTE = "500";

export class Card {
  readonly root = element(owned, "li", { class: "learner" });
  private readonly opener = button(owned, { class: "name", "aria-haspopup": "dialog" }, () => this.open());
  private readonly image = element(owned, "img", { alt: "" });
  private readonly part = element(owned, "p");
  private readonly refused = element(owned, "p", { class: "refused" });
  private readonly stuck = element(owned, "p", { class: "stuck" });
  private drawing: Drawing | undefined;
  private dialog: HTMLDialogElement | undefined;
  private details: HTMLElement | undefined;

  constructor(
    public learner: LearnerState,
    private readonly all: () => ClassState,
    private readonly wish: (wish: WallWish) => void,
  ) {
    this.root.append(this.opener, this.image, this.part, this.refused, this.stuck);
  }

  /** Bring the words up to date. */
  update(learner: LearnerState): void {
    this.learner = learner;
    const all = this.all();
    const { name, here, plays, stuck } = learner;
    write(this.opener, plays ? say("{0} (at a table)", name) : here ? name : say("{0} (away)", name));
    write(this.part, standing(learner, all));
    write(this.refused, refusalOf(learner, all));
    write(this.stuck, stuck && say("Stuck: {0}", stuck));
    this.image.alt = say("The board of {0}", name);
    this.root.classList.toggle("away", here === 0);
    this.root.classList.toggle("is-stuck", stuck !== "");
    this.details?.replaceChildren(parts(learner, all));
  }

  /** Show the board. */
  draw(drawing: Drawing | undefined): void {
    this.drawing = drawing ?? this.drawing;
    if (this.drawing) paint(this.image, this.drawing, WIDTH);
  }

  focus(): void {
    this.opener.focus();
  }

  close(): void {
    this.dialog?.close();
  }

  private open(): void {
    const { id, name, look } = this.learner;
    const dialog = element(owned, "dialog", { class: "wide", "aria-labelledby": "of" });
    const close = () => dialog.close();
    const then = (wish: WallWish) => {
      close();
      this.wish(wish);
    };
    const input = element(owned, "input", {
      maxlength: LONGEST_NOTE,
      "aria-label": say("A note for {0}, or words for all", name),
    });
    const ask = async (wish: "link" | "forget", question: string, yes: string) => {
      close();
      if (await asked(question, yes, "grave")) this.wish({ wall: wish, learner: id });
    };
    const newLink = say("A new link for {0}? Their links before open nothing any more.", name);
    const forget = say("Delete all that is kept of {0}: the name, the progress and all answers?", name);
    this.details = element(owned, "div", {}, parts(this.learner, this.all()));
    dialog.append(
      element(owned, "h2", { id: "of" }, name),
      this.details,
      element(
        owned,
        "p",
        { class: "choices" },
        element(
          owned,
          "a",
          { class: "button main", href: `./#${look}`, target: "_blank" },
          say("Look on in a new tab"),
        ),
        button(owned, {}, () => then({ wall: "hint", learner: id }), say("Give the next hint")),
      ),
      element(
        owned,
        "p",
        { class: "choices" },
        input,
        button(owned, {}, () => then({ wall: "note", learner: id, text: input.value.trim() }), say("Send as a note")),
        button(
          owned,
          {},
          () => then({ wall: "show", learner: id, text: input.value.trim() }),
          say("Show this board to all, without the name"),
        ),
      ),
      element(
        owned,
        "p",
        { class: "choices" },
        button(owned, {}, () => then({ wall: "file", learner: id }), say("Download")),
        // Where people log in with a hub, nobody has a link.
        ...(owned.body.dataset.hub
          ? []
          : [button(owned, {}, () => void ask("link", newLink, say("Give a new link")), say("New link …"))]),
        button(owned, {}, () => void ask("forget", forget, say("Delete all")), say("Delete …")),
        button(owned, { autofocus: "" }, close, say("Close")),
      ),
    );
    dialog.onclose = () => {
      dialog.remove();
      this.dialog = this.details = undefined;
      if (this.root.isConnected) this.focus();
    };
    this.dialog = dialog;
    owned.body.append(dialog);
    dialog.showModal();
  }
}

/** The part at which a learner is, and how it stands. */
function standing({ part, stands, done }: LearnerState, all: ClassState): string {
  if (part === undefined) return say("Not begun");
  const at = say("{0} of {1}: {2}", part + 1, all.parts.length, all.parts[part]?.name ?? "");
  if (done?.every(({ solved }) => solved)) return say("{0} (all solved)", at);
  return stands === "done" ? say("{0} (done)", at) : stands === "lost" ? say("{0} (lost)", at) : at;
}

/** The clauses of the last refusal, without the one that the words for a stuck learner name. */
function refusalOf({ refused = [], stuck }: LearnerState, all: ClassState): string {
  const last = (refused.at(-1) ?? "").split(" ").filter((clause) => clause && !stuck.includes(clause));
  const named = last.map((clause) => `${clause} ${all.clauses.find(([each]) => each === clause)?.[1] ?? ""}`);
  return named.length > 0 ? say("Refused: {0}", named.join("; ")) : "";
}

/** A text is written only if it is another one, so that a reader or a selection stays. */
function write(at: HTMLElement, text: string): void {
  if (at.textContent !== text) at.textContent = text;
  at.hidden = !text;
}

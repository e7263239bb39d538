// What a view knows: the kernel's state, the draft as the user sees it now, the focus. No rules, no page.
//
// A choice shows at once where the kernel has sent what follows from it; the kernel's own answer replaces it when it
// comes. While answers to our own drafts are open, what the kernel says of older ones is not shown.

import type { AnyModel } from "@anywidget/types";
import { mapOf } from "../geometry/map";
import type { SpaceMap } from "../geometry/spaces";
import { sameDraft } from "../kernel/drafts";
import { type Intent, type Line, Wire } from "../kernel/messages";
import type { BoardState, Choice, Choices, Draft, Editing, Reply, Verdict } from "../kernel/types.gen";
import { Workbench } from "./editing";
import { Field } from "./field";
import { Library } from "./lookup";

export type Change = "scene" | "state" | "choices" | "focus" | "explained" | "marks" | "notice" | "settings";

/** How this view shows the board; nobody else's business. */
export interface Settings {
  /** Letters in place of the drawings on the pieces. */
  letters: boolean;
  /** The map without its pieces. */
  bare: boolean;
  /** How fast events are played: 0 is not at all. */
  speed: number;
  /** The board as text, row by row. */
  asText: boolean;
}

const MOST_EXPLANATIONS = 1000;
/** No revision of any board: whoever says it is told everything. */
const KNOWS_NOTHING = 0;
const TRAITS = ["_scene", "_state", "_choices", "_current", "_timeline", "_status", "_editing"] as const;

export class Store {
  map: SpaceMap;
  current: Choices;
  field: Field | null = null;
  /** The hex under the pointer or the keyboard's focus; -1: none. */
  focus = -1;
  /** Whether the focus was set by the keyboard: then it is shown as a ring and spoken. */
  byKeyboard = false;
  /** The hex whose explanation stays in the panel although the pointer moves on; -1: none. */
  pinned = -1;
  /** Whether something has just happened, and nobody has looked elsewhere since. */
  fresh = false;
  /** The overlays that this view does not show, by name. */
  readonly hidden = new Set<string>();
  /** Hexes marked for the moment. */
  marked: number[] = [];
  readonly settings: Settings = { letters: false, bare: false, speed: 1, asText: false };
  /** The space whose pieces are shown side by side; -1: none. */
  fanned = -1;
  /** The space that is measured from; -1: none. */
  ruler = -1;
  /** The button that is pointed at, of what is offered. */
  looked: Choice | null = null;
  /** Whose view is asked for, behind the curtain (null: everything); null: there is no curtain. */
  curtain: { for: string | null } | null = null;
  error = "";
  readonly library: Library;
  readonly workbench: Workbench;
  private readonly wire: Wire;
  private readonly listeners = new Set<(changes: ReadonlySet<Change>) => void>();
  private readonly explanations = new Map<string, Verdict | null>();
  private fields = new WeakMap<Choices, Field>();
  /** The revision that `current` belongs to. */
  private shown: number;
  private pendingDrafts = 0;
  /**
   * Whether the kernel's word on the present draft is still to come. With a destination that was sent ahead, other hexes of
   * the same field can still be chosen; else what is offered is what was offered before.
   */
  private guessed: "no" | "destination" | "all" = "no";
  /** What was chosen meanwhile: what it leads to is for the kernel to say. */
  private waiting: (() => void)[] = [];
  private underWay = 0;
  private confirmed = false;
  private last: Promise<void> = Promise.resolve();
  private changed = new Set<Change>();

  constructor(
    private readonly model: AnyModel<BoardState>,
    signal: AbortSignal,
  ) {
    this.map = mapOf(this.scene);
    this.current = this.said;
    this.shown = this.choices.revision;
    this.field = this.fieldOf(this.current);
    this.wire = new Wire(
      model,
      () => this.tell("notice"),
      () => this.hello(KNOWS_NOTHING),
      signal,
    );
    const ask = (message: Intent) => this.wire.ask(message, this.shown);
    const fail = (reply: Reply) => this.fail(reply);
    this.library = new Library(ask, fail, () => this.tell("explained"));
    this.workbench = new Workbench(ask, fail, () => this.refresh());
    const on = (name: (typeof TRAITS)[number], react: () => void) => {
      model.on(`change:${name}`, react);
      signal.addEventListener("abort", () => model.off(`change:${name}`, react));
    };
    on("_scene", () => {
      this.fanned = this.ruler = -1;
      // On a mat the cards come and go: what is looked at is found again by its name.
      const looked = this.focus >= 0 ? this.map.name(this.focus) : "";
      this.map = mapOf(this.scene);
      this.fields = new WeakMap();
      this.focus = this.map.find(looked);
      this.pinned = -1;
      this.marked = [];
      this.tell("scene");
    });
    on("_state", () => this.tell("state"));
    on("_timeline", () => this.tell("state"));
    on("_status", () => this.tell("state"));
    on("_editing", () => this.tell("state"));
    on("_choices", () => this.adopt());
    on("_current", () => this.adopt());
  }

  get scene() {
    return this.model.get("_scene");
  }
  get state() {
    return this.model.get("_state");
  }
  get choices() {
    return this.model.get("_choices");
  }
  /** What the kernel says may be chosen. */
  private get said(): Choices {
    const current = this.model.get("_current");
    return current && current.revision === this.choices.revision ? current : this.choices.root;
  }
  /** Whether what is shown is our own guess, and the kernel's answer is still to come. */
  get foreseen(): boolean {
    return this.pendingDrafts > 0;
  }
  /** How things stand with the kernel. */
  get line(): Line {
    return this.wire.line;
  }
  get timeline() {
    return this.model.get("_timeline");
  }
  get status() {
    return this.model.get("_status");
  }

  /** Whether this is a recording, where nothing can be played. */
  get recorded(): boolean {
    return this.status.recorded;
  }
  private wasRecorded(draft: Draft): boolean {
    return Object.keys(draft).length === 0 || this.sentAhead.some((choices) => sameDraft(choices.draft, draft));
  }

  // ------------------------------------------------------------------ editing by hand
  /** What can be put and set; null while the position is played and not edited. */
  get editing(): Editing | null {
    return this.line === "lost" ? null : this.model.get("_editing");
  }

  /** Put what the brush stands for on spaces. */
  paint(indices: readonly number[]): void {
    const names = indices.map((index) => this.map.name(index));
    const stroke = this.workbench.stroke(
      names,
      this.scene.players.map((p) => p.name),
    );
    if (stroke) this.send(stroke);
  }

  /** Called with what has changed, once for all that changed together. */
  watch(listener: (changes: ReadonlySet<Change>) => void): void {
    this.listeners.add(listener);
  }

  // ------------------------------------------------------------------ the draft
  get draft(): Draft {
    return this.current.draft;
  }

  /** The hex that the field's slot holds; -1 if it is open. */
  get destination(): number {
    const value = this.field ? this.draft[this.field.slot] : undefined;
    return typeof value === "string" ? this.map.find(value) : -1;
  }

  /** Whether the draft can be confirmed: the kernel says so, or it will as far as what was sent ahead tells. */
  get complete(): boolean {
    if (this.recorded) return false;
    if (this.current.action !== null) return this.mayTry;
    return (this.field?.completes && this.field.costs.has(this.destination)) ?? false;
  }

  /** Whether the draft's action is legal, or may be for all that this player can see. */
  private get mayTry(): boolean {
    return this.current.verdict.status === "legal" || this.current.verdict.status === "unknown";
  }

  /** The pieces that may be chosen, and all else that is offered now. */
  get options(): Choice[] {
    const here = this.current.options;
    // What is offered on a space now comes before what else could be begun there.
    const all = here.some((o) => o.kind === "piece")
      ? here
      : [...here, ...this.choices.root.options.filter((o) => o.kind === "piece")];
    return this.recorded ? all.filter((o) => o.findings.length > 0 || this.wasRecorded(o.leadsTo)) : all;
  }

  /** Set the draft: shown at once, told to the kernel. */
  choose(draft: Draft): Promise<Reply> {
    this.pinned = -1;
    this.proposed = null;
    this.guessed = "no";
    this.show(this.foresee(draft));
    this.error = "";
    this.pendingDrafts += 1;
    return this.wire.ask({ intent: "draft", args: { draft } }, this.shown).then((reply) => {
      this.pendingDrafts -= 1;
      if (!reply.ok) {
        this.waiting = [];
        this.fail(reply);
      }
      this.adopt();
      return reply;
    });
  }

  /**
   * Take what is offered under a name. Where the answer to the click before is still to come it waits for it: the drafts
   * that options lead to hold what had been chosen when they were offered.
   */
  take(find: (offered: Choice[]) => Choice | undefined, way: "leadsTo" | "fewer" | "more" = "leadsTo"): boolean {
    if (this.guessed !== "no" || this.waiting.length > 0) {
      this.waiting.push(() => void this.takeNow(find, way));
      return true;
    }
    return this.takeNow(find, way);
  }

  private takeNow(find: (offered: Choice[]) => Choice | undefined, way: "leadsTo" | "fewer" | "more"): boolean {
    const draft = find(this.options)?.[way];
    if (draft) this.choose(draft);
    return Boolean(draft);
  }

  /** Whatever is meant by choosing a hex (a click, Enter): go there, pick up what stands there, or confirm. */
  activate(index: number): void {
    if (index < 0) return;
    if (this.editing) {
      this.paint([index]);
      return;
    }
    // What is clicked is what there is to know now.
    if (this.library.clause !== null) this.library.close();
    // A route that is drawn on goes on from where the click before has led it.
    const known = this.guessed === "destination" && this.field?.costs.has(index) && !this.field.onward;
    if (this.waiting.length > 0 || (this.guessed !== "no" && !known)) this.waiting.push(() => this.activateNow(index));
    else this.activateNow(index);
  }

  private activateNow(index: number): void {
    this.fresh = false;
    const pinned = this.pinned;
    this.pinned = -1;
    const name = this.map.name(index);
    if (this.field?.costs.has(index)) {
      if (index === this.destination) this.commitNow();
      else this.choose({ ...this.draft, [this.field.slot]: name });
      return;
    }
    const option = this.options.find((o) => o.space === name && o.findings.length === 0);
    // What was chosen last is confirmed by a second click; the piece that it is chosen for is let go.
    const onlyOne = this.options.filter((o) => o.kind === "space" && o.chosen).length === 1;
    const marks = option !== undefined && this.options.some((o) => o.kind === "space" && o.slot !== option.slot);
    if (option?.chosen && option.kind === "space" && onlyOne && !marks && this.complete) this.commitNow();
    else if (option) this.take((offered) => offered.find((o) => o.slot === option.slot && o.value === option.value));
    else if (this.offers(this.map.under(index))) this.activateNow(this.map.under(index));
    else this.pin(pinned === index ? -1 : index);
  }

  /** Whether something can be chosen on a space. */
  private offers(index: number): boolean {
    const name = index < 0 ? null : this.map.name(index);
    const free = this.options.some((o) => name !== null && o.space === name && o.findings.length === 0);
    return free || Boolean(this.field?.costs.has(index));
  }

  /** Keep the explanation of a hex in the panel, so that it can be read and opened. */
  private pin(index: number): void {
    this.pinned = index;
    if (index >= 0) this.explain(index);
    this.tell("focus");
  }

  /** Say why a space can be chosen or cannot, whatever else a click there would do. */
  why(index: number): void {
    if (index >= 0) this.pin(index);
  }

  /** Whether the kernel can be asked why a hex cannot be chosen: it is there, and somebody is choosing. */
  get asksWhy(): boolean {
    return this.line !== "lost" && this.choices.root.player !== null;
  }

  /** One step back, whatever that is: from what is pinned, from the draft, from the hex looked at. */
  cancel(): void {
    this.waiting = [];
    if (this.proposed) this.propose(null);
    else if (this.library.clause !== null) this.library.close();
    else if (this.editing && this.workbench.brush) this.workbench.hold(null);
    else if (this.fanned >= 0) this.fan(this.fanned);
    else if (this.ruler >= 0) this.measure(this.ruler);
    else if (this.pinned >= 0) {
      this.pinned = -1;
      this.tell("focus");
    } else if (Object.keys(this.draft).length > 0) this.dropOne();
    else this.setFocus(-1, false);
  }

  /** Whether a route that is drawn ends on this hex, and all is chosen: then Enter confirms. */
  endsAt(index: number): boolean {
    return Boolean(this.field?.onward && this.field.fixed.length > 0 && index === this.field.origin && this.complete);
  }

  commit(): Promise<Reply> | undefined {
    if (this.proposed) return this.playProposed();
    if (this.waiting.length === 0) return this.commitNow();
    this.waiting.push(() => void this.commitNow());
    return undefined;
  }

  private commitNow(): Promise<Reply> | undefined {
    // Confirming twice in a hurry means it once.
    if (!this.complete || this.underWay > 0) return undefined;
    // The draft is meant for the position that it was made on: it is refused if that has changed meanwhile.
    this.confirmed = true;
    const answer = this.send({ intent: "commit", args: { draft: this.draft } }, this.shown);
    answer.then(() => {
      this.confirmed = false;
    });
    return answer;
  }

  /** One step back in what is being chosen; what is confirmed already will be done, and is not shown as if it were not. */
  private dropOne(): void {
    if (!this.confirmed) this.choose(this.current.back);
    else {
      this.error = "It is sent already: take it back once it is done.";
      this.tell("notice");
    }
  }

  /**
   * Undo, redo, goto, commit: the answer comes as new state, or as an error shown on the board. One is sent when the one
   * before is answered: undo pressed twice means two steps back, the second from where the first has led.
   */
  send(message: Intent, composed?: number): Promise<Reply> {
    // On its way before anything is drawn: drawing would be waited for.
    const asked =
      this.underWay === 0
        ? this.wire.ask(message, composed ?? this.choices.revision)
        : this.last.then(() => this.wire.ask(message, composed ?? this.choices.revision));
    this.underWay += 1;
    this.last = asked.then((reply) => {
      this.underWay -= 1;
      if (reply.error) this.fail(reply);
    });
    if (this.error) {
      this.error = "";
      this.tell("notice");
    }
    return asked;
  }

  /** One step back: what is being chosen is dropped first; then the step before is gone back to. */
  undo(): void {
    if (Object.keys(this.draft).length > 0) this.dropOne();
    else if (this.timeline.canUndo || this.underWay > 0) this.send({ intent: "undo", args: {} });
  }

  redo(): void {
    if (this.timeline.canRedo || this.underWay > 0) this.send({ intent: "redo", args: {} });
  }

  private fail(reply: Reply): void {
    this.error = reply.error ?? "The kernel refused this.";
    this.tell("notice");
  }

  /** What the kernel says of drafts that nobody has chosen yet. */
  private get sentAhead(): Choices[] {
    return [this.choices.root, ...this.choices.branches];
  }

  /** What the kernel will say of a draft, as far as it has been sent ahead. */
  private foresee(draft: Draft): Choices {
    const known = this.sentAhead.find((c) => sameDraft(c.draft, draft));
    if (known) return known;
    for (const branch of this.choices.branches) {
      const slot = branch.field?.slot;
      if (slot === undefined || !(slot in draft)) continue;
      const { [slot]: to, ...rest } = draft;
      if (sameDraft(rest, branch.draft)) {
        const decoded = this.fieldOf(branch);
        const ahead = { ...branch, draft, prompt: `${decoded?.label ?? ""}: ${String(to)}` };
        if (decoded) this.fields.set(ahead, decoded);
        this.guessed = "destination";
        return ahead;
      }
    }
    this.guessed = "all";
    return { ...this.current, draft, back: {}, action: null };
  }

  /** Take the kernel's word: at once where the position has changed, else unless answers to our own drafts are to come. */
  private adopt(): void {
    if (this.choices.revision !== this.shown) {
      this.pinned = this.fanned = -1;
      this.looked = this.proposed = null;
      this.workbench.made = null;
      this.library.renew();
      this.fresh = this.timeline.events.length > 0;
      this.waiting = [];
      this.confirmed = false;
    } else if (this.pendingDrafts > 0) return;
    this.show(this.said);
    this.guessed = "no";
    while (this.guessed === "no" && this.waiting.length > 0) this.waiting.shift()?.();
  }

  private show(choices: Choices): void {
    const { looked } = this;
    this.current = choices;
    if (looked) this.looked = this.options.find((o) => o.slot === looked.slot && o.value === looked.value) ?? null;
    this.shown = this.choices.revision;
    this.field = this.fieldOf(choices);
    this.tell("choices");
  }

  private fieldOf(choices: Choices): Field | null {
    if (choices.field === null) return null;
    let field = this.fields.get(choices);
    if (!field) {
      field = new Field(choices.field, this.map);
      this.fields.set(choices, field);
    }
    return field;
  }

  // ------------------------------------------------------------------ how this view shows it
  /** Something that only this view knows has changed. */
  refresh(): void {
    this.tell("settings");
  }

  set<K extends keyof Settings>(setting: K, value: Settings[K]): void {
    this.settings[setting] = value;
    this.refresh();
  }

  /** Show the pieces of a space side by side, or no longer. */
  fan(index: number): void {
    const there = index >= 0 && this.state.pieces.some((p) => p.space === this.map.name(index));
    this.fanned = there && this.fanned !== index ? index : -1;
    this.tell("settings");
  }

  /** Measure from a space, or no longer. */
  measure(index: number): void {
    this.ruler = this.ruler === index ? -1 : index;
    this.tell("focus");
  }

  /** Tell of a button what there is to know, while it is pointed at. */
  look(choice: Choice | null): void {
    if (this.looked === choice) return;
    this.looked = choice;
    this.tell("focus");
  }

  /** See what a player sees, or with null everything; between two players a curtain falls first. */
  see(player: string | null): void {
    const now = this.status.seenBy;
    if (now !== null && player !== now) {
      this.curtain = { for: player };
      this.tell("settings");
    } else this.send({ intent: "view", args: { player } });
  }

  /** Raise the curtain: when the view that was asked for has come, and not before; or without one, back to the view before. */
  async raise(shown: boolean): Promise<void> {
    const { curtain } = this;
    if (curtain !== null && shown) {
      const reply = await this.send({ intent: "view", args: { player: curtain.for } });
      if (!reply.ok || this.status.seenBy !== curtain.for) return;
    }
    this.curtain = null;
    this.tell("settings");
  }

  // ------------------------------------------------------------------ what would help
  /** What would help, to be confirmed. */
  proposed: { text: string; action: string } | null = null;

  /** Take up what would help, or drop it. */
  propose(remedy: { text: string; action: string } | null): void {
    this.proposed = remedy;
    this.tell("choices");
  }

  private playProposed(): Promise<Reply> | undefined {
    const { proposed } = this;
    this.pinned = -1;
    this.propose(null);
    return proposed ? this.send({ intent: "play", args: { action: proposed.action } }, this.shown) : undefined;
  }

  /** The picture of what is seen, as the kernel paints it: SVG. */
  async picture(theme: "light" | "dark"): Promise<string | null> {
    const reply = await this.wire.ask({ intent: "picture", args: { theme } }, this.shown);
    if (reply.svg !== undefined) return reply.svg;
    this.fail(reply);
    return null;
  }

  /** Show an overlay, or hide it: for this view only. */
  toggle(overlay: string): void {
    if (!this.hidden.delete(overlay)) this.hidden.add(overlay);
    this.tell("state");
  }

  /** Mark hexes, those of an event that is pointed at. */
  mark(hexes: number[]): void {
    this.marked = hexes;
    this.tell("marks");
  }

  // ------------------------------------------------------------------ the focus, and why
  setFocus(index: number, byKeyboard: boolean): void {
    if (index === this.focus && byKeyboard === this.byKeyboard) return;
    if (index !== this.focus) this.hover(index);
    // Whoever goes on by keyboard, or points elsewhere for good, has read what was pinned.
    if (byKeyboard) this.pinned = -1;
    this.fresh = false;
    this.focus = index;
    this.byKeyboard = byKeyboard;
    this.tell("focus");
  }

  /** All findings for a hex under the present draft, if they have come; they are asked for once. */
  explanation(index: number): Verdict | null {
    return this.explanations.get(this.explanationKey(index)) ?? null;
  }

  explain(index: number): void {
    const key = this.explanationKey(index);
    if (this.explanations.has(key)) return;
    if (this.explanations.size > MOST_EXPLANATIONS) this.explanations.clear();
    this.explanations.set(key, null);
    const message: Intent = { intent: "explain", args: { draft: this.draft, space: this.map.name(index) } };
    this.wire.ask(message, this.shown).then((reply) => {
      // A failure is kept, too: asking again would fail again.
      const failed: Verdict = { status: "unknown", subject: reply.error ?? "", findings: [] };
      this.explanations.set(key, reply.verdict ?? failed);
      this.tell("explained");
    });
  }

  private explanationKey(index: number): string {
    const { [this.field?.slot ?? ""]: _, ...without } = this.draft;
    return `${this.choices.revision} ${JSON.stringify(without)} ${index}`;
  }

  /** Report the hex that is looked at, if anybody in Python wants to know. */
  private hover(index: number): void {
    if (!this.scene.trackHover) return;
    this.wire.tell({ intent: "hover", args: { space: index < 0 ? null : this.map.name(index) } }, this.shown);
  }

  /** Ask the kernel for what is so, if it is not what was shown at a revision. */
  hello(revision = this.shown): void {
    this.wire.ask({ intent: "hello", args: {} }, revision);
  }

  /** Show an error in words until something else is done. */
  complain(text: string): void {
    this.error = text;
    this.tell("notice");
  }

  // ------------------------------------------------------------------
  private tell(change: Change): void {
    const first = this.changed.size === 0;
    this.changed.add(change);
    if (!first) return;
    queueMicrotask(() => {
      const changes = this.changed;
      this.changed = new Set();
      for (const listener of this.listeners) listener(changes);
    });
  }
}

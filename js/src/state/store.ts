// The store: what a view knows of the board, without rules and without the page. Each room has one job; the store puts the
// rooms together, and holds the commands that concern several of them.

import type { AnyModel } from "@anywidget/types";
import type { SpaceMap } from "../geometry/spaces";
import type { BoardState, Choice, Reply, StaticScene } from "../kernel/types.gen";
import { Activation } from "./activation";
import { Advice } from "./advice";
import { Looking } from "./attention";
import { Changes } from "./changes";
import { Choosing } from "./choosing";
import { Editing, type Form } from "./editing";
import { Explanations } from "./explanations";
import { Lookup } from "./lookup";
import { Prediction } from "./prediction";
import { Proposal } from "./proposal";
import { Requests } from "./requests";
import { Settings } from "./settings";
import { Traits } from "./traits";
import { Viewpoint } from "./viewpoint";

export class Store {
  readonly changes = new Changes();
  readonly requests: Requests;
  readonly choosing: Choosing;
  readonly looking: Looking;
  readonly explanations: Explanations;
  readonly lookup: Lookup;
  readonly editing: Editing;
  readonly proposal: Proposal;
  readonly advice: Advice;
  readonly viewpoint: Viewpoint;
  readonly settings = new Settings(this.changes);
  private readonly traits: Traits;
  private readonly activation: Activation;

  constructor(model: AnyModel<BoardState>, signal: AbortSignal) {
    const { changes } = this;
    const traits = new Traits(model, signal, () => requests.renew());
    const requests: Requests = new Requests(model, traits, changes, signal);
    const prediction = new Prediction(traits);
    this.traits = traits;
    this.requests = requests;
    this.looking = new Looking(traits, requests, changes);
    this.lookup = new Lookup(requests, changes);
    this.editing = new Editing(traits, requests, changes);
    this.proposal = new Proposal(requests, changes, this.settings, (draft) => void this.choosing.choose(draft));
    this.advice = new Advice(traits, requests);
    this.viewpoint = new Viewpoint(traits, requests, changes);
    this.choosing = new Choosing(traits, requests, changes, prediction, this.settings, {
      drafted: () => this.onDraft(),
      positionChanged: () => this.onPosition(),
    });
    this.explanations = new Explanations(traits, requests, changes, this.choosing);
    this.activation = new Activation(traits, this.choosing, this.looking, this.explanations);
    traits.on("_scene", () => {
      const { focus } = this.looking;
      const focused = focus >= 0 ? this.map.name(focus) : "";
      traits.renewMap();
      prediction.forgetFields();
      this.looking.onMap(focused);
      changes.tell("scene");
    });
    traits.on("_timeline", () => this.settings.ofGame(this.timeline.game));
    for (const name of ["_state", "_timeline", "_status", "_editing"] as const)
      traits.on(name, () => changes.tell("state"));
    traits.on("theme", () => changes.tell("settings"));
    for (const name of ["_choices", "_current"] as const) traits.on(name, () => this.choosing.adopt());
  }

  get map(): SpaceMap {
    return this.traits.map;
  }
  get scene() {
    return this.traits.scene;
  }
  get state() {
    return this.traits.state;
  }
  get choices() {
    return this.traits.choices;
  }
  get timeline() {
    return this.traits.timeline;
  }
  get status() {
    return this.traits.status;
  }
  /** The theme that this view has chosen, else the board's. */
  get theme(): StaticScene["theme"] {
    return this.settings.theme ?? this.traits.theme;
  }

  /** The number of clicks that the kernel has not answered yet. */
  get waits(): number {
    return this.choosing.waits + this.requests.waits;
  }

  /** The space whose choice Enter takes in place of the bar's action; -1: Enter takes that action, if there is one. */
  get entered(): number {
    return this.proposal.remedy || this.editing.on ? -1 : this.activation.entered;
  }

  /** A new draft replaces the proposal and the pinned explanation. */
  private onDraft(): void {
    this.looking.pinned = -1;
    this.looking.arrived = false;
    this.proposal.remedy = null;
  }

  /** A new position ends what was begun on the one before. */
  private onPosition(): void {
    this.looking.onPosition();
    this.proposal.remedy = null;
    this.editing.made = null;
    this.editing.begun = [];
    this.lookup.renew();
  }

  /** Choose a hex (a click, Enter): paint it, go there, pick up the piece there, or confirm. */
  activate(index: number): void {
    if (index < 0) return;
    if (this.editing.on) {
      this.editing.paint([index]);
      this.looking.mark(this.editing.begun);
      return;
    }
    this.lookup.close(); // the clicked hex takes the place of an open clause in the panel
    this.activation.at(index);
  }

  /** Take a tutor's button. The tutor's words take the place of an explanation. */
  askTutor(button: Choice): void {
    this.lookup.close();
    this.looking.fresh = true;
    this.choosing.takeSame(button);
  }

  /** Explain why a space can be chosen or cannot, whatever else a click there would do. */
  why(index: number): void {
    this.activation.why(index);
  }

  /** Confirm the proposal, else the draft. */
  commit(): Promise<Reply> | undefined {
    if (!this.proposal.remedy) return this.choosing.commit();
    this.looking.pinned = -1;
    return this.proposal.play();
  }

  /** Go one step back: close what is open, else take back the last choice, else drop the focus. */
  cancel(): void {
    const { choosing, editing, looking, lookup, proposal } = this;
    choosing.dropWaiting();
    if (proposal.remedy) proposal.put(null);
    else if (lookup.clause !== null) lookup.close();
    else if (editing.cancel()) looking.mark([]);
    else if (looking.fanned >= 0) looking.fan(looking.fanned);
    else if (looking.ruler >= 0) looking.measure(looking.ruler);
    else if (looking.pinned >= 0) looking.pin(-1);
    else if (!choosing.blank) choosing.stepBack();
    else looking.setFocus(-1, false);
  }

  /** Take back the last choice of the draft, else the last step of the game: once the kernel has said what the last choice led to. */
  undo(): void {
    if (this.choosing.deferred(() => this.undo(), this.choosing.certainty !== "unknown")) return;
    if (!this.choosing.blank) this.choosing.stepBack();
    else if (this.timeline.canUndo || this.requests.busy) this.requests.send({ intent: "undo", args: {} });
  }

  redo(): void {
    if (this.timeline.canRedo || this.requests.busy) this.requests.send({ intent: "redo", args: {} });
  }

  /** The position as a text, in one of its forms. */
  async written(form: Form | "link" | "game" | "position"): Promise<string | null> {
    const reply = await this.requests.ask({ intent: "export", args: { form } });
    if (reply.text !== undefined) return reply.text;
    this.requests.fail(reply);
    return null;
  }

  /** The picture of the board, as the kernel paints it: SVG. */
  async picture(theme: "light" | "dark"): Promise<string | null> {
    const reply = await this.requests.ask({ intent: "picture", args: { theme } });
    if (reply.svg !== undefined) return reply.svg;
    this.requests.fail(reply);
    return null;
  }
}

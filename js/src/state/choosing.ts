// Choosing: the draft as the user sees it, the choices under it, and confirming it.
//
// A choice shows at once where the kernel has sent ahead what follows from it. The kernel's own answer replaces the
// prediction. While answers to newer drafts are open, the kernel's choices for older ones are not shown.

import { MatMap, raisedOf } from "../geometry/mat/mat";
import { isFree, READ } from "../kernel/drafts";
import { say } from "../kernel/language";
import type { Choice, Choices, Draft, Reply } from "../kernel/types.gen";
import type { Changes } from "./changes";
import type { Certainty, Prediction } from "./prediction";
import type { Field } from "./reach-field";
import type { Requests } from "./requests";
import type { Settings } from "./settings";
import type { Traits } from "./traits";

/** The reactions of other rooms to what is chosen. */
interface Reactions {
  /** A new draft is about to be shown. */
  drafted(): void;
  /** The kernel has changed the position. */
  positionChanged(): void;
}

/** The draft that a choice is taken for: choosing it, or one less or one more of a number. */
type Way = "leadsTo" | "fewer" | "more";
type Find = (offered: Choice[]) => Choice | undefined;

/** A test for choices of the same value for the same slot. */
export function sameAs({ slot, value }: Choice): (other: Choice) => boolean {
  return (other) => other.slot === slot && other.value === value;
}

export class Choosing {
  /** The choices that are shown. */
  current: Choices;
  /** The field of the choices that are shown, decoded. */
  field: Field | null;
  certainty: Certainty = "known";
  /** The offered choice whose button has the pointer or the keyboard on it. */
  pointed: Choice | null = null;
  private pendingDrafts = 0;
  /** Acts that wait for the kernel's answer to an earlier choice. */
  private waiting: (() => void)[] = [];
  private confirmed = false;

  constructor(
    private readonly traits: Traits,
    private readonly requests: Requests,
    private readonly changes: Changes,
    private readonly prediction: Prediction,
    private readonly settings: Settings,
    private readonly reactions: Reactions,
  ) {
    this.current = traits.current;
    this.field = prediction.fieldOf(this.current);
    this.raise();
  }

  get draft(): Draft {
    return this.current.draft;
  }

  /** True if nothing is chosen. */
  get blank(): boolean {
    return Object.keys(this.draft).length === 0;
  }

  /** True while the choices shown are a prediction: the kernel's answer is still to come. */
  get foreseen(): boolean {
    return this.pendingDrafts > 0;
  }

  /** The number of choices and acts that the kernel has not answered, or not got, yet. */
  get waits(): number {
    return this.pendingDrafts + this.waiting.length;
  }

  /** The hex that the field's slot holds; -1 if the slot is open. */
  get destination(): number {
    const value = this.field ? this.draft[this.field.slot] : undefined;
    return typeof value === "string" ? this.traits.map.find(value) : -1;
  }

  /** True if the draft can be confirmed: the kernel says so, or the choices sent ahead do. */
  get complete(): boolean {
    if (this.traits.status.recorded) return false;
    const { action, verdict } = this.current;
    // An action of unknown legality can be tried: this player does not see all that decides it.
    if (action !== null) return verdict.status === "legal" || verdict.status === "unknown";
    return (this.field?.completes && this.field.costs.has(this.destination)) ?? false;
  }

  /** All choices that are offered now, the pieces that may be chosen instead among them. */
  get options(): Choice[] {
    const here = this.current.options;
    // An offer on a space under this draft comes before another action that could begin there.
    const all = here.some((o) => o.kind === "piece")
      ? here
      : [...here, ...this.traits.choices.root.options.filter((o) => o.kind === "piece")];
    if (!this.traits.status.recorded) return all;
    return all.filter((o) => !isFree(o) || o.slot === READ || this.wasRecorded(o.leadsTo));
  }

  private wasRecorded(draft: Draft): boolean {
    return Object.keys(draft).length === 0 || this.prediction.holds(draft);
  }

  /** True if a drawn route ends on this hex and the draft is complete: Enter confirms it then. */
  endsAt(index: number): boolean {
    return Boolean(this.field?.onward && this.field.fixed.length > 0 && index === this.field.origin && this.complete);
  }

  /** True for the zone of a mat that takes the chosen card, once the draft can be confirmed: a click there does it. */
  takes(index: number): boolean {
    const { map } = this.traits;
    const [only, ...others] = this.current.arrows;
    if (!map.mat || !only || others.length > 0 || !this.complete) return false;
    return index >= 0 && map.find(only.spaces.at(-1) ?? "") === index;
  }

  /** Set the draft: it shows at once, and the kernel is told. */
  choose(draft: Draft): Promise<Reply> {
    this.reactions.drafted();
    const { choices, certainty } = this.prediction.predict(draft, this.current);
    this.certainty = certainty;
    this.show(choices);
    this.requests.error = "";
    this.pendingDrafts += 1;
    return this.requests.ask({ intent: "choose", args: { draft } }).then((reply) => {
      this.pendingDrafts -= 1;
      if (!reply.ok) {
        this.waiting = [];
        this.requests.fail(reply);
      }
      this.adopt();
      return reply;
    });
  }

  /**
   * Take an offered choice. While the answer to the click before is still to come, taking waits for it: the drafts that
   * choices lead to hold what had been chosen when they were offered.
   *
   * @param find picks the choice among those that are offered then
   * @returns false if there is no such choice
   */
  take(find: Find, way: Way = "leadsTo"): boolean {
    return this.deferred(() => void this.takeNow(find, way)) || this.takeNow(find, way);
  }

  /** Take a choice, or the same one among those that are offered then. */
  takeSame(choice: Choice): boolean {
    return this.take((offered) => offered.find(sameAs(choice)));
  }

  private takeNow(find: Find, way: Way): boolean {
    const draft = find(this.options)?.[way];
    if (draft) this.choose(draft);
    return Boolean(draft);
  }

  /**
   * Keep an act for later if it must wait for the kernel's answer.
   *
   * @param certain true if the act may run on the choices that are shown now
   * @returns false if nothing has to be waited for: the caller runs the act
   */
  deferred(act: () => void, certain = this.certainty === "known"): boolean {
    if (certain && this.waiting.length === 0) return false;
    this.waiting.push(act);
    this.changes.tell("notice");
    return true;
  }

  /** Drop the acts that wait. */
  dropWaiting(): void {
    this.waiting = [];
  }

  /** Confirm the draft, after the acts that wait. */
  commit(): Promise<Reply> | undefined {
    return this.deferred(() => void this.commitNow(), true) ? undefined : this.commitNow();
  }

  commitNow(): Promise<Reply> | undefined {
    // Confirming twice in a hurry means it once.
    if (!this.complete || this.requests.busy) return undefined;
    this.confirmed = true;
    // The draft is meant for the position that it was made on: the kernel refuses it on any other.
    const args = { draft: this.draft, at_once: this.settings.hurried };
    const answer = this.requests.send({ intent: "confirm", args }, this.requests.shown);
    answer.then(() => {
      this.confirmed = false;
    });
    return answer;
  }

  /** Take back the last choice of the draft. A draft that is confirmed already cannot be taken back this way. */
  stepBack(): void {
    if (this.confirmed) this.requests.complain(say("It is sent already: take it back once it is done."));
    else this.choose(this.current.back);
  }

  /** Adopt the kernel's choices: at once if the position has changed, else when no newer draft waits for its answer. */
  adopt(): void {
    if (this.traits.choices.revision !== this.requests.shown) {
      this.pointed = null;
      if (this.waiting.length > 0) this.requests.complain(say("The board had moved on; it is up to date again now."));
      this.waiting = [];
      this.confirmed = false;
      this.reactions.positionChanged();
    } else if (this.pendingDrafts > 0) return;
    this.show(this.traits.current);
    this.certainty = "known";
    while (this.certainty === "known" && this.waiting.length > 0) this.waiting.shift()?.();
  }

  private show(choices: Choices): void {
    const { pointed } = this;
    this.current = choices;
    this.raise();
    if (pointed) this.pointed = this.options.find(sameAs(pointed)) ?? null;
    this.requests.shown = this.traits.choices.revision;
    this.field = this.prediction.fieldOf(choices);
    this.changes.tell("choices");
  }

  /** Let the chosen cards of a mat come forward. */
  private raise(): void {
    const { map } = this.traits;
    if (map instanceof MatMap) map.place({ raised: raisedOf(this.options, map) });
  }

  /** Explain an offered choice in the panel while its button is pointed at. */
  point(choice: Choice | null): void {
    if (this.pointed === choice) return;
    this.pointed = choice;
    this.changes.tell("focus");
  }
}

// Activation: the meaning of a click on a space, or of Enter on it. It goes there, picks up a piece, confirms or explains.

import { isFree } from "../kernel/drafts";
import type { Choice } from "../kernel/types.gen";
import type { Looking } from "./attention";
import type { Choosing } from "./choosing";
import type { Explanations } from "./explanations";
import type { Traits } from "./traits";

export class Activation {
  constructor(
    private readonly traits: Traits,
    private readonly choosing: Choosing,
    private readonly looking: Looking,
    private readonly explanations: Explanations,
  ) {}

  /** Carry out a click on a space, once the answer to the click before has come. */
  at(index: number): void {
    const { certainty, field } = this.choosing;
    // A drawn route goes on from where the click before has led it, so that click's answer is needed.
    const sameField = certainty === "destination" && field !== null && field.costs.has(index) && !field.onward;
    const certain = certainty === "known" || sameField;
    if (!this.choosing.deferred(() => this.now(index), certain)) this.now(index);
  }

  private now(index: number): void {
    const { choosing, looking, traits } = this;
    const { pinned } = looking;
    looking.fresh = false;
    looking.pinned = -1;
    const name = traits.map.name(index);
    if (choosing.field?.costs.has(index)) {
      if (index === choosing.destination) choosing.commitNow();
      else choosing.choose({ ...choosing.draft, [choosing.field.slot]: name });
      return;
    }
    const { options } = choosing;
    const option = this.next(options.filter((o) => o.space === name && isFree(o)));
    // A second click on the only chosen space confirms. A second click on the piece that acts lets the piece go.
    const onlyOne = options.filter((o) => o.kind === "space" && o.chosen).length === 1;
    const marks = option !== undefined && options.some((o) => o.kind === "space" && o.slot !== option.slot);
    if (option?.chosen && option.kind === "space" && onlyOne && !marks && choosing.complete) choosing.commitNow();
    else if (option) choosing.takeSame(option);
    else if (choosing.takes(index)) choosing.commitNow();
    else if (this.offers(traits.map.under(index))) this.now(traits.map.under(index));
    else if (pinned === index) looking.pin(-1);
    else this.why(index);
  }

  /** The space whose choice Enter takes in place of the bar's action: the keyboard has moved there since the last choice. -1: none. */
  get entered(): number {
    const { choosing, looking, traits } = this;
    const { arrived, byKeyboard, focus } = looking;
    const marked = (o: Choice) => o.kind === "mark" && o.space === traits.map.name(focus);
    // A space is marked, and its mark taken away, as often as one likes.
    if (byKeyboard && focus >= 0 && choosing.options.some(marked)) return focus;
    if (!arrived || focus < 0 || focus === choosing.destination || choosing.endsAt(focus) || choosing.takes(focus))
      return -1;
    const { options } = choosing;
    const several = options.filter((o) => o.kind === "space" && o.chosen).length > 1;
    const free = (o: Choice) => isFree(o) && (!o.chosen || (several && o.kind === "space"));
    const offered = (index: number) =>
      choosing.field?.costs.has(index) || options.some((o) => o.space === traits.map.name(index) && free(o));
    return [focus, traits.map.under(focus)].some((index) => index >= 0 && offered(index)) ? focus : -1;
  }

  /** The choice that a click on a space takes: of several pieces, or kinds of pieces, there the one after the chosen one. */
  private next(here: Choice[]): Choice | undefined {
    const of = (kind: Choice["kind"]) => here.filter((o) => o.kind === kind);
    const kinds = of("button");
    const several = kinds.length > 0 ? kinds : of("piece");
    const chosen = several.findIndex((o) => o.chosen);
    return several[chosen < 0 ? several.length : chosen + 1] ?? here[0];
  }

  /** True if something can be chosen on a space. */
  private offers(index: number): boolean {
    if (index < 0) return false;
    const name = this.traits.map.name(index);
    const free = this.choosing.options.some((o) => o.space === name && isFree(o));
    return free || Boolean(this.choosing.field?.costs.has(index));
  }

  /** Pin the explanation of a space in the panel, so that it can be read and opened. */
  why(index: number): void {
    if (index < 0) return;
    this.explanations.request(index, true);
    this.looking.pin(index);
  }
}

// A model as anywidget gives it, with the kernel's part played by the test.

import type { AnyModel } from "@anywidget/types";
import type { BoardState, Choices, Reply } from "../src/kernel/types.gen";
import dice from "./fixtures/dice.json";
import duel from "./fixtures/duel.json";
import post from "./fixtures/first-post.json";
import fixture from "./fixtures/first-steps.json";
import ford from "./fixtures/ford.json";
import gathering from "./fixtures/gathering.json";
import mat from "./fixtures/mat.json";
import wheel from "./fixtures/wheel.json";

export const facts = fixture.facts;
const fixtures = { "first-steps": fixture, "first-post": post, gathering, dice, ford, duel, mat, wheel };
export type Fixture = keyof typeof fixtures;
export const fixtureNames = Object.keys(fixtures) as Fixture[];
export const stateOf = (name: Fixture): BoardState => structuredClone(fixtures[name].state) as unknown as BoardState;
export const firstSteps = (): BoardState => stateOf("first-steps");

type Sent = { id: string; revision: number; intent: string; args: Record<string, unknown> };

export class FakeModel {
  readonly sent: Sent[] = [];
  private readonly listeners = new Map<string, Set<(value: unknown) => void>>();

  constructor(readonly state: BoardState = firstSteps()) {}

  get = (name: keyof BoardState) => this.state[name];
  send = (message: Sent): void => {
    this.sent.push(message);
  };
  on = (name: string, listener: (value: unknown) => void) => {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
  };
  off = (name: string, listener: (value: unknown) => void) => void this.listeners.get(name)?.delete(listener);

  /** The number of listeners. */
  get listening(): number {
    return [...this.listeners.values()].reduce((n, set) => n + set.size, 0);
  }

  /** Change a trait, as the kernel does. */
  change<K extends keyof BoardState>(name: K, value: Partial<BoardState[K]>): void {
    this.state[name] = { ...this.state[name], ...value };
    for (const listener of this.listeners.get(`change:${name}`) ?? []) listener(undefined);
  }

  /** Set a trait that the kernel and other widgets set. */
  set(name: string, value: unknown): void {
    Object.assign(this.state, { [name]: value });
    for (const listener of this.listeners.get(`change:${name}`) ?? []) listener(undefined);
  }

  /** Set the choices under the draft that the kernel holds. */
  say(choices: Choices | null): void {
    this.state._current = choices && { ...choices, revision: this.state._choices.revision };
    for (const listener of this.listeners.get("change:_current") ?? []) listener(undefined);
  }

  /** Lose the kernel: the widget manager reports that the comm is dead. */
  lose(): void {
    for (const listener of this.listeners.get("comm_live_update") ?? []) listener(undefined);
  }

  /** Answer the last message of a kind. */
  answer(intent: string, reply: Partial<Reply> = {}): void {
    const message = this.sent.filter((m) => m.intent === intent).pop();
    const full = { id: message?.id, ok: true, revision: this.state._choices.revision, ...reply };
    for (const listener of this.listeners.get("msg:custom") ?? []) listener(full);
  }

  get asModel(): AnyModel<BoardState> {
    return this as unknown as AnyModel<BoardState>;
  }
}

export const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

// The requests of the owner of tables to the server, and the types of its answers.

import { publicAddress } from "./entrance";
import { answerOf } from "./server-ended";

export type Place = string | null;

export interface Seat {
  place: Place;
  /** The place of its link, which is its seat in the first game. */
  link: Place;
  called: string;
  /** The policy that plays the seat; empty for a person's. */
  opponent: string;
}

/** The people of a hub at a table, by the links of their seats. */
export interface People {
  users: { [link: string]: string };
  free: boolean;
  watched: boolean;
}

export interface TableListed {
  name: string;
  title: string;
  /** The language in which the table is spoken of: a game of a system without translations is in English. */
  language: string;
  stage: string;
  /** The people who are there, in words. */
  who: string;
  error: string;
  places: Seat[];
  /** The number of the present game. With each the links open other seats. */
  game: number;
  /** The seats of the people of a hub; undefined without a hub. */
  people?: People;
  /** The code by which people come in; empty: the door is closed. */
  code: string;
  /** The people that the code has let in, with their seats. */
  came: string[];
  /** The path of the table's page, behind the address of all; empty: it has none of its own. */
  path: string;
}

export interface Entry {
  name: string;
  title: string;
  players: number;
  error?: string;
}

/** A rule system with its scenarios. */
export interface Playable {
  title: string;
  language: string;
  scenarios: Entry[];
}

export interface Setting {
  name: string;
  title: string;
  clause: string;
  values: string[];
  now: string | number;
  least: number | null;
  most: number | null;
}

export interface Chosen {
  name: string;
  title: string;
  language: string;
  prose: string[];
  settings: Setting[];
  players: string[];
  opponents: string[];
}

export interface Link {
  place: Place;
  token: string;
}

/** An answer of the server that says in words why it does not do what was asked. */
export class Refused extends Error {
  constructor(
    words: string,
    /** True if the link is not an owner's: nothing else will be answered. */
    readonly forGood: boolean,
  ) {
    super(words);
  }
}

const FORBIDDEN = 403;

export class Owner {
  /** The address of the tables' page, as the server knows it. */
  base = "";
  /** The way to let other machines open it, in words. */
  remedy = "";
  /** True if a code lets people in. */
  hasCodes = true;
  /** Links open tables. */
  hasLinks = true;
  /** The page that links lead to. */
  private page = "";
  /** The paths of the tables' pages, by their names. */
  private paths = new Map<string, string>();

  constructor(private readonly token: string) {}

  private send(path: string, method: string, body?: object): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.token}` };
    return fetch(`owner/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  private async ask<T>(path: string, method = "GET", body?: object): Promise<T> {
    const reply = await this.send(path, method, body);
    const answer = await answerOf(reply);
    if (!reply.ok || answer.error) throw new Refused(answer.error, reply.status === FORBIDDEN);
    return answer;
  }

  async tables(): Promise<TableListed[]> {
    const answer = await this.ask<{ tables: TableListed[]; base: string; remedy: string; guests?: boolean }>("tables");
    const { tables, base, remedy, guests } = answer;
    [this.base, this.remedy, this.hasCodes] = [base, remedy, guests === undefined];
    if (guests !== undefined) [this.hasLinks, this.page] = [guests, "table"];
    this.paths = new Map(tables.map(({ name, path }) => [name, path]));
    return tables;
  }

  systems = () => this.ask<{ systems: Playable[] }>("scenarios");
  scenario = (name: string) => this.ask<Chosen>(`scenarios/${name}`);
  make = (wanted: object) => this.ask<{ made: string }>("tables", "POST", wanted);
  seat = (name: string, people: People) => this.ask<object>(`tables/${encodeURIComponent(name)}/seats`, "POST", people);
  close = (name: string) => this.ask<object>(`tables/${encodeURIComponent(name)}`, "DELETE");

  turn = (name: string, open: boolean) =>
    this.ask<object>(`tables/${encodeURIComponent(name)}/entrance`, "POST", { open });
  codePicture = async (address: string) => (await this.ask<{ image: string }>("picture", "POST", { address })).image;

  async links(name: string): Promise<Link[]> {
    return (await this.ask<{ links: Link[] }>(`tables/${encodeURIComponent(name)}/links`)).links;
  }

  async renew(name: string, place: Place): Promise<Link[]> {
    const path = `tables/${encodeURIComponent(name)}/links`;
    return (await this.ask<{ links: Link[] }>(path, "POST", { place })).links;
  }

  /** The picture of a scenario as an address on this page; undefined if it cannot be drawn. */
  async picture(name: string, dark: boolean): Promise<string | undefined> {
    const reply = await this.send(`pictures/${dark ? "dark" : "light"}/${name}`, "GET");
    return reply.ok ? URL.createObjectURL(await reply.blob()) : undefined;
  }

  /** The address that a table's token makes a link. */
  link(name: string, token: string): string {
    const page = this.page || (this.paths.get(name) ?? "");
    return `${publicAddress(this.page ? "" : this.base)}${page}#${token}`;
  }
}

import { beforeEach, describe, expect, it, vi } from "vitest";
import { Alerts } from "../../../src/pages/table/alerts";
import { Head } from "../../../src/pages/table/head";
import { greetingOf, keepPlace } from "../../../src/pages/table/seat";
import type { TablePresent } from "../../../src/pages/table/types.gen";

const place = (name: string, seat: string | null, here: number, you = false) => ({ name, seat, here, you });
const PRESENT: TablePresent = {
  method: "present",
  text: "You are red. Blue is not here.",
  places: [place("Red", "red", 1, true), place("Blue", "blue", 0)],
  over: "",
  opened: false,
  game: 1,
  may: ["file", "back", "resign"],
};
const ASKED = { number: 1, text: "Red asks to take back its last action: do you agree?" };

let head: Head;
let wished: unknown[][];
const text = (selector: string) => document.querySelector(selector)?.textContent ?? null;
const buttons = (selector: string) => [...document.querySelectorAll(`${selector} button`)].map((b) => b.textContent);

beforeEach(() => {
  document.body.innerHTML = "<header id='head'></header><div id='news'></div>";
  localStorage.clear();
  wished = [];
  const [holder, news] = [...document.body.children] as HTMLElement[];
  head = new Head(holder as HTMLElement, news as HTMLElement, new Alerts(), (...all) => wished.push(all));
});

describe("The head of a table", () => {
  it("lists the places, who is there, and whose turn it is", () => {
    head.tell(PRESENT);
    head.turn(["blue"]);
    const items = [...document.querySelectorAll("#places li")];
    expect(items.map((each) => each.textContent)).toEqual(["RedYou, here", "Blue, not hereto act"]);
    expect(items.map((each) => each.className)).toEqual(["here", "acts"]);
    head.tell({ ...PRESENT, over: "Red has resigned. Blue wins." });
    expect(document.querySelector("#places li.acts")).toBe(null);
  });

  it("is empty at a page for one person", () => {
    const header = document.querySelector("header") as HTMLElement;
    head.tell({ ...PRESENT, places: [], may: [] });
    expect(header.hidden).toBe(true);
    head.tell(PRESENT);
    expect(header.hidden).toBe(false);
  });

  it("offers what the place may wish, and asks before a resignation", () => {
    head.tell(PRESENT);
    expect(buttons("#menu")).toEqual(["Ask to take back my last action", "Download the game", "Resign …"]);
    document.querySelectorAll<HTMLElement>("#menu button")[0]?.click();
    document.querySelectorAll<HTMLElement>("#menu button")[2]?.click();
    expect(wished).toEqual([["back"]]);
    document.querySelector<HTMLElement>("dialog .grave")?.click();
    expect(wished).toEqual([["back"], ["resign"]]);
  });

  it("lets a request be answered by its number, and says when it is lost", () => {
    head.tell({ ...PRESENT, may: ["agree", "refuse"], request: ASKED });
    expect(text("#request span")).toBe("Red asks to take back its last action: do you agree?");
    document.querySelector<HTMLElement>("#request button")?.click();
    expect(wished).toEqual([["agree", 1]]);
    head.tell(PRESENT);
    expect(text("#said span")).toBe("The request is gone.");
    head.tell({ ...PRESENT, may: ["refuse"], request: { ...ASKED, number: 2 } });
    expect([text("#said span"), buttons("#request")]).toEqual(["", ["Withdraw"]]);
    head.announce("Blue refuses: red takes nothing back.");
    head.tell(PRESENT);
    expect(text("#said span")).toBe("Blue refuses: red takes nothing back.");
  });

  it("drops what was said with the next step of the game", () => {
    head.at(1);
    head.announce("Blue's last action is taken back.");
    head.at(1);
    expect(text("#said span")).toBe("Blue's last action is taken back.");
    head.at(2);
    expect(text("#said span")).toBe("");
  });

  it("shows nothing of a table that its link does not open any more", () => {
    head.tell({ ...PRESENT, request: ASKED });
    head.tell(undefined);
    expect([text("#places"), text("#request span"), text("#said span")]).toEqual(["", "", ""]);
    expect(document.querySelector("header")?.hidden).toBe(true);
  });

  it("says that somebody else may sit at the same place", () => {
    const screens = (here: number) =>
      head.tell({
        ...PRESENT,
        text: `You are red, on ${here} screens: ask for a new link. Blue is not here.`,
        places: [place("Red", "red", here, true), place("4 spectators", "", 4)],
      });
    screens(2);
    expect(text("#said span")).toBe("You are red, on 2 screens: ask for a new link.");
    head.announce("");
    screens(2);
    expect([text("#said span"), text("#places")]).toEqual(["", "RedYou2 screens, here4 spectators, here"]);
  });

  it("does not read the same words aloud twice", () => {
    head.tell({ ...PRESENT, may: ["agree", "refuse"], request: ASKED });
    const before = document.querySelector("#request span")?.firstChild;
    head.tell({ ...PRESENT, may: ["agree", "refuse"], request: ASKED, text: "Somebody has come." });
    expect(document.querySelector("#request span")?.firstChild).toBe(before);
  });

  it("asks for notifications only when they are switched on", async () => {
    const request = vi.fn(async () => "denied");
    vi.stubGlobal(
      "Notification",
      Object.assign(() => {}, { permission: "default", requestPermission: request }),
    );
    const alerts = new Alerts();
    alerts.turn("Your turn", "First steps");
    expect(request).not.toHaveBeenCalled();
    expect(await alerts.switch("notification", true)).toContain("does not let this page notify you");
    expect([request.mock.calls.length, alerts.isOn("notification")]).toEqual([1, false]);
    vi.unstubAllGlobals();
  });
});

describe("The address of a seat", () => {
  it("holds a token, or the key of a cookie", () => {
    expect(greetingOf("#abc_-1")).toEqual({ token: "abc_-1" });
    expect(greetingOf("#place=1f2e")).toEqual({ place: "1f2e" });
    expect(greetingOf("")).toEqual({ token: "" });
    expect(greetingOf("", "?duel-%C3%A9")).toEqual({ table: "duel-é" });
    expect(greetingOf("#abc", "?duel")).toEqual({ token: "abc" });
  });

  it.each([
    [true, "#place=1f2e"],
    [false, "#secret"],
  ])("loses the token only if the browser keeps the cookie (%s)", async (keeps, after) => {
    history.replaceState(null, "", "#secret");
    vi.stubGlobal("fetch", async (_: URL, { body }: { body: string }) =>
      "token" in JSON.parse(body) || keeps ? Response.json({ place: "1f2e" }) : new Response("", { status: 403 }),
    );
    await keepPlace("secret");
    expect(location.hash).toBe(after);
    vi.unstubAllGlobals();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Wire } from "../../../src/kernel/messages";
import { SocketModel, type Standing } from "../../../src/pages/table/model";
import { CloseCode, type TableMessage } from "../../../src/pages/table/types.gen";
import { firstSteps } from "../../model";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: { [name: string]: unknown }[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};
  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.end(1000);
  }
  end(code: number): void {
    this.readyState = 3;
    this.onclose({ code });
  }
  begin(): void {
    this.readyState = 1;
    this.onopen();
    this.tell({ method: "update", state: firstSteps() });
  }
  tell(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const last = () => FakeSocket.made.at(-1) as FakeSocket;
let stood: Standing[];
let present: string[];

function opened(): SocketModel<TableMessage> {
  const model = new SocketModel<TableMessage>(
    "ws://table/socket",
    { token: "secret" },
    () => stood.push(model.standing),
    (told) => present.push(told.method === "present" ? told.text : told.method),
  );
  return model;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
  FakeSocket.made = [];
  stood = [];
  present = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("A board's model over a web socket", () => {
  it("sends its token first, and is open once the state has come", () => {
    const model = opened();
    last().begin();
    expect(last().sent).toEqual([{ token: "secret" }]);
    expect(stood).toEqual(["open"]);
    expect(model.get("_scene")?.title).toBe("First steps");
    last().tell({ method: "present", text: "You are red." });
    expect(present).toEqual(["You are red."]);
  });

  it("says within three seconds that a silent line is cut, and that it is back", () => {
    opened();
    last().begin();
    vi.advanceTimersByTime(2000);
    last().tell({ method: "beat" });
    vi.advanceTimersByTime(2400);
    expect(stood).toEqual(["open"]);
    vi.advanceTimersByTime(500);
    expect(stood).toEqual(["open", "cut"]);
    last().tell({ method: "beat" });
    expect(stood).toEqual(["open", "cut", "open"]);
    expect(FakeSocket.made.length).toBe(1);
  });

  it("tries another line where one stays silent, with longer and longer pauses", () => {
    opened();
    last().begin();
    vi.advanceTimersByTime(9000);
    expect(FakeSocket.made.length).toBe(2);
    const tries = () => FakeSocket.made.length;
    let pause = 0;
    for (let n = 0; n < 8; n++) {
      const before = tries();
      last().end(1006);
      for (pause = 0; tries() === before; pause += 50) vi.advanceTimersByTime(50);
      expect(pause).toBeLessThanOrEqual(12_100);
    }
    expect(pause).toBeGreaterThan(3_900);
    last().begin();
    expect(stood).toEqual(["open", "cut", "open"]);
  });

  it("gives up where the link opens nothing", () => {
    const model = opened();
    last().end(CloseCode.NO_SUCH_LINK);
    vi.advanceTimersByTime(60_000);
    model.open();
    expect([FakeSocket.made.length, stood]).toEqual([1, ["gone"]]);
  });

  it("says why the server lets nobody in, and tries again after a long pause", () => {
    const model = opened();
    last().readyState = 1;
    last().tell({ method: "refused", text: "There is no room here." });
    last().end(CloseCode.REFUSED);
    expect([model.standing, model.refusal]).toEqual(["cut", "There is no room here."]);
    vi.advanceTimersByTime(3_900);
    expect(FakeSocket.made.length).toBe(1);
    vi.advanceTimersByTime(8_200);
    expect(FakeSocket.made.length).toBe(2);
    last().end(1006);
    expect(model.refusal).toBe("");
    vi.advanceTimersByTime(12_100);
    last().begin();
    expect([model.standing, model.refusal]).toEqual(["open", ""]);
  });

  it("says for a minute that a server which has said so is back in a moment", () => {
    const model = opened();
    last().begin();
    const wire = new Wire(
      model.asModel,
      () => {},
      () => {},
      new AbortController().signal,
    );
    last().tell({ method: "leaving", text: "The server is back in a moment" });
    last().tell({ method: "beat" });
    expect(model.standing).toBe("open");
    last().end(1012);
    expect([model.standing, model.refusal]).toEqual([
      "cut",
      "The server is back in a moment. This page goes on by itself.",
    ]);
    expect(wire.words.cut).toBe("The server is back in a moment");
    vi.advanceTimersByTime(500);
    last().end(1006);
    expect(wire.words.cut).toBe("The server is back in a moment");
    vi.advanceTimersByTime(61_000);
    stood = [];
    last().end(1006);
    expect([model.refusal, wire.words.cut, stood]).toEqual(["", "No connection to the server", ["cut"]]);
    vi.advanceTimersByTime(12_100);
    last().begin();
    last().end(1006);
    expect(model.refusal).toBe("");
  });

  it.each([
    ["a page of a hub", { ok: false, status: 424 }, "The server of this page does not run now"],
    ["the way to a login", { ok: false, type: "opaqueredirect" }, "The server of this page does not run now"],
    ["its own page", { ok: true }, ""],
    ["nothing", undefined, ""],
  ])("says so where %s answers in place of a socket, and goes on by itself", async (_, answer, words) => {
    const fetched = vi.fn(() => (answer ? Promise.resolve(answer) : Promise.reject(new TypeError())));
    vi.stubGlobal("fetch", fetched);
    const model = opened();
    last().begin();
    last().end(1006);
    expect(fetched).not.toHaveBeenCalled(); // it may be back at once
    for (let n = 0; n < 3; n++) {
      await vi.advanceTimersByTimeAsync(12_100);
      last().end(1006);
      await vi.advanceTimersByTimeAsync(0);
      expect(model.refusal.startsWith(words) && Boolean(model.refusal)).toBe(words !== "");
    }
    expect(fetched).toHaveBeenCalledWith(location.href, { redirect: "manual" });
    await vi.advanceTimersByTimeAsync(12_100);
    last().begin();
    last().end(1006);
    expect(model.refusal).toBe("");
  });

  it("clears the page that has lost its place, and loads it again once the server has another one", () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    document.body.innerHTML = "<header>Head</header><main>Sealed orders</main>";
    const model = opened();
    last().begin();
    last().end(4407);
    expect(document.body.textContent).toBe("Head");
    vi.advanceTimersByTime(500);
    last().tell({ method: "refused", text: "You are not logged in." });
    last().end(4503);
    expect([model.refusal, reload.mock.calls.length]).toEqual(["You are not logged in.", 0]);
    vi.advanceTimersByTime(12_100);
    last().begin();
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
  });

  it("lets a board send again what was not answered, with its id and its revision, and asks for no state", async () => {
    const model = opened();
    last().begin();
    const back: boolean[] = [];
    const wire = new Wire(
      model.asModel,
      () => {},
      (inOrder) => back.push(inOrder),
      new AbortController().signal,
    );
    const asked = wire.ask({ intent: "undo", args: {} }, 7);
    const [, first] = last().sent;
    last().end(1006);
    expect(wire.line).toBe("cut");
    vi.advanceTimersByTime(500);
    last().begin();
    expect(last().sent[1]).toEqual(first);
    expect(back).toEqual([true]);
    last().tell({ method: "custom", content: { id: first?.id, ok: true, revision: 8 } });
    expect(await asked).toMatchObject({ ok: true });
    expect(wire.line).toBe("open");
    expect(wire.words.far).toBe("the server");
  });
});

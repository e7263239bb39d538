// What is clicked while the kernel does not answer, or cannot be reached.

import { afterEach, expect, it, vi } from "vitest";
import { Wire } from "../src/kernel/messages";
import { FakeModel, firstSteps, settled } from "./model";
import { answer, button, model, one, press, show } from "./shown";

let end = new AbortController();
afterEach(() => {
  end.abort();
  end = new AbortController();
  vi.useRealTimers();
});

const status = () => one(".hexwidget-status").textContent;
const said = (text: string) => vi.waitFor(() => expect(status()).toBe(text), { timeout: 5000 });

it("counts the clicks that wait, and shows that a move is sent", async () => {
  await show(firstSteps());
  await answer("hello");
  one(".hexwidget-surface").focus();
  await settled();
  await press("Enter");
  await said("1 click waits for the kernel …");
  await press("ArrowRight");
  await press("Enter");
  await settled();
  expect(status()).toBe("2 clicks wait for the kernel …");
  expect(button("Confirm").getAttribute("aria-disabled")).toBe(null);
  await press("Enter");
  await settled();
  expect(status()).toBe("3 clicks wait for the kernel …");
  expect(one(".hexwidget-confirm").textContent).toBe("Sent: it waits");
  expect(one(".hexwidget-confirm").getAttribute("aria-disabled")).toBe("true");
  await press("Enter"); // it is sent once
  expect(model.sent.map((m) => m.intent).filter((intent) => intent === "confirm")).toEqual(["confirm"]);
});

it("says that a move waits no longer than it does", async () => {
  await show(firstSteps()); // its greeting is not answered
  one(".hexwidget-surface").focus();
  await settled();
  for (const key of ["Enter", "ArrowRight", "Enter"]) await press(key);
  await vi.waitFor(() => expect(status()).toContain("for the kernel …"), { timeout: 5000 });
  const { send } = model;
  model.send = (message) => {
    send(message);
    queueMicrotask(() => model.answer("confirm")); // before anything is drawn
  };
  await press("Enter");
  expect(model.sent.at(-1)?.intent).toBe("confirm");
  expect(one(".hexwidget-confirm").textContent).not.toBe("Sent: it waits");
});

it("waits without clicks in the words that it always had", async () => {
  await show(firstSteps()); // its greeting is not answered
  await said("Waiting for the kernel …");
});

/** A model on a page that reports how its kernel or the connection to it is, and the lever that does it. */
function reporting(signal: string, more = {}): [FakeModel, (status: string) => void] {
  const slots: ((sender: unknown, status: string) => void)[] = [];
  const heard = { connect: (slot: (typeof slots)[0]) => slots.push(slot), disconnect: () => true };
  const made = Object.assign(new FakeModel(), { widget_manager: { kernel: { [signal]: heard }, ...more } });
  return [
    made,
    (status) => {
      for (const slot of slots) slot(null, status);
    },
  ];
}

it("sends what waits in order once it is connected again, and nothing before", () => {
  const [page, tell] = reporting("connectionStatusChanged");
  const wire = new Wire(
    page.asModel,
    () => {},
    () => {},
    end.signal,
  );
  const choose = (army: string) => void wire.ask({ intent: "choose", args: { draft: { army } } }, 1);
  choose("0402");
  choose("0203");
  tell("connecting");
  choose("0105");
  wire.tell({ intent: "hover", args: { space: "0402" } }, 1);
  expect(page.sent).toHaveLength(2);
  page.sent.length = 0; // they were lost on the way
  tell("connected");
  expect(page.sent.map(({ args }) => args.draft)).toEqual([{ army: "0402" }, { army: "0203" }, { army: "0105" }]);
});

it.each(["dead", "starting", "restarting", "autorestarting"])("hears that the kernel is %s", async (status) => {
  const [page, tell] = reporting("statusChanged", { _get_comm_info: async () => ({}) });
  page.set("layout", { model_id: "board" });
  const wire = new Wire(
    page.asModel,
    () => {},
    () => {},
    end.signal,
  );
  tell(status);
  await vi.waitFor(() => expect(wire.line).toBe("lost"));
});

/** A page that passes messages to a kernel as JupyterLab does: the model, the kernel, and a lever by which the kernel says something. */
function passing() {
  const slots: ((sender: unknown, passing: unknown) => void)[] = [];
  const kernel = {
    anyMessage: { connect: (slot: (typeof slots)[0]) => slots.push(slot), disconnect: () => true },
    commsOverSubshells: "perCommTarget",
    ways: ["first"],
    requestListSubshell: () => ({ done: Promise.resolve({ content: { subshell_id: kernel.ways } }) }),
  };
  const made = Object.assign(new FakeModel(), { widget_manager: { kernel } });
  const pass = (direction: string, msg: object) => {
    for (const slot of slots) slot(null, { direction, msg });
  };
  const send = made.send;
  made.send = (message) => {
    send(message);
    const header = { msg_id: `jupyter-${message.id}`, msg_type: "comm_msg", subshell_id: "first" };
    pass("send", { header, parent_header: {}, content: { data: { content: message } } });
  };
  const say = (msg_type: string, content: object) =>
    pass("recv", { header: { msg_type }, parent_header: { msg_id: `jupyter-${made.sent[0]?.id}` }, content });
  const wire = new Wire(
    made.asModel,
    () => {},
    () => {},
    end.signal,
  );
  return { made, kernel, say, wire };
}

it("sends again if the subshell is gone, which an error says, and has the page make another", async () => {
  const { made, kernel, say, wire } = passing();
  const ways: string[] = [];
  Object.defineProperty(kernel, "commsOverSubshells", { get: () => "perCommTarget", set: (way) => ways.push(way) });
  void wire.ask({ intent: "undo", args: {} }, 1);
  kernel.ways = ["another"];
  say("comm_reply", { status: "error" });
  await vi.waitFor(() => expect(made.sent).toHaveLength(2), 900);
  expect(made.sent[1]).toEqual(made.sent[0]);
  expect(ways).toEqual(["disabled", "perCommTarget"]);
});

it("looks for the subshell if no answer comes, and leaves a busy one alone", async () => {
  vi.useFakeTimers();
  const { made, kernel, wire } = passing();
  void wire.ask({ intent: "undo", args: {} }, 1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(wire.line).toBe("waiting");
  expect(made.sent).toHaveLength(1);
  kernel.ways = [];
  void wire.ask({ intent: "redo", args: {} }, 1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(made.sent.map(({ intent }) => intent)).toEqual(["undo", "redo", "undo", "redo"]);
});

it("sends again, once, what a kernel has dealt with and not answered", async () => {
  vi.useFakeTimers();
  const { made, say, wire } = passing();
  void wire.ask({ intent: "undo", args: {} }, 1);
  say("status", { execution_state: "busy" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(made.sent).toHaveLength(1);
  say("status", { execution_state: "idle" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(made.sent).toHaveLength(2);
  say("status", { execution_state: "idle" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(made.sent).toHaveLength(2);
});

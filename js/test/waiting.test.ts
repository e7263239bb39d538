// What is clicked while the kernel does not answer, or cannot be reached.

import { expect, it, vi } from "vitest";
import { Wire } from "../src/kernel/messages";
import { FakeModel, firstSteps, settled } from "./model";
import { answer, button, model, one, press, show } from "./shown";

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
  const end = new AbortController();
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
  end.abort();
});

it.each(["dead", "starting", "restarting", "autorestarting"])("hears that the kernel is %s", async (status) => {
  const [page, tell] = reporting("statusChanged", { _get_comm_info: async () => ({}) });
  page.set("layout", { model_id: "board" });
  const end = new AbortController();
  const wire = new Wire(
    page.asModel,
    () => {},
    () => {},
    end.signal,
  );
  tell(status);
  await vi.waitFor(() => expect(wire.line).toBe("lost"));
  end.abort();
});

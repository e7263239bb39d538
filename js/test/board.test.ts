import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mapOf } from "../src/geometry/map";
import { themeOf } from "../src/paint/theme";
import { firstSteps, settled } from "./model";
import { all, button, close, last, model, one, openLegend, press, show } from "./shown";

beforeEach(() => show(firstSteps()));
afterEach(() => {
  document.body.removeAttribute("class");
  delete document.body.dataset.jpThemeLight;
});

describe("a board", () => {
  it("says hello and shows title, status, pieces and legend", async () => {
    expect(model.sent.map((m) => m.intent)).toEqual(["hello"]);
    expect(one(".hexwidget-title").textContent).toBe("First steps");
    expect(one(".hexwidget-status").textContent).toBe("Round 1 of 6: Red to act");
    expect(one(".hexwidget-surface").getAttribute("aria-label")).toContain("Red has 1 peasant on 0402");
    expect(one(".hexwidget-prompt").textContent).toBe("Red: choose an army, or pass.");
    const drawn: string[] = JSON.parse(one(".hexwidget-pieces").dataset.drawn ?? "[]");
    const stacks = new Set(model.state._state.pieces.map((p) => `stack ${p.space}`));
    expect(new Set(drawn.filter((name) => name.startsWith("stack")))).toEqual(stacks);
    await openLegend();
    expect(all(".hexwidget-legend li").map((li) => li.textContent)).toContain("swamp");
  });

  it("is played with arrows and Enter alone", async () => {
    one(".hexwidget-surface").focus(); // the keyboard's focus begins at the first army
    await settled();
    expect(one("[aria-live]").textContent).toContain("0402, plains. red's peasant. Army on 0402");
    await press("Enter");
    expect(last()).toMatchObject({ intent: "choose", args: { draft: { army: "0402" } } });
    await press("ArrowRight");
    expect(one("[aria-live]").textContent).toContain("0502, plains. can be reached (1 movement point, 1 left)");
    await press("Enter");
    expect(button("Confirm")).toBeTruthy();
    await press("Enter");
    expect(last()).toMatchObject({ intent: "confirm", args: { draft: { army: "0402", to: "0502" } } });
  });

  it("shows the map and the prompt first after a click, and the panel a frame later, or at the next key", async () => {
    const panel = () => one(".hexwidget-answer").textContent;
    const click = async (name: string) => {
      const map = mapOf(model.state._scene);
      const [scale = 1, left = 0, top = 0] = (one(".hexwidget-layers").dataset.view ?? "").split(" ").map(Number);
      const { x, y } = map.centre(map.find(name));
      const at = { clientX: x * scale + left, clientY: y * scale + top, pointerType: "mouse", bubbles: true };
      for (const kind of ["pointermove", "pointerdown", "pointerup", "click"])
        one(".hexwidget-surface").dispatchEvent(new PointerEvent(kind, at));
      await Promise.resolve();
    };
    const before = panel();
    await click("0402");
    expect(one(".hexwidget-prompt").textContent).toContain("Peasant on 0402: choose where to go");
    expect(one("[aria-live]").textContent).toBe("Red: choose an army, or pass."); // the answer is still to come
    expect(panel()).toBe(before);
    await vi.waitFor(() => expect(panel()).toContain("0402"));
    const chosen = panel();
    await click("0502");
    expect(panel()).toBe(chosen);
    one(".hexwidget-surface").dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
    expect(panel()).toContain("0502");
  });

  it("says the answer and the focused hex if the focus has moved before the answer came", async () => {
    one(".hexwidget-surface").focus();
    await settled();
    await press("Enter");
    await press("ArrowRight");
    model.say({ ...model.state._choices.root, draft: { army: "0402" }, prompt: "Choose where to go." });
    model.answer("choose");
    await settled();
    expect(one("[aria-live]").textContent).toMatch(/^Choose where to go\. 0502, plains/);
  });

  it("handles its shortcuts and leaves other keys to the page", async () => {
    await press("p");
    expect(last()).toMatchObject({ intent: "choose", args: { draft: { pass: true } } });
    model.change("_timeline", { canUndo: true, canRedo: true });
    model.say(null);
    model.answer("choose");
    await settled();
    for (const [key, more, intent] of [
      ["u", {}, "undo"],
      ["r", {}, "redo"],
      ["z", { ctrlKey: true }, "undo"],
      ["Z", { ctrlKey: true, shiftKey: true }, "redo"],
    ] as const) {
      await press(key, undefined, more);
      expect(last()).toMatchObject({ intent });
      model.answer(intent);
      await settled();
    }
    // A letter that the notebook would take for a command is kept from it.
    expect((await press("q")).defaultPrevented).toBe(true);
    expect((await press("s", undefined, { ctrlKey: true })).defaultPrevented).toBe(false);
    expect((await press("Tab")).defaultPrevented).toBe(false);
  });

  it("moves the keyboard into the action bar and back", async () => {
    one(".hexwidget-surface").focus();
    for (let k = 0; k < 8; k++) await press("ArrowDown");
    expect(document.activeElement?.textContent).toContain("Pass");
    await press("ArrowUp", document.activeElement as HTMLElement);
    expect(document.activeElement).toBe(one(".hexwidget-surface"));
  });

  it("keeps the focus in the bar when its buttons change", async () => {
    await press("p");
    model.say({
      ...model.state._choices.root,
      draft: { pass: true },
      action: "pass",
      deed: "",
      verdict: { status: "legal", subject: "pass", findings: [] },
    });
    model.answer("choose");
    await settled();
    button("Confirm").focus();
    model.change("_status", { text: "elsewhere" });
    await settled();
    expect(document.activeElement?.textContent).toContain("Confirm");
    button("Confirm").click();
    expect(document.activeElement).toBe(one(".hexwidget-surface"));
  });

  it("shows errors as alerts in words", async () => {
    model.change("_timeline", { canUndo: true });
    await settled();
    await press("u", button("Undo"));
    model.answer("undo", { ok: false, error: "nothing to undo" });
    await settled();
    expect(one(".hexwidget-alert").textContent).toBe("nothing to undo");
    expect(one(".hexwidget-alert").hidden).toBe(false);
  });

  it("names the file that the game is kept in, and says so if saving failed", async () => {
    expect(one(".hexwidget-kept").hidden).toBe(true);
    expect(one(".hexwidget-unsaved").hidden).toBe(true);
    model.change("_status", { kept: { file: "game.jsonl", problem: "" } });
    await settled();
    expect(one(".hexwidget-kept").textContent).toBe("kept in game.jsonl");
    model.change("_status", { kept: { file: "game.jsonl", problem: "it is gone" } });
    await settled();
    expect(one(".hexwidget-kept").hidden).toBe(true);
    expect(one(".hexwidget-unsaved").textContent).toBe("Not saved: it is gone.");
    expect(one(".hexwidget-unsaved").getAttribute("role")).toBe("alert");
    model.change("_status", { kept: { file: "other.jsonl", problem: "" } });
    await settled();
    expect(one(".hexwidget-kept").textContent).toBe("kept in other.jsonl");
    expect(one(".hexwidget-unsaved").hidden).toBe(true);
  });

  it("names the opponents who are thinking", async () => {
    const before = one(".hexwidget-status").textContent;
    model.change("_status", { thinking: "Blue is thinking" });
    await settled();
    expect(one(".hexwidget-status").textContent).toBe("Blue is thinking …");
    model.change("_status", { thinking: "" });
    await settled();
    expect(one(".hexwidget-status").textContent).toBe(before);
  });

  it("lists events with their clauses", async () => {
    model.change("_timeline", { events: [{ text: "red passes", clause: "D1.16", subjects: [] }], canUndo: true });
    await settled();
    expect(one(".hexwidget-happened").textContent).toBe("Red passes D1.16");
    expect(button("Undo").getAttribute("aria-disabled")).toBe("false");
  });

  it("shows the latest events until the focus moves", async () => {
    one(".hexwidget-surface").focus();
    await settled();
    model.state._timeline = {
      ...model.state._timeline,
      events: [{ text: "red moves", clause: "D1.1", subjects: [] }],
    };
    model.change("_choices", { revision: 2 });
    await settled();
    expect(one(".hexwidget-happened").textContent).toBe("Red moves D1.1");
    expect(one("[aria-live]").textContent).toBe("Red moves. Red: choose an army, or pass.");
    await press("ArrowRight");
    expect(all(".hexwidget-happened")).toHaveLength(0);
    expect(one(".hexwidget-last").textContent).toBe("Just now: Red moves");
  });

  it("tells what weighs most first, then how it came, and the rest in turn", async () => {
    const events = ["red attacks", "blue loses 1 archer", "blue passes"].map((text) => ({
      text,
      clause: "",
      subjects: [],
    }));
    model.change("_timeline", { events, outcome: 1, own: 2 });
    await settled();
    const told = () => [...one(".hexwidget-happened").children].map((each) => each.textContent?.trim());
    expect(told()).toEqual(["Blue loses 1 archer", "The reply", "Blue passes", "How it came", "Red attacks"]);
    expect(one(".hexwidget-last").hidden).toBe(true);
    model.change("_timeline", { events, outcome: 2, own: 1 });
    await settled();
    const how = ["How it came", "Blue loses 1 archer", "Before that", "Red attacks"];
    expect(told()).toEqual(["Blue passes", ...how]);
  });

  it("lists the steps of the game, and goes to a clicked one", async () => {
    model.change("_timeline", {
      current: 1,
      depth: 1,
      length: 2,
      canUndo: true,
      steps: [
        {
          number: 0,
          depth: 0,
          text: "start",
          branches: [
            { number: 3, depth: 1, text: "red: pass" },
            { number: 4, depth: 2, text: "blue: pass" },
            { number: 6, depth: 2, text: "blue: 0702-0602" },
            { number: 5, depth: 1, text: "red: 0203-0202" },
          ],
        },
        { number: 1, depth: 1, text: "red: 0203-0303", branches: [] },
        { number: 2, depth: 2, text: "blue: pass", branches: [] },
      ],
      events: [{ text: "red moves", clause: "D1.1", subjects: ["0203", "0303"] }],
    });
    await settled();
    const steps = all(".hexwidget-steps [data-step]");
    const or = ["Or red: pass", "Or blue: pass", "Or blue: 0702-0602", "Or red: 0203-0202"];
    expect(steps.map((b) => b.textContent)).toEqual(["Start", ...or, "Red: 0203-0303", "Blue: pass"]);
    const branches = ".hexwidget-branch > .hexwidget-branches > li";
    expect(all(`${branches} > [data-step]`).map((b) => b.dataset.step)).toEqual(["3", "5"]);
    expect(all(`${branches} > .hexwidget-branches > li > [data-step]`).map((b) => b.dataset.step)).toEqual(["4", "6"]);
    expect(all('[aria-current="step"]').map((b) => b.textContent)).toEqual(["Red: 0203-0303"]);
    expect(one(".hexwidget-step").textContent).toBe("step 1 of 2");
    const event = one(".hexwidget-happened h2");
    event.dispatchEvent(new Event("pointerenter"));
    await settled();
    expect(one(".hexwidget-happened h2")).toBe(event); // pointing at an event does not replace the list
    steps[1]?.click();
    await settled();
    expect(last()).toMatchObject({ intent: "goto", args: { step: 3 } });
  });

  it("shows a notice as a hint, a warning as an error, and says both once", async () => {
    model.change("_timeline", { notice: "what chance decides is known", warning: "the position breaks D1.6" });
    model.change("_choices", {});
    await settled();
    expect(one(".hexwidget-panel .hexwidget-no").textContent).toBe("The position breaks D1.6");
    expect(all(".hexwidget-panel .hexwidget-hint").map((p) => p.textContent)).toContain("What chance decides is known");
    expect(one("[aria-live]").textContent).toContain("The position breaks D1.6. What chance decides is known.");
    model.change("_choices", {});
    await settled();
    expect(one("[aria-live]").textContent).not.toContain("What chance decides is known");
  });

  it("shows and says the reasons when they come", async () => {
    one(".hexwidget-surface").focus();
    await settled();
    await press("Enter");
    for (const _ of [1, 2]) await press("ArrowLeft");
    for (const _ of [1, 2, 3]) await press("ArrowRight");
    await press("ArrowRight");
    await press("Enter");
    const finding = { clause: "D1.1", title: "t", rule: "r", code: "c", text: "too far", subjects: [], remedy: null };
    model.answer("explain", { verdict: { status: "illegal", subject: "s", findings: [finding] } });
    await settled();
    expect(one("[aria-live]").textContent).toContain("D1.1, too far");
    expect(one(".hexwidget-panel").textContent).toContain("One reason");
  });

  it("keeps an opened clause open while the panel has the same content", async () => {
    await press("Enter");
    const finding = { clause: "D1.1", title: "t", rule: "r", code: "c", text: "too far", subjects: [], remedy: null };
    one(".hexwidget-surface").focus();
    for (let n = 0; n < 5; n++) await press("ArrowRight");
    await press("Enter");
    model.answer("explain", { verdict: { status: "illegal", subject: "s", findings: [finding] } });
    await settled();
    const clause = one("details");
    model.change("_status", { text: "elsewhere" });
    await settled();
    expect(one("details")).toBe(clause);
  });

  it("turns grey and says what to do when the kernel is gone", async () => {
    model.lose();
    await settled();
    expect(one(".hexwidget-status").textContent).toBe("The kernel is gone: run the cell again");
    expect(one(".hexwidget").classList.contains("hexwidget-lost")).toBe(true);
  });

  it("has a theme of its own, and the one that the menu chooses", async () => {
    document.body.dataset.jpThemeLight = "true";
    model.change("_scene", { theme: "dark" });
    await settled();
    expect(one(".hexwidget").dataset.theme).toBe("dark");
    const menu = one('select[aria-label="Theme"]') as HTMLSelectElement;
    expect(menu.value).toBe("dark");
    for (const [choice, shown] of [
      ["light-contrast", "light-contrast"],
      ["auto", "light"],
    ] as const) {
      menu.value = choice;
      menu.dispatchEvent(new Event("change"));
      await settled();
      expect(one(".hexwidget").dataset.theme).toBe(shown);
    }
  });

  it("takes the theme that another widget sets, and shows a wrong one as the page's", async () => {
    document.body.dataset.jpThemeLight = "true";
    for (const [set, shown] of [
      ["dark", "dark"],
      ["drak", "light"],
      ["light-contrast", "light-contrast"],
      [null, "light"],
    ]) {
      model.set("theme", set);
      await settled();
      expect(one(".hexwidget").dataset.theme).toBe(shown);
    }
    model.set("theme", "dark");
    const menu = one('select[aria-label="Theme"]') as HTMLSelectElement;
    menu.value = "light";
    menu.dispatchEvent(new Event("change"));
    await settled();
    expect(one(".hexwidget").dataset.theme).toBe("light"); // the view's own choice
  });

  it("follows the theme of the page", async () => {
    expect(one(".hexwidget").dataset.theme).toBe("light");
    document.body.dataset.jpThemeLight = "false";
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(one(".hexwidget").dataset.theme).toBe("dark");
  });

  it("leaves the page when it is closed", async () => {
    close();
    expect(all(".hexwidget")).toHaveLength(0);
    expect(model.listening).toBe(0);
  });
});

it("sets texts as text, not as markup", async () => {
  close();
  const hostile = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
  const state = firstSteps();
  state._scene.title = state._status.text = state._state.description = state._choices.root.prompt = hostile;
  for (const piece of state._state.pieces) piece.label = hostile;
  for (const option of state._choices.root.options) option.label = hostile;
  for (const player of state._scene.players) player.name = hostile;
  state._timeline.events = [{ text: hostile, clause: hostile, subjects: [] }];
  await show(state);
  expect(one(".hexwidget-title").textContent).toBe(hostile);
  expect(all("img, script")).toEqual([]);
});

it("reports a failure to draw in words", async () => {
  close();
  const errors: unknown[] = [];
  const { error } = console;
  console.error = (...args) => errors.push(args);
  await show({ ...firstSteps(), _scene: null as never });
  console.error = error;
  expect(one("[role=alert]").textContent).toContain("could not be drawn");
  expect(errors).toHaveLength(1);
});

it("moves over holes by the arrow keys, and stops at the rim", async () => {
  const { HexMap } = await import("../src/geometry/hexmap");
  const map = new HexMap("odd-r", 3, 2, Uint8Array.from([0, 255, 0, 0, 0, 0]));
  expect(map.name(map.arrow(map.find("0101"), "ArrowRight"))).toBe("0301");
  expect(map.arrow(map.find("0301"), "ArrowRight")).toBe(-1);
  expect(map.arrow(map.find("0101"), "ArrowUp")).toBe(-1);
});

it.each([
  [{ jpThemeLight: "true" }, "", false],
  [{ jpThemeLight: "false" }, "", true],
  [{ vscodeThemeKind: "vscode-dark" }, "", true],
  [{ vscodeThemeKind: "vscode-high-contrast" }, "", true],
  [{ vscodeThemeKind: "vscode-high-contrast-light" }, "", false],
  [{}, "dark", true],
  [{}, "light", false],
  [{}, "quarto-dark", true],
  [{}, "fullcontent quarto-light", false],
  [{}, "darkroom", false],
])("reads the theme of the page", (data, kind, dark) => {
  const page = document.implementation.createHTMLDocument();
  Object.assign(page.body.dataset, data);
  page.body.className = kind;
  expect(themeOf(page).startsWith("dark")).toBe(dark);
});

it.each(["theme", "bsTheme"])("reads the theme of a book and of Shiny, which stands on the root", (name) => {
  const page = document.implementation.createHTMLDocument();
  page.documentElement.dataset[name] = "dark";
  expect(themeOf(page).startsWith("dark")).toBe(true);
});

it.each(["light", "dark"])("reads the theme of Solara, which stands on its application", (theme) => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = `<div class="v-application theme--${theme}" data-app="true"></div>`;
  expect(themeOf(page).startsWith("dark")).toBe(theme === "dark");
});

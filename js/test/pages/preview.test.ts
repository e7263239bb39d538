import { expect, it } from "vitest";
import { correction, Preview, type Traits, unpackedPreview } from "../../src/pages/preview";
import { firstSteps } from "../model";

/** The first state of a board, and what moving the piece on 0203 away leads to. */
function given() {
  const { _scene, _state, _choices, _timeline, _status } = structuredClone(firstSteps());
  const traits: Traits = { _scene, _state, _choices, _timeline, _status, _current: null };
  const pieces = _state.pieces.filter(({ space }) => space !== "0203");
  const changes = {
    _state: { set: { pieces } },
    _choices: { set: { revision: 1_804_923_230_371_169 } }, // Python draws revisions from many
    _timeline: { set: { depth: 1 } },
  };
  const draft = { army: "0203", to: "0303" };
  return { traits, answers: [[0, "confirm", draft, changes]], why: [], rolls: false };
}
const message = (intent: string, draft: object) =>
  ({ id: "1", revision: 0, intent, args: { draft } }) as unknown as Parameters<Preview["answer"]>[0];

it("shows what a held choice leads to, marks it, and answers nothing else", () => {
  const preview = new Preview(given(), false);
  expect(preview.answer(message("confirm", { army: "0203", to: "0404" }))).toBeUndefined();
  const other = new Preview(given(), false);
  const found = other.answer(message("confirm", { army: "0203", to: "0303" }));
  expect(found?.reply).toMatchObject({ id: "1", ok: true, revision: 1_804_923_230_371_169 });
  expect(other.shown._state.pieces.some(({ space }) => space === "0203")).toBe(false);
  expect(other.shown._status.thinking).toContain("confirm");
  // Nothing is foreseen behind something that is not held.
  expect(preview.answer(message("confirm", { army: "0203", to: "0303" }))).toBeUndefined();
});

it("says in words what was not right, and nothing if only words differ", () => {
  const { traits } = given();
  expect(correction(traits, { ...traits, _status: { ...traits._status, text: "Rot am Zug" } })).toBe("");
  const pieces = traits._state.pieces.filter(({ space }) => space !== "0203");
  const planted = { ...traits, _state: { ...traits._state, pieces } };
  expect(correction(planted, traits)).toBe("The board is: 0203: red's archer, red's 2 cavalry.");
  expect(correction(traits, planted)).toBe("The board is: 0203: nothing.");
  const root = { ...traits._choices.root, options: [] };
  const barred = { ...traits, _choices: { ...traits._choices, root } };
  expect(correction(barred, traits)).toBe("Other choices are allowed here.");
});

it("measures what a preview from elsewhere becomes at a click, and lets it lead to no other page", () => {
  const message = {
    id: "1",
    revision: 0,
    intent: "confirm",
    args: { draft: { army: "0203", to: "0303" }, at_once: false },
  } as const;
  const changes = [
    { _scene: { set: { rulebook: "https://elsewhere.example/#" } } },
    { _scene: { set: { columns: 1_000_000, rows: 1_000_000 } } },
    { _state: { entries: { pieces: { items: Array.from({ length: 100_000 }, () => [0, 1_000_000]) } } } },
    { _state: { entries: { pieces: { items: [["1", "9"]] } } } },
    { _state: { entries: { pieces: { items: [[0], ...Array.from({ length: 100_000 }, () => [0, 1_000_000])] } } } },
  ];
  const [moved, ...refused] = changes.map((change) => {
    const preview = new Preview({ ...given(), answers: [[0, "confirm", message.args.draft, change]] }, false);
    return { preview, found: preview.answer(message) };
  });
  expect(moved?.found?.reply.ok).toBe(true);
  expect(moved?.preview.shown._scene.rulebook).toBe("");
  for (const { preview, found } of refused) {
    expect(found).toBeUndefined();
    expect(preview.beyond).toBe(true); // Python answers
  }
});

it("takes no preview from elsewhere that is too large, torn, or leads to another page", async () => {
  const huge = given();
  huge.traits._scene = { ...huge.traits._scene, columns: 1_000_000, rows: 1_000 };
  expect(() => new Preview(huge, false)).toThrow(RangeError);
  for (const [columns, rows] of [
    [0, 1e15],
    [-1, -1],
    [2.5, 2],
  ]) {
    const odd = given();
    Object.assign(odd.traits._scene, { columns, rows });
    expect(() => new Preview(odd, false)).toThrow(RangeError);
  }
  const long = given();
  long.traits._scene.title = "x".repeat(70_000);
  expect(() => new Preview(long, false)).toThrow(RangeError);
  expect(() => new Preview({}, false)).toThrow();
  const away = given();
  away.traits._scene.rulebook = "https://elsewhere.example/#";
  expect(new Preview(away, false).first._scene.rulebook).toBe("");
  const bomb = new Blob([new Uint8Array(8_000_000)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(bomb).arrayBuffer());
  const packed = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  await expect(unpackedPreview(packed)).rejects.toThrow("too large");
});

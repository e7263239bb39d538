import { afterEach, expect, test } from "vitest";
import { counted, language, say, speak } from "../../src/kernel/language";

afterEach(() => speak(undefined));

test("English is in the code, and fields are filled in", () => {
  expect(language()).toBe("en");
  expect(say("{0} of {1} written", 2, 3)).toBe("2 of 3 written");
  expect(counted(2, "hex")).toBe("2 hexes");
});

test("another language has its own order and forms, and lacks nothing that English has", () => {
  expect(speak({ language: "pl", said: { "{0} of {1}": ["z {1}: {0}"], hex: ["pole", "pola", "pól"] } })).toBe("pl");
  expect(say("{0} of {1}", 2, 3)).toBe("z 3: 2");
  expect([1, 3, 5].map((n) => counted(n, "hex"))).toEqual(["1 pole", "3 pola", "5 pól"]);
  expect(say("Undo (u)")).toBe("Undo (u)");
  expect(counted(2, "step")).toBe("2 steps");
});

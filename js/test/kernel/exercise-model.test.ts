import { afterEach, expect, it } from "vitest";
import { markChoices } from "../../src/kernel/exercise-model";
import { speak } from "../../src/kernel/language";
import type { Choice, Choices } from "../../src/kernel/types.gen";
import { firstSteps } from "../model";

const said = {
  "{0}: mark it": ["{0}: markieren"],
  "{0}: marked; choose it again to take that back": ["{0}: markiert; noch einmal, um das zurückzunehmen"],
  "{0} marked. Confirm when all are.": ["{0} markiert. Bestätige, wenn es alle sind."],
};

afterEach(() => void speak(undefined));

it("asks for marks in the language of the page", () => {
  speak({ language: "de", said });
  const { root } = firstSteps()._choices;
  const mark = { ...(root.options[0] as Choice), slot: "answer/0203", label: "0203: markieren", kind: "mark" as const };
  const found: Choices = markChoices({ ...root, options: [mark] }, { "answer/0203": true });
  expect(found.prompt).toBe("1 markiert. Bestätige, wenn es alle sind.");
  expect(found.options[0]?.label).toBe("0203: markiert; noch einmal, um das zurückzunehmen");
});

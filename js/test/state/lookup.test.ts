import { expect, it } from "vitest";
import type { Reply } from "../../src/kernel/types.gen";
import { Changes } from "../../src/state/changes";
import { Lookup } from "../../src/state/lookup";
import { settled } from "../model";

const clause = (id: string) => ({ id, kind: "rule", title: "", text: id, open: "", readings: [], examples: [] });

/** A lookup, and the answers of its kernel, which the test gives by hand. */
function lookupAndAnswers() {
  const answers: ((reply: Partial<Reply>) => void)[] = [];
  const failures: Reply[] = [];
  const ask = () =>
    new Promise<Reply>((resolve) => answers.push((reply) => resolve({ id: "x", ok: true, revision: 1, ...reply })));
  const fail = (reply: Reply) => void failures.push(reply);
  return { lookup: new Lookup({ ask, fail }, new Changes()), answers, failures };
}

it("shows the clause that was asked for last, and no clause after closing", async () => {
  const { lookup, answers } = lookupAndAnswers();
  lookup.open("D1.1");
  lookup.open("D1.2");
  answers[1]?.({ clause: clause("D1.2") });
  answers[0]?.({ clause: clause("D1.1") });
  await settled();
  expect(lookup.clause?.id).toBe("D1.2");
  lookup.renew();
  lookup.close();
  answers[2]?.({ clause: clause("D1.2") });
  await settled();
  expect(lookup.clause).toBeNull();
});

it("asks once for the events of a step, and again only after a failure and a retry", async () => {
  const { lookup, answers, failures } = lookupAndAnswers();
  lookup.events(3, 0);
  lookup.events(3, 0);
  expect(answers).toHaveLength(1);
  answers[0]?.({ ok: false, error: "no" });
  await settled();
  expect(failures).toHaveLength(1);
  lookup.events(3, 0);
  expect(answers).toHaveLength(1);
  lookup.retry(3);
  lookup.events(3, 0);
  answers[1]?.({ events: [{ text: "x", clause: "D1.1", subjects: [] }] });
  await settled();
  lookup.retry(3);
  expect(lookup.events(3, 0)).toHaveLength(1);
  expect(answers).toHaveLength(2);
});

it("shows no events of another game, not even those that come late", async () => {
  const { lookup, answers } = lookupAndAnswers();
  const event = (text: string) => ({ events: [{ text, clause: "D1.1", subjects: [] }] });
  lookup.events(1, 0);
  answers[0]?.(event("first"));
  await settled();
  expect(lookup.events(1, 1)).toEqual([]);
  lookup.events(1, 2);
  answers[1]?.(event("second, late"));
  answers[2]?.(event("third"));
  await settled();
  expect(lookup.events(1, 2)).toMatchObject([{ text: "third" }]);
});

// Messages from and to the kernel agree with the schema that the Python package publishes.

import Ajv from "ajv/dist/2020";
import { describe, expect, it } from "vitest";
import schema from "../../../hexwidget/widget/connections/messages.schema.json";
import { fixtureNames, settled, stateOf } from "../model";
import { all, close, host, model, press, show } from "../shown";

const ajv = new Ajv({ strict: false });
ajv.addSchema(schema);
const judge = (part: string) => {
  const validate = ajv.getSchema(`${schema.$id}#/$defs/${part}`);
  if (!validate) throw new Error(`the schema has no ${part}`);
  return (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
};

describe("the published schema", () => {
  it.each(fixtureNames)("accepts the state that the kernel sends (%s)", (name) => {
    for (const [trait, value] of Object.entries(stateOf(name)))
      expect(judge(`BoardState/properties/${trait}`)(value)).toEqual([]);
  });

  it("accepts every message that a view sends", async () => {
    for (const name of fixtureNames) {
      await show(stateOf(name));
      for (const key of ["ArrowRight", "Enter", "ArrowRight", "ArrowDown", "Enter", "m", "Enter", "Escape", "u", "r"]) {
        await press(key);
        model.answer("choose");
        model.answer("confirm");
        await settled();
      }
      for (const each of all("button")) each.click();
      await settled();
      expect(model.sent.length).toBeGreaterThan(3);
      for (const message of model.sent) expect([message, judge("Message")(message)]).toEqual([message, []]);
      close();
      host.remove();
    }
  });

  it("refuses unknown intents and bad arguments", () => {
    expect(judge("Message")({ id: "1", revision: 0, intent: "run", args: {} })).not.toEqual([]);
    expect(judge("Message")({ id: "1", revision: 0, intent: "goto", args: { step: -1 } })).not.toEqual([]);
  });
});

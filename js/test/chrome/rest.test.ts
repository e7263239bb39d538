import { expect, it } from "vitest";
import { firstSteps, settled } from "../model";
import { all, model, show } from "../shown";

it("the panel lists the steps of the present round", async () => {
  await show(firstSteps());
  const done = ["start", "red: pass", "blue: pass", "red: 0203-0303", "blue: 0602-0603", "red: pass"];
  const steps = done.map((text, depth) => ({ number: depth, depth, text, branches: [] }));
  model.change("_timeline", { steps, current: 4, depth: 4, length: 5, roundBegan: 2 });
  await settled();
  const [list] = all("h3").filter((heading) => heading.textContent === "This round");
  const lines = [...(list?.nextElementSibling?.children ?? [])].map((line) => line.textContent);
  expect(lines).toEqual(["Red: 0203-0303", "Blue: 0602-0603"]);
});

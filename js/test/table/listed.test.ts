import { expect, it, vi } from "vitest";
import { List } from "../../src/table/listed";
import { Owner, type Place } from "../../src/table/owner";

const SEATS = ["red", "blue"].map((place) => ({ place, link: place, called: place, opponent: "" }));

it("shows other links once a rematch turns the seats", async () => {
  const table = { name: "duel", title: "Duel", stage: "", who: "", error: "", places: SEATS, game: 1 };
  const owner = new Owner("");
  let tokens = ["a", "b"];
  vi.spyOn(owner, "tables").mockImplementation(async () => [{ ...table }]);
  vi.spyOn(owner, "links").mockImplementation(async () =>
    SEATS.map(({ place }, n) => ({ place: place as Place, token: tokens[n] ?? "" })),
  );
  const list = new List(owner, (error) => {
    throw error;
  });
  const shown = () => [...list.root.querySelectorAll("input")].map(({ value }) => value.slice(-1));
  await list.present("duel");
  expect(shown()).toEqual(["a", "b"]);
  tokens = ["b", "a"];
  table.game = 2;
  await list.refresh();
  await vi.waitFor(() => expect(shown()).toEqual(["b", "a"]));
});

import { expect, it, vi } from "vitest";
import { Owner, type Place } from "../../../src/pages/table/owner";
import { List } from "../../../src/pages/table/table-list";

const SEATS = ["red", "blue"].map((place) => ({ place, link: place, called: place, opponent: "" }));

it("shows other links once a rematch turns the seats", async () => {
  const door = { code: "", came: [] };
  const table = {
    name: "duel",
    title: "Duel",
    language: "en",
    stage: "",
    who: "",
    error: "",
    places: SEATS,
    game: 1,
    path: "",
    ...door,
  };
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

it("names the table in the path of a link where each has a page of its own", async () => {
  const owner = new Owner("");
  const answer = { tables: [{ name: "duel", path: "t/duel/" }], base: "https://games.example" };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(answer));
  await owner.tables();
  expect(owner.link("duel", "abc")).toMatch(/\/t\/duel\/#abc$/);
  expect(owner.link("other", "abc")).toMatch(/\/#abc$/);
});

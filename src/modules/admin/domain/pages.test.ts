import { expect, test } from "vitest";
import { placesFor } from "./pages.ts";

const titles = (search: string, has: (one: string) => boolean = () => true) =>
  placesFor(search, has).map(({ title }) => title);

test("words find pages and actions, and nobody finds what is closed to them", () => {
  expect(titles("quote")).toEqual(["Custom orders", "Write a quote"]);
  expect(titles("QUO req")).toEqual(["Custom orders", "Write a quote"]);
  expect(titles("promo")).toEqual(["Promotion codes", "Make a promotion code"]);
  expect(titles("promo", (one) => one !== "prices")).toEqual([]);
  expect(titles("pricing")).toEqual(["Pricing"]);
  expect(titles("payments", () => false)).toEqual([]);
  expect(titles("nothing like it")).toEqual([]);
});

test("without words the actions are offered", () => {
  expect(titles("")).toContain("Assign a writer");
  expect(titles("")).not.toContain("Orders");
});

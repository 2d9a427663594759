import { expect, test } from "vitest";
import { menuFor, placesFor } from "./nav.ts";

const titles = (search: string, has: (one: string) => boolean = () => true) =>
  placesFor(search, { may: has, demo: false }).map(({ title }) => title);

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

test("the menu shows what is open, in its order; the mailbox in a demonstration alone", () => {
  const labels = (has: (one: string) => boolean, demo = false) =>
    Object.values(menuFor({ may: has, demo })).map((items) => items.map(({ label }) => label).join(", "));
  expect(labels(() => true, true)).toEqual([
    "Overview, Notices, Orders, Custom orders, Honest use, Chats, Writers, People, Payments",
    "Pricing, Promotion codes, Settings, Site and name, API, System, E-mails, Mailbox, Audit",
  ]);
  expect(labels((one) => ["money", "any"].includes(one))).toEqual(["Overview, Notices, Payments", "Audit"]);
  expect(labels(() => false)).toEqual(["Overview, Notices", ""]);
});

import { beforeEach, expect, test } from "vitest";
import { keepVisited, readVisited, visitedTitle } from "./last-visited.ts";

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
});
const store = () => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
  key: (at: number) => [...kept.keys()][at] ?? null,
  get length() {
    return kept.size;
  },
});
const closed = () => {
  throw new Error("closed");
};
const visit = (me: string, to: string) => keepVisited(store, me, { to, title: `Page ${to}` });
const visitedBy = (me: string) => readVisited(store, me).map(({ to }) => to);

test("the last places come newest first, each once, six of them", () => {
  for (const to of ["/admin/1", "/admin/2", "/admin/3", "/admin/2", "/admin/4", "/admin/5", "/admin/6", "/admin/7"])
    visit("petra", to);
  expect(visitedBy("petra")).toEqual(["/admin/7", "/admin/6", "/admin/5", "/admin/4", "/admin/2", "/admin/3"]);
});

test("who works in this browser next finds nothing of who worked there before", () => {
  kept.set("theme", "dark");
  visit("petra", "/admin/people/1");
  expect(visitedBy("jonas")).toEqual([]);
  visit("jonas", "/admin/orders");
  expect(visitedBy("petra")).toEqual([]);
  expect([...kept.keys()].toSorted()).toEqual(["admin.visited.jonas", "theme"]);
});

test("what is no place of the admin area, and a closed store, count as nothing", () => {
  kept.set("admin.visited.petra", JSON.stringify([{ to: "https://else.test", title: "x" }, 7, null, { to: "/admin" }]));
  expect(visitedBy("petra")).toEqual([]);
  kept.set("admin.visited.petra", "{");
  expect(visitedBy("petra")).toEqual([]);
  expect(readVisited(closed, "petra")).toEqual([]);
  expect(() => keepVisited(closed, "petra", { to: "/admin", title: "Overview" })).not.toThrow();
});

test("a place is called as its tab, without the count and the shop", () => {
  expect(visitedTitle("(12) Chats · Paperwright")).toBe("Chats");
  expect(visitedTitle("Order 7KQ2M4X · My Shop")).toBe("Order 7KQ2M4X");
});

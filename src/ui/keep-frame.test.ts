import { type DataStrategyResult, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { describe, expect, test } from "vitest";
import { isSignedOut, keepAllShown, keepFrame, keepShown, otherPerson } from "./keep-frame.ts";

const away: DataStrategyResult = { type: "error", result: new ErrorResponse(503, "Service Unavailable", "") };
const lost: DataStrategyResult = { type: "error", result: new TypeError("Failed to fetch") };
const given: DataStrategyResult = { type: "data", result: { name: "Paperwright" } };
const shown = { address: "/admin/orders?page=2", routes: new Set(["root", "admin", "orders"]) };

test("a page that reads itself again keeps what failed, whatever the fault; a new part and an answer are not kept", () => {
  const fault: DataStrategyResult = { type: "error", result: new ErrorResponse(500, "Internal Server Error", "") };
  const gone: DataStrategyResult = { type: "error", result: new ErrorResponse(404, "Not Found", "") };
  const loaded = { root: given, admin: away, orders: fault, thread: lost };
  expect(Object.keys(keepAllShown(loaded, shown))).toEqual(["root", "thread"]);
  expect(keepAllShown({ root: given, orders: gone }, shown)).toEqual({ root: given, orders: gone });
});

describe.each([
  ["records that are away", away],
  ["a connection that is lost", lost],
])("%s", (_, failed) => {
  test("another page fails alone: what is around it keeps its data", () => {
    const loaded = keepShown({ root: failed, admin: failed, people: failed }, shown, "/admin/people");
    expect(Object.keys(loaded)).toEqual(["people"]);
  });

  test("the first page of another frame loads that frame too", () => {
    const loaded = keepShown({ root: failed, settings: failed, profile: failed }, shown, "/accountSettings");
    expect(Object.keys(loaded)).toEqual(["settings", "profile"]);
  });

  test("the same page with another question fails alone", () => {
    const loaded = keepShown({ root: failed, admin: failed, orders: failed }, shown, "/admin/orders?page=3");
    expect(Object.keys(loaded)).toEqual(["orders"]);
  });

  test("the same address again leaves everything as it is", () => {
    expect(keepShown({ root: failed, admin: failed, orders: failed }, shown, shown.address)).toEqual({});
  });

  test("a page without data of its own is shown", () => {
    expect(keepShown({ root: failed }, shown, "/about")).toEqual({});
  });

  test("a root that has nothing yet fails", () => {
    const loaded = keepShown({ root: failed, home: failed }, { address: "", routes: new Set() }, "/");
    expect(Object.keys(loaded)).toEqual(["root", "home"]);
  });

  test("what was asked for by a part of a page alone gets its answer", () => {
    const loaded = { orders: failed };
    expect(keepShown(loaded, shown, "/admin/orders")).toBe(loaded);
  });
});

test("a lost connection is passed on as what got no answer", () => {
  const { people } = keepShown({ root: lost, people: lost }, shown, "/admin/people");
  expect(people?.result).toMatchObject({
    data: { noAnswer: true },
    init: { status: 503 },
  });
});

test.each([
  ["answers", given],
  ["faults", { type: "error", result: new ErrorResponse(500, "Internal Server Error", "") } as const],
])("%s are passed on", (_, root) => {
  const loaded = { root, people: given };
  expect(keepShown(loaded, shown, "/admin/people")).toBe(loaded);
});

test("an action that failed is left to its form", async () => {
  const loaded = { orders: away };
  const request = new Request("http://shop.test/admin/orders", { method: "POST" });
  expect(await keepFrame({ request }, async () => loaded)).toBe(loaded);
});

test("a page read anew under another session is another person's; one that is opened anew is not", () => {
  const page = { address: "/order", routes: new Set<string>(), person: { id: "a", name: "Anna" } };
  const rootOf = (person: object | null): Record<string, DataStrategyResult> => ({
    root: { type: "data", result: { person } },
  });
  const bob = { id: "b", name: "Bob" };
  expect(otherPerson(rootOf(bob), page, "/order")).toEqual(bob);
  expect(otherPerson(rootOf(bob), page, "/dashboard")).toBeNull();
  expect(otherPerson(rootOf({ id: "a", name: "Anna B." }), page, "/order")).toBeNull();
  expect(otherPerson(rootOf(null), page, "/order")).toBeNull();
  expect(otherPerson({ order: given }, page, "/order")).toBeNull();
});

test("a page read anew after the session ended stays; one that is opened leads to the sign-in", () => {
  const page = { address: "/admin/orders?page=2", routes: new Set<string>(), person: { id: "a", name: "Anna" } };
  const to = (location: string): Record<string, DataStrategyResult> => ({
    root: { type: "error", result: new Response(null, { status: 302, headers: { location } }) },
  });
  const signIn = to("/login?next=%2Fadmin%2Forders%3Fpage%3D2");
  expect(isSignedOut(signIn, page, page.address)).toBe(true);
  expect(isSignedOut(signIn, page, "/admin/people")).toBe(false);
  expect(isSignedOut(signIn, { ...page, person: null }, page.address)).toBe(false);
  expect(isSignedOut(to("/dashboard"), page, page.address)).toBe(false);
  expect(isSignedOut({ root: given }, page, page.address)).toBe(false);
});

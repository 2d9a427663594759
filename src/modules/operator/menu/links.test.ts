import { describe, expect, test } from "vitest";
import { arrangedRows, linkOf, linkStep, mostShown, movedRows, shippedLinks, shownRows } from "./links.ts";
import { menuSetting, nextNoticeChange, noticeState } from "./menu.ts";

const known = shippedLinks.menu;
const row = (id: string, more = {}) => ({ id, label: "", to: "", shown: true, ...more });
const page = { id: "page:one", to: "/pages/one", label: "One" };

describe("the rows of a list", () => {
  test("without a change are those of the product, and a page of the operator's own behind them", () => {
    expect(shownRows(arrangedRows("menu", [], known), known)).toEqual(known.map(({ to, label }) => ({ to, label })));
    expect(shownRows(arrangedRows("menu", [], [...known, page]), [...known, page]).at(-1)).toEqual({
      to: "/pages/one",
      label: "One",
    });
  });

  test("keep their order, names and what is hidden; what a release adds comes behind them", () => {
    const stored = [row("faq", { label: "Help" }), row("services", { shown: false }), row("gone"), row("own-1")];
    const rows = arrangedRows("menu", stored, known);
    expect(rows.map(({ id }) => id)).toEqual(["faq", "services", "own-1", "how", "samples", "checker"]);
    expect(linkOf(stored[0] ?? row(""), known)).toEqual({ to: "/faq", label: "Help" });
    expect(linkOf(row("faq", { to: "javascript:alert(1)" }), known).to, "an address is only of an own one").toBe(
      "/faq",
    );
    expect(shownRows(rows, known)[0]).toEqual({ to: "/faq", label: "Help" });
    expect(shownRows(rows, known).map(({ label }) => label)).not.toContain("Services");
  });

  test("a link that a release adds to a full list is hidden", () => {
    const full = Array.from({ length: mostShown.menu }, (_, at) => row(`own-${at + 1}`));
    expect(arrangedRows("menu", full, known).filter(({ shown }) => shown)).toHaveLength(mostShown.menu);
  });

  test.each([
    ["up", 1, ["b", "a", "own-1"]],
    ["down", 0, ["b", "a", "own-1"]],
    ["up", 0, ["a", "b", "own-1"]],
    ["down", 2, ["a", "b", "own-1"]],
    ["remove", 2, ["a", "b"]],
    ["remove", 0, ["a", "b", "own-1"]],
    ["add", 0, ["a", "b", "own-1", "own-2"]],
    ["up", 9, ["a", "b", "own-1"]],
  ])("%s of row %i", (what, at, ids) => {
    const rows = [row("a"), row("b"), row("own-1")];
    expect(movedRows(rows, { what, at }).map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ["row:up:menu:2", { what: "up", list: "menu", at: 2 }],
    ["row:add:quick", { what: "add", list: "quick", at: 0 }],
    ["row:up:social:2", null],
    ["save", null],
  ])("the step %s", (step, found) => expect(linkStep(step)).toEqual(found));
});

describe("the notice bar", () => {
  const notice = {
    text: "Closed on Monday",
    label: "",
    to: "",
    from: "2026-12-24T00:00:00Z",
    until: "2026-12-27T00:00:00Z",
  };
  test.each([
    ["2026-12-23T23:59:59Z", "waits", "2026-12-24T00:00:00Z"],
    ["2026-12-24T00:00:00Z", "shown", "2026-12-27T00:00:00Z"],
    ["2026-12-26T23:59:59Z", "shown", "2026-12-27T00:00:00Z"],
    ["2026-12-27T00:00:00Z", "over", null],
  ])("at %s %s", (at, state, next) => {
    expect(noticeState(notice, new Date(at))).toBe(state);
    expect(nextNoticeChange(notice, new Date(at))).toBe(next ? Date.parse(next) : Number.POSITIVE_INFINITY);
  });

  test("without dates is shown for good, without a text never", () => {
    const now = new Date("2026-12-24T00:00:00Z");
    expect(noticeState({ ...notice, from: "", until: "" }, now)).toBe("shown");
    expect(noticeState({ ...notice, text: "" }, now)).toBeNull();
    expect(nextNoticeChange({ ...notice, text: "" }, now)).toBe(Number.POSITIVE_INFINITY);
  });

  test("what was stored before the notice had a place is read", () => {
    expect(menuSetting.schema.parse({ number: 1 })).toMatchObject({ menu: [], notice: { text: "" } });
  });
});

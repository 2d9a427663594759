import { describe, expect, test } from "vitest";
import { shippedLinks } from "#src/modules/operator/index.ts";
import { addressProblem, type MenuDraft, menuErrors, noticeMoment } from "./menu-errors.ts";

const addresses = new Set(["/", "/faq", "/pages/for-teachers"]);
const shop = { known: shippedLinks, addresses, zone: "Europe/Berlin" };
const own = (more = {}) => ({ id: "own-1", label: "Help", to: "/faq", shown: true, ...more });
const draft: MenuDraft = {
  menu: [],
  quick: [],
  social: { facebook: "", instagram: "", linkedin: "", x: "" },
  notice: { text: "", label: "", to: "", fromDate: "", fromTime: "", untilDate: "", untilTime: "" },
};
const errorsOf = (more: Partial<MenuDraft>) => menuErrors({ ...draft, ...more }, shop);
const noticeErrors = (more: Partial<MenuDraft["notice"]>) => errorsOf({ notice: { ...draft.notice, ...more } });

describe("where a link may lead", () => {
  test.each([
    "/faq",
    "/faq#refunds",
    "/",
    "/#how",
    "/pages/for-teachers/",
    "https://example.com/a?b=c",
    "HTTPS://example.com",
  ])("%s", (to) => expect(addressProblem(to, addresses)).toBeNull());

  test.each([
    ["", /Write where/],
    ["javascript:alert(1)", /“javascript:” is not allowed/],
    ["JavaScript:alert(1)", /is not allowed/],
    ["\tjavascript:alert(1)", /is not allowed/],
    ["java\nscript:alert(1)", /Begin with/],
    ["data:text/html,x", /“data:” is not allowed/],
    ["http://example.com", /“http:” is not allowed/],
    ["mailto:a@example.com", /is not allowed/],
    ["//example.com", /Begin with/],
    ["/\\example.com", /Begin with/],
    ["example.com", /Begin with/],
    ["https://", /not complete/],
    ["https://exa mple.com", /not complete/],
    ["https://bank.example@evil.example/", /Leave the name/],
    ["/nothing-here", /no public page at \/nothing-here/],
    ["/{{shop}}", /placeholder/],
    ["https://example.com/{{shop}}", /placeholder/],
    [`https://example.com/${"x".repeat(200_000)}`, /At most 500 characters/],
  ])("%j is refused in words", (to, words) => expect(addressProblem(to, addresses)).toMatch(words));
});

describe("what keeps menu and footer from being published", () => {
  test("nothing in what the product ships", () => expect(errorsOf({})).toEqual([]));

  test.each([
    ["a link without a name", own({ label: " " }), "menu-0-label", /Write what/],
    ["a long name", own({ label: "A name that is too long" }), "menu-0-label", /At most 20 characters. It has 23/],
    ["a placeholder in a name", own({ label: "{{shop}}" }), "menu-0-label", /placeholder/],
    ["an address of nowhere", own({ to: "/nowhere" }), "menu-0-to", /no public page/],
  ])("%s", (_, row, path, message) => {
    expect(errorsOf({ menu: [row] })).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  test("more links than there is room for, and one address twice", () => {
    const many = Array.from({ length: 8 }, (_, at) => own({ id: `own-${at}`, to: `https://example.com/${at}` }));
    expect(errorsOf({ menu: many })).toEqual([
      { path: "menu", message: "The menu shows at most 6 links. Hide 2 of them." },
    ]);
    expect(errorsOf({ menu: [own(), own({ id: "own-2" })] })).toMatchObject([
      { path: "menu-0-to", message: expect.stringMatching(/leads there, too/) },
      { path: "menu-1-to" },
    ]);
    expect(errorsOf({ menu: [own(), own({ id: "own-2", shown: false })] })).toEqual([]);
  });

  test("a social link that is no complete address", () => {
    expect(errorsOf({ social: { ...draft.social, x: "https://x.example/us" } })).toEqual([]);
    for (const x of ["javascript:1", "x.example/us", "/faq", "http://x.example"])
      expect(errorsOf({ social: { ...draft.social, x } }), x).toMatchObject([{ path: "social-x" }]);
  });

  test.each([
    [{ text: "Closed on Monday" }, []],
    [{ text: "Closed", fromDate: "2026-12-24", untilDate: "2026-12-27", untilTime: "09:00" }, []],
    [{ label: "More", to: "/faq" }, ["notice-text"]],
    [{ text: "x".repeat(161) }, ["notice-text"]],
    [{ text: "Closed {{shop}}" }, ["notice-text"]],
    [{ text: "Closed", to: "/faq" }, ["notice-label"]],
    [{ text: "Closed", label: "More" }, ["notice-to"]],
    [{ text: "Closed", label: "More", to: "javascript:1" }, ["notice-to"]],
    [{ text: "Closed", fromDate: "2026-02-30" }, ["notice-fromDate"]],
    [{ text: "Closed", untilTime: "09:00" }, ["notice-untilDate"]],
    [{ text: "Closed", fromDate: "2026-12-24", fromTime: "25:00" }, ["notice-fromTime"]],
    [{ text: "Closed", fromDate: "2026-03-29", fromTime: "02:30" }, ["notice-fromTime"]],
    [{ text: "Closed", fromDate: "2026-12-24", untilDate: "2026-12-24" }, ["notice-untilDate"]],
  ])("a notice %j", (more, paths) => expect(noticeErrors(more).map(({ path }) => path)).toEqual(paths));

  test("a day whose first hour the clocks leave out begins after it", () => {
    const notice = { ...draft.notice, text: "Closed", fromDate: "2026-04-24", untilDate: "2026-10-30" };
    expect(menuErrors({ ...draft, notice }, { ...shop, zone: "Africa/Cairo" })).toEqual([]);
    expect(noticeMoment(notice.fromDate, "", "Africa/Cairo")?.toISOString()).toBe("2026-04-23T22:00:00.000Z");
  });
});

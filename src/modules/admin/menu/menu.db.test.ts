import { expect, test } from "vitest";
import { menuSetting, pagesChangeAt, shownMenu, siteNow, siteSetting } from "#src/modules/operator/index.server.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { openSettings, readSetting } from "#src/platform/settings.ts";
import { hourMs } from "#src/shared/units.ts";
import { must } from "#tests/support/must.ts";
import { createPerson, withoutSettings } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { changeMenuDraft, type MenuEditor, menuEditor, publishMenu, undoMenu } from "./menu-draft.ts";

const runtime = await forThisFile(createTestRuntime());
await storeSetting(runtime, siteSetting, {
  ...siteSetting.default,
  timeZone: "Europe/Berlin",
  social: { ...siteSetting.default.social, x: "https://x.example/before" },
});
const marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, marta);
const jonas = ctxFor(runtime, await createPerson(runtime, { role: 3, name: "Jonas Berg" }));

type Typed = Partial<Pick<MenuEditor["draft"], "menu" | "quick" | "social" | "notice">>;
const editorOf = async (ctx: Ctx = admin) => must(await menuEditor(ctx, {}));
const change = async (typed: Typed, step = "save", ctx: Ctx = admin) =>
  changeMenuDraft(ctx, { step, seen: String((await editorOf(ctx)).revision), typed });
const publish = async (ctx: Ctx = admin) => publishMenu(ctx, { seen: String((await editorOf(ctx)).revision) });
const put = async (typed: Typed, ctx: Ctx = admin) => {
  must(await change(typed, "save", ctx));
  return must(await publish(ctx));
};
const shown = (of: Runtime = runtime) => shownMenu(of.settings.get, of.clock());
const noticeOf = async (more: Partial<MenuEditor["draft"]["notice"]>) => ({
  ...(await editorOf()).draft.notice,
  ...more,
});

test("a shop as shipped sends no list, and shows the social links of its settings", async () => {
  expect(await shown()).toEqual({});
  expect((await siteNow(runtime.settings.get)).social.x).toBe("https://x.example/before");
  expect(await editorOf()).toMatchObject({
    version: 0,
    changes: [],
    draft: { social: { x: "https://x.example/before" } },
  });
});

test("a link is renamed, hidden, moved and added in a draft; published, undone, restored", async () => {
  const { draft } = await editorOf();
  const menu = draft.menu.map((row) => (row.id === "faq" ? { ...row, label: "Help" } : row));
  must(await change({ menu: menu.map((row) => (row.id === "samples" ? { ...row, shown: false } : row)) }));
  must(await change({}, "row:up:menu:4"));
  must(await change({}, "row:add:menu"));
  const { menu: rows } = (await editorOf()).draft;
  must(
    await change({
      menu: rows.map((row) => (row.id === "own-1" ? { ...row, label: "Blog", to: "https://blog.example" } : row)),
    }),
  );
  expect(await shown(), "a draft changes nothing").toEqual({});
  expect(await editorOf()).toMatchObject({ changes: ["menu"], errors: [] });
  const version = must(await publish());
  expect((await shown()).menu).toEqual([
    { to: "/#services", label: "Services" },
    { to: "/#how", label: "How it works" },
    { to: "/faq", label: "Help" },
    { to: "/aichecker/how", label: "AI checker" },
    { to: "https://blog.example", label: "Blog" },
  ]);
  expect((await shown()).quick, "the footer is as shipped").toBeUndefined();
  must(await undoMenu(admin, { version: String(version) }));
  expect(await shown()).toEqual({});
  must(await change({}, `restore:${version}`));
  expect(await shown(), "a restored version is a draft").toEqual({});
  expect((await editorOf()).draft.menu.at(-1)).toMatchObject({ label: "Blog" });
  must(await change({}, "discard"));
});

test("what is wrong is kept in the draft, and refused in words at its field", async () => {
  must(await change({}, "row:add:quick"));
  const { quick } = (await editorOf()).draft;
  const typed = quick.map((row) => (row.id === "own-1" ? { ...row, label: "Bad", to: "javascript:alert(1)" } : row));
  must(await change({ quick: typed }));
  const path = `quick-${quick.length - 1}-to`;
  expect(await publish()).toMatchObject({
    code: "invalid",
    fields: [{ path, message: expect.stringMatching(/^“javascript:” is not allowed/) }],
  });
  expect((await editorOf()).draft.quick.at(-1), "nothing typed is lost").toMatchObject({ to: "javascript:alert(1)" });
  must(await change({}, `row:remove:quick:${quick.length - 1}`));
  expect(await change({ notice: await noticeOf({ text: "x".repeat(200_000) }) })).toMatchObject({
    code: "invalid",
    fields: [{ message: "This is too long to save. Make it shorter." }],
  });
  must(await change({}, "discard"));
});

test("a link of the product has no address of its own, whatever a form sends", async () => {
  const { draft } = await editorOf();
  const sent = draft.menu.map((row) => ({ ...row, to: "javascript:alert(1)", shown: row.id !== "samples" }));
  const version = await put({ menu: [{ id: "gone", label: "", to: "javascript:alert(1)", shown: true }, ...sent] });
  expect((await shown()).menu?.map(({ to }) => to)).toEqual(["/#services", "/#how", "/aichecker/how", "/faq"]);
  const { menu } = (await readSetting(runtime.db, menuSetting)).value;
  expect(menu.map(({ id, to }) => `${id}${to}`)).toEqual(["services", "how", "samples", "checker", "faq"]);
  must(await undoMenu(admin, { version: String(version) }));
});

test("a wrong row is named where it is shown, also behind one of a page that is gone", async () => {
  const { draft } = await editorOf();
  const own = { id: "own-1", label: "Bad", to: "http://bad.example", shown: true };
  must(await change({ quick: [{ id: "page:gone", label: "", to: "", shown: true }, own, ...draft.quick] }));
  expect((await editorOf()).draft.quick[0]).toEqual(own);
  expect((await editorOf()).errors.map(({ path }) => path)).toEqual(["quick-0-to"]);
  must(await change({}, "discard"));
});

test("a full list has no room for one more link, and can be saved and discarded as before", async () => {
  const full = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: `own-${at + 1}`, label: `Link ${at}`, to: `https://example.com/${at}`, shown: false },
  }));
  must(await change({ menu: full }));
  expect(await change({}, "row:add:menu")).toMatchObject({
    code: "invalid",
    fields: [{ path: "typed.menu", message: "There is no room for more links." }],
  });
  must(await change({ menu: full }));
  must(await change({}, "discard"));
});

test("a notice is shown between its moments by the clock of the shop, and pages that are kept end with them", async () => {
  const now = new Date("2026-12-24T10:00:00Z");
  runtime.setNow(now);
  const at = (hours: number) => runtime.setNow(new Date(now.getTime() + hours * hourMs));
  const times = { fromDate: "2026-12-24", fromTime: "13:00", untilDate: "2026-12-24", untilTime: "18:30" };
  const link = { label: "Hours", to: "/contact" };
  await put({ notice: await noticeOf({ text: " Closed in the evening ", ...link, ...times }) });
  expect((await readSetting(runtime.db, menuSetting)).value.notice).toMatchObject({
    ...{ text: "Closed in the evening", from: "2026-12-24T12:00:00.000Z", until: "2026-12-24T17:30:00.000Z" },
  });
  expect((await editorOf()).draft.notice).toMatchObject(times);
  expect(await shown()).toEqual({});
  expect(await pagesChangeAt(runtime.settings.get, runtime.clock())).toBe(Date.parse("2026-12-24T12:00:00Z"));
  at(2);
  expect(await shown()).toEqual({
    notice: { text: "Closed in the evening", link: { to: "/contact", label: "Hours" } },
  });
  at(7.5);
  expect(await shown()).toEqual({});
  expect((await editorOf()).notice).toMatchObject({ state: "over" });
});

test("two admins: what both changed in different places is merged, nothing typed is lost", async () => {
  must(await change({ social: { ...(await editorOf()).draft.social, x: "https://x.example/new" } }));
  await put({ menu: (await editorOf(jonas)).draft.menu.map((row) => ({ ...row, shown: row.id !== "how" })) }, jonas);
  expect(await publish()).toMatchObject({ code: "conflict", message: expect.stringMatching(/draft is kept/) });
  expect((await editorOf()).newer).toMatchObject({ author: "Jonas Berg", both: [] });
  must(await change({}, "merge"));
  must(await publish());
  expect((await siteNow(runtime.settings.get)).social.x).toBe("https://x.example/new");
  expect((await shown()).menu?.map(({ label }) => label)).not.toContain("How it works");
});

test("another process shows what was published within its second", async () => {
  const other: Runtime = { ...runtime, settings: openSettings(runtime.db, runtime.clock) };
  const before = await shown(other);
  await put({ menu: (await editorOf()).draft.menu.map((row) => ({ ...row, shown: true })) });
  expect(await shown(other), "read less than a second ago").toEqual(before);
  runtime.setNow(new Date(runtime.clock().getTime() + 1_001));
  expect(await shown(other)).toEqual(await shown());
  expect(await shown(other)).not.toEqual(before);
  expect(await other.settings.version(), "what cached pages are keyed by").toBe(await runtime.settings.version());
});

test("only admins with the right for settings read, change, publish and undo it", async () => {
  const others = await withoutSettings(runtime, marta);
  for (const ctx of others)
    for (const refused of [
      await menuEditor(ctx, {}),
      await changeMenuDraft(ctx, { step: "save", seen: "0", typed: {} }),
      await publishMenu(ctx, { seen: "0" }),
      await undoMenu(ctx, { version: "1" }),
    ])
      expect(refused).toMatchObject({ code: "not-found" });
});

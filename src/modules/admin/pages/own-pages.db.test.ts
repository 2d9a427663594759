import { expect, test } from "vitest";
import { menuSetting, mostOwnPages, shownMenu, shownOwnPage } from "#src/modules/operator/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { type Ctx, type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { openSettings } from "#src/platform/settings.ts";
import { must } from "#tests/support/must.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createPerson, withoutSettings } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { publishedOf, putVersion } from "../drafts/own-draft.ts";
import { deletePage, makePage, showPage } from "./own-page-steps.ts";
import { changePageDraft, publishPage } from "./page-draft.ts";
import { pageEditor, pageList } from "./page-editor.ts";
import { editablePage } from "./page-kind.ts";

const runtime = await forThisFile(createTestRuntime({ ports: [pageValuesPlug] }));
const marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, marta);
const jonas = ctxFor(runtime, await createPerson(runtime, { role: 3, name: "Jonas Berg" }));

const editorOf = async (page: string, ctx: Ctx = admin) => must(await pageEditor(ctx, { page }));
type Typed = { text?: string; description?: string; label?: string; slug?: string; place?: string };
const save = async (page: string, typed: Typed, step = "save", ctx = admin) =>
  changePageDraft(ctx, { page, step, seen: String((await editorOf(page, ctx)).revision), typed });
const publish = async (page: string, ctx: Ctx = admin) =>
  publishPage(ctx, { page, seen: String((await editorOf(page, ctx)).revision) });
const put = async (page: string, typed: Typed) => {
  must(await save(page, typed));
  return must(await publish(page));
};
const linksOfPages = () => shownMenu(runtime.settings.get, new Date());
const make = async (label: string) => must(await makePage(admin, { label }));
const made = async (label: string, typed: Typed = {}) => {
  const page = await make(label);
  await put(page, { description: "What it says.", place: "address", ...typed });
  return page;
};
const readers = (slug: string, of: Runtime = runtime) => shownOwnPage(of, slug);

test("made, written, published, moved, taken off, shown again, restored, deleted", async () => {
  const page = await make("How to use it");
  expect(must(await pageList(admin, {})).own).toMatchObject([
    { name: page, address: "/pages/how-to-use-it", own: { shown: false, place: "footer" }, draftAt: null },
  ]);
  expect(await readers("how-to-use-it"), "made is not published").toBeNull();
  expect(await linksOfPages()).toEqual({});

  must(await save(page, { text: "# How to use it\n\nAsk {{shop}}.\n", description: "Reading a model answer." }));
  expect(await editorOf(page)).toMatchObject({ changes: ["text", "description for search"], errors: [] });
  const first = must(await publish(page));
  expect(await readers("How-To-Use-It")).toMatchObject({
    ...{ title: "How to use it", description: "Reading a model answer.", address: "/pages/how-to-use-it" },
    page: { title: "How to use it", lede: ["Ask Paperwright."] },
  });
  expect((await linksOfPages()).quick?.at(-1)).toEqual({ to: "/pages/how-to-use-it", label: "How to use it" });

  await put(page, { slug: "using-it", label: "Using it", place: "menu" });
  for (const slug of ["using-it", "how-to-use-it"])
    expect(await readers(slug), slug).toMatchObject({ address: "/pages/using-it", title: "Using it" });
  expect((await linksOfPages()).menu?.at(-1)).toEqual({ to: "/pages/using-it", label: "Using it" });

  must(await save(page, { text: "# Using it\n\nAnother text.\n" }));
  must(await showPage(admin, { page, shown: false }));
  expect(await readers("using-it")).toBeNull();
  expect(await linksOfPages()).toEqual({});
  expect(await editorOf(page), "the draft goes on").toMatchObject({
    newer: null,
    changes: ["text"],
    own: { shown: false },
  });
  must(await showPage(admin, { page, shown: true }));
  expect(await readers("using-it")).toMatchObject({ page: { lede: ["Ask Paperwright."] } });

  must(await save(page, {}, `restore:${first}`));
  must(await publish(page));
  expect(await readers("using-it"), "its newer address still leads there").toMatchObject({
    address: "/pages/how-to-use-it",
  });

  must(await deletePage(admin, { page }));
  for (const slug of ["using-it", "how-to-use-it"]) expect(await readers(slug)).toBeNull();
  expect(must(await pageList(admin, {})).own).toEqual([]);
  expect(await pageEditor(admin, { page })).toMatchObject({ code: "not-found" });
  expect(await make("How to use it"), "its name and address are free").not.toBe(page);
});

test("a link that an admin added to a page goes with the page, and comes back with it", async () => {
  const page = await made("Our prices explained", { text: "# Our prices explained\n\nLine by line.\n" });
  const to = "/pages/Our-prices-explained?from=menu#top";
  const link = { id: "own-1", label: "Explained", to, shown: true };
  const notice = { ...menuSetting.default.notice, text: "New prices.", label: "Read why", to };
  await storeSetting(runtime, menuSetting, { ...menuSetting.default, menu: [link], quick: [link], notice });
  const labels = async () => {
    const { menu = [], quick = [], notice: shown } = await linksOfPages();
    return [...menu, ...quick, ...(shown?.link ? [shown.link] : [])].filter((one) => one.to === to);
  };
  expect(await labels()).toHaveLength(3);
  must(await showPage(admin, { page, shown: false }));
  expect(await labels()).toEqual([]);
  expect((await linksOfPages()).notice, "the words stay").toEqual({ text: "New prices." });
  must(await showPage(admin, { page, shown: true }));
  expect(await labels()).toHaveLength(3);
  must(await deletePage(admin, { page }));
  expect(await labels()).toEqual([]);
  await storeSetting(runtime, menuSetting, menuSetting.default);
});

test("another process shows it, moves it and takes it off within its second", async () => {
  const other: Runtime = { ...runtime, settings: openSettings(runtime.db, runtime.clock) };
  const later = () => runtime.setNow(new Date(runtime.clock().getTime() + 1_001));
  expect(await readers("two-processes", other)).toBeNull();
  const page = await made("Two processes");
  later();
  expect(await readers("two-processes", other)).not.toBeNull();
  must(await showPage(admin, { page, shown: false }));
  later();
  expect(await readers("two-processes", other)).toBeNull();
});

test.each([
  ["a listed address", { slug: "terms" }, "slug", /^The shop itself has a page with the address “terms”/],
  ["a service's address", { slug: "dissertations" }, "slug", /^The shop itself has a page/],
  ["the address of another page", { slug: "taken" }, "slug", /^“taken” leads to your page “Taken”/],
  ["what is no address", { slug: "Über uns" }, "slug", /^Use small letters/],
  ["no name", { label: " " }, "label", /^Write the name/],
  ["a long name", { label: "x".repeat(41) }, "label", /^At most 40 characters\. It has 41/],
  ["a script as an address", { text: "# A\n\n[x](javascript:alert(1))" }, "text", /^Line 3: The address javascript:/],
  ["a placeholder in a link", { text: "# A\n\n[x](/{{shop}})" }, "text", /^Line 3: A placeholder cannot be/],
  ["200 kB of text", { text: `# A\n\n${"word ".repeat(40_000)}` }, "text", /A page may have 50,000/],
])("%s is kept in the draft, named beside its field, and not published", async (what, typed, path, message) => {
  if (what.startsWith("the address")) await made("Taken");
  const page = await make(`Refused ${what}`);
  must(await save(page, { description: "It says something.", ...typed }));
  expect(await publish(page)).toMatchObject({
    code: "invalid",
    fields: [{ path, message: expect.stringMatching(message) }],
  });
  const { draft } = await editorOf(page);
  expect({ ...draft, ...draft.own }, "nothing typed is lost").toMatchObject(typed);
  must(await deletePage(admin, { page }));
});

test("two admins who publish one address at once: one gets it", async () => {
  const pages = [await make("Race one"), await make("Race two")];
  for (const page of pages) must(await save(page, { slug: "race", description: "It is fast.", place: "address" }));
  const answers = await Promise.all(pages.map((page) => publish(page)));
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ fields: [{ path: "slug" }] });
});

test("the menu has room for one more short name; a page that was taken out does not come back to a full one", async () => {
  const first = await made("Menu one", { place: "menu" });
  const second = await make("Menu two");
  must(await save(second, { place: "menu", label: "A name that is too long", description: "The second." }));
  expect(await publish(second)).toMatchObject({
    fields: [
      { path: "label", message: "At most 20 characters in the menu. It has 23." },
      { path: "place", message: expect.stringMatching(/room for 6 links.*Hide one under “Menu and footer”/) },
    ],
  });
  must(await showPage(admin, { page: first, shown: false }));
  await put(second, { label: "Menu two" });
  expect(await showPage(admin, { page: first, shown: true })).toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/^The menu has room/),
  });
});

test("a page with the draft of another admin is not deleted, and one that was never published is not shown", async () => {
  const page = await make("Two of us");
  expect(await make("Two of us"), "made twice it is one page").toBe(page);
  expect(await showPage(admin, { page, shown: true })).toMatchObject({ code: "conflict" });
  must(await save(page, { text: "# Jonas writes" }, "save", jonas));
  expect(await deletePage(admin, { page })).toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/^Jonas Berg has a draft of this page/),
  });
  must(await save(page, {}, "discard", jonas));
  must(await deletePage(admin, { page }));
});

test("only admins with the right for settings make, show and delete pages; there is a most of them", async () => {
  const page = await make("Ours");
  const others = await withoutSettings(runtime, marta);
  for (const ctx of others)
    for (const refused of [
      await makePage(ctx, { label: "Theirs" }),
      await showPage(ctx, { page, shown: true }),
      await deletePage(ctx, { page }),
    ])
      expect(refused).toMatchObject({ code: "not-found" });
  expect(await deletePage(admin, { page: "about" }), "a page of the product").toMatchObject({ code: "not-found" });
  expect(await makePage(admin, { label: " " })).toMatchObject({ fields: [{ path: "label" }] });
  const { own } = must(await pageList(admin, {}));
  for (let count = own.length; count < mostOwnPages; count += 1) await make(`Page ${count}`);
  expect(await makePage(admin, { label: "One more" })).toMatchObject({
    message: expect.stringMatching(/^You have 40/),
  });
});

test("a version is stored by the product itself and by admins for settings alone", async () => {
  const found = await editablePage(runtime.db, runtime.config.home, "about");
  if (!found) throw new Error("There is no such page.");
  const { value, version } = await publishedOf(runtime.db, found.kind);
  const put = (ctx: Ctx) => inTransaction(ctx, (work) => putVersion(work, found.kind, value, version));
  for (const other of await withoutSettings(runtime, marta))
    expect(await put(other)).toMatchObject({ code: "not-found" });
  expect(await put(systemCtx(runtime, "test"))).toEqual({ ok: true, value: version + 1 });
});

import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { shownPage, shownSamples, siteSetting } from "#src/modules/operator/index.server.ts";
import { shippedText } from "#src/modules/operator/pages/pages.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { openSettings } from "#src/platform/settings.ts";
import { audit } from "#src/platform/tables.ts";
import { must } from "#tests/support/must.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createPerson, withoutSettings } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { siteDrafts } from "../tables.ts";
import { changePageDraft, publishPage, undoPage } from "./page-draft.ts";
import { pageEditor, pageList } from "./page-editor.ts";

const runtime = await forThisFile(createTestRuntime({ ports: [pageValuesPlug] }));
const marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, marta);
const jonas = ctxFor(runtime, await createPerson(runtime, { role: 3, name: "Jonas Berg" }));
const page = "about";
const shipped = shippedText(runtime.config.home, page);

const editorOf = async (ctx: Ctx = admin) => must(await pageEditor(ctx, { page }));
const seenBy = async (ctx: Ctx) => String((await editorOf(ctx)).revision);
type Typed = { text?: string; title?: string; description?: string };
const type = async (typed: Typed, ctx: Ctx = admin, step = "save") =>
  changePageDraft(ctx, { page, step, seen: await seenBy(ctx), typed });
const publish = async (ctx: Ctx = admin) => publishPage(ctx, { page, seen: await seenBy(ctx) });
const discard = async (ctx: Ctx = admin) => must(await type({}, ctx, "discard"));
const readers = async (of: Runtime = runtime) => (await shownPage(of, page)).page.lede;

test("a draft changes nothing until it is published; then visitors read it, and the audit has it", async () => {
  expect(await editorOf()).toMatchObject({ shipped: true, version: 0, changes: [], versions: [], newer: null });
  must(await type({ text: "# About us\n\nWe are {{shop}}.\n", title: "Who we are" }));
  expect(await readers()).toEqual(shippedLede);
  expect(await editorOf()).toMatchObject({ changes: ["text", "title for search"], errors: [] });
  expect((await editorOf()).preview.lede).toEqual(["We are ", { kind: "value", text: "Paperwright" }, "."]);
  expect((await editorOf(jonas)).others).toMatchObject([{ name: "Marta Klein" }]);
  expect(must(await pageList(admin, {})).original.find(({ name }) => name === page)).toMatchObject({
    name: page,
    draftAt: expect.any(Date),
    published: null,
  });
  const version = must(await publish());
  expect(await shownPage(runtime, page)).toMatchObject({
    title: "Who we are",
    description: shipped.description,
    page: { title: "About us", lede: ["We are Paperwright."] },
  });
  const [entry] = await runtime.db.select().from(audit).where(eq(audit.subject, "page.about")).orderBy(desc(audit.at));
  expect(entry).toMatchObject({ actor: marta.id, detail: { after: { title: "Who we are", number: version } } });
  expect(await editorOf()).toMatchObject({ shipped: false, changes: [], versions: [{ author: "Marta Klein" }] });
  expect(must(await pageList(admin, {})).original.find(({ name }) => name === page)).toMatchObject({
    shipped: false,
    published: { author: "Marta Klein" },
  });
});
const shippedLede = ["A shop for help with academic writing and technical work, where the price explains itself."];

test("another process shows what was published within its second", async () => {
  const other: Runtime = { ...runtime, settings: openSettings(runtime.db, runtime.clock) };
  expect(await readers(other)).toEqual(["We are Paperwright."]);
  must(await type({ text: "# About us\n\nWe moved.\n" }));
  must(await publish());
  runtime.setNow(new Date(runtime.clock().getTime() + 1_001));
  expect(await readers(other)).toEqual(["We moved."]);
  expect(await other.settings.version(), "what cached pages are keyed by").toBe(await runtime.settings.version());
});

test("back to the shipped text is a draft first, and then the text that the product brings", async () => {
  must(await type({}, admin, "restore:0"));
  expect(await readers()).toEqual(["We moved."]);
  expect((await editorOf()).draft.text).toBe(shipped.text);
  must(await publish());
  expect(await editorOf()).toMatchObject({ shipped: true, version: 3 });
  expect(await readers()).toEqual(shippedLede);
  must(await type({}, admin, "restore:1"));
  expect((await editorOf()).draft).toMatchObject({ title: "Who we are", text: expect.stringContaining("{{shop}}") });
  expect(await type({}, admin, "restore:999")).toMatchObject({ code: "not-found" });
  await discard();
});

test.each([
  ["an unknown placeholder", { text: "# A\n\n{{shopp}}" }, "text", /^Line 3: \{\{shopp\}\} is not known.*\{\{shop\}\}/],
  ["a script as an address", { text: "# A\n\n[x](javascript:alert(1))" }, "text", /^Line 3: The address javascript:/],
  ["a placeholder in a link", { text: "# A\n\n[x](/{{shop}})" }, "text", /^Line 3: A placeholder cannot be/],
  [
    "200 kB of text",
    { text: `# A\n\n${"word ".repeat(40_000)}` },
    "text",
    /200,005 characters. A page may have 50,000/,
  ],
  ["no text", { text: " " }, "text", /^The page needs a text/],
  ["a title that is cut", { title: "x".repeat(61) }, "title", /^At most 60 characters. It has 61/],
  ["no description", { description: " " }, "description", /^Write one for search results/],
])("%s is kept in the draft, named beside its field, and not published", async (_what, typed, path, message) => {
  must(await type(typed));
  expect((await editorOf()).draft).toMatchObject(typed);
  const refused = await publish();
  expect(refused).toMatchObject({ ok: false, code: "invalid" });
  expect(!refused.ok && refused.fields).toEqual([{ path, message: expect.stringMatching(message) }]);
  expect((await editorOf()).draft, "nothing typed is lost").toMatchObject(typed);
  await discard();
});

test.each([
  ["a paragraph", "# We promise\n\nI learn.\n", false],
  ["a list with a word before it", "# We promise\n\nRead this.\n\n- I learn.\n", false],
  ["a list below a point", "# We promise\n\n- I learn:\n  - this\n", false],
  ["a list", "# We promise\n\n- I learn from *models*.\n- I hand in my own work.\n", true],
])("the promise of an order is a list: %s", async (_what, text, published) => {
  const promise = "fair-use-promise";
  const seen = must(await changePageDraft(admin, { page: promise, step: "save", seen: "0", typed: { text } }));
  const answer = await publishPage(admin, { page: promise, seen: String(seen) });
  if (published) expect(answer).toMatchObject({ ok: true });
  else
    expect(answer).toMatchObject({ fields: [{ path: "text", message: expect.stringMatching(/^The promise is a/) }] });
  must(await changePageDraft(admin, { page: promise, step: "discard", seen: "", typed: {} }));
});

test.each([
  ["no answer", "# Q\n\n## Money\n\n### Who holds it?\n", "Question 1: write the answer."],
  ["no question", "# Q\n\n## Money\n\n###\n\nWe do.\n", "Question 1: write the question."],
  ["no group", "# Q\n\n##\n\n### Who?\n\nWe do.\n", "Question 1: write its group."],
  ["no row", "# Q\n", "Write at least one question."],
  ["words outside of questions", "# Q\n\n## Money\n\nRead.\n\n### Who?\n\nWe.\n", /^Each question stands below/],
  ["an unknown value", "# Q\n\n## A\n\n### B\n\nC\n\n### D\n\n{{shopp}}\n", /^Question 2: \{\{shopp\}\} is not known/],
])("the page of questions is not published with %s", async (_what, text, message) => {
  const faq = "faq";
  const seen = must(await changePageDraft(admin, { page: faq, step: "save", seen: "0", typed: { text } }));
  expect(await publishPage(admin, { page: faq, seen: String(seen) })).toMatchObject({
    fields: [{ path: "text", message: typeof message === "string" ? message : expect.stringMatching(message) }],
  });
  must(await changePageDraft(admin, { page: faq, step: "discard", seen: "", typed: {} }));
});

test("samples of somebody's own are published when the right to show them is ticked", async () => {
  const samples = "samples";
  const text = "# Samples\n\nOurs.\n\n## One\n\nAn essay.\n\n> Words.\n\n- A note.\n";
  const save = async (seen: number, typed: { text?: string; mayShow?: boolean }) =>
    must(await changePageDraft(admin, { page: samples, step: "save", seen: String(seen), typed }));
  const seen = await save(0, { text });
  expect(await publishPage(admin, { page: samples, seen: String(seen) })).toMatchObject({
    fields: [{ path: "mayShow", message: expect.stringMatching(/^Tick that you have the right/) }],
  });
  const ticked = await save(seen, { mayShow: true });
  must(await publishPage(admin, { page: samples, seen: String(ticked) }));
  expect((await shownSamples(runtime)).map(({ title }) => title)).toEqual(["One"]);
  const other = await save(0, { text: text.replace("Words.", "Words of somebody else.") });
  expect(await publishPage(admin, { page: samples, seen: String(other) }), "asked for each version").toMatchObject({
    fields: [{ path: "mayShow", message: expect.stringMatching(/^Tick/) }],
  });
  must(await publishPage(admin, { page: samples, seen: String(await save(other, { mayShow: true })) }));
  const back = must(await changePageDraft(admin, { page: samples, step: "restore:1", seen: "0", typed: {} }));
  expect(await publishPage(admin, { page: samples, seen: String(back) }), "also of an old one").toMatchObject({
    fields: [{ path: "mayShow" }],
  });
  must(await changePageDraft(admin, { page: samples, step: "discard", seen: "", typed: {} }));
});

test("a text that people accept is published with a fresh sign-in alone, and the draft stays", async () => {
  const stale = ctxFor(runtime, { ...marta, freshAt: null });
  const typed = { text: "# Privacy\n\n{{who runs the shop}} keeps little." };
  await storeSetting(runtime, siteSetting, { ...siteSetting.default, legalName: "Ada Ltd" });
  for (const [name, answer] of [
    ["privacy-policy", { code: "step-up" }],
    ["accessibility", { ok: true }],
  ] as const) {
    const seen = must(await changePageDraft(stale, { page: name, step: "save", seen: "0", typed }));
    expect(await publishPage(stale, { page: name, seen: String(seen) }), name).toMatchObject(answer);
  }
  const { draft, revision } = must(await pageEditor(admin, { page: "privacy-policy" }));
  expect(draft).toMatchObject(typed);
  must(await publishPage(admin, { page: "privacy-policy", seen: String(revision) }));
  await storeSetting(runtime, siteSetting, siteSetting.default);
});

test.each([
  [
    "",
    "# Terms\n\n## Who we are\n\n{{who runs the shop, with e-mail}}.\n",
    /^Part 1 names no company\. Fill in the legal name/,
  ],
  ["", "# Terms\n\nAda Ltd is fair.\n", /^The text names no company\. Fill in the legal name/],
  ["Ada Ltd", "# Terms\n\nWe are fair.\n", /^The text names no company\. Insert \{\{who runs the shop\}\}/],
  ["Ada Ltd", "# Terms\n\nAda Ltd is fair.\n", null],
  ["Ada Ltd", "# Terms\n\n{{who runs the shop}} is fair.\n", null],
])("terms of %j that read %j name a company, or are not published", async (legalName, text, message) => {
  await storeSetting(runtime, siteSetting, { ...siteSetting.default, legalName });
  const terms = "terms";
  const { revision: before } = must(await pageEditor(admin, { page: terms }));
  const typed = { page: terms, step: "save", seen: String(before), typed: { text } };
  const seen = String(must(await changePageDraft(admin, typed)));
  const answer = await publishPage(admin, { page: terms, seen });
  if (message) {
    expect(answer).toMatchObject({ fields: [{ path: "text", message: expect.stringMatching(message) }] });
    must(await changePageDraft(admin, { page: terms, step: "discard", seen: "", typed: {} }));
  } else expect(answer).toMatchObject({ ok: true });
  await storeSetting(runtime, siteSetting, siteSetting.default);
});

test("raw HTML is published as letters", async () => {
  must(await type({ text: "# A\n\n<script>alert(1)</script>" }));
  expect(await editorOf()).toMatchObject({ errors: [], problems: [{ line: 3, stops: false }] });
  must(await publish());
  expect(await readers()).toEqual(["<script>alert(1)</script>"]);
  must(await type({}, admin, "restore:0"));
  must(await publish());
});

test("two admins: the second one's draft is kept and says so, takes the news in, and is published then", async () => {
  must(await type({ text: "# A\n\nMarta’s text." }));
  must(await type({ text: "# A\n\nJonas’ text.", title: "Jonas’ title" }, jonas));
  must(await publish(jonas));
  expect(await publish()).toMatchObject({ code: "conflict", message: expect.stringMatching(/draft is kept/) });
  expect(await editorOf()).toMatchObject({
    draft: { text: "# A\n\nMarta’s text." },
    newer: { author: "Jonas Berg", both: ["text"] },
    theirs: expect.arrayContaining([
      expect.objectContaining({ pieces: expect.arrayContaining([{ mark: "added", text: "Jonas’ text." }]) }),
    ]),
  });
  must(await type({}, admin, "merge"));
  expect(await editorOf()).toMatchObject({
    newer: null,
    changes: ["text"],
    draft: { text: "# A\n\nMarta’s text.", title: "Jonas’ title" },
  });
  must(await publish());
  expect(await shownPage(runtime, page)).toMatchObject({ title: "Jonas’ title", page: { lede: ["Marta’s text."] } });
});

test("two admins who changed other paragraphs of one text: the draft has both, and is compared with any version", async () => {
  must(await type({ text: "# A\n\nOne.\n\nTwo." }));
  const first = must(await publish());
  must(await type({ text: "# A\n\nOne of Marta.\n\nTwo." }));
  must(await type({ text: "# A\n\nOne.\n\nTwo of Jonas." }, jonas));
  must(await publish(jonas));
  expect((await editorOf()).newer).toMatchObject({ both: [] });
  must(await type({}, admin, "merge"));
  expect((await editorOf()).draft.text).toBe("# A\n\nOne of Marta.\n\nTwo of Jonas.");
  const { compared } = must(await pageEditor(admin, { page, compare: String(first) }));
  const words = compared?.changes?.map(({ pieces }) => pieces.map(({ text }) => text).join(""));
  expect(words).toEqual(["One.", "One of Marta.", "Two.", "Two of Jonas."]);
  expect(must(await pageEditor(admin, { page, compare: "999" })).compared).toBeNull();
  await discard();
});

test("two tabs of one person: the older one changes nothing", async () => {
  must(await type({ text: "# A\n\nOne." }));
  const late = await changePageDraft(admin, { page, step: "save", seen: "0", typed: { text: "# A\n\nTwo." } });
  expect(late).toMatchObject({ ok: false, code: "conflict" });
  expect(await publishPage(admin, { page, seen: "0" })).toMatchObject({ code: "conflict" });
  expect((await editorOf()).draft.text).toBe("# A\n\nOne.");
  await discard();
});

test("only admins with the right for settings see, change or publish a page, and only pages that there are", async () => {
  const strangers = await withoutSettings(runtime, marta);
  for (const [ctx, of] of [...strangers.map((one) => [one, page] as const), [admin, "nothing"] as const])
    for (const refused of [
      await pageEditor(ctx, { page: of }),
      await changePageDraft(ctx, { page: of, step: "save", seen: "0", typed: { text: "x" } }),
      await publishPage(ctx, { page: of, seen: "0" }),
    ])
      expect(refused).toMatchObject({ ok: false, code: "not-found" });
  for (const ctx of strangers) expect(await pageList(ctx, {})).toMatchObject({ ok: false, code: "not-found" });
  expect(await runtime.db.select().from(siteDrafts)).toEqual([]);
});

test("the newest version is taken back once, by who may change settings; a text that people accept has no such step", async () => {
  const undo = (version: number, ctx: Ctx = admin, of: string = page) =>
    undoPage(ctx, { page: of, version: String(version) });
  await discard();
  const before = await readers();
  must(await type({ text: "# About us\n\nA mistake.\n" }));
  const version = must(await publish());
  expect(await editorOf()).toMatchObject({ canUndo: true, version });
  for (const ctx of await withoutSettings(runtime, marta))
    expect(await undo(version, ctx)).toMatchObject({ code: "not-found" });
  expect(must(await undo(version))).toBe(version + 1);
  expect(await readers()).toEqual(before);
  expect(await undo(version)).toMatchObject({ code: "conflict" });
  const terms = must(await pageEditor(admin, { page: "terms" }));
  expect(terms.canUndo).toBe(false);
  expect(await undo(terms.version, admin, "terms")).toMatchObject({ code: "not-found" });
});

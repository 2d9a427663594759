import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { shownOwnPage, shownPage, siteSetting } from "#src/modules/operator/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { type Ctx, type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { openSettings } from "#src/platform/settings.ts";
import { audit, outbox, pastSettings, settings, timers } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done } from "#src/shared/outcome.ts";
import { must } from "#tests/support/must.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createPerson, withoutSettings } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { adminData } from "../personal-data.ts";
import { plannedPages, siteDrafts } from "../tables.ts";
import { deletePage, makePage, showPage } from "./own-page-steps.ts";
import { changePageDraft, publishPage } from "./page-draft.ts";
import { pageEditor, pageList } from "./page-editor.ts";
import { plannedPageTimer, planPage, stopPlan } from "./planned-page.ts";

const start = new Date("2026-03-02T09:00:00Z");
const runtime = await forThisFile(createTestRuntime({ ports: [pageValuesPlug] }));
const marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, marta);
const jonas = ctxFor(runtime, await createPerson(runtime, { role: 3, name: "Jonas Berg" }));
const page = "about";
const [before, after] = ["# A\n\nOne.\n\nTwo.", "# A\n\nOne of Marta.\n\nTwo."];

const editorOf = async (ctx: Ctx = admin, of = page) => must(await pageEditor(ctx, { page: of }));
const seenBy = async (ctx: Ctx, of = page) => String((await editorOf(ctx, of)).revision);
const type = async (typed: Record<string, string>, ctx: Ctx = admin, of = page) =>
  must(await changePageDraft(ctx, { page: of, step: "save", seen: await seenBy(ctx, of), typed }));
const publish = async (ctx: Ctx = admin, of = page) => publishPage(ctx, { page: of, seen: await seenBy(ctx, of) });
const evening = { date: "2026-03-02", time: "18:00", zone: "Europe/Berlin" };
const plan = async (ctx: Ctx = admin, of = page, moment = evening) =>
  planPage(ctx, { page: of, seen: await seenBy(ctx, of), ...moment });
const lines = async (of: Runtime = runtime) => {
  const { lede, blocks } = (await shownPage(of, page)).page;
  return [lede, ...blocks.map((block) => "of" in block && block.of)].flat();
};
const at = async (time: string, of: Runtime = runtime) => {
  runtime.setNow(new Date(time));
  const ran = await runDueTimers(of, [plannedPageTimer]);
  runtime.settings.forget();
  return ran;
};

beforeEach(async () => {
  for (const table of [siteDrafts, plannedPages, timers, outbox, settings, pastSettings])
    await runtime.db.delete(table);
  runtime.setNow(start);
  await type({ text: before });
  must(await publish());
});

test("a draft is planned by the shop's clock, read at its time on every process, and by who planned it", async () => {
  await type({ text: after });
  must(await plan());
  expect(await editorOf()).toMatchObject({
    changes: [],
    draft: { text: before },
    planned: { author: "Marta Klein", at: new Date("2026-03-02T17:00:00Z"), changes: ["text"], newer: null, both: [] },
  });
  expect(must(await pageList(jonas, {})).original.find(({ name }) => name === page)).toMatchObject({
    plannedAt: new Date("2026-03-02T17:00:00Z"),
  });
  expect(await at("2026-03-02T16:59:59Z")).toBe(0);
  expect(await lines()).toEqual(["One.", "Two."]);
  const other: Runtime = { ...runtime, settings: openSettings(runtime.db, runtime.clock) };
  expect(await lines(other)).toEqual(["One.", "Two."]);
  runtime.setNow(new Date("2026-03-02T17:00:00Z"));
  const ran = await Promise.all([runtime, other].map((one) => runDueTimers(one, [plannedPageTimer])));
  expect(
    ran.reduce((sum, one) => sum + one, 0),
    "of two processes at once one publishes",
  ).toBe(1);
  runtime.setNow(new Date("2026-03-02T17:00:01.001Z"));
  expect(await lines()).toEqual(["One of Marta.", "Two."]);
  expect(await lines(other)).toEqual(["One of Marta.", "Two."]);
  const { planned, versions } = await editorOf(jonas);
  expect(planned).toBeNull();
  expect(versions[0]).toMatchObject({ number: 2, author: "Marta Klein" });
  const [entry] = await runtime.db.select().from(audit).where(eq(audit.subject, "page.about")).orderBy(desc(audit.at));
  expect(entry).toMatchObject({ actor: "system:admin.publish-page", detail: { after: { by: marta.id } } });
});

test.each([
  ["no day", { date: "" }, "date", "Choose a day."],
  ["a day that there is not", { date: "2026-02-30" }, "date", "Choose a day."],
  ["no time", { time: "" }, "time", "Write the time as HH:MM."],
  ["a time that is over", { date: "2026-03-02", time: "09:59" }, "date", /in the past/],
  ["a time that the clocks leave out", { date: "2026-03-29", time: "02:30" }, "time", /clocks change/],
  ["a day after a year", { date: "2027-04-01" }, "date", "Choose a day within a year."],
  ["no zone", { zone: "Nowhere/Town" }, "zone", "Choose a time zone."],
])("%s is refused beside its field, and the draft stays", async (_what, moment, path, message) => {
  await type({ text: after });
  expect(await plan(admin, page, { ...evening, ...moment })).toMatchObject({
    code: "invalid",
    fields: [{ path, message: typeof message === "string" ? message : expect.stringMatching(message) }],
  });
  expect(await editorOf()).toMatchObject({ planned: null, draft: { text: after } });
});

test("a day or a time beside “Now” is refused, so that nothing comes before it was meant to", async () => {
  await type({ text: after });
  const seen = await seenBy(admin);
  for (const moment of [{ date: "2026-03-05" }, { time: "18:00" }])
    expect(await publishPage(admin, { page, seen, ...moment })).toMatchObject({ fields: [{ path: "date" }] });
  must(await publishPage(admin, { page, seen, date: "", time: "" }));
});

test("what could not be published is not planned, nor a draft of before or of another tab", async () => {
  await type({ text: "# A\n\n{{shopp}}" });
  expect(await plan()).toMatchObject({ code: "invalid", fields: [{ path: "text" }] });
  expect(await planPage(admin, { page, seen: "77", ...evening })).toMatchObject({ code: "conflict" });
  await type({ text: after }, jonas);
  must(await publish(jonas));
  await type({ text: after });
  expect(await plan()).toMatchObject({ code: "conflict", message: expect.stringMatching(/draft is kept/) });
});

test("of two admins who plan one page at once the first does, and the other's draft is kept", async () => {
  await type({ text: after });
  await type({ text: "# A\n\nOne.\n\nTwo of Jonas." }, jonas);
  const [seen, seenByJonas] = [await seenBy(admin), await seenBy(jonas)];
  const both = await Promise.all([
    planPage(admin, { page, seen, ...evening }),
    planPage(jonas, { page, seen: seenByJonas, ...evening }),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ message: expect.stringMatching(/planned a version.*is kept/) });
  expect(await runtime.db.select().from(plannedPages)).toHaveLength(1);
  expect(await runtime.db.select().from(siteDrafts)).toHaveLength(1);
});

test("an urgent version goes before the planned one, which then adds its own changes", async () => {
  await type({ text: after });
  must(await plan());
  await type({ text: "# A\n\nOne.\n\nTwo of Jonas." }, jonas);
  must(await publish(jonas));
  expect((await editorOf()).planned).toMatchObject({ newer: { author: "Jonas Berg" }, both: [], errors: [] });
  expect(await at("2026-03-02T17:00:00Z")).toBe(1);
  expect(await lines()).toEqual(["One of Marta.", "Two of Jonas."]);
  expect(await runtime.db.select().from(outbox)).toEqual([]);
});

const held = async () =>
  (await runtime.db.select().from(outbox).where(eq(outbox.name, "admin.page-held"))).map(({ payload }) => payload);

test("a plan over a newer version of the same words is held back and says so; then it comes, or is stopped", async () => {
  await type({ text: after });
  must(await plan());
  await type({ text: "# A\n\nOne of Jonas.\n\nTwo." }, jonas);
  must(await publish(jonas));
  expect(await held()).toMatchObject([{ author: marta.id, version: 2, label: "About us" }]);
  await at("2026-03-02T17:00:00Z");
  expect(await lines()).toEqual(["One of Jonas.", "Two."]);
  expect((await editorOf()).planned).toMatchObject({ newer: { author: "Jonas Berg" }, both: ["text"] });
  must(await changePageDraft(jonas, { page, step: "restore:1", seen: "0", typed: {} }));
  must(await publish(jonas));
  expect(await at("2026-03-02T17:05:00Z"), "free again after its time, it comes at once").toBe(1);
  expect(await lines()).toEqual(["One of Marta.", "Two."]);
});

test("a plan whose words no setting prints any more is held back in words", async () => {
  await type({ text: after });
  must(await plan());
  await runtime.db.update(plannedPages).set({ draft: { text: "# A\n\n{{gone}}", title: "A", description: "A" } });
  await at("2026-03-02T17:00:00Z");
  expect((await editorOf()).planned?.errors).toEqual([expect.stringMatching(/^Line 3: \{\{gone\}\} is not known/)]);
  expect(await held()).toMatchObject([{ wrong: expect.stringMatching(/is not known/) }]);
});

test("stopped, it becomes the draft of who stops it; over another draft only its words are deleted", async () => {
  await type({ text: after });
  must(await plan());
  await type({ text: "# A\n\nJonas.", title: "Of Jonas" }, jonas);
  expect(await stopPlan(jonas, { page, drop: false })).toMatchObject({ code: "conflict" });
  must(await stopPlan(admin, { page, drop: false }));
  expect(await editorOf()).toMatchObject({ planned: null, changes: ["text"], draft: { text: after } });
  expect(await stopPlan(jonas, { page, drop: false }), "a second time").toMatchObject({ code: "conflict" });
  expect(await at("2026-03-02T17:00:00Z")).toBe(0);
  must(await plan(admin, page, { ...evening, date: "2026-03-03" }));
  must(await stopPlan(jonas, { page, drop: true }));
  expect(await editorOf(jonas)).toMatchObject({ planned: null, draft: { title: "Of Jonas" } });
  expect(await runtime.db.select().from(timers)).toEqual([]);
});

test("stopped and due at the same moment it is published or a draft, never both", async () => {
  await type({ text: after });
  must(await plan());
  runtime.setNow(new Date("2026-03-02T17:00:00Z"));
  const [stopped] = await Promise.all([
    stopPlan(jonas, { page, drop: false }),
    runDueTimers(runtime, [plannedPageTimer]),
  ]);
  runtime.settings.forget();
  expect(await lines()).toEqual(stopped.ok ? ["One.", "Two."] : ["One of Marta.", "Two."]);
  expect(await runtime.db.select().from(siteDrafts)).toHaveLength(stopped.ok ? 1 : 0);
  expect(await runtime.db.select().from(plannedPages)).toEqual([]);
});

test("a page of the operator's own appears at its time, and is neither hidden nor deleted while it is planned", async () => {
  const own = must(await makePage(admin, { label: "How to use it" }));
  await type({ text: "# Use it\n\nSo.", description: "How.", slug: "use-it" }, admin, own);
  must(await plan(admin, own));
  expect(await shownOwnPage(runtime, "use-it")).toBeNull();
  expect(await deletePage(admin, { page: own })).toMatchObject({ code: "conflict" });
  await at("2026-03-02T17:00:00Z");
  expect(await shownOwnPage(runtime, "use-it")).toMatchObject({ address: "/pages/use-it" });
  await type({ text: "# Use it\n\nThus." }, admin, own);
  must(await plan(admin, own, { ...evening, date: "2026-03-04" }));
  expect(await showPage(admin, { page: own, shown: false })).toMatchObject({ code: "conflict" });
});

test("a planned version is in the data of who planned it, and stays for the shop when that account goes", async () => {
  await type({ text: after });
  must(await plan());
  const files = [];
  for await (const file of adminData.gather(admin, marta)) files.push(file);
  expect(files).toMatchObject([{ path: "admin/planned-pages.json", rows: [{ page, draft: { text: after } }] }]);
  await inTransaction(systemCtx(runtime, "forget"), async (work) => done(await adminData.forget(work, marta)));
  expect(await at("2026-03-02T17:00:00Z")).toBe(1);
  expect(await lines()).toEqual(["One of Marta.", "Two."]);
});

test("the right to show samples is planned with them, and asked again of who stops the plan", async () => {
  const samples = "samples";
  const typed = { text: "# Samples\n\n## One\n\nAn essay.\n\n> Words.\n\n- A note.\n", mayShow: true };
  must(await changePageDraft(admin, { page: samples, step: "save", seen: "0", typed }));
  must(await plan(admin, samples));
  must(await stopPlan(jonas, { page: samples, drop: false }));
  expect((await editorOf(jonas, samples)).draft).toMatchObject({ text: typed.text, mayShow: false });
});

test("a text that people accept is planned and stopped with a fresh sign-in alone", async () => {
  const terms = "terms";
  const stale = ctxFor(runtime, { ...marta, freshAt: null });
  await storeSetting(runtime, siteSetting, { ...siteSetting.default, legalName: "Ada Ltd" });
  await type({ text: "# Terms\n\n{{who runs the shop}} is fair." }, admin, terms);
  expect(await plan(stale, terms)).toMatchObject({ code: "step-up" });
  must(await plan(admin, terms));
  expect(await stopPlan(stale, { page: terms, drop: true })).toMatchObject({ code: "step-up" });
});

test("only admins with the right for settings plan or stop", async () => {
  const strangers = await withoutSettings(runtime, marta);
  for (const ctx of strangers)
    for (const refused of [
      await planPage(ctx, { page, seen: "0", ...evening }),
      await stopPlan(ctx, { page, drop: true }),
    ])
      expect(refused).toMatchObject({ ok: false, code: "not-found" });
});

import { desc, eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, expect, test } from "vitest";
import { filesSetting } from "#src/modules/files/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { lifeSetting, rulesSetting } from "#src/modules/orders/index.server.ts";
import { standardRules } from "#src/modules/orders/index.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { readSetting } from "#src/platform/settings.ts";
import { audit } from "#src/platform/tables.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor } from "#tests/support/runtime.ts";
import { loader as guarantees } from "../../site/screens/guarantees.tsx";
import { saveSettings } from "./save-settings.ts";
import { settingsPage, whatPeopleRead } from "./settings-page.ts";

const runtime = await createTestRuntime({ ports: [pageValuesPlug] });
afterAll(() => runtime.drop());
const person = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, person);
const later = (minutes: number) => runtime.setNow(new Date(runtime.clock().getTime() + minutes * 60_000));
const lifeNow = async () => (await readSetting(runtime.db, lifeSetting)).value;
const rulesNow = async () => (await readSetting(runtime.db, rulesSetting)).value;
const save = (name: string, was: string, is: string, ctx = admin) => saveSettings(ctx, { edits: [{ name, was, is }] });
const rowOf = async (group: string, label: string) => {
  const page = await settingsPage(admin, { group, search: "" });
  if (!page.ok) throw new Error(page.message);
  return page.value.sections.flatMap(({ rows }) => rows).find((row) => row.label === label);
};

test("a value is saved with both values in the audit, stands on the page with who and when, and is put back", async () => {
  expect(await save("orders.rules:holdDays", "7", "5")).toEqual({ ok: true, value: 1 });
  expect((await rulesNow()).holdDays).toBe(5);
  const [written] = await runtime.db
    .select()
    .from(audit)
    .where(eq(audit.subject, "orders.rules"))
    .orderBy(desc(audit.at));
  expect(written).toMatchObject({
    action: "settings.change",
    actor: person.id,
    detail: { before: { holdDays: 7 }, after: { holdDays: 5 } },
  });
  const row = await rowOf("rules", "Work continues without an answer after");
  expect(row?.fields[0]).toMatchObject({
    value: "5",
    standard: "7",
    last: { before: "7", after: "5", who: "Marta Klein" },
  });
  later(1);
  expect(await save("orders.rules:holdDays", "5", "7")).toMatchObject({ ok: true });
  expect((await rulesNow()).holdDays).toBe(7);
});

test("what is typed and not saved shows the sentences of the pages that it would change", async () => {
  const shown = async (edits: { name: string; is: string }[]) => must(await whatPeopleRead(admin, { edits }));
  expect(await shown([])).toEqual([]);
  const pages = await shown([{ name: "orders.rules:reviewDays", is: "5" }]);
  expect(pages.map(({ label }) => label)).toEqual(expect.arrayContaining(["Guarantees", "Terms of service"]));
  const page = pages.find(({ address }) => address === "/guarantees");
  expect(page?.sentences[0]).toMatchObject({ was: expect.stringContaining("7"), is: expect.stringContaining("5") });
  expect((await rulesNow()).reviewDays).toBe(7);
  // What cannot be read, or is not allowed, changes nothing.
  expect(await shown([{ name: "orders.rules:reviewDays", is: "many" }])).toEqual([]);
  expect(await shown([{ name: "orders.rules:reviewDays", is: "100000" }])).toEqual([]);
  const client = ctxFor(runtime, await createPerson(runtime));
  expect(await whatPeopleRead(client, { edits: [] })).toMatchObject({ code: "not-found" });
});

test("two admins: other values of one document both stand, the same value asks the second one", async () => {
  const second = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
  const both = await Promise.all([save("files:maxMb", "512", "256"), save("files:mostFiles", "20", "30", second)]);
  expect(both.filter(({ ok }) => !ok).map((one) => (one.ok ? "" : one.code))).toEqual(
    both.every(({ ok }) => ok) ? [] : ["conflict"],
  );
  later(1);
  expect(await save("orders.life:quoteHours", "48", "40")).toMatchObject({ ok: true });
  const late = await save("orders.life:quoteHours", "48", "36", second);
  expect(late).toMatchObject({
    ok: false,
    code: "invalid",
    fields: [{ path: "orders.life:quoteHours", message: expect.stringMatching(/Theirs: 40 hours. Yours: 36 hours/) }],
  });
  expect((await lifeNow()).quoteHours).toBe(40);
  expect(await save("orders.life:quoteHours", "40", "36", second)).toMatchObject({ ok: true });
  const same = await save("orders.life:quoteHours", "48", "36");
  expect(same, "what somebody else saved already is no conflict").toEqual({ ok: true, value: 0 });
});

test("one wrong value keeps all others from being saved, and each is named", async () => {
  const before = await readSetting(runtime.db, filesSetting);
  const refused = await saveSettings(admin, {
    edits: [
      { name: "files:atOnce", was: "3", is: "4" },
      { name: "orders.rules:disputeDays", was: "30", is: "400" },
      { name: "orders.rules:longReviewDays", was: "14", is: "3" },
      { name: "site:whatsapp", was: "", is: "+49" },
    ],
  });
  expect(refused.ok ? [] : refused.fields?.map(({ path }) => path).sort()).toEqual([
    "orders.rules:disputeDays",
    "orders.rules:longReviewDays",
    "site:whatsapp",
  ]);
  expect(await readSetting(runtime.db, filesSetting)).toEqual(before);
});

test("a ladder that rises is refused at the step that is too low, also with a step that was not touched", async () => {
  const rising = await saveSettings(admin, {
    edits: [
      { name: "orders.rules:refund.lateHalfPercent", was: "50", is: "80" },
      { name: "orders.rules:refund.earlyPartPercent", was: "50", is: "40" },
    ],
  });
  expect(rising).toMatchObject({
    code: "invalid",
    fields: [
      {
        path: "orders.rules:refund.earlyOpenedPercent",
        message: expect.stringMatching(/must not give more money back/),
      },
    ],
  });
  expect(await save("orders.rules:refund.unstartedPercent", "100", "99")).toMatchObject({ code: "invalid" });
  expect((await rulesNow()).refund).toEqual(standardRules.refund);
});

test("the page says for whom a change counts", async () => {
  const page = async (group: string) => {
    const found = await settingsPage(admin, { group, search: "" });
    return found.ok ? found.value.sections.map(({ counts }) => counts) : [];
  };
  for (const counts of await page("refunds")) expect(counts).toMatch(/orders that are placed from now on/);
  expect(await page("life")).toContain("A change counts for running orders too.");
});

test("who lacks the capability finds nothing; where money is decided the sign-in must be fresh", async () => {
  const others = ctxFor(runtime, { ...person, capabilities: capabilities.filter((one) => one !== "settings") });
  expect(await save("shop:open", "on", "off", others)).toMatchObject({ ok: false, code: "not-found" });
  expect(await settingsPage(others, { group: "", search: "" })).toMatchObject({ ok: false, code: "not-found" });
  expect(await save("no:such", "", "1")).toMatchObject({ ok: false, code: "not-found" });
  const stale = ctxFor(runtime, { ...person, freshAt: null });
  expect(await save("writing.share:", "50", "55", stale)).toMatchObject({ ok: false, code: "step-up" });
  expect(await save("shop:open", "on", "off", stale)).toMatchObject({ ok: true });
  expect((await readSetting(runtime.db, shopSetting)).value.open).toBe(false);
});

test("a search finds rows of every group by their words", async () => {
  const found = await settingsPage(admin, { group: "", search: "whatsapp" });
  expect(found.ok && found.value.sections.flatMap(({ rows }) => rows.map(({ label }) => label))).toEqual(["WhatsApp"]);
  const none = await settingsPage(admin, { group: "", search: "no such thing" });
  expect(none).toMatchObject({ ok: true, value: { sections: [] } });
});

test("a changed setting reaches the pages that print it", async () => {
  expect(await save("orders.rules:disputeDays", "30", "21")).toMatchObject({ ok: true });
  expect(await save("site:hours", "24 hours a day, 7 days a week", "9 to 18, Monday to Friday")).toMatchObject({
    ok: true,
  });
  runtime.settings.forget();
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctxFor(runtime), nonce: "", theme: "system" });
  const url = new URL("http://localhost:3000/guarantees");
  const page = await guarantees({
    context,
    url,
    request: new Request(url),
    params: {},
    pattern: "/guarantees",
  } as never);
  expect(JSON.stringify(page.page)).toContain("If nobody decides within 21 days");
  expect((await runtime.settings.get(siteSetting)).hours).toBe("9 to 18, Monday to Friday");
});

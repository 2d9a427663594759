import { eq, isNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { otherMethod } from "#src/platform/respond.ts";
import { settings } from "#src/platform/tables.ts";
import { guest, type Person, type Viewer } from "#src/shared/viewer.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { makeQuote, sweepQuotes } from "../commands/quotes.ts";
import { defaultPricingTable } from "../domain/default-table.ts";
import { quoteHandlers } from "../http.ts";
import { loadPricing, loadPricingForBrowser } from "../queries/load-pricing.ts";
import { pricingSetting, type Shop, shopSetting } from "../settings.ts";
import { quotes } from "../tables.ts";
import { getQuote } from "./kept-quote.ts";

const start = new Date("2026-03-10T12:00:00Z");
const runtime = await forThisFile(createTestRuntime({ now: start }));
beforeEach(() => runtime.setNow(start));

const person = (role: 1 | 3 = 1): Person => ({
  kind: "person",
  id: newId(),
  name: "Ann",
  email: "ann@people.test",
  emailVerified: true,
  role,
  capabilities: role === 3 ? ["prices"] : [],
  timeZone: null,
  waitingRole: null,
  sessionId: newId(),
  freshAt: new Date("2100-01-01"),
});
const fields = {
  service: "non-technical",
  subject: "Psychology",
  pages: 5,
  citedSources: 6,
  deadline: "2026-03-13T00:00:00Z",
};
const ask = (body: unknown, headers: Record<string, string> = { "content-type": "application/json" }) =>
  new Request("http://localhost/api/quotes", {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const post = async (body: unknown, headers?: Record<string, string>, viewer: Viewer = guest) => {
  const response = await quoteHandlers.post(ask(body, headers), ctxFor(runtime, viewer));
  return { status: response.status, type: response.headers.get("content-type"), body: await response.json() };
};
const get = async (id: string, viewer: Viewer = guest) => {
  const response = await quoteHandlers.get(id, ctxFor(runtime, viewer));
  return { status: response.status, body: await response.json() };
};

describe("POST /api/quotes", () => {
  test("answers the price with its lines, and GET gives it again until its end", async () => {
    const made = await post(fields);
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[\w-]{100,800}\.[0-9a-f]{32}$/),
      currency: "USD",
      total: "126.00",
      totalCents: 12_600,
      wordCount: 1375,
      lines: expect.any(Array),
      ignored: [],
      notes: [],
      tableVersion: 1,
      validUntil: "2026-03-10T12:30:00.000Z",
      orderable: true,
      reason: null,
    });
    const { lines } = made.body;
    expect(lines.map(({ code }: { code: string }) => code)).toEqual([
      "work",
      "order-type",
      "spacing",
      "sources",
      "deadline",
    ]);
    for (const line of lines) expect(Object.keys(line)).toEqual(["code", "label", "detail", "cents", "exact"]);
    expect(lines.reduce((sum: number, { cents }: { cents: number }) => sum + cents, 0)).toBe(12_600);
    expect(await get(made.body.id)).toEqual({ status: 200, body: made.body });
    runtime.setNow(new Date("2026-03-10T12:30:00.000Z"));
    expect((await get(made.body.id)).body).toEqual(made.body);
    runtime.setNow(new Date("2026-03-10T12:30:00.001Z"));
    expect((await get(made.body.id)).body).toEqual({ ...made.body, expired: true });
  });

  test("wrong fields are listed one by one, choices with their list", async () => {
    const { status, type, body } = await post({
      ...fields,
      pages: 501,
      citedSources: -3,
      spacing: "triple",
      colour: "red",
    });
    expect([status, type]).toEqual([422, "application/problem+json; charset=utf-8"]);
    expect(body.status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      "citedSources",
      "colour",
      "pages",
      "spacing",
    ]);
    const spacing = body.errors.find(({ field }: { field: string }) => field === "spacing");
    expect(spacing.allowed).toEqual(["single", "oneAndHalf", "double"]);
  });

  test.each([
    ["pages", 2.5],
    ["pages", "5"],
    ["pages", 1e300],
    ["deadline", "2026-03-10T11:59:59Z"],
    ["deadline", "2026-03-10T14:59:59Z"],
    ["deadline", "tomorrow"],
    ["service", "custom"],
    ["service", "__proto__"],
    ["subject", "a\0b"],
    ["subject", "\ud800"],
    ["subject", { a: 1 }],
    ["subject", "x".repeat(10_001)],
  ])("%s: %j is 422", async (field, value) => {
    const { status, body } = await post({ ...fields, [field]: value });
    expect(status).toBe(422);
    expect(body.errors.map(({ field: name }: { field: string }) => name)).toEqual([field]);
  });

  test("prototype names are unknown subjects and unknown keys", async () => {
    const { body } = await post({ ...fields, subject: "__proto__" });
    expect([body.totalCents, body.notes.length]).toEqual([10_350, 1]);
    const polluted = await post(JSON.stringify(fields).replace("{", '{"__proto__":{"pages":1},'));
    expect(polluted.body.errors).toEqual([{ field: "__proto__", detail: "This field is not known here." }]);
  });

  test("fields that a service does not use are named; the order's own are never taken", async () => {
    const { body } = await post({ ...fields, software: "R", status: "completed", attachments: [] });
    expect([...body.ignored].sort()).toEqual(["attachments", "software", "status"]);
  });

  test("only JSON, whole and shallow", async () => {
    expect((await post(fields, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("a=1", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    expect((await post(fields, { "content-type": "application/jsonx" })).status).toBe(415);
    expect((await post(fields, { "content-type": "application/json; charset=utf-8" })).status).toBe(200);
    expect((await post('{"a":')).status).toBe(400);
    expect((await post("[".repeat(30_000) + "]".repeat(30_000))).status).toBe(400);
    for (const body of [[], null, "text", 5]) expect((await post(JSON.stringify(body))).status).toBe(422);
    expect(otherMethod("POST", "one").headers.get("allow")).toBe("POST");
    expect(otherMethod("POST", "one").status).toBe(405);
  });
});

describe("whose quote it is", () => {
  test("a guest's belongs to its holder, a person's to the account", async () => {
    const [ann, bob] = [person(), person()];
    const open = (await post(fields)).body.id;
    for (const viewer of [guest, ann]) expect((await get(open, viewer)).status).toBe(200);
    const own = (await post(fields, undefined, ann)).body.id;
    expect((await get(own, ann)).status).toBe(200);
    const foreign = await get(own, bob);
    expect(foreign).toEqual(await get(newId()));
    expect((await get(own)).status).toBe(404);
    for (const none of ["no-id", "", ".", "a.b", "x".repeat(2_000), `${open}x`, `x${open}`, open.replace(/^./, "_")])
      expect((await get(none)).status, none).toBe(404);
    // The whole quote stands in the id: nothing is stored until somebody orders.
    expect(await runtime.db.select().from(quotes).where(isNull(quotes.viewer))).toEqual([]);
    const far = { ...fields, subject: "密".repeat(400) };
    expect((await post(far)).body.errors).toMatchObject([{ field: "subject" }]);
    expect((await post(far, undefined, ann)).status).toBe(200);
  });

  test("a form's quote fills a form again", async () => {
    const typed = {
      service: "technical",
      subject: "Engineering",
      pages: "6",
      deadlineDate: "2026-03-13",
      deadlineTime: "01:00",
      deadlineZone: "Europe/Berlin",
    };
    const made = await makeQuote(ctxFor(runtime), { mode: "form", fields: typed });
    const found = made.ok && (await getQuote(ctxFor(runtime), { id: made.value.id }));
    expect(found).toMatchObject({
      value: {
        service: "technical",
        usedByOrder: null,
        inputs: { pages: 6, deadline: "2026-03-13T00:00:00.000Z", deadlineZone: "Europe/Berlin" },
      },
    });
  });

  test("unused ones go after seven days, used ones stay", async () => {
    const ann = person();
    const [unused, used] = [(await post(fields, undefined, ann)).body.id, (await post(fields, undefined, ann)).body.id];
    const open = (await post(fields)).body.id;
    const statuses = async () => [
      (await get(unused, ann)).status,
      (await get(used, ann)).status,
      (await get(open)).status,
    ];
    await runtime.db.update(quotes).set({ usedByOrder: newId() }).where(eq(quotes.id, used));
    runtime.setNow(new Date(start.getTime() + 7 * 86_400_000 - 1));
    await sweepQuotes.run(runtime);
    expect(await statuses()).toEqual([200, 200, 200]);
    runtime.setNow(new Date(start.getTime() + 7 * 86_400_000 + 1));
    await sweepQuotes.run(runtime);
    expect(await statuses()).toEqual([404, 200, 404]);
  });
});

describe("the price document", () => {
  test("is created from the defaults by the first of many", async () => {
    const own = await createTestRuntime({ now: start });
    const all = await Promise.all(Array.from({ length: 8 }, () => loadPricing(own.db, start)));
    for (const one of all) expect(one).toEqual({ ok: true, value: { table: defaultPricingTable, version: 1 } });
    expect(await own.db.select().from(settings)).toHaveLength(1);
    await own.drop();
  });

  test("that is no price table is shown as defaults with words, and never sold from", async () => {
    const own = await createTestRuntime({ now: start });
    await own.db
      .insert(settings)
      .values({ key: "pricing", value: { quizTests: 1 }, version: 4, updatedAt: start, updatedBy: "x" });
    const shown = await loadPricingForBrowser(ctxFor(own));
    expect(shown).toMatchObject({
      table: defaultPricingTable,
      version: 0,
      failure: expect.stringContaining("cannot be read"),
    });
    const answer = await quoteHandlers.post(ask(fields), ctxFor(own));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
    await own.drop();
  });

  test("is read anew as soon as another version is stored", async () => {
    const own = await createTestRuntime({ now: start });
    await loadPricing(own.db, start);
    const dearer = { ...defaultPricingTable, coursework: { ...defaultPricingTable.coursework, default: "1300" } };
    await storeSetting(own, pricingSetting, dearer);
    expect(await loadPricing(own.db, start)).toMatchObject({
      value: { version: 2, table: { coursework: { default: "1300" } } },
    });
    await own.drop();
  });

  test("with the database away pages still show prices, marked", async () => {
    const own = await createTestRuntime({ now: start });
    await own.drop();
    const shown = await loadPricingForBrowser(ctxFor(own));
    expect(shown.table).toEqual(defaultPricingTable);
    expect(shown.failure).toContain("cannot be loaded");
  });
});

test("work that cannot be ordered now is priced as ever, with the reason", async () => {
  const { body: open } = await post(fields);
  const shops: [Partial<Shop>, string | null][] = [
    [{ open: false, closedWords: "We open in May." }, "We open in May."],
    [{ off: [{ service: "non-technical", countries: [] }] }, "We do not offer this service at the moment."],
    [{ off: [{ service: "non-technical", countries: ["GB"] }] }, null],
    [{}, null],
  ];
  for (const [shop, reason] of shops) {
    await storeSetting(runtime, shopSetting, { ...shopSetting.default, ...shop });
    const { status, body } = await post(fields);
    const again = await quoteHandlers.get(open.id, ctxFor(runtime, guest));
    for (const quote of [body, await again.json()])
      expect([status, quote.totalCents, quote.orderable, quote.reason]).toEqual([200, 12600, reason === null, reason]);
  }
});

describe("GET /api/prices", () => {
  const prices = (headers: Record<string, string> = {}) =>
    quoteHandlers.prices(new Request("http://localhost/api/prices", { headers }), ctxFor(runtime, guest));

  test("the published tables with a tag; who has them gets 304; other prices have another tag", async () => {
    await storeSetting(runtime, pricingSetting, defaultPricingTable);
    const first = await prices();
    const { coursework, nonTech, technical, quizTests } = defaultPricingTable;
    const etag = first.headers.get("etag") ?? "";
    expect(await first.json()).toEqual({
      version: Number(/\d+/.exec(etag)?.[0]),
      currency: "USD",
      coursework,
      nonTech,
      technical,
      quizTests,
    });
    expect((await prices({ "if-none-match": `"other", W/${etag}` })).status).toBe(304);
    await storeSetting(runtime, pricingSetting, defaultPricingTable);
    expect((await prices({ "if-none-match": etag })).status).toBe(200);
  });
});

import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { servicesSetting } from "#src/modules/catalogue/index.server.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { audit, outbox, settings, timers } from "#src/platform/tables.ts";
import { guest } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { custom, essay, essayCents, must, openOrderRuntime, person, place, placing, rowOf } from "../orders.testing.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { orderHistory } from "../tables.ts";
import { placeOrder } from "./place-order.ts";

const { runtime, start } = await orderFixture();

describe("an order is placed", () => {
  test("under the name that its service has on that day, whatever becomes of the service", async () => {
    const own = { slug: "model-essays", name: "Model essays" };
    const edited = { ...servicesSetting.default, number: 1, services: { essays: own } };
    await storeSetting(runtime, servicesSetting, edited);
    const client = person();
    const named = async (fields: object) => {
      const { orderId } = await place(runtime, client, placing({ ...essay, ...fields }));
      return async () => must(await orderForClient(ctxFor(runtime, client), { orderId })).serviceName;
    };
    const nameOf = await named({ serviceType: "model-essays" });
    expect(await nameOf()).toBe("Model essays");
    const gone = { ...edited, number: 2, services: { essays: { ...own, name: "Else", on: false } } };
    await storeSetting(runtime, servicesSetting, gone);
    expect(await nameOf()).toBe("Model essays");
    for (const serviceType of ["model-essays", "data-science", "no-such-service", ""])
      expect(await (await named({ serviceType }))(), `${serviceType}: off, priced as another, or unknown`).toBeNull();
    await storeSetting(runtime, servicesSetting, servicesSetting.default);
  });

  test("pending, at the server's price, with snapshot, lock, history, timer, audit row and fact", async () => {
    const client = person();
    const placed = await place(runtime, client);
    const row = await rowOf(runtime, placed.orderId);
    expect(row).toMatchObject({
      number: placed.number,
      clientId: client.id,
      status: "pending",
      paymentStatus: "pending",
      priceCents: essayCents,
      wordCount: 1375,
      subject: "Psychology",
      orderType: "writing",
      spacing: "double",
      pages: 5,
      citedSources: 6,
      attachments: [],
      country: "DE",
      termsVersion: "1",
      fairUseVersion: "1",
      consentAddress: "192.0.2.1",
      test: false,
      version: 1,
    });
    expect(row.lockEndsAt).toEqual(new Date(start.getTime() + 15 * 3_600_000));
    expect(row.snapshot).toMatchObject({
      tableVersion: 1,
      engineVersion: 1,
      result: { totalCents: essayCents, hoursLeft: 60 },
    });
    expect(row.snapshot?.result.priceSteps.map(({ cents }) => cents)).toEqual([
      16_800, 14_700, 12_600, 10_500, 9_240, 8_400,
    ]);
    const history = await runtime.db.select().from(orderHistory).where(eq(orderHistory.orderId, row.id));
    expect(history).toMatchObject([{ action: "place", from: null, to: "pending", actorKind: "C", actorId: client.id }]);
    const events = await runtime.db.select().from(outbox).where(eq(outbox.subject, row.id));
    expect(events).toMatchObject([
      { name: "order.placed", payload: { number: row.number, money: { kind: "owed", cents: essayCents } } },
    ]);
    const waiting = await runtime.db.select().from(timers).where(eq(timers.subject, row.id));
    expect(waiting.map(({ kind, due }) => [kind, due])).toEqual([
      ["order.unpaid-end", new Date("2026-03-13T00:00:00Z")],
    ]);
    const rows = await runtime.db.select().from(audit).where(eq(audit.subject, row.id));
    expect(rows).toMatchObject([{ action: "order.place", actor: client.id }]);
    expect(JSON.stringify([rows, events])).not.toContain("forgetting");
  });

  test("custom work waits for its quote, with or without a deadline", async () => {
    const client = person();
    const placed = await place(runtime, client, placing(custom));
    expect(await rowOf(runtime, placed.orderId)).toMatchObject({ kind: "custom", priceCents: null, snapshot: null });
    const { deadline: _d, ...open } = custom;
    const second = await place(runtime, client, placing({ ...open, subject: "Law", pages: "3" }));
    expect(await rowOf(runtime, second.orderId)).toMatchObject({ deadline: null, subject: "Law", pages: 3 });
    const kinds = await runtime.db
      .select({ kind: timers.kind })
      .from(timers)
      .where(eq(timers.subject, placed.orderId))
      .orderBy(asc(timers.kind));
    expect(kinds.map(({ kind }) => kind)).toEqual(["order.quote-alarm", "order.unpaid-end"]);
  });

  test("what was typed as date, time and zone is kept beside the instant", async () => {
    const { deadline: _d, ...rest } = essay;
    const typed = { ...rest, deadlineDate: "2026-03-13", deadlineTime: "01:00", deadlineZone: "Europe/Berlin" };
    const { orderId } = await place(runtime, person(), placing(typed));
    expect(await rowOf(runtime, orderId)).toMatchObject({
      deadline: new Date("2026-03-13T00:00:00Z"),
      deadlineDate: "2026-03-13",
      deadlineTime: "01:00",
      deadlineZone: "Europe/Berlin",
    });
  });

  test("with an academic level and the points that the work is taken by, both of which may be missing", async () => {
    const asked = async (more: object, service: object = essay) => {
      const { orderId } = await place(runtime, person(), placing({ ...service, ...more }));
      const { academicLevel, checklist } = await rowOf(runtime, orderId);
      return { academicLevel, checklist };
    };
    expect(await asked({})).toEqual({ academicLevel: null, checklist: [] });
    expect(await asked({ academicLevel: "master", checklist: "Thesis first\n\n- Six sources" })).toEqual({
      academicLevel: "master",
      checklist: ["Thesis first", "Six sources"],
    });
    const length = "The text has 5 pages, about 1,375 words";
    expect((await asked({ checklist: " " })).checklist).toEqual([
      "Everything in my instructions is done",
      length,
      "6 sources are cited",
    ]);
    expect((await asked({ checklist: "" }, custom)).checklist).toEqual(["Everything in my instructions is done"]);
    const wrong = { academicLevel: "wizard", checklist: Array(11).fill("One more").join("\n") };
    expect(await placeOrder(ctxFor(runtime, person()), placing({ ...essay, ...wrong }))).toMatchObject({
      code: "invalid",
      fields: [
        { path: "academicLevel", message: "This is not one of the choices." },
        { path: "checklist", message: "Write at most 10 points." },
      ],
    });
  });

  test("with citation style and language where the service has a text, and nothing of them elsewhere", async () => {
    const asked = async (more: object, service: object = essay, confirmTotalCents = essayCents) => {
      const { orderId } = await place(runtime, person(), placing({ ...service, ...more }, { confirmTotalCents }));
      const { citationStyle, languageVariant } = await rowOf(runtime, orderId);
      return { citationStyle, languageVariant };
    };
    const chosen = { citationStyle: "chicago-notes", languageVariant: "en-GB" };
    const none = { citationStyle: null, languageVariant: null };
    expect(await asked({})).toEqual(none);
    expect(await asked({ citationStyle: "", languageVariant: "" })).toEqual(none);
    expect(await asked(chosen)).toEqual(chosen);
    expect(await asked(chosen, custom)).toEqual(chosen);
    const test = { ...essay, service: "test", difficulty: "beginner", testType: "essay" };
    expect(await asked(chosen, test, 3_600)).toEqual({ ...none, languageVariant: "en-GB" });
    const code = { ...essay, service: "programming", projectType: "Web Development", projectSize: "small" };
    expect(await asked({ citationStyle: "junk", languageVariant: "junk" }, code, 8_100)).toEqual(none);
    const wrong = placing({ ...essay, citationStyle: "junk", languageVariant: "__proto__" });
    expect(await placeOrder(ctxFor(runtime, person()), wrong)).toMatchObject({
      code: "invalid",
      fields: [
        { path: "citationStyle", message: "This is not one of the choices.", allowed: expect.arrayContaining(["apa"]) },
        { path: "languageVariant", message: "This is not one of the choices." },
      ],
    });
  });

  test("a practice installation marks its orders", async () => {
    const practice = await openOrderRuntime({ mode: "real", env: { PAYMENTS_SANDBOX: "on" } });
    const { orderId } = await place(practice, person());
    expect((await rowOf(practice, orderId)).test).toBe(true);
    await practice.drop();
  });
});

describe("who may order", () => {
  test("nobody who is signed out, in these very words", async () => {
    const answer = await placeOrder(ctxFor(runtime, guest), placing());
    expect(answer).toMatchObject({
      ok: false,
      code: "signed-out",
      message: "User must be logged in to create an order",
    });
  });

  test("no writer; an admin may", async () => {
    expect(await placeOrder(ctxFor(runtime, person(2)), placing())).toMatchObject({ ok: false, code: "forbidden" });
    expect((await place(runtime, person(3))).again).toBe(false);
  });

  test("nobody while the shop is closed, and not what is switched off in a country", async () => {
    const own = await openOrderRuntime();
    const save = async (value: object) => {
      const row = { key: shopSetting.key, value, version: 1, updatedAt: start, updatedBy: "test" };
      await own.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: { value } });
      own.settings.forget();
    };
    await save({ ...shopSetting.default, open: false, closedWords: "Closed until May." });
    expect(await placeOrder(ctxFor(own, person()), placing())).toMatchObject({
      code: "conflict",
      message: "Closed until May.",
    });
    await save({ ...shopSetting.default, off: [{ service: "non-technical", countries: ["DE"] }] });
    const refused = await placeOrder(ctxFor(own, person()), placing());
    expect(refused).toMatchObject({
      code: "invalid",
      fields: [{ path: "country", message: "We do not offer this service in Germany." }],
    });
    await place(own, person(), placing({ ...essay, country: "FR" }));
    await own.drop();
  });
});

describe("errors of a form are reported field by field", () => {
  const wrong = async (fields: Record<string, unknown>, mode = "form") => {
    const answer = await placeOrder(ctxFor(runtime, person()), placing(fields, { mode }));
    if (answer.ok || !answer.fields) throw new Error(JSON.stringify(answer));
    return answer.fields.map(({ path }) => path).sort();
  };

  test("all at once", async () => {
    expect(await wrong({ service: "non-technical", pages: "0" })).toEqual(
      ["age", "country", "fairUse", "instructions", "pages", "subject", "title"].sort(),
    );
    expect(await wrong({ ...essay, country: "XX", title: "x".repeat(201) })).toEqual(["country", "title"]);
    expect(await wrong({})).toContain("service");
    expect(await wrong({ ...custom, pages: "501", deadline: "yesterday" })).toEqual(["deadline", "pages"]);
  });

  test("a priced order needs a deadline", async () => {
    const { deadline: _d, ...rest } = essay;
    expect(await wrong(rest)).toEqual(["deadlineDate"]);
    expect(await wrong({ ...rest, pages: 5, citedSources: 6, fairUse: true, age: true }, "json")).toEqual(["deadline"]);
  });

  test.each([
    "role",
    "id",
    "clientID",
    "paymentStatus",
    "status",
    "total",
    "totalCents",
    "createdAt",
    "priceCents",
    "validUntil",
    "__proto__",
    "constructor",
    "test",
  ])("the key %s is named and refused", async (key) => {
    const fields = JSON.parse(JSON.stringify(essay).replace("{", `{${JSON.stringify(key)}:"paid",`));
    expect(await wrong(fields)).toContain(key);
  });

  test("prototype names are unknown subjects, and text that no database keeps is refused", async () => {
    const answer = await placeOrder(ctxFor(runtime, person()), placing({ ...essay, subject: "__proto__" }));
    expect(answer).toMatchObject({ ok: false, code: "price-changed", data: { totalCents: 10_350 } });
    expect(await wrong({ ...essay, instructions: "a\0b", title: "\ud800" })).toEqual(["instructions", "title"]);
  });

  test("live exams and school log-ins are refused where they stand", async () => {
    const answer = await placeOrder(
      ctxFor(runtime, person()),
      placing({ ...essay, title: "Take my exam", instructions: "my Canvas password: x" }),
    );
    expect(answer).toMatchObject({ ok: false, code: "invalid" });
    expect(await wrong({ ...essay, title: "Take my exam", instructions: "my Canvas password: x" })).toEqual([
      "instructions",
      "title",
    ]);
  });
});

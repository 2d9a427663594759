import { count, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { makeQuote, pricingSetting } from "#src/modules/pricing/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { settings } from "#src/platform/tables.ts";
import { guest } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { essay, essayCents, must, openOrderRuntime, pay, person, place, placing, rowOf } from "../orders.testing.ts";
import { drawAgain } from "../placing/write-order.ts";
import { orders } from "../tables.ts";
import { placeOrder } from "./place-order.ts";

const { runtime, start } = await orderFixture();

const later = (ms: number) => runtime.setNow(new Date(start.getTime() + ms));
const ordersOf = async (clientId: string) =>
  (await runtime.db.select({ n: count() }).from(orders).where(eq(orders.clientId, clientId)))[0]?.n;
const quoteFields = {
  service: "non-technical",
  subject: "Psychology",
  pages: 5,
  citedSources: 6,
  deadline: "2026-03-13T00:00:00Z",
};
const newQuote = async (who = person(), fields: object = quoteFields) =>
  must(await makeQuote(ctxFor(runtime, who), { mode: "json", fields })).id;

describe("the total that a person saw is the total that is placed", () => {
  test("another one, or none, is answered with today's and places nothing", async () => {
    const client = person();
    for (const confirmTotalCents of [1, undefined, 0]) {
      const answer = await placeOrder(ctxFor(runtime, client), placing(essay, { confirmTotalCents }));
      expect(answer).toMatchObject({
        ok: false,
        code: "price-changed",
        data: { totalCents: essayCents, total: "126.00" },
      });
    }
    expect(await ordersOf(client.id)).toBe(0);
    expect((await place(runtime, client)).again).toBe(false);
  });

  test("a quote keeps its price to the cent inside its time, and is used up", async () => {
    const client = person();
    const quoteId = await newQuote(client);
    later(20 * 60_000);
    const { orderId } = await place(runtime, client, placing(essay, { quoteId, confirmTotalCents: undefined }));
    expect(await rowOf(runtime, orderId)).toMatchObject({ quoteId, priceCents: essayCents, pricedAt: start });
  });

  test("a quote's deadline is judged when it is made, not when it is placed", async () => {
    const soon = "2026-03-10T15:00:00.000Z";
    const client = person();
    const quoteId = await newQuote(client, { ...quoteFields, deadline: soon });
    later(10 * 60_000);
    const raw = placing({ ...essay, deadline: soon }, { quoteId, confirmTotalCents: undefined });
    const { orderId } = await place(runtime, client, raw);
    expect((await rowOf(runtime, orderId)).priceCents).toBe(16_800);
  });

  test("after its time the new total must be seen", async () => {
    const client = person();
    const quoteId = await newQuote(client, { ...quoteFields, deadline: "2026-03-12T12:20:00Z" });
    later(31 * 60_000);
    const raw = placing({ ...essay, deadline: "2026-03-12T12:20:00Z" }, { quoteId, confirmTotalCents: essayCents });
    const answer = await placeOrder(ctxFor(runtime, client), raw);
    expect(answer).toMatchObject({ code: "price-changed", data: { totalCents: 14_700 } });
    const { orderId } = await place(runtime, client, { ...raw, confirmTotalCents: 14_700 });
    expect(await rowOf(runtime, orderId)).toMatchObject({ quoteId: null, priceCents: 14_700 });
  });

  test("other fields than quoted are another price; the quote stays free", async () => {
    const client = person();
    const quoteId = await newQuote(client);
    const raw = placing({ ...essay, pages: "6" }, { quoteId });
    const answer = await placeOrder(ctxFor(runtime, client), raw);
    expect(answer).toMatchObject({
      code: "price-changed",
      data: { totalCents: 14_850, previousTotalCents: essayCents },
    });
    const { orderId } = await place(runtime, client, { ...raw, confirmTotalCents: 14_850 });
    expect((await rowOf(runtime, orderId)).quoteId).toBeNull();
    expect((await place(runtime, client, placing(essay, { quoteId }))).again).toBe(false);
  });

  test("a table that changed does not touch a quote, and today's price is today's", async () => {
    const own = await openOrderRuntime({ now: start });
    const client = person();
    const quoteId = must(await makeQuote(ctxFor(own, client), { mode: "json", fields: quoteFields })).id;
    const { subjects } = pricingSetting.default.nonTech;
    const nonTech = { ...pricingSetting.default.nonTech, subjects: subjects.map(([name]) => [name, "30"]) };
    const dearer = { ...pricingSetting.default, nonTech };
    await own.db.update(settings).set({ value: dearer, version: 2 }).where(eq(settings.key, "pricing"));
    expect(await rowOf(own, (await place(own, client, placing(essay, { quoteId }))).orderId)).toMatchObject({
      priceCents: essayCents,
    });
    expect(await placeOrder(ctxFor(own, client), placing())).toMatchObject({
      code: "price-changed",
      data: { totalCents: 23_850 },
    });
    await own.drop();
  });

  test("another account's quote and an invented one count as none", async () => {
    const quoteId = await newQuote(person());
    const placed = await place(runtime, person(), placing(essay, { quoteId }));
    expect((await rowOf(runtime, placed.orderId)).quoteId).toBeNull();
    await place(runtime, person(), placing(essay, { quoteId: "nothing" }));
    await place(runtime, person(), placing(essay, { quoteId: newId() }));
  });

  test("without a readable price list nothing is sold", async () => {
    const own = await openOrderRuntime({ now: start });
    await own.db
      .insert(settings)
      .values({ key: "pricing", value: { nonTech: {} }, version: 1, updatedAt: start, updatedBy: "test" });
    expect(await placeOrder(ctxFor(own, person()), placing())).toMatchObject({ ok: false, code: "unavailable" });
    await own.drop();
  });
});

describe("one form places one order", () => {
  test("20 double clicks at once", async () => {
    const client = person();
    const raw = placing();
    const all = await Promise.all(Array.from({ length: 20 }, () => placeOrder(ctxFor(runtime, client), raw)));
    const placed = all.map(must);
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1);
    expect(placed.filter(({ again }) => !again)).toHaveLength(1);
    expect(await ordersOf(client.id)).toBe(1);
  });

  test("two tabs with one quote and keys of their own", async () => {
    const client = person();
    const quoteId = await newQuote(client);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => placeOrder(ctxFor(runtime, client), placing(essay, { quoteId }))),
    );
    expect(new Set(all.map((one) => must(one).orderId)).size).toBe(1);
    expect(await ordersOf(client.id)).toBe(1);
  });

  test("a quote that was made as a guest is used once, by eight presses at once", async () => {
    const client = person();
    const quoteId = must(await makeQuote(ctxFor(runtime, guest), { fields: quoteFields })).id;
    const all = await Promise.all(
      Array.from({ length: 8 }, () => placeOrder(ctxFor(runtime, client), placing(essay, { quoteId }))),
    );
    expect(new Set(all.map((one) => must(one).orderId)).size).toBe(1);
    expect(await ordersOf(client.id)).toBe(1);
  });

  test("a guest's quote goes to the first account that uses it", async () => {
    const quoteId = must(await makeQuote(ctxFor(runtime, guest), { fields: quoteFields })).id;
    const people = Array.from({ length: 5 }, () => person());
    const all = await Promise.all(people.map((one) => placeOrder(ctxFor(runtime, one), placing(essay, { quoteId }))));
    const rows = await Promise.all(all.map((one) => rowOf(runtime, must(one).orderId)));
    expect(rows.filter((row) => row.quoteId !== null)).toHaveLength(1);
    expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(5);
  });

  test("the same key of another account is another order", async () => {
    const raw = placing();
    const [one, two] = [await place(runtime, person(), raw), await place(runtime, person(), raw)];
    expect(one.orderId).not.toBe(two.orderId);
  });
});

describe("a drawn order number that is taken", () => {
  const numberTwice = async (number: string) => {
    const { orderId } = await place(runtime, person(), placing(essay));
    await runtime.db.update(orders).set({ number }).where(eq(orders.id, orderId));
    return number;
  };

  test("is drawn again, the whole order with it", async () => {
    await numberTwice("TAKEN22");
    let draws = 0;
    const placed = await drawAgain(async () => {
      draws += 1;
      return numberTwice(draws === 1 ? "TAKEN22" : "FRESH22");
    });
    expect([placed, draws]).toEqual(["FRESH22", 2]);
  });

  test("five times is a fault, and so is every other error at once", async () => {
    let draws = 0;
    const draw = (number: string) => () => {
      draws += 1;
      return numberTwice(number);
    };
    await expect(drawAgain(draw("TAKEN22"))).rejects.toThrow();
    expect(draws).toBe(5);
    await expect(drawAgain(draw("zero \0"))).rejects.toThrow();
    expect(draws).toBe(6);
  });
});

describe("limits count in the database", () => {
  test("exactly ten unpaid orders, also in parallel; paid ones make room", async () => {
    const client = person();
    const all = await Promise.all(Array.from({ length: 14 }, () => placeOrder(ctxFor(runtime, client), placing())));
    expect(all.filter(({ ok }) => ok)).toHaveLength(10);
    expect(all.filter((one) => !one.ok && one.code === "too-many")).toHaveLength(4);
    expect(await ordersOf(client.id)).toBe(10);
    const first = all.find(({ ok }) => ok);
    if (first?.ok) await pay(runtime, first.value.orderId);
    expect((await placeOrder(ctxFor(runtime, client), placing())).ok).toBe(true);
  });

  test("twenty an hour", async () => {
    const client = person();
    for (let n = 0; n < 20; n += 1) await pay(runtime, (await place(runtime, client)).orderId);
    expect(await placeOrder(ctxFor(runtime, client), placing())).toMatchObject({ code: "too-many", retryAfter: 3600 });
    later(3_600_001);
    expect((await placeOrder(ctxFor(runtime, client), placing())).ok).toBe(true);
  });
});

import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { ordersToReprice } from "../../src/modules/orders/index.server.ts";
import { person, place, placing, rowOf } from "../../src/modules/orders/orders.testing.ts";
import { orders } from "../../src/modules/orders/tables.ts";
import { defaultPricingTable } from "../../src/modules/pricing/domain/default-table.ts";
import { changeDraft } from "../../src/modules/pricing/editor/change-draft.ts";
import { priceEditor, priceHistory } from "../../src/modules/pricing/editor/price-editor.ts";
import {
  publishPrices,
  publishTimer,
  rollBackPrices,
  withdrawPrices,
} from "../../src/modules/pricing/editor/publish.ts";
import { openQuotesUnder, runTrial } from "../../src/modules/pricing/editor/run-trial.ts";
import { makeQuote } from "../../src/modules/pricing/index.server.ts";
import { publications } from "../../src/modules/pricing/tables.ts";
import { audit } from "../../src/platform/tables.ts";
import { runDueTimers } from "../../src/platform/timers.ts";
import type { Person } from "../../src/shared/viewer.ts";
import { sized } from "../support/full-run.ts";
import { ctxFor } from "../support/runtime.ts";
import { seedOrders } from "../support/seed-orders.ts";
import { citationFee, openPriceEditor } from "./editor-fixture.ts";

const { runtime, change, publish, feeNow } = await openPriceEditor();
const admin = () => person(3);
const cell = "technical.writing.citationFee";
const rate = citationFee;
const tick = () => runDueTimers(runtime, [publishTimer]);
const fields = { service: "non-technical", subject: "Psychology", pages: 5, citedSources: 6 };

describe("publishing prices", () => {
  test("a draft becomes the next version, with author and reason in the history, and is gone", async () => {
    const who = admin();
    expect(await change(who, { [rate]: "2" })).toMatchObject({ ok: true });
    expect(await feeNow()).toBe("1.5");
    const pages = await runtime.settings.version();
    expect(await publish(who)).toEqual({ success: true, version: 2 });
    expect(await feeNow()).toBe("2");
    // Public pages are kept by this number: they are made anew at once.
    expect(await runtime.settings.version()).toBeGreaterThan(pages);
    const history = await priceHistory(ctxFor(runtime, who), { a: "1", b: "2" });
    expect(history.ok && history.value.rows.map(({ version, reason }) => [version, reason])).toEqual([
      [2, "Sources cost more"],
      [1, "The prices before the first change."],
    ]);
    expect(history.ok && history.value.compared?.changes.map(({ from, to }) => [from, to])).toEqual([["1.50", "2.00"]]);
    const trail = await runtime.db.select().from(audit).where(eq(audit.subject, "prices"));
    expect(trail).toMatchObject([{ action: "prices.published", actor: who.id, detail: { version: 2 } }]);
    const inForce = await rollBackPrices(ctxFor(runtime, who), { version: 2, reason: "It is in force" });
    expect(inForce).toMatchObject({ success: false, refusal: { code: "not-found" } });
    expect(await publish(who)).toMatchObject({ success: false, error: expect.stringContaining("no draft") });
  });

  test("what is wrong stays in the draft and is not published", async () => {
    const who = admin();
    await change(who, { [rate]: "-1" });
    expect(await publish(who)).toMatchObject({ success: false, error: expect.stringContaining("correction") });
    const mine = await priceEditor(ctxFor(runtime, who), {});
    expect(mine.ok && [mine.value.draft.amounts[rate], Object.keys(mine.value.errors)]).toEqual(["-1", [rate]]);
    expect(await feeNow()).toBe("1.5");
  });

  test("a failure answers success false and keeps the draft", async () => {
    const who = admin();
    await change(who, { [rate]: "2" });
    const ctx = ctxFor(runtime, who);
    const broken = { ...ctx, runtime: { ...runtime, db: { transaction: () => Promise.reject(new Error("gone")) } } };
    expect(await publishPrices(broken as unknown as typeof ctx, { reason: "More", seen: "1" })).toEqual({
      success: false,
      error: expect.stringContaining("your draft is kept"),
      refusal: expect.objectContaining({ code: "unavailable", retryAfter: 60 }),
    });
    expect(await publish(who)).toEqual({ success: true, version: 2 });
  });

  test("the second admin sees the other's change, and merges it or discards the own draft", async () => {
    const [one, two] = [admin(), admin()];
    await change(one, { [rate]: "2" });
    await change(two, { [rate]: "3" });
    await change(two, { [cell]: "2.5" }, "save", "technical");
    expect(await publish(one)).toMatchObject({ success: true });
    expect(await publish(two)).toMatchObject({ success: false, error: expect.stringContaining("Take their changes") });
    const seen = await priceEditor(ctxFor(runtime, two), {});
    expect(seen.ok && seen.value.newer).toMatchObject({ count: 1, clashes: [{ to: "2.00", mine: "3.00" }] });
    expect(await change(two, {}, "merge")).toMatchObject({ ok: true });
    expect(await publish(two)).toEqual({ success: true, version: 3 });
    expect(await feeNow()).toBe("3");
  });

  test("two tabs of one admin: the older page is refused", async () => {
    const who = admin();
    await change(who, { [rate]: "2" });
    const late = await changeDraft(ctxFor(runtime, who), {
      step: "save",
      part: "non-technical",
      seen: "0",
      typed: { [rate]: "9" },
    });
    expect(late).toMatchObject({ ok: false, code: "conflict" });
    expect(await publish(who, { seen: "0" })).toMatchObject({
      success: false,
      error: expect.stringContaining("changed in the meantime"),
    });
    expect(await feeNow()).toBe("1.5");
  });

  test("a client, a writer, an admin without the capability and an old sign-in are refused", async () => {
    for (const who of [person(1), person(2), { ...admin(), capabilities: [] }]) {
      const ctx = ctxFor(runtime, who);
      for (const outcome of [
        await priceEditor(ctx, {}),
        await priceHistory(ctx, {}),
        await changeDraft(ctx, { step: "save", part: "technical", seen: "0", typed: {} }),
      ])
        expect(outcome).toMatchObject({ ok: false, code: "not-found" });
      expect(await rollBackPrices(ctx, { version: 1, reason: "Back" })).toMatchObject({ success: false });
      expect(await withdrawPrices(ctx, {})).toMatchObject({ success: false });
    }
    const tired = { ...admin(), freshAt: null };
    await change(tired, { [rate]: "2" });
    expect(await publish(tired)).toMatchObject({ success: false, refusal: { code: "step-up" } });
  });

  test("two publish at once: one version", async () => {
    const both = [admin(), admin()];
    for (const who of both) await change(who, { [rate]: "2" });
    const saved = await Promise.all(both.map((who) => publish(who)));
    expect(saved.filter(({ success }) => success)).toHaveLength(1);
  });
});

type Step = { kind: "publish" | "schedule" | "back" | "quote" | "place" | "wait"; size: number };
const runs = sized(6, 60);

describe("an order's price never moves", () => {
  test("whatever is published, planned, rolled back, quoted and ordered in whatever order", async () => {
    const steps = fc.array(
      fc.record({
        kind: fc.constantFrom<Step["kind"]>("publish", "schedule", "back", "quote", "place", "wait"),
        size: fc.integer({ min: 1, max: 40 }),
      }),
      { minLength: 6, maxLength: 16 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        const who = admin();
        const client = person();
        const orders: { id: string; cents: number }[] = [];
        const quotes: { id: string; cents: number; until: string }[] = [];
        const deadline = new Date(runtime.clock().getTime() + 40 * 24 * 3_600_000).toISOString();
        const ask = async () => {
          const quote = await makeQuote(ctxFor(runtime, client), { fields: { ...fields, deadline } });
          if (!quote.ok) throw new Error(quote.message);
          // 5 pages x 15 and 6 sources at the fee of this moment, without a hurry.
          expect(quote.value.totalCents).toBe(Math.round((75 + 6 * Number(await feeNow())) * 100));
          quotes.push({ id: quote.value.id, cents: quote.value.totalCents, until: quote.value.validUntil });
        };
        const fee = (size: number) => (1.5 + size / 100).toFixed(2);
        const take: Record<Step["kind"], (size: number) => Promise<unknown>> = {
          publish: async (size) => {
            await change(who, { [rate]: fee(size) });
            await publish(who);
          },
          schedule: async (size) => {
            const at = new Date(runtime.clock().getTime() + size * 60_000).toISOString();
            await change(who, { [rate]: fee(size) });
            await publish(who, { when: "later", date: at.slice(0, 10), time: at.slice(11, 16), zone: "UTC" });
          },
          back: async (size) => rollBackPrices(ctxFor(runtime, who), { version: 1 + (size % 3), reason: "Go back" }),
          quote: ask,
          place: async () => {
            const quote = quotes.pop();
            if (!quote || Date.parse(quote.until) < runtime.clock().getTime()) return;
            const sent = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]));
            const raw = placing(
              { ...placing().fields, ...sent, deadline },
              { quoteId: quote.id, confirmTotalCents: quote.cents },
            );
            const placed = await place(runtime, client, raw);
            orders.push({ id: placed.orderId, cents: quote.cents });
          },
          wait: async (size) => {
            runtime.setNow(new Date(runtime.clock().getTime() + size * 60_000));
            await tick();
          },
        };
        for (const { kind, size } of walk) {
          await take[kind](size);
          for (const { id, cents } of orders) expect((await rowOf(runtime, id)).priceCents).toBe(cents);
          const published = await runtime.db.select().from(publications).where(eq(publications.state, "published"));
          const versions = published.map(({ version }) => version ?? 0).toSorted((a, b) => a - b);
          expect(versions).toEqual(versions.map((_, at) => (versions[0] ?? 1) + at));
        }
      }),
      { numRuns: runs, seed: Number(process.env.FC_SEED ?? 7) },
    );
  });
});

describe("a trial of prices", () => {
  const trialOf = async (who: Person) => {
    const mine = await priceEditor(ctxFor(runtime, who), {});
    if (!mine.ok) throw new Error(mine.message);
    const sold = await ordersToReprice(ctxFor(runtime, who), { since: new Date(0) });
    if (!sold.ok) throw new Error(sold.message);
    const { text, ...counted } = sold.value;
    const trial = await runTrial(mine.value.preview, text);
    if (!trial.ok) throw new Error(trial.message);
    return { ...counted, trial: trial.value };
  };

  test("past orders under a draft: sums by service and the highest prices with what they become, in a worker", async () => {
    await runtime.db.execute(sql`truncate orders.orders cascade`);
    const who = admin();
    const one = await place(runtime, person());
    // A pause moves the deadline, and the price stays.
    await runtime.db.execute(sql`update orders.orders set deadline = deadline + interval '5 days'`);
    const same = await trialOf(who);
    expect(same).toMatchObject({
      count: 1,
      whole: true,
      trial: {
        services: { "non-technical": { count: 1, before: 12_600, after: 12_600, refused: 0 } },
        directions: { more: 0, same: 1, less: 0 },
        highest: { all: [{ id: one.orderId, before: 12_600, after: 12_600 }], more: [], less: [] },
      },
    });
    await change(who, { [rate]: "3" });
    const other = await trialOf(who);
    // (75 + 6 x 3) x 1.5
    expect(other).toMatchObject({
      trial: {
        directions: { more: 1, same: 0, less: 0 },
        highest: { more: [{ id: one.orderId, before: 12_600, after: 13_950 }], less: [] },
      },
    });
    const none = { since: new Date(runtime.clock().getTime() + 1) };
    expect(await ordersToReprice(ctxFor(runtime, who), none)).toMatchObject({ value: { count: 0, text: "[]" } });
    expect(await ordersToReprice(ctxFor(runtime, person(1)), none)).toMatchObject({ ok: false, code: "not-found" });
    const open = await openQuotesUnder(ctxFor(runtime, who), { table: defaultPricingTable });
    expect(open.ok).toBe(true);
  });

  test("of more than 1,500 orders a sample, spread over the time, and nothing of another kind or time", async () => {
    await runtime.db.execute(sql`truncate orders.orders cascade`);
    await seedOrders(runtime.database.pool, 0, 3_000);
    const since = new Date("2025-01-02T00:00:00Z");
    const end = Date.parse("2025-01-07T06:00:00Z");
    await runtime.db.execute(sql`update orders.orders set snapshot = '{"pricedAt": "x", "inputs": {"pages": 1}}'::jsonb
      where number not like '%4'`);
    await runtime.db.execute(sql`update orders.orders set test = true where number like '%5'`);
    const clock = vi.spyOn(runtime, "clock").mockReturnValue(new Date(end));
    const fitting = await runtime.db
      .select({ id: orders.id, at: orders.createdAt })
      .from(orders)
      .where(sql`created_at >= ${since.toISOString()} and snapshot is not null and not test and status <> 'cancelled'`);
    const sold = await ordersToReprice(ctxFor(runtime, admin()), { since });
    if (!sold.ok) throw new Error(sold.message);
    const found = new Set((JSON.parse(sold.value.text) as { id: string }[]).map(({ id }) => id));
    expect(sold.value).toMatchObject({ whole: false, count: found.size });
    expect(fitting.length).toBeGreaterThan(1_000);
    expect(found.size).toBe(800);
    const days = (ids: readonly { at: Date }[]) => new Set(ids.map(({ at }) => at.toISOString().slice(0, 10))).size;
    const taken = fitting.filter(({ id }) => found.has(id));
    expect([taken.length, days(taken)]).toEqual([found.size, days(fitting)]);
    const last = { since: new Date(end - 86_400_000) };
    expect(await ordersToReprice(ctxFor(runtime, admin()), last)).toMatchObject({ value: { whole: true } });
    clock.mockRestore();
  });
});

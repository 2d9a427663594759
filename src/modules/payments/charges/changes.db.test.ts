import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { acceptChange, askChange, deliverWork, orderTimers } from "#src/modules/orders/index.server.ts";
import { orders } from "#src/modules/orders/tables.ts";
import { pricingSetting } from "#src/modules/pricing/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { saveSetting } from "#src/platform/save-setting.ts";
import { readSetting } from "#src/platform/settings.ts";
import { outbox } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { localOf } from "#src/shared/zone.ts";
import {
  doAct,
  essayCents,
  finished,
  later,
  must,
  newWriter,
  paidOrder,
  person,
  rowOf,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { openCheckout, startAttempt } from "../index.server.ts";
import { balancesOf, paymentsFixture } from "../payments-fixture.testing.ts";
import { earningsOfWriter } from "../queries/writer-earnings.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { paymentStatusFor, readBooks } from "../settling/books.ts";

const runtime = await paymentsFixture();
const hour = 3_600_000;

/** Psychology, writing, 5 pages, 6 sources, 60 h = 126.00, with a writer at work. */
const running = async () => {
  const mine = await paidOrder(runtime);
  const [writer, admin] = [await newWriter(runtime), person(3)];
  must(await doAct(runtime, admin, mine.orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, mine.orderId, "accept"));
  return { ...mine, writer, admin, placedAt: runtime.clock() };
};
type Mine = Awaited<ReturnType<typeof running>>;

const deadlineIn = (mine: Pick<Mine, "placedAt">, hours: number) => {
  const { date, time } = localOf(new Date(mine.placedAt.getTime() + hours * hour), "UTC");
  return { deadlineDate: date, deadlineTime: time, deadlineZone: "UTC" };
};
const ask = ({ client, orderId }: Pick<Mine, "client" | "orderId">, wish: object) =>
  askChange(ctxFor(runtime, client), { orderId, ...wish });
const agree = ({ writer, orderId }: Mine) => acceptChange(ctxFor(runtime, writer), { orderId });
const refundsSent = async () => {
  await runtime.dispatchEvents();
  while ((await sendDueRefunds(runtime)) > 0);
};

describe("a change of a running order, an example counted by hand", () => {
  test("the deadline moved from 60 h to 130 h: 92.40, and 33.60 go back", async () => {
    const mine = await running();
    const before = await rowOf(runtime, mine.orderId);
    const wish = deadlineIn(mine, 130);
    expect(await ask(mine, wish)).toMatchObject({
      code: "price-changed",
      data: { totalCents: 9_240, differenceCents: -3_360 },
    });
    must(await ask(mine, { ...wish, changeSeenCents: 9_240 }));
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ priceCents: essayCents, deadline: before.deadline });
    must(await agree(mine));
    await refundsSent();
    const after = await rowOf(runtime, mine.orderId);
    expect(after).toMatchObject({
      priceCents: 9_240,
      status: "in_progress",
      change: null,
      workSince: before.workSince,
    });
    expect(after.deadline).toEqual(new Date(mine.placedAt.getTime() + 130 * hour));
    expect(after.writerDeadline?.getTime()).toBeGreaterThan(before.writerDeadline?.getTime() ?? 0);
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 9_240, refunds: 3_360 });
    const earned = await earningsOfWriter(runtime.db, mine.writer.id);
    expect(earned.heldCents).toBe(4_620);
  });

  test("7 pages instead: 171.00, 45.00 are charged, and the change is made when they are paid", async () => {
    const mine = await running();
    const checklist = ["Thesis first", "5 pages, about 1,375 words"];
    await runtime.db.update(orders).set({ checklist }).where(eq(orders.id, mine.orderId));
    expect(await ask(mine, { pages: "7" })).toMatchObject({ data: { totalCents: 17_100, differenceCents: 4_500 } });
    must(await ask(mine, { pages: "7", changeSeenCents: 17_100 }));
    must(await agree(mine));
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ priceCents: essayCents, pages: 5, checklist });
    const asClient = ctxFor(runtime, mine.client);
    const shown = must(await openCheckout(asClient, { orderId: mine.orderId }));
    expect(shown.stage).toMatchObject({ kind: "pay", cents: 4_500, purpose: "change" });
    const pay = { orderId: mine.orderId, method: "sandbox", seenCents: 4_500 };
    const { attemptId } = must(await startAttempt(asClient, pay));
    await runtime.sandbox.controls.act(attemptId, "pay");
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({
      priceCents: 17_100,
      pages: 7,
      wordCount: 1_925,
      checklist: ["Thesis first", "7 pages, about 1,925 words (was: 5 pages, 1,375 words)"],
      change: null,
      paymentStatus: "paid",
    });
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: 17_100 });
    const earned = await earningsOfWriter(runtime.db, mine.writer.id);
    expect(earned.heldCents).toBe(8_550);
  });

  test("without a writer nobody has to agree; declined, taken back or too late, all stays as it was", async () => {
    const alone = await paidOrder(runtime);
    must(await ask(alone, { ...deadlineIn({ placedAt: runtime.clock() }, 130), changeSeenCents: 9_240 }));
    await refundsSent();
    expect(await rowOf(runtime, alone.orderId)).toMatchObject({ priceCents: 9_240, status: "confirmed" });
    for (const end of ["decline-change", "withdraw-change", "lapse"] as const) {
      const mine = await running();
      must(await ask(mine, { pages: "7", changeSeenCents: 17_100 }));
      if (end === "lapse") {
        later(runtime, 24 * 3_600);
        await runDueTimers(runtime, orderTimers);
      } else must(await doAct(runtime, end === "decline-change" ? mine.writer : mine.client, mine.orderId, end));
      expect(await rowOf(runtime, mine.orderId), end).toMatchObject({ change: null, pages: 5, priceCents: essayCents });
      expect(await agree(mine)).toMatchObject({ ok: false, code: "conflict" });
    }
  });

  test("money for a change that was dropped goes back by itself", async () => {
    const mine = await running();
    must(await ask(mine, { pages: "7", changeSeenCents: 17_100 }));
    must(await agree(mine));
    const pay = { orderId: mine.orderId, method: "sandbox", seenCents: 4_500 };
    const { attemptId } = must(await startAttempt(ctxFor(runtime, mine.client), pay));
    must(await doAct(runtime, mine.client, mine.orderId, "withdraw-change"));
    await runtime.sandbox.controls.act(attemptId, "pay");
    await refundsSent();
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ priceCents: essayCents, pages: 5 });
    expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: essayCents, surplus: 0, refunds: 4_500 });
    expect((await readBooks(runtime.db, mine.orderId)).charges.filter(({ state }) => state === "open")).toEqual([]);
  });

  test("the payment word counts an agreed change as owed from the agreement until it is paid or dropped", async () => {
    const wordOf = async ({ orderId }: Mine) => {
      const order = await rowOf(runtime, orderId);
      expect(order.paymentStatus).toBe(paymentStatusFor(order, await readBooks(runtime.db, orderId)));
      return order.paymentStatus;
    };
    for (const end of ["withdrawn", "delivered", "paid"] as const) {
      const mine = await running();
      must(await ask(mine, { pages: "7", changeSeenCents: 17_100 }));
      await runtime.dispatchEvents();
      expect(await wordOf(mine), end).toBe("paid");
      must(await agree(mine));
      await runtime.dispatchEvents();
      expect(await wordOf(mine), end).toBe("partially_paid");
      const pay = { orderId: mine.orderId, method: "sandbox", seenCents: 4_500 };
      const { attemptId } = must(await startAttempt(ctxFor(runtime, mine.client), pay));
      await runtime.sandbox.controls.act(attemptId, end === "paid" ? "pay" : "decline");
      if (end === "withdrawn") must(await doAct(runtime, mine.client, mine.orderId, "withdraw-change"));
      if (end === "delivered")
        must(await deliverWork(ctxFor(runtime, mine.writer), { orderId: mine.orderId, ...finished }));
      await runtime.dispatchEvents();
      expect(await wordOf(mine), end).toBe("paid");
      const { charges } = await readBooks(runtime.db, mine.orderId);
      expect(
        charges.filter(({ state }) => state === "open"),
        end,
      ).toEqual([]);
    }
  });

  test("the checkout writes the payment word with the charges that it opens and voids", async () => {
    const mine = await running();
    must(await ask(mine, { pages: "7", changeSeenCents: 17_100 }));
    must(await agree(mine));
    const words: string[] = [];
    const look = async () => {
      must(await openCheckout(ctxFor(runtime, mine.client), { orderId: mine.orderId }));
      words.push((await rowOf(runtime, mine.orderId)).paymentStatus);
    };
    await look();
    must(await doAct(runtime, mine.client, mine.orderId, "withdraw-change"));
    await look();
    expect(words).toEqual(["partially_paid", "paid"]);
  });

  test("delivered as it was while a change was open: nobody makes it any more, and both sides are notified once", async () => {
    const mine = await running();
    must(await ask(mine, { pages: "7", changeSeenCents: 17_100 }));
    must(await deliverWork(ctxFor(runtime, mine.writer), { orderId: mine.orderId, ...finished }));
    expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "delivered", change: null, pages: 5 });
    const events = (await runtime.db.select().from(outbox).where(eq(outbox.subject, mine.orderId))).filter(
      ({ name }) => name === "order.change-dropped",
    );
    const both = { left: true, clientId: mine.client.id, writerId: mine.writer.id };
    expect(events.map(({ payload }) => payload)).toMatchObject([both]);
    const ended = await running();
    must(await ask(ended, { pages: "7", changeSeenCents: 17_100 }));
    must(await doAct(runtime, ended.admin, ended.orderId, "cancel", { reason: "r", refundSeenCents: essayCents }));
    const after = await runtime.db.select().from(outbox).where(eq(outbox.subject, ended.orderId));
    expect(after.map(({ name }) => name)).not.toContain("order.change-dropped");
  });

  test("refused: nothing different, a deadline too near, fewer pages after an opened draft, a stranger", async () => {
    const mine = await running();
    expect(await ask(mine, { pages: "5" })).toMatchObject({ code: "invalid" });
    for (const pages of ["501", "1,5", "1e1", "0x7"])
      expect(await ask(mine, { pages })).toMatchObject({ code: "invalid", fields: [{ path: "pages" }] });
    expect(await ask(mine, deadlineIn(mine, 1))).toMatchObject({ fields: [{ path: "deadlineDate" }] });
    expect(await ask({ ...mine, client: person() }, { pages: "7" })).toMatchObject({ code: "not-found" });
    expect(await ask({ ...mine, client: mine.writer }, { pages: "7" })).toMatchObject({ code: "forbidden" });
  });

  test("the price follows the order's own version of the list, not today's", async () => {
    const mine = await running();
    const dearer = await inTransaction(systemCtx(runtime, "test"), async (work) => {
      const { value, version } = await readSetting(work.tx, pricingSetting);
      const text = JSON.stringify(value).replaceAll('"15"', '"99"');
      return saveSetting(work, pricingSetting, JSON.parse(text), version);
    });
    must(dearer);
    expect(await ask(mine, { pages: "7" })).toMatchObject({ data: { totalCents: 17_100 } });
  });
});

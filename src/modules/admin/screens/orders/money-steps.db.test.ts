import { afterAll, beforeAll, expect, test } from "vitest";
import { shownOrder } from "#src/modules/dashboard/screens/order.server.ts";
import { shownWriterOrder } from "#src/modules/dashboard/screens/writer-order.server.ts";
import { deliverWork, orderForWriter } from "#src/modules/orders/index.server.ts";
import { givenBack, refundByDecision } from "#src/modules/orders/index.ts";
import { tick } from "#src/modules/orders/orders.testing.ts";
import { outcomeOf } from "#src/modules/payments/index.ts";
import { ledgerBalances } from "#src/modules/payments/queries/ledger-balances.ts";
import { sendDueRefunds } from "#src/modules/payments/refunds/send-refunds.ts";
import type { Person } from "#src/shared/viewer.ts";
import { sized } from "#tests/support/full-run.ts";
import {
  doAct,
  finished,
  later,
  must,
  newWriter,
  openPaymentsRuntime,
  type PaymentsRuntime,
  paidOrder,
  person,
  rowOf,
} from "#tests/support/payments.ts";
import { adminWith } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderPageData } from "./order.server.ts";

let runtime: PaymentsRuntime;
beforeAll(async () => {
  runtime = await openPaymentsRuntime();
  runtime.sandbox.knobs.fee = (cents) => Math.floor(cents / 50) + 30;
});
afterAll(() => runtime.drop());

const admin = person(3);
const day = 86_400;

async function inWork() {
  const { orderId, client } = await paidOrder(runtime);
  const writer = await newWriter(runtime);
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  return { orderId, client, writer };
}
async function delivered() {
  const cast = await inWork();
  must(await deliverWork(ctxFor(runtime, cast.writer), { orderId: cast.orderId, ...finished }));
  return cast;
}
async function completed() {
  const cast = await delivered();
  must(await doAct(runtime, cast.client, cast.orderId, "approve"));
  later(runtime, 60);
  await tick(runtime);
  return cast;
}

const request = (orderId: string) => new Request(`http://x/dashboard/orders/${orderId}`);

/** What the writer's page says of the pay. */
const slipOf = async (writer: Person, orderId: string) => {
  const ctx = ctxFor(runtime, writer);
  return (await shownWriterOrder(ctx, request(orderId), must(await orderForWriter(ctx, { orderId })))).pay;
};

const shownFor = (orderId: string) =>
  orderPageData(ctxFor(runtime, admin), new Request(`http://x/admin/orders/${orderId}`), {
    person: adminWith(admin, "orders"),
    orderId,
    zone: "UTC",
  });

/** Where the money is in the ledger, when everything that is under way has arrived. */
async function inTheLedger(orderId: string) {
  await runtime.dispatchEvents();
  while ((await sendDueRefunds(runtime)) > 0);
  const { balances } = await ledgerBalances(runtime.db, { orderId });
  return {
    back: balances.refunds,
    writer: balances.writer + balances.payouts,
    operator: balances.operator + balances.fees,
    held: balances.held,
  };
}

const release = async (): Promise<void> => {
  later(runtime, 40 * day);
  await tick(runtime);
};

const bearers = ["client", "writer", "operator"] as const;

const waits = sized([40], [0, 40, 80]);

test.each(waits)("a cancellation %i h after the start does what its choices show", async (wait) => {
  for (const cause of bearers) {
    const { orderId } = await inWork();
    later(runtime, wait * 3_600);
    const { previews, books } = await shownFor(orderId);
    const preview = previews?.[cause];
    if (!preview?.admin) throw new Error("nothing is shown");
    const { back, writer, operator } = outcomeOf([preview.admin.money], books, false);
    must(await doAct(runtime, admin, orderId, "cancel", { cause, reason: "r", refundSeenCents: preview.refundCents }));
    expect(await inTheLedger(orderId), cause).toEqual({ back, writer, operator, held: 0 });
    later(runtime, -wait * 3_600);
  }
});

test("money given back for delivered work, and what is left when it is released, is what the choices show", async () => {
  for (const bearer of bearers) {
    const { orderId } = await completed();
    const { books } = await shownFor(orderId);
    const { back, writer, operator } = outcomeOf([givenBack(4_200, bearer)], books, false);
    expect(back).toBe(4_200);
    must(await doAct(runtime, admin, orderId, "give-back", { refundCents: 4_200, bearer, reason: "r" }));
    await release();
    expect(await inTheLedger(orderId), bearer).toEqual({ back, writer, operator, held: 0 });
  }
});

test("money given back after the release comes from both as the choices show", async () => {
  for (const bearer of bearers) {
    const { orderId } = await completed();
    await release();
    await runtime.dispatchEvents();
    const { books, order } = await shownFor(orderId);
    expect(order.releasedAt).not.toBeNull();
    const { back, writer, operator } = outcomeOf([givenBack(9_900, bearer)], books, true);
    must(await doAct(runtime, admin, orderId, "give-back", { refundCents: 9_900, bearer, reason: "r" }));
    expect(await inTheLedger(orderId), bearer).toEqual({ back, writer, operator, held: 0 });
  }
});

test("a dispute that ends in a part back does what the decision showed, after an earlier credit too", async () => {
  for (const bearer of bearers) {
    const { orderId, client, writer } = await delivered();
    must(await doAct(runtime, admin, orderId, "give-back", { refundCents: 1_000, bearer: "writer", reason: "Late." }));
    await runtime.dispatchEvents();
    must(await doAct(runtime, client, orderId, "open-dispute", { reason: "r", outcome: "o" }));
    must(await doAct(runtime, writer, orderId, "answer-dispute", { answer: "a" }));
    const { books, order } = await shownFor(orderId);
    const shown = outcomeOf([refundByDecision(order, 5_000, bearer)], books, false);
    const wish = { refundCents: 5_000, bearer, reason: "r" };
    must(await doAct(runtime, admin, orderId, "decide-refund", wish));
    const waiting = await shownFor(orderId);
    expect(waiting.decided, "said again while it waits").toEqual(shown);
    expect((await slipOf(writer, orderId))?.cents, "on the writer's slip at once").toBe(shown.writer);
    for (const side of [client, writer]) must(await doAct(runtime, side, orderId, "accept-decision"));
    expect((await rowOf(runtime, orderId)).status).toBe("refunded");
    await runtime.dispatchEvents();
    expect(await slipOf(writer, orderId)).toMatchObject({ cents: shown.writer, label: "Yours" });
    expect((await shownFor(orderId)).shown.text).toBe("Refunded, $60.00 of $126.00");
    const page = await shownOrder(ctxFor(runtime, client), request(orderId), orderId);
    expect(page.order.shown.text).toBe("Refunded, $60.00 of $126.00");
    const { back, writer: theirs, operator } = shown;
    expect(await inTheLedger(orderId), bearer).toEqual({ back: back + 1_000, writer: theirs, operator, held: 0 });
  }
});

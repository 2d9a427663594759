import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderPageData } from "#src/modules/admin/screens/orders/order.server.ts";
import { shownDashboard } from "#src/modules/dashboard/screens/dashboard.server.ts";
import { shownOrder } from "#src/modules/dashboard/screens/order.server.ts";
import { clientDashboard, deliverWork } from "#src/modules/orders/index.server.ts";
import { audit, outbox } from "#src/platform/tables.ts";
import type { Person } from "#src/shared/viewer.ts";
import {
  doAct,
  essayCents,
  finished,
  must,
  newOrder,
  newWriter,
  openPaymentsRuntime,
  person,
  place,
  placing,
  rowOf,
} from "#tests/support/payments.ts";
import { adminWith, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import {
  acceptShortfall,
  announceTransfer,
  bankSetting,
  confirmTransfer,
  enterCode,
  moneyForOrder,
  openCheckout,
  paperOf,
  receiptPage,
  startAttempt,
  transferPage,
} from "../index.server.ts";
import { balancesOf, many } from "../payments-fixture.testing.ts";
import { earningsOfWriter } from "../queries/writer-earnings.ts";
import { readBooks } from "../settling/books.ts";
import { charges } from "../tables.ts";

const runtime = await forThisFile(openPaymentsRuntime({ mode: "real" }));
const bank = { holder: "Example Learning Ltd", account: "GB33BUKB20201555555555", bic: "BUKBGB22", bank: "" };
await storeSetting(runtime, bankSetting, bank);
const admin = await createPerson(runtime, { role: 3 });
const asAdmin = ctxFor(runtime, admin);

let lines = 0;
const arrives = async (orderId: string, cents: number) => {
  lines += 1;
  return must(await confirmTransfer(asAdmin, { orderId, cents, reference: `LINE ${lines}`, receivedOn: "2026-03-10" }));
};
const announced = async ({ client, orderId }: { client: Person; orderId: string }, seenCents = essayCents) => {
  const ctx = ctxFor(runtime, client);
  must(await startAttempt(ctx, { orderId, method: "transfer", seenCents }));
  must(await announceTransfer(ctx, { orderId, files: "" }));
  return ctx;
};
const request = (path: string) => new Request(`http://site.test${path}`);
const accept = (orderId: string, seenCents: number, who = asAdmin) => acceptShortfall(who, { orderId, seenCents });

test("while a part is missing every page says how much has come and names the same end of waiting", async () => {
  const { client, orderId } = await newOrder(runtime);
  const ctx = await announced({ client, orderId });
  const until = must(await transferPage(ctx, { orderId })).waitsUntil as Date;
  const noCode = { code: "conflict", message: expect.stringContaining("You announced a transfer") };
  expect(await enterCode(ctx, { orderId, code: "ANY-1" })).toMatchObject(noCode);
  const before = await shownOrder(ctx, request(`/dashboard/orders/${orderId}`), orderId);
  expect(before.card).toMatchObject({
    title: "We wait for your bank transfer.",
    text: "We confirm it as soon as it arrives.",
  });
  const message = before.card.times[0]?.text;
  await arrives(orderId, essayCents - 30);
  const page = await shownOrder(ctx, request(`/dashboard/orders/${orderId}`), orderId);
  expect(page.card.text).toBe("$125.70 of $126.00 has arrived. Please send the rest, $0.30, with the same reference.");
  expect(page.card.times[0]).toMatchObject({ term: "We wait until", text: message });
  expect(page.breakdown).toMatchObject({ standsUntil: message, over: false });
  expect(page.card.held).toBeNull();
  const { yourTurn, orders } = await shownDashboard(ctx, request("/dashboard"));
  expect([yourTurn, orders.map(({ wait }) => wait)]).toEqual([
    [],
    [`$125.70 of $126.00 has arrived. We wait until ${message}.`],
  ]);
  expect(must(await openCheckout(ctx, { orderId })).order.standsUntil).toEqual(until);
  const shown = await orderPageData(asAdmin, request(`/admin/orders/${orderId}`), {
    person: adminWith(admin, "orders"),
    orderId,
    zone: "UTC",
  });
  expect(shown.standsUntil).toEqual(until);
  expect(shown.timers.find(({ kind }) => kind === "order.unpaid-end")?.due).toEqual(until);
  const events = await runtime.db.select().from(outbox).where(eq(outbox.name, "payments.part-received"));
  expect(events.map(({ payload }) => payload)).toMatchObject([
    { orderId, cents: essayCents, missingCents: 30, waitsUntil: until.toISOString() },
  ]);
});

test("an admin with money accepts what is missing, once; the operator pays it and the share stays", async () => {
  const { client, orderId } = await newOrder(runtime);
  const ctx = await announced({ client, orderId });
  expect(await accept(orderId, 600), "nothing has come").toMatchObject({ code: "conflict" });
  await arrives(orderId, essayCents - 600);
  expect(await accept(orderId, 600), "over the limit").toMatchObject({ code: "conflict" });
  await arrives(orderId, 570);
  expect(await accept(orderId, 600), "more came meanwhile").toMatchObject({ code: "conflict" });
  const own = ctxFor(runtime, { ...admin, id: client.id });
  for (const other of [ctx, own, ctxFor(runtime, person(3, { capabilities: ["orders"] }))])
    expect(await accept(orderId, 30, other)).toMatchObject({ code: "not-found" });
  const all = await many(3, () => accept(orderId, 30));
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await rowOf(runtime, orderId)).toMatchObject({
    status: "confirmed",
    paymentStatus: "paid",
    shortfallCents: 30,
  });
  expect(await runtime.db.select().from(charges).where(eq(charges.orderId, orderId))).toMatchObject([
    { cents: essayCents, shortfallCents: 30, state: "settled" },
  ]);
  expect(await balancesOf(runtime, orderId)).toMatchObject({ held: essayCents - 30, surplus: 0 });
  const trail = await runtime.db.select().from(audit).where(eq(audit.subject, orderId));
  expect(trail.map(({ action }) => action)).toContain("payments.shortfall-accepted");
  const receipt = must(await receiptPage(ctx, { orderId }));
  expect(receipt).toMatchObject({ shortfallCents: 30, totalCents: essayCents - 30, openCents: 0 });
  expect(receipt.payments).toMatchObject([{ cents: essayCents - 30 }]);
  const paper = must(await paperOf(ctx, { orderId, number: receipt.receiptNumber ?? "" }));
  expect(JSON.stringify(paper.text.blocks)).toMatch(/Did not arrive, accepted by us.*[-−]\$0\.30.*\$125\.70/);
  expect((await shownOrder(ctx, request(`/dashboard/orders/${orderId}`), orderId)).card.held).toBe(
    "We hold $125.70 until you approve.",
  );
  expect((await arrives(orderId, 30)).result, "money that comes later").toBe("surplus");
  const writer = await newWriter(runtime);
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  expect((await earningsOfWriter(runtime.db, writer.id)).heldCents).toBe(essayCents / 2);
  must(
    await doAct(runtime, admin, orderId, "cancel", {
      reason: "Nobody is free.",
      cause: "operator",
      refundSeenCents: 12_570,
    }),
  );
  expect(must(await moneyForOrder(asAdmin, { orderId })).refunds.map(({ cents }) => cents)).toEqual([30, 570, 12_000]);
});

test("the second payment by transfer is waited for like the first, and can be short as well", async () => {
  const client = person();
  const deadline = new Date(runtime.clock().getTime() + 10 * 86_400_000).toISOString();
  const wish = { ...placing().fields, pages: "30", citedSources: "20", deadline };
  const { orderId } = await place(runtime, client, placing(wish, { confirmTotalCents: 48_000 }));
  const ctx = ctxFor(runtime, client);
  must(await startAttempt(ctx, { orderId, method: "transfer", seenCents: 48_000, parts: "two" }));
  await arrives(orderId, 14_400);
  const writer = await newWriter(runtime);
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  const turns = async () => must(await clientDashboard(ctx, {})).yourTurn.length;
  expect(await turns()).toBe(1);
  await announced({ client, orderId }, 33_600);
  expect(await turns()).toBe(0);
  await arrives(orderId, 33_100);
  const { card } = await shownOrder(ctx, request(`/dashboard/orders/${orderId}`), orderId);
  expect(card.text).toBe("$331.00 of $336.00 has arrived. Please send the rest, $5.00, with the same reference.");
  must(await accept(orderId, 500));
  expect(await rowOf(runtime, orderId)).toMatchObject({ unpaidCents: 0, shortfallCents: 500, paymentStatus: "paid" });
  expect(await turns(), "the work can be read").toBe(1);
  expect(await balancesOf(runtime, orderId)).toMatchObject({ held: 47_500, surplus: 0 });
});

test("a page of another provider that was open before pays the whole amount: the part goes back", async () => {
  Object.assign(runtime.other.provider, { sandbox: false }); // a provider of real money
  const mine = await newOrder(runtime);
  const ask = { orderId: mine.orderId, method: "other", seenCents: essayCents };
  const { attemptId } = must(await startAttempt(ctxFor(runtime, mine.client), ask));
  await announced(mine);
  await arrives(mine.orderId, 1_000);
  await runtime.other.controls.act(attemptId, "pay");
  expect(await rowOf(runtime, mine.orderId)).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
  const { refunds } = await readBooks(runtime.db, mine.orderId);
  expect(refunds.map(({ cents, state }) => [cents, state])).toEqual([[1_000, "by_hand"]]);
  expect(await balancesOf(runtime, mine.orderId)).toMatchObject({ held: essayCents, surplus: 1_000 });
});

test("two payments chosen after the whole was announced: that transfer is not waited for any more", async () => {
  const client = person();
  const deadline = new Date(runtime.clock().getTime() + 10 * 86_400_000).toISOString();
  const wish = { ...placing().fields, pages: "30", citedSources: "20", deadline };
  const { orderId } = await place(runtime, client, placing(wish, { confirmTotalCents: 48_000 }));
  const ctx = await announced({ client, orderId }, 48_000);
  const waits = await rowOf(runtime, orderId);
  expect(waits).toMatchObject({ paymentStatus: "awaiting_confirmation", transferSince: expect.any(Date) });
  must(await startAttempt(ctx, { orderId, method: "transfer", seenCents: 48_000, parts: "two" }));
  const { stepVersion } = waits;
  expect(await rowOf(runtime, orderId)).toMatchObject({ paymentStatus: "pending", transferSince: null, stepVersion });
});

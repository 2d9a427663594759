import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { customers } from "#src/modules/accounts/tables.ts";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import {
  begin,
  doAct,
  essayCents,
  later,
  must,
  newOrder,
  newWriter,
  paidOrder,
  person,
} from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { payDemoOrder, removeDemoPayments } from "../index.server.ts";
import { customerFigures, many, paymentsFixture } from "../payments-fixture.testing.ts";
import { followDispute } from "../provider-events/follow-dispute.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { readBooks } from "./books.ts";

const runtime = await paymentsFixture();
const { controls, provider } = runtime.sandbox;

/** The row of one customer; all rows are what the orders and the ledger say. */
async function figuresOf(personId: string) {
  const { kept, due } = await customerFigures(runtime);
  expect(kept).toEqual(due);
  const [row] = await runtime.db.select().from(customers).where(eq(customers.personId, personId));
  return row;
}

test("orders count when they are placed, money when it is in the ledger", async () => {
  const client = await createPerson(runtime);
  const { orderId } = await newOrder(runtime, client);
  const placed = { placed: 1, lastOrderAt: runtime.clock(), spentCents: 0, refundedCents: 0 };
  expect(await figuresOf(client.id)).toMatchObject(placed);
  await controls.act(await begin(runtime, { client, orderId }), "pay");
  expect(await figuresOf(client.id)).toMatchObject({ ...placed, spentCents: essayCents });
});

test("eight orders paid at once, half of them given back at once: nothing is lost", async () => {
  const client = await createPerson(runtime);
  const all: Awaited<ReturnType<typeof newOrder>>[] = [];
  for (let at = 0; at < 8; at += 1) all.push(await newOrder(runtime, client));
  const pages: string[] = [];
  for (const one of all) pages.push(await begin(runtime, one));
  await many(8, (at) => controls.act(pages[at] ?? "", "pay"));
  expect(await figuresOf(client.id)).toMatchObject({ placed: 8, spentCents: 8 * essayCents, refundedCents: 0 });
  await many(4, async (at) => must(await doAct(runtime, client, all[at]?.orderId ?? "", "cancel")));
  expect(await figuresOf(client.id)).toMatchObject({ refundedCents: 0 });
  await many(3, () => sendDueRefunds(runtime));
  expect(await figuresOf(client.id)).toMatchObject({ spentCents: 8 * essayCents, refundedCents: 4 * essayCents });
});

test("a part goes back, a bank takes the rest and loses, and a second payment counts as nothing", async () => {
  const client = await createPerson(runtime);
  const { orderId, attemptId } = await paidOrder(runtime, client);
  await controls.act(attemptId, "pay-twice");
  await sendDueRefunds(runtime);
  const writer = await newWriter(runtime);
  must(await doAct(runtime, person(3), orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  later(runtime, 40 * 3_600);
  must(await doAct(runtime, client, orderId, "cancel", { refundSeenCents: essayCents / 2 }));
  await sendDueRefunds(runtime);
  const half = { spentCents: essayCents, refundedCents: essayCents / 2 };
  expect(await figuresOf(client.id)).toMatchObject(half);
  const { transaction = "" } = (await readBooks(runtime.db, orderId)).settlements[0] ?? {};
  const dispute = await runtime.sandbox.question(transaction, essayCents / 2, "open");
  await followDispute(runtime, provider, dispute);
  expect(await figuresOf(client.id)).toMatchObject({ refundedCents: essayCents });
  await runtime.sandbox.question(transaction, essayCents / 2, "won");
  await followDispute(runtime, provider, dispute);
  expect(await figuresOf(client.id)).toMatchObject(half);
});

test("test orders are orders without money; what leaves with the demo leaves the figures of who stays", async () => {
  const client = await createPerson(runtime);
  const [trial, gone, stays] = [
    await newOrder(runtime, client),
    await newOrder(runtime, client),
    await newOrder(runtime, client),
  ];
  await runtime.db.execute(sql`update orders.orders set test = true where id = ${trial.orderId}`);
  await runtime.db.execute(sql`update orders.orders set demo = true where id = ${gone.orderId}`);
  for (const { orderId } of [trial, gone, stays]) await payDemoOrder(runtime, orderId);
  expect(await figuresOf(client.id)).toMatchObject({ placed: 3, spentCents: 2 * essayCents });
  must(
    await inTransaction(systemCtx(runtime, "test"), async (work) => {
      await removeDemoPayments(work, [gone.orderId]);
      return done(null);
    }),
  );
  expect(await figuresOf(client.id)).toMatchObject({ spentCents: essayCents, refundedCents: 0 });
});

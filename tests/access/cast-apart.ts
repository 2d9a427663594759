import { eq } from "drizzle-orm";
import { makeKey } from "#src/modules/api/keys/keys.ts";
import { endpoints } from "#src/modules/api/tables.ts";
import { newSecret, sealedSecret } from "#src/modules/api/webhooks/secrets.ts";
import { preparedLink } from "#src/modules/orders/prepared/prepared-order.ts";
import { preparedOrders } from "#src/modules/orders/storage/draft-tables.ts";
import { orders } from "#src/modules/orders/tables.ts";
import { documentsOf } from "#src/modules/payments/documents/document-rows.ts";
import { changePayoutMethod } from "#src/modules/payments/payouts/change-method.ts";
import { sealMethod } from "#src/modules/payments/payouts/method-store.ts";
import { payoutLines, payoutRuns, payouts } from "#src/modules/payments/payouts/payout-tables.ts";
import { goodMethod } from "#src/modules/payments/payouts/payouts.testing.ts";
import { makeQuote } from "#src/modules/pricing/index.server.ts";
import { quotes } from "#src/modules/pricing/tables.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { must, type PaymentsRuntime } from "../support/payments.ts";
import { createPerson } from "../support/people.ts";
import { ctxFor } from "../support/runtime.ts";
import { marks, type ProgramScope, type Visitor } from "./marks.ts";

type Used = { client: Person; writer: Person; orderId: string };

/** Subjects of money and prices beside an order: its number and receipt, a payout run with one payout, a kept quote. */
export async function castOfMoney(runtime: PaymentsRuntime, { client, writer, orderId }: Used) {
  await runtime.db.update(orders).set({ number: marks.number }).where(eq(orders.id, orderId));
  const [paper] = await documentsOf(runtime.db, orderId);
  const runId = await payOut(runtime, writer, orderId);
  const quoteId = await quote(runtime, client);
  const prepared = await prepare(runtime, client);
  return { runId, quoteId, receipt: `${paper?.number}.pdf`, prepared };
}

/** What a partner's program filled in for the client, who opened it: its id, and the query of its link. */
async function prepare(runtime: PaymentsRuntime, client: Person): Promise<{ id: string; query: string }> {
  const [id, service] = [newId(), "non-technical"];
  await runtime.db.insert(preparedOrders).values({
    ...{ id, service, partnerId: newId(), partnerName: "Study Circle", idempotencyKey: newId(), digest: "" },
    ...{ fields: { service, title: marks.title }, owner: client.id, createdAt: runtime.clock() },
  });
  return { id, query: new URL(preparedLink(runtime, { id, service })).search };
}

async function payOut(runtime: PaymentsRuntime, writer: Person, orderId: string): Promise<string> {
  const { db } = runtime;
  const method = { ...goodMethod, legalName: marks.legalName };
  must(await changePayoutMethod(ctxFor(runtime, writer), method));
  const [runId, payoutId, createdAt] = [newId(), newId(), runtime.clock()];
  const [cents, demo] = [100, false];
  await db.insert(payoutRuns).values({ id: runId, cents, payouts: 1, startedBy: newId(), createdAt, demo });
  const sealed = { sealed: sealMethod(runtime, method, payoutId), ending: "2874" };
  const row = { id: payoutId, runId, writerId: writer.id, cents, currency: "USD", demo, createdAt };
  await db.insert(payouts).values({ ...row, ...sealed });
  await db.insert(payoutLines).values({ payoutId, orderId, cents, demo });
  return runId;
}

async function quote(runtime: PaymentsRuntime, client: Person): Promise<string> {
  const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
  const fields = { service: "non-technical", subject: "Psychology", pages: "5", citedSources: "6", deadline };
  const { id } = must(await makeQuote(ctxFor(runtime, client), { mode: "form", fields }));
  const [row] = await runtime.db.select().from(quotes).where(eq(quotes.id, id));
  if (!row) throw new Error("The quote was not kept.");
  const marked = {
    inputs: { ...row.inputs, subject: marks.quote },
    result: { ...row.result, ignored: [marks.quote] },
  };
  await runtime.db.update(quotes).set(marked).where(eq(quotes.id, id));
  return id;
}

/** Keys of two programs, and a webhook that is off: nothing is sent. */
export async function castOfPrograms(runtime: PaymentsRuntime) {
  const ctx = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
  const keys = new Map<Visitor, string>();
  const keyFor = async (scope: ProgramScope) => {
    const made = await makeKey(ctx, { id: newId(), name: marks.keyName, scopes: [scope], ends: "never" });
    keys.set(`program for ${scope}`, must(made).key);
  };
  await keyFor("orders");
  await keyFor("quotes");
  const endpointId = newId();
  await runtime.db.insert(endpoints).values({
    ...{ id: endpointId, url: `https://hooks.example.test/${marks.webhook}`, events: ["order.delivered"] },
    ...{ secret: sealedSecret(runtime, endpointId, newSecret()), on: false, offBecause: "admin" },
    ...{ createdAt: runtime.clock(), createdBy: newId() },
  });
  return { keys, endpointId };
}

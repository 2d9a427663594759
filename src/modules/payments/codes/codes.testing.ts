import { and, eq, ne } from "drizzle-orm";
import { expect } from "vitest";
import { previewCancel } from "#src/modules/orders/index.server.ts";
import { dayMs } from "#src/shared/units.ts";
import {
  type Client,
  doAct,
  must,
  newOrder,
  newWriter,
  type PaymentsRuntime,
  person,
  place,
  placing,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { openCheckout } from "../commands/open-checkout.ts";
import { startAttempt } from "../commands/start-attempt.ts";
import type { CodeRefusal } from "../domain/promotion-code.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { readBooks } from "../settling/books.ts";
import { promotionUses } from "./code-tables.ts";
import { makeCode } from "./edit-codes.ts";
import { enterCode } from "./enter-code.ts";

let made = 0;

/** A new code; 10 percent, without a limit, unless other fields of its form are given. Returns its name. */
export async function newCode(runtime: PaymentsRuntime, fields: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const code = `CODE-${made}`;
  const off = "amount" in fields ? { kind: "fixed" } : { kind: "percent", percent: "10" };
  must(await makeCode(ctxFor(runtime, person(3)), { code, ...off, ...fields }));
  return code;
}

export const enter = (runtime: PaymentsRuntime, { client, orderId }: Client, code: string) =>
  enterCode(ctxFor(runtime, client), { orderId, code });

/** Psychology, 30 pages, 20 sources, ten days: 480.00 (the design's own slip). */
export async function bigOrder(runtime: PaymentsRuntime, client = person()): Promise<Client> {
  const deadline = new Date(runtime.clock().getTime() + 10 * dayMs).toISOString();
  const wish = { ...placing().fields, pages: "30", citedSources: "20", deadline };
  const { orderId } = await place(runtime, client, placing(wish, { confirmTotalCents: 48_000 }));
  return { client, orderId };
}

/** Pays what is due now, by the sandbox. */
export async function pay(runtime: PaymentsRuntime, mine: Client, seenCents: number, parts?: "two"): Promise<void> {
  const ask = { orderId: mine.orderId, method: "sandbox", seenCents, ...(parts && { parts }) };
  const { attemptId } = must(await startAttempt(ctxFor(runtime, mine.client), ask));
  await runtime.sandbox.controls.act(attemptId, "pay");
}

/** A writer takes the paid order and starts. */
export async function inWork(runtime: PaymentsRuntime, { orderId }: Client) {
  const [writer, admin] = [await newWriter(runtime), person(3)];
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  return { writer, admin };
}

/** Cancels with the refund that the preview shows. Returns its cents. */
export async function cancel(runtime: PaymentsRuntime, { client, orderId }: Client): Promise<number> {
  const { refundCents } = must(await previewCancel(ctxFor(runtime, client), { orderId }));
  must(await doAct(runtime, client, orderId, "cancel", { refundSeenCents: refundCents }));
  expect(refundCents).toBeGreaterThanOrEqual(0);
  return refundCents;
}

/** What tests about codes ask of one runtime. */
export const codesIn = (runtime: PaymentsRuntime) => ({
  usesOf: (orderId: string) =>
    runtime.db
      .select()
      .from(promotionUses)
      .where(and(eq(promotionUses.orderId, orderId), ne(promotionUses.state, "back"))),
  openCharges: async (orderId: string) =>
    (await readBooks(runtime.db, orderId)).charges
      .filter(({ state }) => state === "open")
      .map(({ purpose, cents, discountCents }) => ({ purpose, cents, discountCents })),
  stageOf: async ({ client, orderId }: Client) => must(await openCheckout(ctxFor(runtime, client), { orderId })).stage,
  /** A new order of 126.00 with a new code on it. */
  coded: async (fields: Record<string, unknown> = {}) => {
    const mine = await newOrder(runtime);
    const code = await newCode(runtime, fields);
    must(await enter(runtime, mine, code));
    return { ...mine, code };
  },
  refundsSent: async () => {
    await runtime.dispatchEvents();
    while ((await sendDueRefunds(runtime)) > 0);
  },
  /** Why a code is refused: the word of it, the refusal's own, or "it counts". */
  whyOf: async (mine: Client, code: string): Promise<string> => {
    const answer = await enter(runtime, mine, code);
    if (answer.ok) return "it counts";
    return (answer.data?.refused as CodeRefusal | undefined)?.why ?? answer.code;
  },
});

import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { lockOrderForPayment, visibleOrder } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/id-schema.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { seal, unseal } from "#src/platform/seal.ts";
import { keyFor } from "#src/platform/secret.ts";
import type { Work } from "#src/platform/work.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { accountError } from "../domain/account-error.ts";
import { grouped } from "../domain/bank-account.ts";
import { accountFingerprint } from "../payouts/method-store.ts";
import { byHandProvider, refundToSend } from "../refund-rows.ts";
import { refunds, settlements } from "../tables.ts";
import { refundAccounts } from "../transfer-tables.ts";

const accountSchema = z.strictObject({
  holder: z.string().trim().min(2, "Write the name on the account.").max(100),
  account: z
    .string()
    .trim()
    .max(60)
    .superRefine((text, ctx) => {
      const message = accountError(text);
      if (message) ctx.addIssue({ code: "custom", message });
    })
    .transform(grouped),
  bank: z.string().trim().min(2, "Write the BIC, or the name of the bank.").max(100),
});
export type RefundAccount = z.infer<typeof accountSchema>;

const key = ({ secret }: Pick<Runtime, "secret">): Buffer => keyFor(secret, "refund accounts");

/** Refunds of an order that a person sends by transfer. */
const toSend = (db: Database, orderId: string) =>
  db
    .select({ id: refunds.id, cents: refunds.cents, given: refundAccounts.givenAt })
    .from(refunds)
    .innerJoin(settlements, eq(settlements.id, refunds.settlementId))
    .leftJoin(refundAccounts, eq(refundAccounts.refundId, refunds.id))
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(settlements.provider, byHandProvider),
        inArray(refunds.state, [...refundToSend]),
      ),
    );

export type AccountAsked = { cents: number; given: boolean };

/** What waits for the client's account; null when nothing does. */
export async function accountAsked(db: Database, orderId: string): Promise<AccountAsked | null> {
  const rows = await toSend(db, orderId);
  if (rows.length === 0) return null;
  return {
    cents: rows.reduce((sum, { cents }) => sum + cents, 0),
    given: rows.every(({ given }) => given !== null),
  };
}

const input = accountSchema.extend({ orderId: askedId });

/**
 * The client says where refunds of an own order go that we send by transfer. It is kept sealed until they are sent.
 * Refusals: signed-out, not-found, invalid, conflict (nothing waits for it).
 */
export const giveRefundAccount = command<z.infer<typeof input>, null>("payments.refund-account", {
  input,
  run: async (work, { orderId, ...account }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "payee");
    if (!mine.ok) return mine;
    const rows = await toSend(work.tx, mine.value.id);
    if (rows.length === 0) return refuse("conflict", "No refund waits for an account. It may be sent already.");
    for (const { id } of rows) {
      const sealed = seal(key(work.ctx.runtime), JSON.stringify(account), id);
      const fingerprint = accountFingerprint(work.ctx.runtime, account.account);
      const row = { sealed, fingerprint, givenAt: work.now };
      await work.tx
        .insert(refundAccounts)
        .values({ refundId: id, ...row })
        .onConflictDoUpdate({ target: refundAccounts.refundId, set: row });
    }
    work.audit({ action: "payments.refund-account", subject: mine.value.id, detail: { refunds: rows.length } });
    return done(null);
  },
});

/** The money is sent: the account goes. */
export const dropAccount = (work: Work, refundId: string) =>
  work.tx.delete(refundAccounts).where(eq(refundAccounts.refundId, refundId));

/** The accounts of these refunds, opened for an admin who sends them. */
export async function accountsOf(runtime: Runtime, refundIds: readonly string[]): Promise<Map<string, RefundAccount>> {
  if (refundIds.length === 0) return new Map();
  const rows = await runtime.db
    .select()
    .from(refundAccounts)
    .where(inArray(refundAccounts.refundId, [...refundIds]));
  return new Map(
    rows.flatMap(({ refundId, sealed }) => {
      const text = unseal(key(runtime), sealed, refundId);
      return text === null ? [] : [[refundId, accountSchema.parse(JSON.parse(text))] as const];
    }),
  );
}

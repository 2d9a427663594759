import { createHmac } from "node:crypto";
import { and, eq, inArray, isNotNull, ne, notInArray } from "drizzle-orm";
import { z } from "zod";
import { canSeePeople } from "#src/modules/accounts/index.ts";
import { clientsOfOrders, orderIdsOfClient } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { endedUse, type SecretUse } from "#src/platform/secret-rotation.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { payoutMethods } from "../payouts/payout-tables.ts";
import { refunds, settlements } from "../tables.ts";
import { refundAccounts } from "../transfer/transfer-tables.ts";

const most = 20;

/** A keyed hash of what a provider calls a card or an account: equal for the same one, and nothing else can be read of it. */
export const payerMark = ({ secret }: Pick<Runtime, "secret">, provider: string, payer: string): string =>
  createHmac("sha256", keyFor(secret, "payers"))
    .update(JSON.stringify([provider, payer]))
    .digest("base64url");

/** Cards are known as hashes alone: with another secret none is the same as one of before. */
export const payerSecretUse: SecretUse = endedUse({
  ...{ purpose: "payers", what: "marks of cards and PayPal accounts" },
  end: async ({ tx }) => {
    const gone = tx.update(settlements).set({ payerMark: null }).where(isNotNull(settlements.payerMark));
    return (await gone.returning({ id: settlements.id })).length;
  },
});

/** Other clients who paid with the card or the PayPal account of this one, for admins who see people. It decides nothing. */
export const sharedPayers = query<{ clientId: string }, readonly string[]>("payments.shared-payers", {
  input: z.strictObject({ clientId: askedId }),
  run: async ({ db, viewer }, { clientId }) => {
    if (!canSeePeople(viewer)) return notFound();
    const mine = await orderIdsOfClient(db, clientId);
    if (mine.length === 0) return done([]);
    const own = db
      .select({ mark: settlements.payerMark })
      .from(settlements)
      .where(and(inArray(settlements.orderId, mine), isNotNull(settlements.payerMark)));
    const others = await db
      .selectDistinct({ orderId: settlements.orderId })
      .from(settlements)
      .where(and(inArray(settlements.payerMark, own), notInArray(settlements.orderId, mine)))
      .limit(most);
    const clients = await clientsOfOrders(
      db,
      others.map(({ orderId }) => orderId),
    );
    return done(clients.filter((id) => id !== clientId));
  },
});

type Shared = { clientIds: readonly string[]; writerIds: readonly string[] };

/**
 * Who gave the bank account of this writer, too: clients for a refund that waits, other writers for their payouts.
 * Compared by keyed hashes; no account is opened. It decides nothing.
 */
export async function sharedAccounts(db: Database, writerId: string): Promise<Shared> {
  const [own] = await db.select().from(payoutMethods).where(eq(payoutMethods.writerId, writerId));
  if (!own) return { clientIds: [], writerIds: [] };
  const same = eq(payoutMethods.fingerprint, own.fingerprint);
  const writers = await db
    .select({ id: payoutMethods.writerId })
    .from(payoutMethods)
    .where(and(same, ne(payoutMethods.writerId, writerId)))
    .limit(most);
  const backs = db
    .select({ id: refundAccounts.refundId })
    .from(refundAccounts)
    .where(eq(refundAccounts.fingerprint, own.fingerprint));
  const rows = await db.selectDistinct({ orderId: refunds.orderId }).from(refunds).where(inArray(refunds.id, backs));
  const clients = await clientsOfOrders(
    db,
    rows.map(({ orderId }) => orderId),
  );
  return { clientIds: clients, writerIds: writers.map(({ id }) => id) };
}

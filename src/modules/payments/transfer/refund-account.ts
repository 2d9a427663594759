import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { lockOrderForPayment, visibleOrder } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, type Refusal, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { zonedMoment } from "#src/shared/zone.ts";
import { accountError, endingOf, grouped } from "../domain/payout-method.ts";
import { accountFingerprint } from "../payouts/method-store.ts";
import { refundAccountMail } from "../payouts/payout-mails.ts";
import { byHandProvider, refundToSend } from "../refunds/refund-rows.ts";
import { payoutSetting } from "../settings.ts";
import { refunds, settlements } from "../tables.ts";
import { refundAccounts } from "./transfer-tables.ts";

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
    .select({
      id: refunds.id,
      cents: refunds.cents,
      given: refundAccounts.givenAt,
      fingerprint: refundAccounts.fingerprint,
    })
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
 * The client says where refunds of an own order go that we send by transfer. It is kept sealed until they are sent, is
 * mailed, and waits as a changed payout account does before money goes there. Another account never takes its place by
 * itself: an admin asks for it anew. Refusals: signed-out, not-found, step-up, invalid, conflict (nothing waits for it, or
 * another account was named).
 */
export const setRefundAccount = command<z.infer<typeof input>, null>("payments.refund-account", {
  input,
  run: async (work, { orderId, ...account }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "payee");
    if (!mine.ok) return mine;
    const rows = await toSend(work.tx, mine.value.id);
    if (rows.length === 0) return refuse("conflict", "No refund waits for an account. Maybe it was sent already.");
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const fingerprint = accountFingerprint(work.ctx.runtime, account.account);
    const open = rows.filter(({ given }) => given === null);
    if (rows.some((one) => one.given !== null && one.fingerprint !== fingerprint))
      return refuse("conflict", "You gave an account for this refund already. Write to Support to use another one.");
    if (open.length === 0) return done(null);
    for (const { id } of open) {
      const sealed = seal(key(work.ctx.runtime), JSON.stringify(account), id);
      const row = { sealed, fingerprint, givenAt: work.now };
      await work.tx.insert(refundAccounts).values({ refundId: id, ...row });
    }
    if (work.viewer.kind === "person") {
      const { email, timeZone } = work.viewer;
      const from = afterPause(work.now, (await work.ctx.runtime.settings.get(payoutSetting)).pauseHours);
      const mail = {
        number: mine.value.number,
        ending: endingOf({ kind: "bank", account: account.account }),
        from,
        zone: timeZone ?? "UTC",
      };
      await queueMail(work.tx, refundAccountMail(email, { orderId, ...mail }), work.now);
    }
    work.audit({ action: "payments.refund-account", subject: mine.value.id, detail: { refunds: rows.length } });
    return done(null);
  },
});

const afterPause = (givenAt: Date, pauseHours: number): Date => new Date(givenAt.getTime() + pauseHours * hourMs);

/** Why money cannot go to the account that was named yet; null when it can, or none was named. */
export async function accountPause(work: Work, refundId: string): Promise<Refusal | null> {
  const [given] = await work.tx.select().from(refundAccounts).where(eq(refundAccounts.refundId, refundId));
  if (!given) return null;
  const from = afterPause(given.givenAt, (await work.ctx.runtime.settings.get(payoutSetting)).pauseHours);
  if (work.now >= from) return null;
  return refuse("conflict", `The client can stop this account until ${zonedMoment(from, "UTC")}. Send the money then.`);
}

/** The account goes: the money is sent, or another one is asked for. @returns whether there was one */
export const dropAccount = async (work: Work, refundId: string): Promise<boolean> =>
  (await work.tx.delete(refundAccounts).where(eq(refundAccounts.refundId, refundId)).returning()).length > 0;

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

export const refundAccountSecretUse: SecretUse = sealedColumn({
  ...{
    purpose: "refund accounts",
    what: "accounts for refunds",
    id: refundAccounts.refundId,
    text: refundAccounts.sealed,
  },
  about: (refundId) => refundId,
  hash: {
    column: refundAccounts.fingerprint,
    make: (runtime, text) => accountFingerprint(runtime, accountSchema.parse(JSON.parse(text)).account),
  },
});

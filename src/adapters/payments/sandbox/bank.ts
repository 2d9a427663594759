import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { EventSubject, SandboxChoice, VerifiedEvent } from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { pages, payments, refunds } from "./tables.ts";

export type PageRow = typeof pages.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

/** How the pretended provider behaves; tests turn these. */
export type Knobs = {
  /** What it keeps of a payment, in cents. */
  fee: (cents: number) => number;
  /** How a new refund answers. */
  refunds: "succeeded" | "pending" | "failed";
  /** Amount and currency that it says it got; null: what was asked for. */
  pays: { cents: number; currency: string } | null;
  /** Payments are held back and looked at. */
  reviews: boolean;
  /** No call gets through. */
  down: boolean;
};

export const plainKnobs = (): Knobs => ({
  fee: () => 0,
  refunds: "succeeded",
  pays: null,
  reviews: false,
  down: false,
});

export async function paymentsOf(db: Database, pageId: string): Promise<readonly PaymentRow[]> {
  return db.select().from(payments).where(eq(payments.pageId, pageId)).orderBy(asc(payments.at), asc(payments.id));
}

export async function loadPage(db: Database, id: string, lock = false): Promise<PageRow | null> {
  const rows = db.select().from(pages).where(eq(pages.id, id));
  const [page] = await (lock ? rows.for("update") : rows);
  return page ?? null;
}

const wanted: Readonly<Record<SandboxChoice, number>> = {
  pay: 1,
  "pay-and-close": 1,
  "pay-twice": 2,
  decline: 0,
  close: 0,
};

/** Carries out what the person chose; pressing the same button again pays nothing more. True: something changed. */
export async function carryOutChoice(
  db: Database,
  id: string,
  choice: SandboxChoice,
  { now, knobs }: { now: Date; knobs: Knobs },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const page = await loadPage(tx as Database, id, true);
    if (!page || page.declinedAt || choice === "close") return false;
    const had = (await paymentsOf(tx as Database, id)).length;
    if (had === 0 && (page.closedAt || now >= page.endsAt)) return false;
    if (choice === "decline") {
      if (had > 0) return false;
      await tx.update(pages).set({ declinedAt: now }).where(eq(pages.id, id));
      return true;
    }
    const { cents, currency } = knobs.pays ?? page;
    for (let more = had; more < wanted[choice]; more += 1)
      await tx.insert(payments).values({
        id: `pay_${randomBytes(12).toString("hex")}`,
        pageId: id,
        cents,
        currency,
        feeCents: knobs.fee(cents),
        at: now,
      });
    return had < wanted[choice];
  });
}

type Back = { id: string; transaction: string; cents: number; elsewhere?: boolean };
export type RefundRow = typeof refunds.$inferSelect;

/**
 * A refund under its key: the same key again is the same refund, one that failed is made anew, and never more than the
 * payment goes back.
 */
export async function refundPayment(
  db: Database,
  { id, transaction, cents, elsewhere = false }: Back,
  { now, knobs }: { now: Date; knobs: Knobs },
): Promise<RefundRow | null> {
  return db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, transaction)).for("update");
    if (!payment) return null;
    const before = await tx.select().from(refunds).where(eq(refunds.paymentId, transaction));
    const known = before.find(({ key, state }) => key === id && state !== "failed");
    if (known && known.cents !== cents) throw new Error("This key was used for another amount.");
    if (known) return known;
    const gone = before.reduce((sum, one) => sum + (one.state === "failed" ? 0 : one.cents), 0);
    const state = gone + cents > payment.cents ? "failed" : knobs.refunds;
    const row = { paymentId: transaction, cents, state, elsewhere, at: now };
    const [made] = await tx
      .insert(refunds)
      .values({ key: id, ...row })
      .onConflictDoUpdate({ target: refunds.key, set: row })
      .returning();
    return made ?? null;
  });
}

export const signatureHeader = "sandbox-signature";
const toleranceSeconds = 300;

const hmac = (key: Buffer, seconds: number, raw: string): string =>
  createHmac("sha256", key).update(`${seconds}.${raw}`).digest("hex");

/** "t=1773144000,v1=…": the time and an HMAC over the time and the exact bytes. */
export const signEvent = (key: Buffer, raw: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${hmac(key, seconds, raw)}`;
};

const refuse = (reason: string): VerifiedEvent => ({ ok: false, reason });

/** Nothing is read of the body before its signature holds; older than five minutes is refused. */
export const verifySigned = (key: Buffer, raw: string, header: string | null, now: Date): VerifiedEvent => {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "");
  if (!parts?.[1] || !parts[2]) return refuse("no signature");
  const seconds = Number(parts[1]);
  const expected = Buffer.from(hmac(key, seconds, raw), "hex");
  if (!timingSafeEqual(expected, Buffer.from(parts[2], "hex"))) return refuse("wrong signature");
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return refuse("old signature");
  return readEvent(raw);
};

const aboutOf = ({ attempt, refund, payment, dispute }: Record<string, unknown>): EventSubject | null => {
  if (typeof attempt === "string") return { kind: "attempt", attemptId: attempt };
  if (typeof refund === "string") return { kind: "refund", refundId: refund };
  if (typeof payment === "string") return { kind: "refund", transaction: payment };
  return typeof dispute === "string" ? { kind: "dispute", reference: dispute } : null;
};

const readEvent = (raw: string): VerifiedEvent => {
  try {
    const { id, type, ...subject } = JSON.parse(raw) as Record<string, unknown>;
    if (typeof id !== "string" || id === "" || id.length > 200) return refuse("no event id");
    return { ok: true, event: { id, type: String(type ?? "").slice(0, 100), about: aboutOf(subject) } };
  } catch {
    return refuse("not JSON");
  }
};

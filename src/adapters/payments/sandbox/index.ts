import { randomBytes } from "node:crypto";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type {
  AttemptAnswer,
  AttemptToPay,
  Opened,
  PaymentProvider,
  ProviderDispute,
  ProviderRefund,
  RefundAnswer,
  RefundToSend,
  SandboxControls,
  SandboxPage,
} from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import {
  carryOutChoice,
  type Knobs,
  loadPage,
  type PageRow,
  paymentsOf,
  plainKnobs,
  refundPayment,
  signatureHeader,
  signEvent,
  verifySigned,
} from "./bank.ts";
import { disputes, pages, payments, refunds } from "./tables.ts";

export type SandboxParts = {
  db: Database;
  clock: () => Date;
  /** Signs its events. */
  signingKey: Buffer;
  /** Carries an event to the product's webhook handler; rejects or answers other than 2xx when it was not taken. */
  deliver: (raw: string, headers: Headers) => Promise<unknown>;
  /** Another key than "sandbox" for a second one beside it. */
  key?: string;
};

export type Sandbox = {
  provider: PaymentProvider;
  controls: SandboxControls;
  knobs: Knobs;
  /** A signed event about an attempt, as `act` sends it: for replays, delays and forgeries. */
  eventFor: (attemptId: string) => { raw: string; headers: Headers };
  /** A signed event about anything: `payment`, `refund` or `dispute`, with the provider's or our name for it. */
  eventAbout: (subject: Record<string, string>) => { raw: string; headers: Headers };
  /** Sends money back at the provider, without the shop. Returns the refund's name. */
  refundElsewhere: (transaction: string, cents: number) => Promise<string>;
  /** The bank questions a payment, or ends that; the same payment has one dispute. Returns its name. */
  question: (transaction: string, cents: number, state: ProviderDispute["state"]) => Promise<string>;
  /** Ends refunds that were left pending. */
  finishRefunds: (state: "succeeded" | "failed") => Promise<void>;
};

/** Our own sandbox provider: its own books, its own page, signed events; no real money, and nothing leaves the machine. */
export function openSandbox(parts: SandboxParts): Sandbox {
  const knobs = plainKnobs();
  const key = parts.key ?? "sandbox";
  const reach = () => {
    if (knobs.down) throw new Error("The sandbox provider does not answer.");
  };
  const eventFor = (attempt: string) => eventAbout({ attempt });
  const eventAbout = (subject: Record<string, string>) => {
    const [kind = ""] = Object.keys(subject);
    const raw = JSON.stringify({
      id: `evt_${randomBytes(12).toString("hex")}`,
      type: `${kind}.changed`,
      ...subject,
    });
    return { raw, headers: new Headers({ [signatureHeader]: signEvent(parts.signingKey, raw, parts.clock()) }) };
  };
  const provider: PaymentProvider = {
    key,
    name: "Practice payment",
    note: "No real money. On the next page you choose how the payment ends.",
    arrival: "It is back at once: no real money moved.",
    sandbox: true,
    pages: [],
    open: async (attempt) => {
      reach();
      return open(parts, key, attempt);
    },
    state: async (attempt) => {
      reach();
      return stateOfAttempt(parts, knobs, attempt.id);
    },
    capture: async (attempt) => {
      reach();
      return stateOfAttempt(parts, knobs, attempt.id);
    },
    close: async ({ id }) => {
      reach();
      await closePage(parts, id);
    },
    refund: async (refund) => {
      reach();
      return sendBack(parts, knobs, refund);
    },
    refundsOf: async ({ transaction }) => {
      reach();
      return refundsOf(parts, transaction);
    },
    dispute: async (reference) => {
      reach();
      return disputeOf(parts, reference);
    },
    verifyEvent: async (raw, headers) =>
      verifySigned(parts.signingKey, raw, headers.get(signatureHeader), parts.clock()),
  };
  const controls: SandboxControls = {
    page: (id) => showPage(parts, id),
    act: async (id, choice, { at, quiet } = {}) => {
      const changed = await carryOutChoice(parts.db, id, choice, { now: at ?? parts.clock(), knobs });
      if (changed && !quiet) {
        const { raw, headers } = eventFor(id);
        await parts.deliver(raw, headers);
      }
      return showPage(parts, id);
    },
    forget: async (tx, ids) => void (await tx.delete(pages).where(inArray(pages.id, [...ids]))),
  };
  const finishRefunds = async (state: "succeeded" | "failed") => {
    await parts.db.update(refunds).set({ state }).where(eq(refunds.state, "pending"));
  };
  const refundElsewhere = async (transaction: string, cents: number) => {
    const made = await refundPayment(
      parts.db,
      { id: newId(), transaction, cents, elsewhere: true },
      { now: parts.clock(), knobs },
    );
    return `back_${made?.key}`;
  };
  const question = async (transaction: string, cents: number, state: ProviderDispute["state"]) => {
    const id = `dispute_${transaction}`;
    const row = { id, paymentId: transaction, cents, state };
    await parts.db.insert(disputes).values(row).onConflictDoUpdate({ target: disputes.id, set: { state } });
    return id;
  };
  return { provider, controls, knobs, eventFor, eventAbout, refundElsewhere, question, finishRefunds };
}

async function open({ db, clock }: SandboxParts, provider: string, attempt: AttemptToPay): Promise<Opened> {
  const { id, orderNumber, cents, currency, endsAt } = attempt;
  const returnTo = `/checkout/${attempt.orderId}/return?attempt=${id}`;
  await db
    .insert(pages)
    .values({ id, provider, orderNumber, cents, currency, returnTo, endsAt, createdAt: clock() })
    .onConflictDoNothing();
  const page = await loadPage(db, id);
  if (page?.cents !== cents || page.currency !== currency || page.endsAt.getTime() !== endsAt.getTime())
    throw new Error("This key was used with other parameters.");
  return { redirect: `/sandbox/pay/${id}`, reference: `page_${id}` };
}

async function closePage({ db, clock }: SandboxParts, id: string): Promise<void> {
  await db
    .update(pages)
    .set({ closedAt: clock() })
    .where(and(eq(pages.id, id), isNull(pages.closedAt)));
}

async function refundsOf({ db }: SandboxParts, transaction: string): Promise<readonly ProviderRefund[]> {
  const rows = await db
    .select({ refund: refunds, currency: pages.currency })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(pages, eq(pages.id, payments.pageId))
    .where(eq(refunds.paymentId, transaction))
    .orderBy(asc(refunds.at), asc(refunds.key));
  return rows.map(({ refund: { key, cents, state, elsewhere }, currency }) => ({
    reference: `back_${key}`,
    id: elsewhere ? null : key,
    cents,
    currency,
    state,
  }));
}

async function disputeOf({ db }: SandboxParts, reference: string): Promise<ProviderDispute | null> {
  const [row] = await db
    .select({ dispute: disputes, currency: payments.currency })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(eq(disputes.id, reference));
  if (!row) return null;
  const { paymentId: transaction, cents, state } = row.dispute;
  return { reference, transaction, cents, currency: row.currency, state, reason: "practice" };
}

async function stateOfAttempt({ db, clock }: SandboxParts, knobs: Knobs, id: string): Promise<AttemptAnswer> {
  const page = await loadPage(db, id);
  if (!page) return { state: "open" };
  const [first, ...others] = (await paymentsOf(db, id)).map(({ id: transaction, cents, currency, feeCents, at }) => ({
    transaction,
    cents,
    currency,
    feeCents,
    at,
  }));
  if (first && knobs.reviews) return { state: "reviewing" };
  if (first) return { state: "paid", payments: [first, ...others] };
  if (page.declinedAt) return { state: "failed" };
  return { state: page.closedAt || clock() >= page.endsAt ? "expired" : "open" };
}

async function sendBack({ db, clock }: SandboxParts, knobs: Knobs, refund: RefundToSend): Promise<RefundAnswer> {
  const made = await refundPayment(db, refund, { now: clock(), knobs });
  if (!made) return { state: "failed", reference: null, reason: "This payment is unknown." };
  return made.state === "failed"
    ? { state: "failed", reference: null, reason: "The sandbox provider refused." }
    : { state: made.state, reference: `back_${made.key}` };
}

const stateOf = (page: PageRow, paid: number, now: Date): SandboxPage["state"] => {
  if (paid > 0) return "paid";
  if (page.declinedAt) return "declined";
  return page.closedAt || now >= page.endsAt ? "over" : "open";
};

async function showPage({ db, clock }: SandboxParts, id: string): Promise<SandboxPage | null> {
  const page = await loadPage(db, id);
  if (!page) return null;
  const paid = await paymentsOf(db, id);
  const { orderNumber, cents, currency, returnTo } = page;
  return { id, orderNumber, cents, currency, returnTo, state: stateOf(page, paid.length, clock()) };
}

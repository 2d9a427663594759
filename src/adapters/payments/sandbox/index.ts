import { randomBytes } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type {
  AttemptAnswer,
  AttemptToPay,
  PaymentProvider,
  RefundAnswer,
  RefundToSend,
  SandboxControls,
  SandboxPage,
} from "#src/modules/payments/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { carryOutDeed, giveBack, type Knobs, loadPage, type PageRow, paymentsOf, plainKnobs } from "./bank.ts";
import { signatureHeader, signEvent, verifySigned } from "./sign.ts";
import { pages, refunds } from "./tables.ts";

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
  const eventFor = (attemptId: string) => {
    const raw = JSON.stringify({
      id: `evt_${randomBytes(12).toString("hex")}`,
      type: "attempt.changed",
      attempt: attemptId,
    });
    return { raw, headers: new Headers({ [signatureHeader]: signEvent(parts.signingKey, raw, parts.clock()) }) };
  };
  const provider: PaymentProvider = {
    key,
    name: "Practice payment",
    note: "No real money. On the next page you choose how the payment ends.",
    arrival: "It is back at once: no real money moved.",
    sandbox: true,
    begin: async (attempt) => {
      reach();
      return begin(parts, key, attempt);
    },
    lookUp: async (attempt) => {
      reach();
      return lookUp(parts, attempt.id);
    },
    refund: async (refund) => {
      reach();
      return sendBack(parts, knobs, refund);
    },
    verifyEvent: (raw, headers) => verifySigned(parts.signingKey, raw, headers.get(signatureHeader), parts.clock()),
  };
  const controls: SandboxControls = {
    page: (id) => showPage(parts, id),
    act: async (id, deed, { at, quiet } = {}) => {
      const changed = await carryOutDeed(parts.db, id, deed, { now: at ?? parts.clock(), knobs });
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
  return { provider, controls, knobs, eventFor, finishRefunds };
}

async function begin(
  { db, clock }: SandboxParts,
  provider: string,
  attempt: AttemptToPay,
): Promise<{ redirect: string }> {
  const { id, orderNumber, cents, currency, endsAt } = attempt;
  const returnTo = `/checkout/${attempt.orderId}/return?attempt=${id}`;
  await db
    .insert(pages)
    .values({ id, provider, orderNumber, cents, currency, returnTo, endsAt, createdAt: clock() })
    .onConflictDoNothing();
  const page = await loadPage(db, id);
  if (page?.cents !== cents || page.currency !== currency || page.endsAt.getTime() !== endsAt.getTime())
    throw new Error("This key was used with other parameters.");
  return { redirect: `/sandbox/pay/${id}` };
}

async function lookUp({ db, clock }: SandboxParts, id: string): Promise<AttemptAnswer> {
  const page = await loadPage(db, id);
  if (!page) return { state: "open" };
  const [first, ...others] = (await paymentsOf(db, id)).map(({ id: transaction, cents, currency, feeCents, at }) => ({
    transaction,
    cents,
    currency,
    feeCents,
    at,
  }));
  if (first) return { state: "paid", payments: [first, ...others] };
  if (page.declinedAt) return { state: "failed" };
  return { state: clock() >= page.endsAt ? "expired" : "open" };
}

async function sendBack({ db, clock }: SandboxParts, knobs: Knobs, refund: RefundToSend): Promise<RefundAnswer> {
  const made = await giveBack(db, refund, { now: clock(), knobs });
  if (!made) return { state: "failed", reference: null, reason: "This payment is unknown." };
  return made.state === "failed"
    ? { state: "failed", reference: null, reason: "The sandbox provider refused." }
    : { state: made.state, reference: `back_${made.key}` };
}

const stateOf = (page: PageRow, paid: number, now: Date): SandboxPage["state"] => {
  if (paid > 0) return "paid";
  if (page.declinedAt) return "declined";
  return now >= page.endsAt ? "over" : "open";
};

async function showPage({ db, clock }: SandboxParts, id: string): Promise<SandboxPage | null> {
  const page = await loadPage(db, id);
  if (!page) return null;
  const paid = await paymentsOf(db, id);
  const { orderNumber, cents, currency, returnTo } = page;
  return { id, orderNumber, cents, currency, returnTo, state: stateOf(page, paid.length, clock()) };
}

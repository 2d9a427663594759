import type { MoneyToDo } from "#src/modules/payments/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { providerLabel } from "./payment-labels.ts";

/** Something that waits for an admin with money. `event`: a message of a provider that can be tried again here. */
export type TodoRow = {
  id: string;
  failed: boolean;
  kind: string;
  title: string;
  orderId: string | null;
  note: string;
  since: Date;
  cents: number | null;
  act: string;
  event?: string;
};

type Clock = { now: Date; zone: string };

const transferNote = ({ arrivedCents, cents, entered, hasProof }: MoneyToDo["transfers"][number]): string => {
  if (entered) return "One admin entered it. Another one confirms it.";
  if (arrivedCents > 0) return `${formatUsd(Math.max(0, cents - arrivedCents))} too little arrived.`;
  return hasProof ? "Proof sent. Look for it on the bank statement." : "No proof yet. Look at the bank statement.";
};

/** What waits, failed first, then the oldest. */
export function todoOf(money: MoneyToDo, { now, zone }: Clock): readonly TodoRow[] {
  const at = (moment: Date) => nearMoment(moment, zone, now);
  const of = (orderId: string) => {
    const order = money.orders.get(orderId);
    return { orderId, title: order ? `${order.title}, ${order.number}` : "Order" };
  };
  const from = (orderId: string): string => {
    const client = money.orders.get(orderId)?.clientName;
    return client ? `From ${client}. ` : "";
  };
  const rows: TodoRow[] = [
    ...money.events.map(({ id, provider, error, attempts, receivedAt }) => ({
      ...{ id, failed: true, kind: "Message failed", title: `Message from ${providerLabel(provider)}`, orderId: null },
      note: `Received ${at(receivedAt)}, ${counted(attempts, "try", "tries")}: ${error ?? ""}`,
      ...{ since: receivedAt, cents: null, act: "Try now", event: id },
    })),
    ...money.refunds.map(({ id, orderId, cents, state, error, createdAt: since }) => ({
      ...{ id, ...of(orderId), cents, since, failed: state === "failed" },
      ...(state === "failed"
        ? { kind: "Refund refused", note: error || "The provider refused it.", act: "Open" }
        : { kind: "Refund by hand", note: "Send it, then enter the bank’s reference.", act: "Enter" }),
    })),
    ...money.disputes.map(({ id, orderId, cents, provider, reason, openedAt: since }) => ({
      ...{ id, ...of(orderId), cents, since, failed: false, kind: "Dispute at the bank", act: "Open" },
      note: `${providerLabel(provider)}: ${reason}. Answer it there.`,
    })),
    ...money.reviews.map(({ id, orderId, cents, provider, at: since }) => ({
      ...{ id, ...of(orderId), cents, since, failed: false, kind: "Other amount", act: "Decide" },
      note: `${providerLabel(provider)}. It is not the amount that was due.`,
    })),
    ...money.held.map(({ orderId, cents, at: since }) => ({
      ...{ id: `held-${orderId}`, ...of(orderId), cents, since, failed: false, kind: "Still held", act: "Decide" },
      note: "The order has ended, its money is still held.",
    })),
    ...money.transfers.map((one) => ({
      ...{ id: one.id, ...of(one.orderId), cents: one.cents, since: one.since, failed: false, kind: "Transfer" },
      ...{ note: `${from(one.orderId)}${transferNote(one)}`, act: one.arrivedCents > 0 ? "Decide" : "Confirm" },
    })),
  ];
  return rows.toSorted(
    (a, b) => (a.failed === b.failed ? 0 : a.failed ? -1 : 1) || a.since.getTime() - b.since.getTime(),
  );
}

/** At most so many of each kind are read. */
const most = 50;

/** How many wait, refunds for a second admin among them. */
export function todoCount(money: MoneyToDo): number | string {
  const { events, refunds, disputes, reviews, held, transfers, waiting } = money;
  const kinds = [events, refunds, disputes, reviews, held, transfers, waiting].map(({ length }) => length);
  const all = kinds.reduce((sum, count) => sum + count, 0);
  return kinds.some((count) => count >= most) ? `more than ${all - 1}` : all;
}

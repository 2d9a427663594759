import type { OrderStatus, PaymentStatus } from "#src/modules/orders/index.ts";
import { andList } from "#src/shared/counted.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { hourMs } from "#src/shared/units.ts";

/** What can be done with many orders by writing to people: a message, or a reminder of what somebody owes. */
export type WriteStep = "message" | "remind";
export type WriteTo = "clients" | "writers";

/** An order as a row of the list knows it. */
export type ListedOrder = {
  id: string;
  version: number;
  number: string;
  title: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  kind: "priced" | "custom";
  priceCents: number | null;
  /** When the work that runs is due: a revision has a date of its own. */
  deadline: Date | null;
  frozen: boolean;
  clientId: string;
  clientName: string;
  writerId: string | null;
  writerName: string | null;
};

type Person = { id: string; name: string; side: "client" | "writer" };
type Owes = { side: Person["side"]; text: string };
type Why = { why: string };

/** How many hours more the clients of many orders can be asked for. */
export const moreHours = [12, 24, 48, 72] as const;

/** Due this soon, a deadline is near. */
export const nearMs = 36 * hourMs;

const named = ({ number, title }: ListedOrder): string => `Order ${number}, ${title},`;

/** Whether the writer's deadline has passed or is near; else how far it is. */
function owedByWriter(order: ListedOrder, now: Date): Owes | Why {
  const { deadline: due } = order;
  const left = (due?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime();
  if (left < 0) return { side: "writer", text: `${named(order)} is past its deadline. When can you deliver it?` };
  if (left < nearMs) return { side: "writer", text: `${named(order)} is due soon. Will it be ready in time?` };
  return { why: due ? `${leftOr(due, now)}, nobody is late` : "no deadline, nobody is late" };
}

const ended: readonly OrderStatus[] = ["completed", "cancelled", "refunded"];

/** Who owes the next step of an order, and what to remind of; or why nobody is reminded. */
export function owed(order: ListedOrder, now: Date): Owes | Why {
  const { status, paymentStatus, kind, priceCents } = order;
  if (order.frozen) return { why: "the bank looks at the payment" };
  if (ended.includes(status)) return { why: "it has ended" };
  if (status === "disputed") return { why: "in dispute: write to both sides on its page" };
  if (paymentStatus === "awaiting_confirmation") return { why: "a bank transfer is expected" };
  if (status === "pending" && (kind === "custom" || priceCents === null)) return { why: "it needs a quote from us" };
  if (status === "confirmed") return { why: "it has no writer yet" };
  const client: Readonly<Partial<Record<OrderStatus, string>>> = {
    pending: `${named(order)} waits for your payment. The work starts when it is paid.`,
    quoted: `The price for order ${order.number}, ${order.title}, is ready and waits for your decision.`,
    on_hold: `${named(order)} is paused until you answer the question on its page.`,
    delivered: `${named(order)} is delivered. Please read it, then approve it or ask for changes.`,
  };
  const text = client[status];
  if (text) return { side: "client", text };
  if (status === "assigned")
    return { side: "writer", text: `${named(order)} is offered to you. Please accept or decline it.` };
  return owedByWriter(order, now);
}

const personOf = (order: ListedOrder, side: Person["side"]): Person | null => {
  if (side === "client") return { id: order.clientId, name: order.clientName, side };
  return order.writerId ? { id: order.writerId, name: order.writerName ?? "the writer", side } : null;
};

/** The people an order could be about, for who asks what stands against writing to them. */
export const peopleIn = (orders: readonly ListedOrder[]): string[] => [
  ...new Set(orders.flatMap(({ clientId, writerId }) => (writerId ? [clientId, writerId] : [clientId]))),
];

type Known = {
  now: Date;
  /** The orders of which this admin is the client or the writer. */
  own: ReadonlySet<string>;
  /** The colleague who has the chat of a person. */
  holders: Readonly<Record<string, string>>;
  /** When somebody was reminded of an order, of late. */
  reminded: Readonly<Record<string, Date>>;
};

type Given = { order: ListedOrder; person: Person; text: string };

/** To whom the step writes about an order, or why it does not. */
function addressee(order: ListedOrder, step: WriteStep, to: WriteTo, known: Known): Given | Why {
  const { now, own, holders, reminded } = known;
  if (own.has(order.id)) return { why: "this is your own order" };
  const asked: Owes | Why =
    step === "remind" ? owed(order, now) : { side: to === "writers" ? "writer" : "client", text: "" };
  if ("why" in asked) return asked;
  const person = personOf(order, asked.side);
  if (!person) return { why: "it has no writer" };
  const holder = holders[person.id];
  if (holder) return { why: `${holder} has the chat with ${person.name}` };
  const last = step === "remind" ? reminded[order.id] : undefined;
  if (last) return { why: `reminded ${shortTime(now.getTime() - last.getTime())} ago` };
  return { order, person, text: asked.text };
}

type PlannedMessage = { person: Person; orders: readonly ListedOrder[]; text: string };
export type WritePlan = { messages: readonly PlannedMessage[]; stays: readonly { order: ListedOrder; why: string }[] };

/** One message to each person, about all chosen orders of theirs, and the orders that nobody is written about. */
export function planWriting(
  orders: readonly ListedOrder[],
  { step, to }: { step: WriteStep; to: WriteTo },
  known: Known,
): WritePlan {
  const messages = new Map<string, { person: Person; orders: ListedOrder[]; texts: string[] }>();
  const stays: { order: ListedOrder; why: string }[] = [];
  for (const order of orders) {
    const found = addressee(order, step, to, known);
    if ("why" in found) {
      stays.push({ order, why: found.why });
      continue;
    }
    const { person, text } = found;
    const message = messages.get(person.id) ?? { person, orders: [], texts: [] };
    message.orders.push(order);
    message.texts.push(text);
    messages.set(person.id, message);
  }
  return { messages: [...messages.values()].map(({ texts, ...one }) => ({ ...one, text: texts.join("\n\n") })), stays };
}

/** The first line of a message as Support: which orders it is about. */
export const aboutOrders = (about: readonly { number: string; title: string }[], message: string): string => {
  const [only] = about;
  const head =
    only && about.length === 1
      ? `About order ${only.number}, ${only.title}:`
      : `About the orders ${andList(about.map(({ number }) => number))}:`;
  return `${head}\n\n${message}`;
};

import { eq } from "drizzle-orm";
import { orderBrief } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { DomainEvent, EventHandler } from "#src/platform/events.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { deliveries, endpoints } from "../tables.ts";
import { handledEvents, typesOf } from "./event-types.ts";

/**
 * Placing an order is the busiest thing of all, and most installations send nothing: a process that saw no endpoint a
 * moment ago answers no event. A new endpoint is sent what happens from a few seconds after it was made. By database:
 * when this process last found no endpoint there, in milliseconds of `performance.now()`.
 */
const nothingSeenAt = new WeakMap<Database, number>();
const countsMs = 5_000;

/** Looks whether any endpoint is on; asked by each process at every tick. */
export async function lookForEndpoints(db: Database): Promise<void> {
  const [any] = await db.select({ id: endpoints.id }).from(endpoints).where(eq(endpoints.on, true)).limit(1);
  if (any) nothingSeenAt.delete(db);
  else nothingSeenAt.set(db, performance.now());
}

const orderIdOf = ({ name, subject, payload }: DomainEvent): string =>
  name.startsWith("payments.") ? String(payload.orderId) : subject;

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The payment of an event, in figures; a refund says its cents as a payment does. */
const paymentOf = ({ name, subject, payload }: DomainEvent, currency: string) =>
  name.startsWith("payments.")
    ? {
        payment: {
          id: subject,
          cents: payload.cents,
          currency: text(payload.currency) ?? currency,
          method: text(payload.method),
        },
      }
    : {};

/** What is sent of an event: ids, number, state, amounts and instants; no name and no text of anybody. */
async function dataOf(db: Database, event: DomainEvent): Promise<object | null> {
  const order = await orderBrief(db, orderIdOf(event));
  if (!order) return null;
  return {
    order: {
      id: order.id,
      number: order.number,
      status: text(event.payload.to) ?? order.status,
      paymentStatus: order.paymentStatus,
      currency: order.currency,
      priceCents: order.priceCents,
      refundedCents: order.refundedCents,
      deadline: order.deadline?.toISOString() ?? null,
      test: order.test,
    },
    ...paymentOf(event, order.currency),
  };
}

async function state(work: Work, event: DomainEvent): Promise<void> {
  const types = typesOf(event.name, event.payload);
  if (types.length === 0) return;
  const all = await work.tx.select().from(endpoints).where(eq(endpoints.on, true));
  const sent = types.flatMap((type) =>
    all.filter(({ events }) => events.includes(type)).map(({ id }) => ({ id, type })),
  );
  if (sent.length === 0) return;
  const data = await dataOf(work.tx, event);
  if (!data) return;
  const rows = sent.map(({ id: endpointId, type }) => ({
    ...{ id: newId(), endpointId, eventId: event.id, type },
    body: JSON.stringify({ type, timestamp: event.at.toISOString(), data }),
    ...{ createdAt: work.now, state: "waiting" as const, nextTryAt: work.now },
  }));
  await work.tx.insert(deliveries).values(rows).onConflictDoNothing();
}

/** Stores what must be sent to endpoints, in the transaction that handles the event: once, whatever crashes. */
export const webhookEventHandlers: readonly EventHandler[] = handledEvents.map((on) => ({
  on,
  name: `api.webhooks.${on}`,
  concerns: (payload, db) =>
    performance.now() - (nothingSeenAt.get(db) ?? Number.NEGATIVE_INFINITY) > countsMs &&
    typesOf(on, payload).length > 0,
  run: state,
}));

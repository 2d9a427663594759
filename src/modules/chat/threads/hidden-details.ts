import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import {
  dropTypedTexts,
  isParty,
  orderForTalk,
  ordersWithTypedTexts,
  ownOrderRefusal,
  typedTextsOf,
} from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { daysText, type Kept, type Retained } from "#src/platform/retention.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { seal, unseal } from "#src/platform/seal.ts";
import { keyFor } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { canReadHidden, threadEnd } from "../domain/policy.ts";
import { threadSetting } from "../settings.ts";
import { threadMessages, threads } from "../tables.ts";

const purpose = "hidden contact details";
const about = (id: string): string => `thread-message:${id}`;
const keyOf = ({ secret }: Pick<Runtime, "secret">): Buffer => keyFor(secret, "hidden contact details");

/** A message as it was typed, for admins in a dispute alone. */
export const sealMessage = (runtime: Pick<Runtime, "secret">, id: string, text: string): string =>
  seal(keyOf(runtime), text, about(id));

export const openMessage = (runtime: Pick<Runtime, "secret">, id: string, sealed: string): string | null =>
  unseal(keyOf(runtime), sealed, about(id));

export const messageSecretUses: readonly SecretUse[] = [
  sealedColumn({
    ...{ purpose, what: "messages with hidden contact details" },
    ...{ id: threadMessages.id, text: threadMessages.sealed, about },
  }),
];

type Revealed = { id: string; side: "client" | "writer"; timestamp: Date; text: string };

/**
 * What client and writer of an order wrote as it was typed, where something was hidden: messages, and words of steps and
 * deliveries. For admins who are no side of it, while the order is disputed, on record.
 */
export const revealHidden = command<{ orderId: string }, readonly Revealed[]>("chat.reveal-hidden", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async (work, { orderId }) => {
    const order = await orderForTalk(work.tx, orderId);
    if (!order || !canReadHidden(work.viewer, order)) return notFound();
    if (isParty(order, work.viewer)) return ownOrderRefusal();
    if (order.status !== "disputed")
      return refuse("conflict", "What was hidden can be read while the order is disputed.");
    const { id, side, timestamp, sealed } = threadMessages;
    const rows = await work.tx
      .select({ id, side, timestamp, sealed })
      .from(threadMessages)
      .innerJoin(threads, eq(threads.id, threadMessages.threadId))
      .where(and(eq(threads.orderId, order.id), isNotNull(sealed)))
      .orderBy(asc(timestamp), asc(id))
      .limit(500);
    const messages = rows.map(({ sealed: kept, side: by, ...one }) => ({
      ...one,
      side: by === "client" ? by : ("writer" as const),
      text: (kept && openMessage(work.ctx.runtime, one.id, kept)) ?? "This message cannot be opened any more.",
    }));
    const words = await typedTextsOf(work.ctx.runtime, work.tx, order.id);
    const all = [...messages, ...words].toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
    work.audit({ action: "chat.hidden-read", subject: order.id, detail: { messages: all.length } });
    return done(all);
  },
});

type Over = { threads: string[]; orders: string[] };

/** Conversations and orders that ended longer ago than the setting and still keep something as it was typed. */
async function withHidden({ db, settings }: Kept, now: Date): Promise<Over> {
  const { keepHiddenDays } = await settings.get(threadSetting);
  const held = await db
    .selectDistinct({ id: threads.id, orderId: threads.orderId })
    .from(threadMessages)
    .innerJoin(threads, eq(threads.id, threadMessages.threadId))
    .where(isNotNull(threadMessages.sealed));
  const isOver = async (orderId: string): Promise<boolean> => {
    const order = await orderForTalk(db, orderId);
    const end = order ? threadEnd(order, keepHiddenDays) : now;
    return end !== null && end <= now;
  };
  const over: Over = { threads: [], orders: [] };
  for (const { id, orderId } of held) if (await isOver(orderId)) over.threads.push(id);
  for (const orderId of await ordersWithTypedTexts(db)) if (await isOver(orderId)) over.orders.push(orderId);
  return over;
}

/** Messages, and words of steps and deliveries, as they were typed before contact details were hidden. */
export const oldHiddenTexts: Retained = {
  key: "chat.hidden-contacts",
  holds: "Contact details that were hidden between client and writer, as they were typed, sealed",
  why: "An admin reads them in a dispute alone.",
  shown: "Contact details that we hid from the other side",
  choice: "chat",
  time: async ({ settings }) => `${daysText((await settings.get(threadSetting)).keepHiddenDays)} after the order ended`,
  remove: async (runtime, now) => {
    const over = await withHidden(runtime, now);
    await dropTypedTexts(runtime.db, over.orders);
    if (over.threads.length > 0)
      await runtime.db
        .update(threadMessages)
        .set({ sealed: null })
        .where(and(inArray(threadMessages.threadId, over.threads), isNotNull(threadMessages.sealed)));
    return over.threads.length + over.orders.length;
  },
  overdue: async (kept, now) => {
    const over = await withHidden(kept, now);
    return over.threads.length + over.orders.length;
  },
};

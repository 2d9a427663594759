import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import {
  dropTypedTexts,
  isOverSince,
  isParty,
  orderForTalk,
  ordersWithTypedTexts,
  ownOrderRefusal,
  passagesShownIn,
  threadLines,
  typedTextsOf,
} from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { daysText, type Kept, type Retained } from "#src/platform/retention.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import { type IsShown, maskContacts } from "#src/shared/contact-details.ts";
import { maskCredentials } from "#src/shared/honest-use/judge.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { canReadHidden } from "../domain/policy.ts";
import { threadSetting } from "../settings.ts";
import { threadMessages, threads } from "../tables.ts";
import { changeThread, lockThread, threadsOf } from "./thread-row.ts";

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

type Over = { threads: readonly string[]; orders: readonly string[] };

/** So many are looked for at once. */
const mostOver = 1_001;

/** Conversations and orders that ended longer ago than the setting and still keep something as it was typed. */
async function withHidden({ db, settings }: Kept, now: Date): Promise<Over> {
  const { keepHiddenDays } = await settings.get(threadSetting);
  const before = new Date(now.getTime() - keepHiddenDays * dayMs);
  const held = db
    .selectDistinct({ id: threadMessages.threadId })
    .from(threadMessages)
    .where(isNotNull(threadMessages.sealed));
  const over = await db
    .select({ id: threads.id })
    .from(threads)
    .where(and(inArray(threads.id, held), isOverSince(threads.orderId, before)))
    .limit(mostOver);
  return { threads: over.map(({ id }) => id), orders: await ordersWithTypedTexts(db, before, mostOver) };
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
    for (let removed = 0; ; ) {
      const over = await withHidden(runtime, now);
      if (over.threads.length + over.orders.length === 0) return removed;
      await dropTypedTexts(runtime.db, over.orders);
      if (over.threads.length > 0)
        await runtime.db
          .update(threadMessages)
          .set({ sealed: null })
          .where(and(inArray(threadMessages.threadId, [...over.threads]), isNotNull(threadMessages.sealed)));
      removed += over.threads.length + over.orders.length;
    }
  },
  overdue: async (kept, now) => {
    const over = await withHidden(kept, now);
    return over.threads.length + over.orders.length;
  },
};

const most = 500;
type Parts = Parameters<EventHandler["run"]>[0];

/** Support lets the other side of an order read a passage: messages that hide it are written anew from what was typed. */
export const passageShown: EventHandler = {
  on: "passage.shown",
  name: "chat.passage-shown",
  run: async (work, { payload }) => {
    const orderId = String(payload.orderId);
    if (!isId(orderId)) return;
    const isShown = await passagesShownIn(work.ctx.runtime, work.tx, orderId);
    const steps = new Map((await threadLines(work.tx, orderId)).map(({ id, text }) => [id, text]));
    for (const { id } of await threadsOf(work.tx, orderId)) {
      const row = await lockThread(work.tx, id);
      if (row && (await writeAnew(work, id, steps, isShown))) changeThread(work, row, {});
    }
  },
};

/** Whether a message of this conversation changed. */
async function writeAnew(
  { tx, ctx }: Parts,
  threadId: string,
  steps: ReadonlyMap<string, string>,
  isShown: IsShown,
): Promise<boolean> {
  const rows = await tx
    .select()
    .from(threadMessages)
    .where(and(eq(threadMessages.threadId, threadId), sql`jsonb_array_length(${threadMessages.hidden}) > 0`))
    .orderBy(asc(threadMessages.timestamp), asc(threadMessages.id))
    .limit(most);
  const writers = await findPeople(
    tx,
    rows.flatMap(({ side, senderId }) => (side === "writer" ? senderId : [])),
  );
  let changed = false;
  for (const { id, sealed, side, senderId, message } of rows) {
    const typed = sealed ? openMessage(ctx.runtime, id, sealed) : steps.get(id);
    if (!typed) continue;
    const name = side === "writer" ? (writers.get(senderId)?.name ?? "") : "";
    const { text, kinds } = maskContacts(sealed ? maskCredentials(typed) : typed, name, isShown);
    if (text === message) continue;
    changed = true;
    await tx
      .update(threadMessages)
      .set({ message: text, hidden: [...kinds] })
      .where(eq(threadMessages.id, id));
  }
  return changed;
}

import { and, arrayOverlaps, eq, gt, inArray, isNotNull, lt, ne } from "drizzle-orm";
import { z } from "zod";
import { adminsWhoMay, findPeople } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { idOf } from "#src/platform/ids.ts";
import { query } from "#src/platform/query.ts";
import { agedRows } from "#src/platform/retention.ts";
import { firstTimers, type TimerKind } from "#src/platform/timers.ts";
import { done, invalid, notFound } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { heldMs, nextTimestamp, refuseMessage } from "../domain/message.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { chatOfPerson } from "../messages/chat-row.ts";
import { writeMessage } from "../messages/messages.ts";
import { chats, heldMessages } from "../tables.ts";

/** An order is not reminded of twice within this time. */
const remindAgainMs = 12 * hourMs;
const mostPeople = 200;

const heldKind = "chat.held-message";

const holdInput = z.strictObject({
  /** Made with the form: sent twice, everybody gets it once. */
  once: z.uuid("Open the page again."),
  reminder: z.boolean(),
  to: z
    .array(z.strictObject({ chatId: z.uuid(), message: z.string(), orders: z.array(z.uuid()) }))
    .min(1)
    .max(mostPeople),
});

/**
 * Keeps a message of Support to each of these people, which leaves after ten seconds unless it is taken back. Refuses
 * not-found for others, and invalid (`message`) what no single message may be.
 */
export const holdMessages = command<z.infer<typeof holdInput>, { batch: string }>("chat.hold-messages", {
  input: holdInput,
  run: async (work, { once, reminder, to }) => {
    const { tx, viewer, now } = work;
    if (viewer.kind !== "person" || !canAnswerChats(viewer)) return notFound();
    for (const { message } of to) {
      const wrong = refuseMessage({ text: message, hasFile: false });
      if (wrong) return invalid([{ path: "message", message: wrong }], wrong);
    }
    const common = { batch: once, byId: viewer.id, reminder, createdAt: now };
    const kept = await tx
      .insert(heldMessages)
      .values(to.map((one) => ({ id: idOf(once, one.chatId), ...one, ...common })))
      .onConflictDoNothing()
      .returning({ id: heldMessages.id, chatId: heldMessages.chatId, orders: heldMessages.orders });
    const due = new Date(now.getTime() + heldMs);
    for (const { id, chatId, orders } of kept) {
      firstTimers(work, id, [{ kind: heldKind, due }]);
      work.audit({ action: "chat.written-to-many", subject: chatId, detail: { batch: once, orders, reminder } });
    }
    return done({ batch: once });
  },
});

export type TakenBack = { undone: number; gone: number };

/** Takes the messages of one form back: how many, and how many had left already. Refuses not-found for others. */
export const undoHeldMessages = command<{ batch: string }, TakenBack>("chat.take-back-messages", {
  input: z.strictObject({ batch: z.uuid() }),
  run: async ({ tx, viewer, audit }, { batch }) => {
    if (viewer.kind !== "person" || !canAnswerChats(viewer)) return notFound();
    const mine = and(eq(heldMessages.batch, batch), eq(heldMessages.byId, viewer.id));
    const rows = await tx.select().from(heldMessages).where(mine).orderBy(heldMessages.id).for("update");
    const held = rows.filter(({ state }) => state === "held").map(({ id }) => id);
    if (held.length > 0) {
      await tx.update(heldMessages).set({ state: "undone", message: "" }).where(inArray(heldMessages.id, held));
      audit({ action: "chat.taken-back", subject: batch, detail: { messages: held.length } });
    }
    return done({ undone: held.length, gone: rows.filter(({ state }) => state === "sent").length });
  },
});

const held = (id: string) => and(eq(heldMessages.id, id), eq(heldMessages.state, "held"));

/** Sends a message whose time to take it back is over; who may not write as Support any more sends nothing. */
export const heldMessageTimer: TimerKind = {
  kind: heldKind,
  lock: ({ tx }, id) =>
    tx.select({ id: heldMessages.id }).from(heldMessages).where(eq(heldMessages.id, id)).for("update"),
  run: async (work, id) => {
    const { tx, now } = work;
    const [waiting] = await tx.select().from(heldMessages).where(held(id));
    if (!waiting) return;
    const mayWrite = (await adminsWhoMay(tx, "chat")).some((one) => one.id === waiting.byId);
    const row = mayWrite ? await chatOfPerson(work, waiting.chatId) : null;
    if (row) {
      const timestamp = nextTimestamp(now, row.lastMessageTime);
      const from = { id: waiting.byId, role: 3 };
      writeMessage(work, row, { id, message: waiting.message, timestamp, side: "support", from, toMany: true });
    }
    await tx
      .update(heldMessages)
      .set({ state: row ? "sent" : "refused", message: "" })
      .where(held(id));
  },
};

const beforeInput = z.strictObject({ people: z.array(z.uuid()).max(400), orders: z.array(z.uuid()).max(mostPeople) });
/** `holders`: the colleague who has the chat of a person. `reminded`: when somebody was reminded of an order, of late. */
export type BeforeWriting = { holders: Readonly<Record<string, string>>; reminded: Readonly<Record<string, Date>> };

/** What stands against writing to many people about orders. Refuses not-found for who does not answer chats. */
export const beforeWriting = query<z.infer<typeof beforeInput>, BeforeWriting>("chat.before-writing", {
  input: beforeInput,
  run: async ({ db, viewer, now }, { people, orders }) => {
    if (viewer.kind !== "person" || !canAnswerChats(viewer)) return notFound();
    const [taken, past] = await Promise.all([
      db
        .select({ id: chats.id, by: chats.assignedTo })
        .from(chats)
        .where(and(inArray(chats.id, people), isNotNull(chats.assignedTo), ne(chats.assignedTo, viewer.id))),
      orders.length > 0
        ? db
            .select({ orders: heldMessages.orders, at: heldMessages.createdAt })
            .from(heldMessages)
            .where(
              and(
                gt(heldMessages.createdAt, new Date(now.getTime() - remindAgainMs)),
                eq(heldMessages.reminder, true),
                inArray(heldMessages.state, ["held", "sent"]),
                arrayOverlaps(heldMessages.orders, orders),
              ),
            )
        : [],
    ]);
    const names = await findPeople(
      db,
      taken.flatMap(({ by }) => by ?? []),
    );
    const reminded = Object.fromEntries(past.flatMap((one) => one.orders.map((id) => [id, one.at] as const)));
    const holders = Object.fromEntries(taken.map(({ id, by }) => [id, names.get(by ?? "")?.name ?? "A colleague"]));
    return done({ holders, reminded });
  },
});

export const oldHeldMessages = agedRows({
  key: "chat.held-messages",
  holds: "Messages to many people at once, after they were sent or taken back",
  why: "A message is not sent twice, and the next reminder names the last one.",
  ...{ table: heldMessages, days: 7 },
  past: (before) => and(lt(heldMessages.createdAt, before), ne(heldMessages.state, "held")),
});

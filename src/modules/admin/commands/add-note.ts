import { z } from "zod";
import { adminsWhoMay } from "#src/modules/accounts/index.server.ts";
import { canSeeAllOrders, isParty, orderBrief, ownOrderRefusal } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { idOf } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, notFound } from "#src/shared/outcome.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { mentionsIn } from "../domain/mentions.ts";
import { orderNotes } from "../tables.ts";

const mostNote = 4_000;

const input = z.strictObject({
  orderId: z.uuid(),
  text: z.string().trim().min(1, "Write the note.").max(mostNote, `Use at most ${mostNote} characters.`),
  /** Made with the form: sent twice, the note is written once. */
  once: z.uuid("Open the page again."),
});

type Colleague = Awaited<ReturnType<typeof adminsWhoMay>>[number];

/** Names after an "@" of admins who may not see orders: they would never read the note. */
async function namedWithoutRight(tx: Work["tx"], text: string, readers: readonly Colleague[]): Promise<string[]> {
  if (!text.includes("@")) return [];
  const all = new Map<string, Colleague>();
  for (const one of capabilities) for (const admin of await adminsWhoMay(tx, one)) all.set(admin.id, admin);
  const named = mentionsIn(text, [...all.values()]).filter((id) => !readers.some((reader) => reader.id === id));
  return named.flatMap((id) => all.get(id)?.name ?? []);
}

const cannotRead = (names: readonly string[]): string =>
  `${names.join(" and ")} may not see orders and would not get this note. Remove the @, or ask an admin with the right to people to give access.`;

/**
 * Writes a note for colleagues at an order and notifies those whom it names with "@". Refuses not-found for others,
 * forbidden for a party of the order, and invalid (`text`) when it names an admin who may not see orders.
 */
export const addNote = command<z.infer<typeof input>, null>("admin.add-note", {
  input,
  run: async (work, { orderId, text, once }) => {
    const { tx, viewer, now } = work;
    if (viewer.kind !== "person" || !canSeeAllOrders(viewer, "admin")) return notFound();
    const order = await orderBrief(tx, orderId);
    if (!order) return notFound();
    if (isParty(order, viewer)) return ownOrderRefusal();
    const readers = await adminsWhoMay(tx, "orders");
    const unread = await namedWithoutRight(tx, text, readers);
    if (unread.length > 0) return invalid([{ path: "text", message: cannotRead(unread) }]);
    const mentions = mentionsIn(text, readers).filter((id) => id !== viewer.id);
    const id = idOf(once, orderId);
    const written = await tx
      .insert(orderNotes)
      .values({ id, orderId, authorId: viewer.id, text, mentions, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: orderNotes.id });
    if (written.length > 0)
      for (const to of mentions)
        work.emit({
          name: "admin.note-mention",
          subject: id,
          payload: { to, orderId, number: order.number, by: viewer.name },
        });
    return done(null);
  },
});

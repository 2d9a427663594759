import { eq } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { ownChatId, type Side, sideOf } from "../domain/policy.ts";
import { chats } from "../tables.ts";
import { publishChat } from "./topics.ts";

export type ChatRow = typeof chats.$inferSelect;

const anonymous = "Anonymous User";

/** The viewer's own chat, locked, and made at its first use; null for guests and for admins, who have none. */
export async function ownChat(work: Work): Promise<ChatRow | null> {
  const { viewer } = work;
  return viewer.kind === "person" && ownChatId(viewer) !== null ? chatOf(work, viewer) : null;
}

/** The chat of somebody to whom Support writes first, locked; null for admins and unknown accounts. */
export async function chatOfPerson(work: Work, id: string): Promise<ChatRow | null> {
  const person = (await findPeople(work.tx, [id])).get(id);
  return person && person.role !== 3 ? chatOf(work, person) : null;
}

type Person = { id: string; name: string; email: string; role: number };

async function chatOf({ tx, now }: Work, { id, name, email, role }: Person): Promise<ChatRow | null> {
  const known = await lockChat(tx, id);
  if (known) return known;
  await tx
    .insert(chats)
    .values({ id, userName: name || anonymous, userEmail: email, userRole: role, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  return lockChat(tx, id);
}

export async function lockChat(tx: Work["tx"], id: string): Promise<ChatRow | null> {
  const [row] = await tx.select().from(chats).where(eq(chats.id, id)).for("update");
  return row ?? null;
}

/** The chat, locked, and the side on which the viewer is. A foreign one answers like one that never was. */
export async function chatFor(work: Work, chatId: string): Promise<Outcome<{ row: ChatRow; side: Side }>> {
  const side = sideOf(work.viewer, chatId);
  if (!side) return notFound();
  const row = await lockChat(work.tx, chatId);
  return row ? done({ row, side }) : notFound();
}

/** The colleague who has this chat, unless Support means to act there all the same (`over`). */
export async function colleagueWith(
  { tx, viewer }: Work,
  { assignedTo: id }: ChatRow,
  over: string | null | undefined,
) {
  if (id === null || id === over || (viewer.kind === "person" && viewer.id === id)) return null;
  return { id, name: (await findPeople(tx, [id])).get(id)?.name ?? "A colleague" };
}

/**
 * Changes a locked chat once, at the end of its command: its version grows, and whoever has it open learns of it.
 * Returns the new version.
 */
export function changeChat(work: Work, row: ChatRow, changes: Partial<ChatRow>): number {
  const version = row.version + 1;
  const change = work.tx
    .update(chats)
    .set({ ...changes, version, updatedAt: work.now })
    .where(eq(chats.id, row.id));
  work.defer({ change: change.getSQL() });
  publishChat(work, row.id, version);
  return version;
}

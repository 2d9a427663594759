import { and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { Admin } from "#src/shared/viewer.ts";
import { fileAccess } from "../domain/policy.ts";
import { filePoliciesPort } from "../ports.ts";
import { type FileRow, files } from "../tables.ts";

/** The file of an id, or null; removed ones are unknown. */
export async function loadFile(db: Database, id: string): Promise<FileRow | null> {
  if (!isId(id)) return null;
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), ne(files.state, "gone")));
  return row ?? null;
}

/** The names of writers among these owners: clients, who know them by pen name, read none of it in the name of a file. */
export async function accountNamesOfWriters(
  db: Database,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const people = await findPeople(db, ownerIds);
  return new Map([...people].flatMap(([id, { role, name }]) => (role === 2 ? [[id, name] as const] : [])));
}

/** Several files of a person, locked in the order of their ids until the transaction ends; nobody locks another's. */
export async function lockFiles(tx: Database, ownerId: string, ids: readonly string[]): Promise<Map<string, FileRow>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(files)
    .where(and(inArray(files.id, known), eq(files.ownerId, ownerId), ne(files.state, "gone")))
    .orderBy(files.id)
    .for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

/** Others read the name of this file as it was typed: an admin says so. */
export const showFileName = (tx: Database, _viewer: Admin, id: string): Promise<unknown> =>
  tx.update(files).set({ nameShown: true }).where(eq(files.id, id));

/** Until the transaction ends nobody else decides on limits of this account. */
export const lockAccount = (tx: Database, ownerId: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files:${ownerId}`}, 7311))`);

/** Running writes of an account, other than of this file. Leases live by the database's clock. */
export const otherWrites = (ownerId: string, fileId: string) =>
  and(
    eq(files.ownerId, ownerId),
    ne(files.id, fileId),
    eq(files.writing, true),
    gt(files.leaseUntil, sql`clock_timestamp()`),
  );

const input = z.strictObject({ id: z.string() });

/**
 * A file that the viewer sent, while the viewer still has it: one attached to a subject belongs to those who may see
 * the subject. Refuses not-found, also for foreign ones.
 */
export const ownFile = query<z.infer<typeof input>, FileRow>("files.own", {
  input,
  run: async ({ db, ctx }, { id }) => {
    const file = await loadFile(db, id);
    const access = await accessTo(ctx, file);
    return file && access === "original" ? done(file) : notFound();
  },
});

/**
 * Emits `files.changed` for an attached file: its check ended, or its owner released it as it is.
 * `subject` is the file's id, the payload has its purpose and the subject it is attached to.
 */
export function emitFileChanged(work: Work, { id, purpose, attachedTo }: FileRow): void {
  if (attachedTo !== null) work.emit({ name: "files.changed", subject: id, payload: { purpose, at: attachedTo } });
}

/**
 * What of this file the viewer may have now; asks the module that owns the subject it is attached to. A file that is
 * not there, and one that is not for this viewer, ask the same: every policy, about subjects that nobody has.
 */
export async function accessTo(ctx: Ctx, file: FileRow | null): Promise<ReturnType<typeof fileAccess>> {
  const { id, ownerId, purpose, attachedTo } = file ?? nobodys();
  const policies = ctx.runtime.port(filePoliciesPort);
  const policy = attachedTo === null ? undefined : policies.find((one) => one.purpose === purpose);
  const sees = policy !== undefined && attachedTo !== null && (await policy.maySee(ctx, attachedTo, { id, ownerId }));
  const access = file && fileAccess(file, ctx.viewer, sees);
  if (!access) for (const other of policies) if (other !== policy) await other.maySee(ctx, newId(), { id, ownerId });
  return access;
}

const nobodys = () => ({ id: newId(), ownerId: newId(), purpose: null, attachedTo: null });

/** Says on the rows of these files that their bytes are lost: their owners are asked to send them again. */
export async function markLost(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(files)
    .set({ state: "refused", refusal: "This file was lost in our storage. Send it again.", checkAt: null })
    .where(and(inArray(files.id, [...ids]), ne(files.state, "gone")));
}

/** Has the clean copy and the small picture of these files made anew by the next check. */
export async function checkAgain(db: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(files)
    .set({ state: "checking", checkAt: now, checkTries: 0 })
    .where(and(inArray(files.id, [...ids]), eq(files.state, "ready")));
}

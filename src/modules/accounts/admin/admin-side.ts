import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { Capability, Person } from "#src/shared/viewer.ts";
import { canSeePeople, closedFor, managesPeople } from "../domain/policy.ts";
import type { PersonRow } from "../own-account/people-store.ts";
import { people } from "../tables.ts";

/** Why an admin does something to an account: kept in the audit trail. */
export const reasonField = z
  .string("Give a reason.")
  .trim()
  .min(3, "Give a reason of at least 3 characters.")
  .max(500, "Use at most 500 characters.");

export const lastAdmin = (): Refusal =>
  refuse("conflict", "There must be at least one admin. Make somebody else an admin first.");

/** Whoever changes who is an admin waits here, until the transaction of the one before is over. */
export async function lockAdmins(work: Work): Promise<void> {
  await work.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('accounts:admins', 0))`);
}

/** Is there another admin whose account is open? Ask under `lockAdmins`. */
export async function hasOtherAdmin(work: Work, personId: string): Promise<boolean> {
  const others = await work.tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.role, 3), ne(people.id, personId), isNull(people.blockedAt)))
    .limit(1);
  return others.length > 0;
}

export type AdminAndPerson = { admin: Person; mine: readonly Capability[]; person: PersonRow };

/**
 * The admin who acts and the person it is about, locked. Refusals: not-found without the capability `people` or for an
 * unknown person, step-up, conflict when the admin's own role changed meanwhile or no other admin is left, forbidden
 * for the own account and for admins who may do more.
 */
export async function lockPersonForAdmin(work: Work, personId: string): Promise<Outcome<AdminAndPerson>> {
  const admin = work.viewer;
  if (admin.kind !== "person" || !canSeePeople(admin)) return notFound();
  const stale = mustBeFresh(work);
  if (stale) return stale;
  await lockAdmins(work);
  const mine = await capabilitiesNow(work, admin.id);
  if (!mine) return refuse("conflict", "Your own role has changed in the meantime. Nothing was changed.");
  const [person] = await work.tx.select().from(people).where(eq(people.id, personId)).for("update");
  const closed = person ? closedFor({ id: admin.id, mine }, person) : "gone";
  if (!person || closed === "gone") return notFound();
  if (closed === "own") return (await hasOtherAdmin(work, admin.id)) ? itself() : lastAdmin();
  if (closed === "above") return above();
  return done({ admin, mine, person });
}

const itself = (): Refusal => refuse("forbidden", "This is your own account. Another admin can change it here.");
const above = (): Refusal =>
  refuse("forbidden", "This admin may do more than you. Only an admin with the same capabilities can change that.");

/** What an admin may do at this moment, not at the beginning of the request; null when `people` is gone. */
async function capabilitiesNow(work: Work, adminId: string): Promise<readonly Capability[] | null> {
  const [row] = await work.tx
    .select({ capabilities: people.capabilities })
    .from(people)
    .where(and(eq(people.id, adminId), eq(people.role, 3), isNull(people.blockedAt)));
  return row && managesPeople(row.capabilities) ? row.capabilities : null;
}

import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { closedToApply } from "../domain/policy.ts";
import { applications } from "../tables.ts";

export type ApplicationRow = typeof applications.$inferSelect;

export const applicationFieldsInput = z
  .record(z.string().max(60), z.string().max(10_000, "Write at most 10,000 characters."))
  .refine((fields) => Object.keys(fields).length <= 60);

/** The own row, locked; a new one begins as a draft. Refusals: signed-out, forbidden (a writer, an admin). */
export async function lockOwnApplication(work: Work): Promise<Outcome<ApplicationRow>> {
  const { viewer, tx, now } = work;
  const closed = closedToApply(viewer);
  if (viewer.kind !== "person" || closed === "guest") return refuse("signed-out", "Sign in to keep your application.");
  if (closed === "writer") return refuse("forbidden", "You are a writer already.");
  if (closed === "admin") return refuse("forbidden", "Admins do not apply. Use another account for writing.");
  await tx
    .insert(applications)
    .values({ id: newId(), personId: viewer.id, fields: {}, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  const [row] = await tx.select().from(applications).where(eq(applications.personId, viewer.id)).for("update");
  return row ? done(row) : refuse("conflict", "Your application was deleted just now. Send it again.");
}

/** Whether its applicant may change it. */
export const isOpen = ({ state }: Pick<ApplicationRow, "state">): boolean => state === "draft" || state === "asked";

const input = z.strictObject({ fields: applicationFieldsInput });

/**
 * Keeps what somebody has answered so far, whole or not. Refusals: those of `lockOwnApplication`, conflict (it was sent
 * meanwhile, or decided).
 */
export const saveApplication = command<z.infer<typeof input>, null>("writing.save-application", {
  input,
  run: async (work, { fields }) => {
    const found = await lockOwnApplication(work);
    if (!found.ok) return found;
    const row = found.value;
    if (!isOpen(row)) return refuse("conflict", "Your application was sent already. It was not changed.");
    await work.tx
      .update(applications)
      .set({ fields, version: row.version + 1, updatedAt: work.now })
      .where(eq(applications.id, row.id));
    return done(null);
  },
});

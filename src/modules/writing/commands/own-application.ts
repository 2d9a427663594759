import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { attachFiles, filesOf, forgetFilesAt } from "#src/modules/files/index.server.ts";
import { fileIds } from "#src/modules/orders/index.server.ts";
import { loadPricing } from "#src/modules/pricing/index.server.ts";
import { allSubjects } from "#src/modules/pricing/index.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { FAIR_WORK_VERSION, firstWrong } from "../domain/application.ts";
import { closedToApply } from "../domain/policy.ts";
import { applicationSentMail } from "../mails/applications.ts";
import { applications } from "../tables.ts";

export type ApplicationRow = typeof applications.$inferSelect;

const applicationFieldsInput = z
  .record(z.string().max(60), z.string().max(10_000, "Write at most 10,000 characters."))
  .refine((fields) => Object.keys(fields).length <= 60);

/** The own row, locked; a new one begins as a draft. Refusals: signed-out, forbidden (a writer, an admin). */
async function lockOwnApplication(work: Work): Promise<Outcome<ApplicationRow>> {
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
const isOpen = ({ state }: Pick<ApplicationRow, "state">): boolean => state === "draft" || state === "asked";

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

const sendInput = z.strictObject({ fields: applicationFieldsInput, files: fileIds });

/**
 * Sends the own application, or sends it again after a question, with its samples. The version of the fair-work terms
 * is kept. The same form twice is one. Refusals: those of `lockOwnApplication`, invalid (fields of the first step that
 * lacks something, or a file that cannot be used), conflict (another one was sent meanwhile, or it is decided).
 */
export const sendApplication = command<z.infer<typeof sendInput>, null>("writing.send-application", {
  input: sendInput,
  run: async (work, { fields, files }) => {
    const found = await lockOwnApplication(work);
    if (!found.ok) return found;
    const row = found.value;
    if (row.state === "sent" && isDeepStrictEqual(row.fields, fields)) return done(null);
    if (!isOpen(row)) return refuse("conflict", "Your application was sent already. It was not changed.");
    const pricing = await loadPricing(work.tx, work.now);
    const hanging = await filesOf({ db: work.tx, viewer: work.viewer }, { purpose: "application", subjects: [row.id] });
    const ids = new Set([...hanging.map(({ id }) => id), ...files]);
    const subjects = pricing.ok ? allSubjects(pricing.value.table) : null;
    const wrong = firstWrong(fields, { samples: ids.size, subjects });
    if (wrong) return invalid(wrong.errors);
    const attached = await attachFiles(work, { ids: files, purpose: "application", subject: row.id });
    if (!attached.ok) return attached;
    const sent = { state: "sent", sentAt: work.now, termsVersion: FAIR_WORK_VERSION } as const;
    await work.tx
      .update(applications)
      .set({ ...sent, fields, version: row.version + 1, updatedAt: work.now })
      .where(eq(applications.id, row.id));
    work.audit({ action: "hiring.sent", subject: row.personId, detail: { terms: FAIR_WORK_VERSION } });
    work.emit({ name: "writing.application-sent", subject: row.id, payload: { again: row.state === "asked" } });
    if (work.viewer.kind === "person")
      await queueMail(work.tx, applicationSentMail(work.viewer.email, row.state === "asked"), work.now);
    return done(null);
  },
});

/** Deletes the own application with its samples while nobody has decided. Refusals: not-found, conflict (decided). */
export const withdrawApplication = command<Record<string, never>, null>("writing.withdraw-application", {
  input: z.strictObject({}),
  run: async (work) => {
    const { viewer, tx } = work;
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
    const [row] = await tx.select().from(applications).where(eq(applications.personId, viewer.id)).for("update");
    if (!row) return notFound();
    if (row.state === "accepted" || row.state === "declined")
      return refuse("conflict", "We have answered your application. Read the answer first.");
    await forgetFilesAt(work, "application", [row.id]);
    await tx.delete(applications).where(eq(applications.id, row.id));
    work.audit({ action: "hiring.withdrawn", subject: viewer.id, detail: { state: row.state } });
    return done(null);
  },
});

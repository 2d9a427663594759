import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { shownPeople } from "#src/modules/accounts/index.server.ts";
import { type FilePolicy, filesOf } from "#src/modules/files/index.server.ts";
import { openOrderNumbersOf } from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { isSealedFor, nameFor } from "#src/shared/viewer.ts";
import { readApplication } from "../domain/application.ts";
import { canManageWriters, canReadApplication } from "../domain/policy.ts";
import { applicationsSetting, gradesSetting } from "../settings.ts";
import { applications } from "../tables.ts";

export type ApplicationLine = Answer<typeof waitingApplications>[number];

const most = 200;

/** What waits for an admin, the oldest first, then what waits for its applicant. Needs `people`, else not-found. */
export const waitingApplications = query("writing.applications", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canManageWriters(viewer)) return notFound();
    const rows = await db
      .select()
      .from(applications)
      .where(inArray(applications.state, ["sent", "asked"]))
      .orderBy(sql`${applications.state} = 'asked'`, asc(applications.sentAt), asc(applications.id))
      .limit(most);
    const ids = rows.map(({ id }) => id);
    const people = await shownPeople(
      db,
      viewer,
      rows.map(({ personId }) => personId),
    );
    const files = Map.groupBy(
      await filesOf({ db, viewer }, { purpose: "application", subjects: ids }),
      (one) => one.subject,
    );
    return done(
      rows.flatMap(({ id, personId, state, sentAt, askedAt, question, fields }) => {
        const person = people.get(personId);
        if (!person || !sentAt || (state !== "sent" && state !== "asked")) return [];
        const { name, subjects } = readApplication(fields);
        const samples = files.get(id)?.length ?? 0;
        return [
          {
            id,
            state,
            sentAt,
            askedAt,
            question,
            samples,
            subjects,
            name: nameFor(viewer, personId, name || person.name),
          },
        ];
      }),
    );
  },
});

/** Who waits for an answer to an application, the oldest first, at most 200. Needs `people`, else not-found. */
export const applicantIds = query("writing.applicants", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canManageWriters(viewer)) return notFound();
    const rows = await db
      .select({ id: applications.personId })
      .from(applications)
      .where(inArray(applications.state, ["sent", "asked"]))
      .orderBy(asc(applications.sentAt), asc(applications.id))
      .limit(most);
    return done(rows.map(({ id }) => id));
  },
});

/** One application with all that an admin decides by. Needs `people`; a draft is its applicant's alone. */
export const applicationForAdmin = query("writing.application", {
  input: z.strictObject({ applicationId: askedId }),
  run: async ({ db, ctx, viewer }, { applicationId }) => {
    if (!canManageWriters(viewer) || !isId(applicationId)) return notFound();
    const [row] = await db
      .select()
      .from(applications)
      .where(and(eq(applications.id, applicationId)));
    if (!row || row.state === "draft") return notFound();
    const people = await shownPeople(db, viewer, [row.personId, ...(row.decidedBy ? [row.decidedBy] : [])]);
    const person = people.get(row.personId);
    if (!person) return notFound();
    const { settings } = ctx.runtime;
    const { fields, decidedBy, createdAt: _, updatedAt: __, ...rest } = row;
    const { name, email, since, role, blocked } = person;
    const isSealed = isSealedFor(viewer, row.personId, "contact");
    return done({
      ...rest,
      answers: { ...readApplication(isSealed ? {} : fields), ...(isSealed && { name }) },
      samples: await filesOf({ db, viewer }, { purpose: "application", subjects: [row.id] }),
      decidedBy: (decidedBy && people.get(decidedBy)?.name) || null,
      account: { name, email, since, role, blocked },
      /** Own orders of the applicant that must be closed first. */
      openOrders: await openOrderNumbersOf(db, row.personId),
      grades: await settings.get(gradesSetting),
      usualShare: await settings.get(shareSetting),
    });
  },
});

/** The viewer's own application; null for guests and for people without one. */
export const ownApplication = query("writing.own-application", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (viewer.kind !== "person") return done(null);
    const [row] = await db.select().from(applications).where(eq(applications.personId, viewer.id));
    if (!row) return done(null);
    const { state, fields, question, reason, sentAt, decidedAt } = row;
    const { declinedDays } = await ctx.runtime.settings.get(applicationsSetting);
    // When a declined one is deleted, so that another one can be sent.
    const goneAt = state === "declined" && decidedAt ? new Date(decidedAt.getTime() + declinedDays * dayMs) : null;
    return done({
      ...{ state, fields, question, reason, sentAt, savedAt: row.updatedAt, goneAt },
      files: await filesOf({ db, viewer }, { purpose: "application", subjects: [row.id] }),
      /** Own orders that must be closed before it can be accepted. */
      openOrders: await openOrderNumbersOf(db, viewer.id),
    });
  },
});

/** Samples (subject: the application's id): the applicant, and admins who decide on it. */
export const applicationFilePolicy: FilePolicy = {
  purpose: "application",
  maySee: async ({ runtime, viewer }, subject) => {
    if (!isId(subject)) return false;
    const [row] = await runtime.db
      .select({ personId: applications.personId, state: applications.state })
      .from(applications)
      .where(eq(applications.id, subject));
    return row !== undefined && canReadApplication(row, viewer);
  },
};

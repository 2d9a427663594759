import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { type FileLine, filesOf } from "#src/modules/files/index.server.ts";
import { openOrderNumbersOf } from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { may, type Role } from "#src/shared/viewer.ts";
import { type Application, type ApplicationState, readApplication } from "../domain/application.ts";
import type { WriterSubject } from "../domain/levels.ts";
import type { Grade } from "../domain/pay.ts";
import { gradesSetting } from "../settings.ts";
import { applications } from "../tables.ts";

export type ApplicationLine = {
  id: string;
  name: string;
  state: "sent" | "asked";
  sentAt: Date;
  askedAt: Date | null;
  question: string | null;
  samples: number;
  subjects: readonly WriterSubject[];
};

const most = 200;

/** What waits for an admin, the oldest first, then what waits for its applicant. Needs `people`, else not-found. */
export const waitingApplications = query<Record<string, never>, readonly ApplicationLine[]>("writing.applications", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!may(viewer, "people")) return notFound();
    const rows = await db
      .select()
      .from(applications)
      .where(inArray(applications.state, ["sent", "asked"]))
      .orderBy(sql`${applications.state} = 'asked'`, asc(applications.sentAt), asc(applications.id))
      .limit(most);
    const ids = rows.map(({ id }) => id);
    const people = await findPeople(
      db,
      rows.map(({ personId }) => personId),
    );
    const files = Map.groupBy(
      await filesOf({ db, viewer }, { purpose: "application", subjects: ids }),
      (one) => one.subject,
    );
    return done(
      rows.flatMap(({ id, personId, state, sentAt, askedAt, question, fields }): ApplicationLine[] => {
        const person = people.get(personId);
        if (!person || !sentAt || (state !== "sent" && state !== "asked")) return [];
        const { name, subjects } = readApplication(fields);
        const samples = files.get(id)?.length ?? 0;
        return [{ id, state, sentAt, askedAt, question, samples, subjects, name: name || person.name }];
      }),
    );
  },
});

type ReviewedApplication = {
  id: string;
  personId: string;
  state: ApplicationState;
  version: number;
  answers: Application;
  samples: readonly FileLine[];
  termsVersion: string | null;
  sentAt: Date | null;
  question: string | null;
  askedAt: Date | null;
  reason: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  account: { name: string; email: string; since: Date; role: Role; blocked: boolean };
  /** Own orders of the applicant that must be closed first. */
  openOrders: readonly string[];
  grades: readonly Grade[];
  usualShare: number;
};

/** One application with all that an admin decides by. Needs `people`; a draft is its applicant's alone. */
export const applicationForAdmin = query<{ applicationId: string }, ReviewedApplication>("writing.application", {
  input: z.strictObject({ applicationId: z.string().max(64) }),
  run: async ({ db, ctx, viewer }, { applicationId }) => {
    if (!may(viewer, "people") || !z.uuid().safeParse(applicationId).success) return notFound();
    const [row] = await db
      .select()
      .from(applications)
      .where(and(eq(applications.id, applicationId)));
    if (!row || row.state === "draft") return notFound();
    const people = await findPeople(db, [row.personId, ...(row.decidedBy ? [row.decidedBy] : [])]);
    const person = people.get(row.personId);
    if (!person) return notFound();
    const { settings } = ctx.runtime;
    const { fields, decidedBy, createdAt: _, updatedAt: __, ...rest } = row;
    const { name, email, since, role, blocked } = person;
    return done({
      ...rest,
      answers: readApplication(fields),
      samples: await filesOf({ db, viewer }, { purpose: "application", subjects: [row.id] }),
      decidedBy: (decidedBy && people.get(decidedBy)?.name) || null,
      account: { name, email, since, role, blocked },
      openOrders: await openOrderNumbersOf(db, row.personId),
      grades: await settings.get(gradesSetting),
      usualShare: await settings.get(shareSetting),
    });
  },
});

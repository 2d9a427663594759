import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { shownPeople } from "#src/modules/accounts/index.server.ts";
import { canSeePeople } from "#src/modules/accounts/index.ts";
import { askedCursor, cutPage, type Page, walk } from "#src/platform/database/cursor.ts";
import { query } from "#src/platform/query.ts";
import { audit } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isUnderSeal } from "#src/shared/viewer.ts";
import { type AuditLine, toAuditLine } from "./audit-of-order.ts";

export const trailPageSize = 25;

const input = z.strictObject({
  personId: z.uuid(),
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});

/** One page of the audit trail about a person, the newest first, 25 a page. Needs `people`, else not-found. */
export const auditOfPerson = query<z.infer<typeof input>, Page<AuditLine>>("admin.audit-of-person", {
  input,
  run: async ({ db, viewer }, { personId, older, newer }) => {
    if (!canSeePeople(viewer)) return notFound();
    const { direction, after, order } = walk({ older, newer }, audit);
    const found = await db
      .select()
      .from(audit)
      .where(and(eq(audit.subject, personId), after))
      .orderBy(...order)
      .limit(trailPageSize + 1);
    const page = cutPage(found, trailPageSize, direction, ({ at, id }) => ({ at, id }));
    const people = await shownPeople(
      db,
      viewer,
      page.rows.map(({ actor }) => actor),
    );
    const hidden = isUnderSeal(viewer, personId);
    return done({ ...page, rows: page.rows.map((row) => toAuditLine(row, people, hidden)) });
  },
});

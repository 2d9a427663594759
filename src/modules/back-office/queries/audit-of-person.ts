import { and, asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { beyond, cutPage, type Page, readPlace } from "#src/platform/database/place.ts";
import { query } from "#src/platform/query.ts";
import { audit } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import { type AuditLine, toAuditLine } from "./audit-of-order.ts";

export const trailPageSize = 25;

const input = z.strictObject({
  personId: z.uuid(),
  older: z.string().max(100).optional(),
  newer: z.string().max(100).optional(),
});

/** One page of the audit trail about a person, the newest first, 25 a page. Needs `people`, else not-found. */
export const auditOfPerson = query<z.infer<typeof input>, Page<AuditLine>>("back-office.audit-of-person", {
  input,
  run: async ({ db, viewer }, { personId, older, newer }) => {
    if (!may(viewer, "people")) return notFound();
    const back = readPlace(newer);
    const place = back ?? readPlace(older);
    const rising = back !== null;
    const direction = rising ? asc : desc;
    const found = await db
      .select()
      .from(audit)
      .where(
        and(eq(audit.subject, personId), place ? beyond({ at: audit.at, id: audit.id }, place, rising) : undefined),
      )
      .orderBy(direction(audit.at), direction(audit.id))
      .limit(trailPageSize + 1);
    const way = back ? "newer" : place ? "older" : "start";
    const page = cutPage(found, trailPageSize, way, ({ at, id }) => ({ at, id }));
    const people = await findPeople(
      db,
      page.rows.map(({ actor }) => actor),
    );
    return done({ ...page, rows: page.rows.map((row) => toAuditLine(row, people)) });
  },
});

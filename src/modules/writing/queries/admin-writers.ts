import { asc } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { nothingDone, type WriterFigures, writerFiguresOf } from "#src/modules/orders/index.server.ts";
import { writerSumsOf } from "#src/modules/payments/index.server.ts";
import { canManageMoney } from "#src/modules/payments/index.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { gradeOf } from "../domain/pay.ts";
import { canManageWriters } from "../domain/policy.ts";
import { gradesSetting } from "../settings.ts";
import { writers } from "../tables.ts";

export type WriterLine = Answer<typeof adminWriters>[number];

const most = 500;
const never = Number.MAX_SAFE_INTEGER;
const due = ({ figures }: { figures: WriterFigures }): number => figures.nextDeadline?.getTime() ?? never;

/** Every writer with load, figures and money, the next deadline first. For admins with `people`; refuses not-found. */
export const adminWriters = query("writing.admin-writers", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (!canManageWriters(viewer)) return notFound();
    const rows = await db.select().from(writers).orderBy(asc(writers.pseudonym)).limit(most);
    const ids = rows.map(({ personId }) => personId);
    const grades = await ctx.runtime.settings.get(gradesSetting);
    const people = await findPeople(db, ids);
    const figures = await writerFiguresOf(db, ids);
    const money = canManageMoney(viewer) ? await writerSumsOf(db, ids) : null;
    const lines = rows.flatMap((row) => {
      const person = people.get(row.personId);
      if (person?.role !== 2) return [];
      const { pseudonym, active, subjects, capacity, awayFrom, awayUntil } = row;
      return [
        {
          ...{ id: row.personId, name: person.name, pseudonym, active, subjects, capacity, awayFrom, awayUntil },
          grade: gradeOf(grades, row.grade).name,
          blocked: person.blocked,
          figures: figures.get(row.personId) ?? nothingDone,
          /** Null for admins who do not see money. */
          money: money?.get(row.personId) ?? null,
        },
      ];
    });
    return done(lines.toSorted((a, b) => due(a) - due(b) || a.name.localeCompare(b.name, "en")));
  },
});

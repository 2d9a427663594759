import { eq } from "drizzle-orm";
import { findPersonLocked } from "#src/modules/accounts/index.server.ts";
import type { WriterDirectory } from "#src/modules/orders/index.server.ts";
import { shareSetting } from "#src/modules/payments/index.server.ts";
import { readSetting } from "#src/platform/settings.ts";
import { awayLabel, isAway } from "./domain/away.ts";
import { shareFor } from "./domain/pay.ts";
import { samePersonHints } from "./queries/same-person.ts";
import { gradesSetting } from "./settings.ts";
import { writers } from "./tables.ts";

/** What orders ask about writers (the port of orders). */
export const writerDirectoryOfRuntime: WriterDirectory = {
  hints: samePersonHints,
  lock: async (tx, personId) => {
    const [row] = await tx.select().from(writers).where(eq(writers.personId, personId)).for("update");
    if (!row) return null;
    const person = await findPersonLocked(tx, personId);
    const works = !person || (person.role === 2 && !person.blocked);
    const { value: grades } = await readSetting(tx, gradesSetting);
    const { value: usual } = await readSetting(tx, shareSetting);
    const { personId: id, pseudonym, capacity } = row;
    const daysOff = (first: string, last: string) => (isAway(row, first, last) ? awayLabel(row, first) : null);
    const sharePercent = shareFor(row, grades, usual);
    return { id, pseudonym, active: row.active && works, capacity, sharePercent, daysOff };
  },
};

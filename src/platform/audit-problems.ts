import { and, asc, gt, isNotNull } from "drizzle-orm";
import { chainHash, firstHash } from "./audit.ts";
import type { Database } from "./database/database.ts";
import { audit } from "./tables.ts";

const batch = 2_000;

/** The first place where the audit's chain breaks, in a sentence; rows that wait for their seal are fine. */
export async function auditProblems(db: Database): Promise<string[]> {
  let previous = { seq: 0, hash: firstHash };
  for (;;) {
    const rows = await db
      .select()
      .from(audit)
      .where(and(isNotNull(audit.seq), gt(audit.seq, previous.seq)))
      .orderBy(asc(audit.seq))
      .limit(batch);
    for (const row of rows) {
      const seq = previous.seq + 1;
      if (row.seq !== seq || row.hash !== chainHash(previous.hash, { ...row, seq }))
        return [`The audit's chain breaks at number ${seq}.`];
      previous = { seq, hash: row.hash };
    }
    if (rows.length < batch) return [];
  }
}

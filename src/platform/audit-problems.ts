import { and, asc, count, gt, isNotNull, isNull } from "drizzle-orm";
import { chainHash, firstHash } from "./audit.ts";
import type { Database } from "./database/database.ts";
import { audit } from "./tables.ts";

const batch = 2_000;

type AuditCheck = {
  /** Rows of the chain that are as they were sealed, up to the first one that is not. */
  sealed: number;
  /** Rows that wait for their seal: the newest second, or since the product stopped. */
  unsealed: number;
  /** The first number at which the chain breaks, and the row that stands there, if one does. */
  broken: { seq: number; row: { id: string; at: Date; action: string } | null } | null;
};

/** Walks the whole chain and computes every hash anew. */
export async function checkAudit(db: Database): Promise<AuditCheck> {
  const [open] = await db.select({ rows: count() }).from(audit).where(isNull(audit.seq));
  const unsealed = open?.rows ?? 0;
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
      if (row.seq !== seq) return { sealed: previous.seq, unsealed, broken: { seq, row: null } };
      if (row.hash !== chainHash(previous.hash, { ...row, seq }))
        return { sealed: previous.seq, unsealed, broken: { seq, row } };
      previous = { seq, hash: row.hash };
    }
    if (rows.length < batch) return { sealed: previous.seq, unsealed, broken: null };
  }
}

/** The first place where the audit's chain breaks, in a sentence; rows that wait for their seal are fine. */
export async function auditProblems(db: Database): Promise<string[]> {
  const { broken } = await checkAudit(db);
  return broken ? [`The audit's chain breaks at number ${broken.seq}.`] : [];
}

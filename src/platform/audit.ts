import { createHash } from "node:crypto";
import { and, asc, count, desc, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { type Database, send } from "./database/database.ts";
import { audit } from "./tables.ts";

type Row = typeof audit.$inferSelect;
const sealLock = 7302;
export const firstHash = "0".repeat(64);

/** The chain: SHA-256 over the previous hash and the row's own words, keys in a fixed order. */
export const chainHash = (previous: string, row: Omit<Row, "hash" | "seq"> & { seq: number }): string =>
  createHash("sha256")
    .update(previous)
    .update(
      JSON.stringify([
        row.seq,
        row.id,
        row.at.toISOString(),
        row.actor,
        row.action,
        row.subject,
        sorted(row.detail),
        row.requestId,
      ]),
    )
    .digest("hex");

/** PostgreSQL's jsonb forgets the order of keys, so the chain sorts them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
}

/** Numbers and chains committed rows; one sealer at a time. Returns how many it sealed. */
export async function sealAudit(db: Database, most = 500): Promise<number> {
  return db.transaction(async (tx) => {
    const lock = await send<{ mine: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${sealLock}) as mine`);
    if (!lock.rows[0]?.mine) return 0;
    const open = await tx
      .select()
      .from(audit)
      .where(isNull(audit.seq))
      .orderBy(asc(audit.at), asc(audit.id))
      .limit(most);
    if (open.length === 0) return 0;
    const [last] = await tx.select().from(audit).where(isNotNull(audit.seq)).orderBy(desc(audit.seq)).limit(1);
    let seq = last?.seq ?? 0;
    let hash = last?.hash ?? firstHash;
    const sealed = open.map((row) => {
      seq += 1;
      hash = chainHash(hash, { ...row, seq });
      return { id: row.id, seq, hash };
    });
    await tx.execute(sql`update platform.audit a set seq = s.seq, hash = s.hash
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s(id uuid, seq bigint, hash text) where a.id = s.id`);
    return open.length;
  });
}

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

import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { done, refuse } from "#src/shared/outcome.ts";
import { inTransaction } from "./command.ts";
import { send } from "./database/database.ts";
import { isServed } from "./live/cross-process.ts";
import { type Runtime, systemCtx } from "./runtime.ts";
import { keyFor, seal, secretMark, unseal } from "./secret.ts";
import { installation } from "./tables.ts";
import type { Work } from "./work.ts";

/** The secret in use, and the one that takes its place. */
type Secrets = { before: string; after: string };
/** Rows that work with the new secret, rows that do not any more, and texts that the old one did not open. */
type RotatedRows = { changed: number; ended: number; unreadable: number };

/** One use of the secret, by the purpose of its key (`keyFor`). */
export type SecretUse = {
  purpose: string;
  /** What is counted, in words for the operator: "bank accounts of writers". */
  what: string;
  rotate: (work: Work, secrets: Secrets) => Promise<RotatedRows>;
};

type SealedColumn = Pick<SecretUse, "purpose" | "what"> & {
  /** Of one table: what its rows are found by, and the sealed text. */
  id: PgColumn;
  text: PgColumn;
  /** What the text of a row is bound to. */
  about: (id: string) => string;
  /** A keyed hash of the text in the same row; `of`: another column that is part of it. */
  hash?: { column: PgColumn; of?: PgColumn; make: (runtime: { secret: string }, text: string, of: string) => string };
};

const batch = 500;

/** Opens each text of a column with the old secret and seals it with the new one. One that does not open stays as it is. */
export const sealedColumn = ({ purpose, what, id, text, about, hash }: SealedColumn): SecretUse => ({
  purpose,
  what,
  rotate: async ({ tx }, { before, after }) => {
    const [oldKey, newKey] = [keyFor(before, purpose), keyFor(after, purpose)];
    const counted = { changed: 0, ended: 0, unreadable: 0 };
    const read = (from: SQL) =>
      send<{ id: string; text: string; of: string }>(
        tx,
        sql`select ${id} as id, ${text} as text, ${hash?.of ?? id} as of from ${id.table}
            where ${text} is not null ${from} order by ${id} limit ${batch}`,
      );
    for (let { rows } = await read(sql``); rows.length > 0; ) {
      for (const row of rows) {
        const opened = unseal(oldKey, row.text, about(row.id));
        if (opened === null) {
          counted.unreadable += 1;
          continue;
        }
        const values = {
          [text.name]: seal(newKey, opened, about(row.id)),
          ...(hash && { [hash.column.name]: hash.make({ secret: after }, opened, row.of) }),
        };
        await tx.update(id.table).set(values).where(eq(id, row.id));
        counted.changed += 1;
      }
      ({ rows } = await read(sql`and ${id} > ${rows.at(-1)?.id}`));
    }
    return counted;
  },
});

/** What cannot be computed anew, as hashes of what only somebody else knows: `end` removes it and returns how many. */
export const endedUse = ({
  end,
  ...use
}: Omit<SecretUse, "rotate"> & { end: (work: Work) => Promise<number> }): SecretUse => ({
  ...use,
  rotate: async (work) => ({ changed: 0, ended: await end(work), unreadable: 0 }),
});

/**
 * Seals everything anew with another secret and marks the database with it, in one transaction. `keep` stores the new
 * secret before anything depends on it. Returns what became of each use, in the order of `uses`. Throws one sentence
 * when another process serves this database, or the database refuses; a process that starts meanwhile waits.
 */
export async function rotateSecret(
  runtime: Runtime,
  uses: readonly SecretUse[],
  { after, keep }: { after: string; keep: () => void },
): Promise<{ what: string; rows: RotatedRows }[]> {
  const rotated = await inTransaction(systemCtx(runtime, "rotate-secret"), async (work) => {
    // A starting process reads the mark once it is connected: it is seen here, or reads the new mark after the commit.
    await work.tx.execute(sql`lock table ${installation} in access exclusive mode`);
    if (await isServed(work.tx)) return refuse("conflict", "Paperwright is running: stop every process of it first.");
    keep();
    const secrets = { before: runtime.secret, after };
    const all = [];
    for (const { what, rotate } of uses) all.push({ what, rows: await rotate(work, secrets) });
    await work.tx.update(installation).set({ secretMark: secretMark(after) });
    work.audit({ action: "system.secret-rotated", subject: "installation" });
    return done(all);
  });
  if (!rotated.ok) throw new Error(rotated.message);
  return rotated.value;
}

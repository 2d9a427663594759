import { desc, inArray } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { mayManageApi } from "../domain/policy.ts";
import { keys, partners } from "../tables.ts";

type KeyRow = typeof keys.$inferSelect;
type KeyState = "revoked" | "expired" | "works";

/** Whether a key lets in at this moment. */
export const keyState = ({ revokedAt, expiresAt }: Pick<KeyRow, "revokedAt" | "expiresAt">, now: Date): KeyState => {
  if (revokedAt) return "revoked";
  return expiresAt && now >= expiresAt ? "expired" : "works";
};

/** The partners of these keys, by their ids. */
async function partnersOf(db: Database, rows: readonly KeyRow[]) {
  const ids = [...new Set(rows.flatMap(({ partnerId }) => partnerId ?? []))];
  const found = ids.length > 0 ? await db.select().from(partners).where(inArray(partners.id, ids)) : [];
  return new Map(found.map(({ id, name, contact }) => [id, { name, contact }]));
}

export type KeyLine = Answer<typeof keyList>[number];

const mostShown = 100;

/** The keys of programs, newest first, without their secrets. Refuses not-found for others than admins for settings. */
export const keyList = query("api.key-list", {
  input: z.strictObject({}),
  run: async ({ db, viewer, now }) => {
    if (!mayManageApi(viewer)) return notFound();
    const rows = await db.select().from(keys).orderBy(desc(keys.createdAt), desc(keys.id)).limit(mostShown);
    const theirs = await partnersOf(db, rows);
    const makers = await findPeople(db, [...new Set(rows.map(({ createdBy }) => createdBy))]);
    return done(
      rows.map((row) => ({
        ...{
          id: row.id,
          name: row.name,
          prefix: row.prefix,
          ending: row.ending,
          scopes: row.scopes,
          state: keyState(row, now),
        },
        ...{ createdAt: row.createdAt, expiresAt: row.expiresAt, lastUsedAt: row.lastUsedAt },
        ...{ origins: row.origins, partner: theirs.get(row.partnerId ?? "") ?? null },
        createdBy: makers.get(row.createdBy)?.name ?? "An admin",
      })),
    );
  },
});

import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { keptChecks } from "../tables.ts";
import { type KeptCheck, type KeptSummary, openCheck, openSummary } from "./sealed.ts";

export type KeptLine = KeptSummary & { id: string; at: Date };

/** The viewer's kept answers, the newest first. */
export const keptList = query<Record<string, never>, KeptLine[]>("checker.kept-list", {
  private: true,
  input: z.strictObject({}),
  run: async ({ db, viewer, ctx }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
    const { id, at, summary } = keptChecks;
    const rows = await db.select({ id, at, summary }).from(keptChecks).where(ownChecks(viewer)).orderBy(desc(at));
    return done(rows.map((row) => ({ id: row.id, at: row.at, ...openSummary(ctx.runtime.secret, row) })));
  },
});

/** One kept answer with its text, for its person. */
export const keptCheck = query<{ id: string }, KeptCheck>("checker.kept-check", {
  private: true,
  input: z.strictObject({ id: askedId }),
  run: async ({ db, viewer, ctx }, { id }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
    const [row] = await db.select().from(keptChecks).where(ownChecks(viewer, id));
    return row ? done(openCheck(ctx.runtime.secret, row)) : notFound();
  },
});

/** The kept answers of this person alone; with an id, that one. Ids come from addresses: anything can stand there. */
export const ownChecks = ({ id: ownerId }: Person, id?: string): SQL | undefined =>
  and(eq(keptChecks.ownerId, ownerId), id === undefined ? undefined : sql`${keptChecks.id}::text = ${id}`);

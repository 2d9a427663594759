import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import type { Report } from "../domain/report.ts";
import type { Band } from "../domain/verdict.ts";
import type { Facts } from "../report-document.ts";
import { keptChecks } from "../tables.ts";

/** A kept answer. Older ones lack what was found in a file and whether all of the text was read. */
export type KeptCheck = {
  report: Report;
  text: string;
  kind: string;
  found?: string;
  left: string[];
  whole?: boolean;
  facts: Facts;
};
/** What the list says of it. */
type KeptSummary = { band: Band; words: number; begins: string };

const keyOf = (secret: string): Buffer => keyFor(secret, "kept checks");
const shownLetters = 80;

/** The first words of a text in one line. */
const beginOf = (text: string): string => {
  const line = text
    .slice(0, 4 * shownLetters)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > shownLetters ? `${[...line].slice(0, shownLetters).join("")}…` : line;
};

/** Both parts of a row, each bound to the row and to its place in it. */
export function sealCheck(secret: string, id: string, check: KeptCheck): { summary: string; content: string } {
  const { report, text } = check;
  const summary: KeptSummary = { band: report.band, words: report.words, begins: beginOf(text) };
  return {
    summary: seal(keyOf(secret), JSON.stringify(summary), `${id} summary`),
    content: seal(keyOf(secret), JSON.stringify(check), `${id} content`),
  };
}

function opened<T>(secret: string, sealed: string, about: string): T {
  const text = unseal(keyOf(secret), sealed, about);
  if (text === null) throw new Error("A kept answer of the checker does not open: it was altered or moved.");
  return JSON.parse(text) as T;
}

export const openSummary = (secret: string, { id, summary }: { id: string; summary: string }): KeptSummary =>
  opened(secret, summary, `${id} summary`);
export const openCheck = (secret: string, { id, content }: { id: string; content: string }): KeptCheck =>
  opened(secret, content, `${id} content`);

const purpose = "kept checks";

export const checkSecretUses: readonly SecretUse[] = [
  sealedColumn({
    purpose,
    what: "summaries of kept checks",
    id: keptChecks.id,
    text: keptChecks.summary,
    about: (row) => `${row} summary`,
  }),
  sealedColumn({
    purpose,
    what: "kept checks",
    id: keptChecks.id,
    text: keptChecks.content,
    about: (row) => `${row} content`,
  }),
];

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
const ownChecks = ({ id: ownerId }: Person, id?: string): SQL | undefined =>
  and(eq(keptChecks.ownerId, ownerId), id === undefined ? undefined : sql`${keptChecks.id}::text = ${id}`);

/** Answers that one person may keep. */
export const mostKept = 100;

const row = z.strictObject({ id: z.uuid(), summary: z.string(), content: z.string() });

const store = command<z.infer<typeof row>, { id: string }>("checker.keep", {
  input: row,
  run: async ({ tx, viewer, now }, { id, summary, content }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
    const [held] = await tx.select({ count: count() }).from(keptChecks).where(ownChecks(viewer));
    if ((held?.count ?? 0) >= mostKept)
      return refuse("too-many", `You have kept ${mostKept} answers. Erase one of them first.`);
    await tx.insert(keptChecks).values({ id, ownerId: viewer.id, at: now, summary, content });
    return done({ id });
  },
});

/** Keeps an answer with its text, sealed, until its person erases it. */
export async function keepCheck(ctx: Ctx, check: KeptCheck): Promise<Outcome<{ id: string }>> {
  const id = newId();
  return store(ctx, { id, ...sealCheck(ctx.runtime.secret, id, check) });
}

const which = z.union([z.strictObject({ id: askedId }), z.strictObject({ all: z.literal(true) })]);

/** Erases one kept answer of the viewer, or all. One that is gone already is no failure. */
export const eraseChecks = command<z.infer<typeof which>, { erased: number }>("checker.erase", {
  input: which,
  run: async ({ tx, viewer }, asked) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
    const erased = await tx
      .delete(keptChecks)
      .where(ownChecks(viewer, "id" in asked ? asked.id : undefined))
      .returning({ id: keptChecks.id });
    return done({ erased: erased.length });
  },
});

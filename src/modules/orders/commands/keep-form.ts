import { createHash } from "node:crypto";
import { and, eq, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { keptBudgets, spendBudget } from "#src/platform/guest-budgets.ts";
import { secretToken } from "#src/platform/ids.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { drafts } from "../storage/draft-tables.ts";

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
const keepable = z.string().max(10_000, "Write at most 10,000 characters.");

/** Of one form; how many an address keeps in an hour is its budget. */
const mostBytes = 256 * 1024;

const kept = z.strictObject({
  /** The page that the form is on. */
  path: z
    .string()
    .max(200)
    .regex(/^(\/[a-z-]+)+$/i),
  fields: z
    .record(
      z
        .string()
        .max(60)
        .regex(/^[\w.-]*$/),
      keepable,
    )
    .refine((fields) => Object.keys(fields).length <= 60)
    .refine((fields) => Buffer.byteLength(JSON.stringify(fields)) <= mostBytes, "This is too long to save."),
});

/** Keeps a form through sign-in. Answers the secret that goes into the address; only its hash is stored. 7 days. */
export const keepForm = command<z.infer<typeof kept>, { secret: string }>("orders.keep-form", {
  input: kept,
  run: async (work, { path, fields }) => {
    const wait = await spendBudget(work.tx, work.ctx, keptBudgets.keptForm);
    if (wait !== null)
      return refuse("too-many", "Too many forms were sent from your network. Try again in a few minutes.", {
        retryAfter: wait,
      });
    const secret = secretToken();
    const owner = work.viewer.kind === "person" ? work.viewer.id : null;
    await work.tx.insert(drafts).values({ secretHash: hashOf(secret), owner, path, fields, createdAt: work.now });
    return done({ secret });
  },
});

const secretOnly = z.strictObject({ secret: z.string().max(100) });
export type KeptForm = { path: string; fields: Record<string, string> };

/** Gives a kept form back. The first account that opens it owns it from then on; to others it does not exist. */
export const openForm = command<z.infer<typeof secretOnly>, KeptForm>("orders.open-form", {
  input: secretOnly,
  run: async (work, { secret }) => {
    const person = work.viewer.kind === "person" ? work.viewer.id : null;
    const mine = person ? or(isNull(drafts.owner), eq(drafts.owner, person)) : isNull(drafts.owner);
    const found = and(eq(drafts.secretHash, hashOf(secret)), mine);
    const [row] = person
      ? await work.tx.update(drafts).set({ owner: person }).where(found).returning()
      : await work.tx.select().from(drafts).where(found);
    return row ? done({ path: row.path, fields: row.fields }) : notFound();
  },
});

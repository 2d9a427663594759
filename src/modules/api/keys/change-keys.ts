import { and, count, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, type FieldError, invalid, notFound, type Refusal, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { actorId, scopes } from "#src/shared/viewer.ts";
import { mayManageApi } from "../domain/policy.ts";
import { keys, partners } from "../tables.ts";
import { endingOf, keyHash, newKeyText } from "./key-text.ts";
import { readOrigins } from "./origins.ts";

const mostKeys = 50;

/** How long a key can be made for, in days. */
const keyEnds = { "30": 30, "90": 90, "365": 365, never: null } as const;

const input = z.object({
  /** Made by the form: sent twice it makes one key. */
  id: z.uuid(),
  name: z.string().trim().min(1, "Give the key a name.").max(60, "Write at most 60 characters."),
  scopes: z.array(z.enum(scopes)).min(1, "Choose at least one thing that the key may do."),
  ends: z.enum(["30", "90", "365", "never"]),
  /** Whose key it is, where it prepares orders. */
  partner: z.string().trim().max(60, "Write at most 60 characters.").default(""),
  contact: z.string().trim().max(200, "Write at most 200 characters.").default(""),
  /** Sites whose pages may ask for quotes, one a line. */
  origins: z.string().max(2_000, "Write at most 2,000 characters.").default(""),
});

const closed = (work: Work): Refusal | null => (mayManageApi(work.viewer) ? mustBeFresh(work) : notFound());

/**
 * Makes a key for a program. Only an admin for settings, with a fresh sign-in. Answers the key: nobody can see it again.
 * Refuses not-found, step-up, invalid, and conflict (sent twice, or too many keys in use).
 */
export const makeKey = command<z.infer<typeof input>, { key: string }>("api.make-key", {
  input,
  run: async (work, { id, name, scopes: chosen, ends, ...more }) => {
    const refusal = closed(work);
    if (refusal) return refusal;
    const prepares = chosen.includes("orders:write");
    const sites = readOrigins(more.origins);
    const wrong = [...(prepares ? missingOf(more) : []), ...(sites.ok ? [] : (sites.fields ?? []))];
    if (!sites.ok || wrong.length > 0) return invalid(wrong);
    const [used] = await work.tx.select({ keys: count() }).from(keys).where(isNull(keys.revokedAt));
    if ((used?.keys ?? 0) >= mostKeys)
      return refuse("conflict", `There are ${mostKeys} keys in use. Revoke one first.`);
    const text = newKeyText();
    const days = keyEnds[ends];
    const written = await work.tx
      .insert(keys)
      .values({
        ...{
          id,
          name,
          scopes: [...new Set(chosen)],
          prefix: text.prefix,
          ending: endingOf(text),
          origins: sites.value,
        },
        partnerId: prepares ? await partnerNamed(work, more) : null,
        hash: keyHash(work.ctx.runtime.secret, text),
        createdAt: work.now,
        createdBy: actorId(work.viewer),
        expiresAt: days === null ? null : new Date(work.now.getTime() + days * dayMs),
      })
      .onConflictDoNothing({ target: keys.id })
      .returning({ id: keys.id });
    if (written.length === 0)
      return refuse("conflict", "This key was made already, and it was shown once. Revoke it if you do not have it.");
    work.audit({ action: "api.key-made", subject: id, detail: { name, prefix: text.prefix, scopes: chosen } });
    return done({ key: text.whole });
  },
});

type Partner = { partner: string; contact: string };

const missingOf = ({ partner, contact }: Partner): FieldError[] => [
  ...(partner
    ? []
    : [{ path: "partner", message: "A key that prepares orders belongs to a partner. Write its name." }]),
  ...(contact ? [] : [{ path: "contact", message: "Write whom you ask there, and how." }]),
];

/** The partner of this name, with this contact from now on: a new key of a partner reads what the old one left. */
async function partnerNamed({ tx, now }: Work, { partner, contact }: Partner): Promise<string> {
  const named = sql`lower(${partners.name}) = lower(${partner})`;
  const id = { id: partners.id };
  const made = { id: newId(), name: partner, contact, createdAt: now };
  const [added] = await tx.insert(partners).values(made).onConflictDoNothing().returning(id);
  const [row] = added ? [added] : await tx.update(partners).set({ contact }).where(named).returning(id);
  if (!row) throw new Error("A partner was not kept.");
  return row.id;
}

/** Ends a key at once. Refuses not-found, and conflict when somebody did it before. */
export const revokeKey = command<{ id: string }, null>("api.revoke-key", {
  input: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    if (!mayManageApi(work.viewer)) return notFound();
    const [row] = await work.tx
      .update(keys)
      .set({ revokedAt: work.now, revokedBy: actorId(work.viewer) })
      .where(and(eq(keys.id, id), isNull(keys.revokedAt)))
      .returning({ name: keys.name, prefix: keys.prefix });
    if (!row) return refuse("conflict", "This key is revoked already.");
    work.audit({ action: "api.key-revoked", subject: id, detail: row });
    return done(null);
  },
});

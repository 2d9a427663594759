import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { and, count, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { type Answer, query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, type FieldError, invalid, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { actorId, scopes } from "#src/shared/viewer.ts";
import { mayManageApi } from "../domain/policy.ts";
import { keys, partners } from "../tables.ts";

type KeyText = { prefix: string; whole: string };

/** `pwk_`, eight characters that name the key, `_`, and 32 random bytes. The first word lets scanners of leaks find it. */
const shape = /^pwk_([a-z0-9]{8})_[A-Za-z0-9_-]{43}$/;
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A new key. 256 random bits: nobody guesses it, and its hash need not be slow. */
export function newKeyText(): KeyText {
  const prefix = [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join("");
  return { prefix, whole: `pwk_${prefix}_${randomBytes(32).toString("base64url")}` };
}

/** The parts of what was sent as a key; null for what can be none. */
export function readKeyText(text: string): KeyText | null {
  const prefix = shape.exec(text)?.[1];
  return prefix ? { prefix, whole: text } : null;
}

/** What lists show of the secret part: four of its 43 characters. */
const endingOf = ({ whole }: KeyText): string => whole.slice(-4);

/** What is kept of a key. */
export const keyHash = (secret: string, { whole }: KeyText): string =>
  createHmac("sha256", keyFor(secret, "api-keys")).update(whole).digest("base64url");

/** Whether a key is the one of this hash. Takes the same time whatever it finds. */
export function isKeyOf(secret: string, text: KeyText, hash: string): boolean {
  const [own, kept] = [Buffer.from(keyHash(secret, text)), Buffer.from(hash)];
  return own.length === kept.length && timingSafeEqual(own, kept);
}

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

const mostOrigins = 20;

/** An address of a site as browsers send it in `Origin`; null for what can be none. */
function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const known = url.protocol === "https:" || (url.protocol === "http:" && url.hostname === "localhost");
  return known && /^[a-z0-9.-]+$/.test(url.hostname) && url.origin === text.toLowerCase().replace(/\/$/, "")
    ? url.origin
    : null;
}

/** The sites that somebody wrote down, one a line. Names the lines that are none. */
export function readOrigins(text: string, path = "origins"): Outcome<string[]> {
  const lines = text.split(/\s+/).filter((line) => line !== "");
  const wrong = lines.filter((line) => originOf(line) === null);
  if (wrong.length > 0)
    return invalid([
      { path, message: `Write each site as https://www.example.com, without a path. Wrong: ${wrong[0]?.slice(0, 80)}` },
    ]);
  const sites = [...new Set(lines.flatMap((line) => originOf(line) ?? []))];
  return sites.length > mostOrigins ? invalid([{ path, message: `Write at most ${mostOrigins} sites.` }]) : done(sites);
}

/** The sites that keys that work name: their pages may ask for quotes, without a key and without cookies. */
export async function listedOrigins({ db, clock }: Runtime): Promise<ReadonlySet<string>> {
  const works = and(isNull(keys.revokedAt), or(isNull(keys.expiresAt), gt(keys.expiresAt, clock())));
  const found = await db
    .select({ origins: keys.origins })
    .from(keys)
    .where(and(works, sql`${keys.origins} <> '[]'::jsonb`));
  return new Set(found.flatMap(({ origins }) => origins));
}

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

import { and, eq, isNull, lte, or } from "drizzle-orm";
import { keptBudgets, spendBudget } from "#src/platform/guest-budgets.ts";
import { countUse } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { Program, Viewer } from "#src/shared/viewer.ts";
import type { Operation } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";
import { keys, partners } from "../tables.ts";
import { isKeyOf, keyState, readKeyText } from "./keys.ts";

/** Requests of one key in a minute. */
export const mostOfKey = 600;
/** A use is written down when the one that is known is older: a request is no write. */
const usedWithinMs = 10 * minuteMs;

type KeyRow = typeof keys.$inferSelect;

const bearer = /^Bearer +(\S+) *$/i;
const unknown = (): Refusal => refuse("signed-out", "This key is not known here.");

/** The described address that is asked; null: none is. */
function operationAt(method: string, path: string): Operation | null {
  const asked = method === "HEAD" ? "get" : method.toLowerCase();
  const parts = path.split("/");
  const fits = (pattern: string): boolean => {
    const named = pattern.split("/");
    return named.length === parts.length && named.every((part, at) => part.startsWith("{") || part === parts[at]);
  };
  return operations.find((one) => one.method === asked && fits(one.path)) ?? null;
}

async function tooManyTries(ctx: Ctx): Promise<Refusal> {
  const wait = await spendBudget(ctx.runtime.db, ctx, keptBudgets.unknownKey);
  return wait === null ? unknown() : refuse("too-many", "Too many keys were tried.", { retryAfter: wait });
}

async function findKey(ctx: Ctx, sent: string): Promise<Outcome<KeyRow>> {
  const { db, secret } = ctx.runtime;
  const text = readKeyText(sent);
  const [row] = text ? await db.select().from(keys).where(eq(keys.prefix, text.prefix)) : [];
  if (!text || !row || !isKeyOf(secret, text, row.hash)) return tooManyTries(ctx);
  const state = keyState(row, ctx.runtime.clock());
  return state === "works" ? done(row) : refuse("signed-out", `This key is ${state}.`);
}

async function noteUse({ runtime }: Ctx, { id, lastUsedAt }: KeyRow): Promise<void> {
  const now = runtime.clock();
  const old = new Date(now.getTime() - usedWithinMs);
  if (lastUsedAt && lastUsedAt > old) return;
  const stale = or(isNull(keys.lastUsedAt), lte(keys.lastUsedAt, old));
  await runtime.db
    .update(keys)
    .set({ lastUsedAt: now })
    .where(and(eq(keys.id, id), stale));
}

async function partnerOf({ runtime: { db } }: Ctx, { partnerId }: KeyRow): Promise<Program["partner"]> {
  if (partnerId === null) return undefined;
  const [row] = await db
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(eq(partners.id, partnerId));
  return row;
}

/**
 * The viewer of a request with `Authorization: Bearer` under /api/: a program with the scopes of its key. Null: no key was sent.
 * Refuses signed-out (unknown, expired or revoked), too-many, and forbidden (an address that is not described, or one
 * that the key has no scope for).
 */
export async function admitKey(ctx: Ctx, request: Request): Promise<Outcome<Viewer> | null> {
  const { pathname } = new URL(request.url);
  const sent = bearer.exec(request.headers.get("authorization") ?? "")?.[1];
  if (sent === undefined || !pathname.startsWith("/api/")) return null;
  const found = await findKey(ctx, sent);
  if (!found.ok) return found;
  const { id, scopes } = found.value;
  const { db, config, clock } = ctx.runtime;
  const wait = await countUse(
    db,
    { key: `api-key:${id}`, most: mostOfKey * config.limitsFactor, seconds: 60 },
    clock(),
  );
  if (wait !== null)
    return refuse("too-many", `A key has ${mostOfKey} requests a minute. Wait a little.`, { retryAfter: wait });
  await noteUse(ctx, found.value);
  const operation = operationAt(request.method, pathname);
  if (!operation) return refuse("forbidden", "Keys are for the addresses and methods that /api/docs describes.");
  if (!operation.scopes.some((scope) => scopes.includes(scope)))
    return refuse("forbidden", `This key may not do this: it is not made for "${operation.scopes.join('" or "')}".`);
  const partner = await partnerOf(ctx, found.value);
  return done({ kind: "program", id, scopes, ...(partner && { partner }) });
}

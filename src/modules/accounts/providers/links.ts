import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { House } from "#src/platform/house.ts";
import { newId } from "#src/platform/ids.ts";
import { seal } from "#src/platform/seal.ts";
import { keyFor } from "#src/platform/secret.ts";
import type { Work } from "#src/platform/work.ts";
import type { Provider } from "../domain/providers.ts";
import { people, signIns } from "../tables.ts";
import type { Identity } from "./identity.ts";

/** Two arrivals of one identity wait for each other. */
export async function lockIdentity(tx: Database, { provider, sub }: Identity): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`accounts:${provider}:${sub}`}, 0))`);
}

/** The person whom this identity signs in, if there is one. */
export async function ownerOf(tx: Database, { provider, sub }: Identity): Promise<string | null> {
  const [row] = await tx
    .select({ personId: signIns.userId })
    .from(signIns)
    .where(and(eq(signIns.providerId, provider), eq(signIns.accountId, sub)));
  return row?.personId ?? null;
}

export async function hasProvider(tx: Database, personId: string, provider: Provider): Promise<boolean> {
  const rows = await tx
    .select({ id: signIns.id })
    .from(signIns)
    .where(and(eq(signIns.userId, personId), eq(signIns.providerId, provider)));
  return rows.length > 0;
}

/** From now on this identity signs this person in. */
export async function addIdentity(work: Work, personId: string, who: Identity): Promise<void> {
  await work.tx.insert(signIns).values({
    id: newId(),
    userId: personId,
    providerId: who.provider,
    accountId: who.sub,
    email: who.email,
    createdAt: work.now,
    updatedAt: work.now,
  });
  await keepToken(work, personId, who);
}

/** The address that the provider tells today, for the owner's eyes. */
export async function refreshIdentity(work: Work, personId: string, who: Identity): Promise<void> {
  await work.tx
    .update(signIns)
    .set({ email: who.email, updatedAt: work.now })
    .where(and(eq(signIns.providerId, who.provider), eq(signIns.accountId, who.sub)));
  await keepToken(work, personId, who);
}

const tokenKey = (house: House): Buffer => keyFor(house.secret, "apple id tokens");

/** The profile keeps Apple's newest id token, encrypted (specification section 3). Google's is not kept. */
async function keepToken(work: Work, personId: string, { provider, idToken }: Identity): Promise<void> {
  if (provider !== "apple") return;
  const sealed = seal(tokenKey(work.ctx.house), idToken, personId);
  await work.tx.update(people).set({ appleIdToken: sealed }).where(eq(people.id, personId));
}

/** Takes a provider away from a person. @returns false when it was not connected. */
export async function removeProvider(work: Work, personId: string, provider: Provider): Promise<boolean> {
  const gone = await work.tx
    .delete(signIns)
    .where(and(eq(signIns.userId, personId), eq(signIns.providerId, provider)))
    .returning({ id: signIns.id });
  if (provider === "apple") await work.tx.update(people).set({ appleIdToken: null }).where(eq(people.id, personId));
  return gone.length > 0;
}

/** Ways in that stay when `provider` goes: a password, another provider. */
export async function otherSignIns(tx: Database, personId: string, provider: Provider): Promise<number> {
  const rows = await tx
    .select({ id: signIns.id })
    .from(signIns)
    .where(and(eq(signIns.userId, personId), ne(signIns.providerId, provider)));
  return rows.length;
}

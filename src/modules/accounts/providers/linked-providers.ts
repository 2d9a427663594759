import { and, eq, gte, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor, seal } from "#src/platform/secret.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { type Provider, providerName } from "../domain/providers.ts";
import { providerUnlinkedMail } from "../mails/ways-to-sign-in.ts";
import { loadPerson } from "../own-account/people-store.ts";
import { passkeys, people, signIns } from "../tables.ts";
import type { Identity } from "./identity.ts";

/** Two arrivals of one identity wait for each other. */
export async function lockIdentity(tx: Database, { provider, sub }: Pick<Identity, "provider" | "sub">): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`accounts:${provider}:${sub}`}, 0))`);
}

/** The person whom this identity signs in, if there is one. */
export async function ownerOf(
  tx: Database,
  { provider, sub }: Pick<Identity, "provider" | "sub">,
): Promise<string | null> {
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

type NewIdentity = Pick<Identity, "provider" | "sub" | "email"> & { idToken?: string };

/** An identity of before an address was proven: connected unless it signs somebody in by now. */
export async function addFreeIdentity(work: Work, personId: string, who: NewIdentity): Promise<void> {
  await lockIdentity(work.tx, who);
  if ((await ownerOf(work.tx, who)) === null) await addIdentity(work, personId, who);
}

/** From now on this identity signs this person in. */
export async function addIdentity(work: Work, personId: string, who: NewIdentity): Promise<void> {
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

/** The address that the provider confirms today; one that it has not verified is not kept. */
export async function refreshIdentity(work: Work, personId: string, who: Identity): Promise<void> {
  await work.tx
    .update(signIns)
    .set({ ...(who.emailVerified && { email: who.email }), updatedAt: work.now })
    .where(and(eq(signIns.providerId, who.provider), eq(signIns.accountId, who.sub)));
  await keepToken(work, personId, who);
}

const tokenKey = (runtime: Runtime): Buffer => keyFor(runtime.secret, "apple id tokens");

/** The profile keeps Apple's newest id token, encrypted. Google's is not kept. */
async function keepToken(work: Work, personId: string, { provider, idToken }: NewIdentity): Promise<void> {
  if (provider !== "apple" || idToken === undefined) return;
  const sealed = seal(tokenKey(work.ctx.runtime), idToken, personId);
  await work.tx.update(people).set({ appleIdToken: sealed }).where(eq(people.id, personId));
}

type Dropped = { provider: string; email: string | null };

/** Takes providers away from a person, Apple's token too. @returns what is gone; the password is no provider. */
async function drop({ tx }: Work, personId: string, which: SQL | undefined): Promise<Dropped[]> {
  const gone = await tx
    .delete(signIns)
    .where(and(eq(signIns.userId, personId), ne(signIns.providerId, "credential"), which))
    .returning({ provider: signIns.providerId, email: signIns.email });
  if (gone.some(({ provider }) => provider === "apple"))
    await tx.update(people).set({ appleIdToken: null }).where(eq(people.id, personId));
  return gone;
}

/** Takes a provider away from a person. @returns false when it was not connected. */
const removeProvider = async (work: Work, personId: string, provider: Provider): Promise<boolean> =>
  (await drop(work, personId, eq(signIns.providerId, provider))).length > 0;

/** Providers that were connected at `since` or after it. */
export const dropProvidersSince = (work: Work, personId: string, since: Date): Promise<Dropped[]> =>
  drop(work, personId, gte(signIns.createdAt, since));

type Owner = { id: string; email: string };

const foreignTo = (email: string) => or(isNull(signIns.email), ne(signIns.email, email));

/** Providers that vouched for another address than the person's own: somebody else may have connected them. */
export const foreignProviders = (tx: Database, { id, email }: Owner): Promise<Dropped[]> =>
  tx
    .select({ provider: signIns.providerId, email: signIns.email })
    .from(signIns)
    .where(and(eq(signIns.userId, id), ne(signIns.providerId, "credential"), foreignTo(email)));

export const dropForeignProviders = (work: Work, { id, email }: Owner): Promise<Dropped[]> =>
  drop(work, id, foreignTo(email));

/** Ways in that stay when `provider` goes: a password, another provider. */
async function otherSignIns(tx: Database, personId: string, provider: Provider): Promise<number> {
  const rows = await tx
    .select({ id: signIns.id })
    .from(signIns)
    .where(and(eq(signIns.userId, personId), ne(signIns.providerId, provider)));
  return rows.length;
}

/** Takes Google or Apple away from the own account, after a fresh sign-in; never the last way in. Mails the owner. */
export const unlinkProvider = command<{ provider: Provider }, null>("accounts.unlink-provider", {
  input: z.object({ provider: z.enum(["google", "apple"]) }),
  run: async (work, { provider }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to change how you sign in.");
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const person = await loadPerson(work, work.viewer.id);
    const others = await otherSignIns(work.tx, person.id, provider);
    const keys = await work.tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.personId, person.id));
    const name = providerName[provider];
    if (others + keys.length === 0)
      return refuse("conflict", `${name} is your only way in. Set a password or add a passkey first.`);
    if (!(await removeProvider(work, person.id, provider))) return notFound();
    await queueMail(work.tx, providerUnlinkedMail(person.email, name), work.now);
    work.audit({ action: "account.provider-removed", subject: person.id, detail: { provider } });
    return done(null);
  },
});

import { eq } from "drizzle-orm";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { isOwn } from "../domain/policy.ts";
import { providerName, troubled } from "../domain/providers.ts";
import { onlyByFactor } from "../factors/commands/confirm-identity.ts";
import { factorsOf } from "../factors/queries/factors-of.ts";
import { providerLinkedMail } from "../mails/ways-to-sign-in.ts";
import { loadPerson, lockEmail, lockOwnAccount, makePerson, type PersonRow } from "../own-account/people-store.ts";
import { authPort } from "../ports.ts";
import { freshen, openSession, type SignedIn } from "../sessions/sessions.ts";
import { dropTokens, pendingToken, type Vouched } from "../sign-in/verification-tokens.ts";
import { people } from "../tables.ts";
import type { Identity } from "./identity.ts";
import { addIdentity, hasProvider, lockIdentity, ownerOf, refreshIdentity } from "./linked-providers.ts";
import type { OAuthAttempt } from "./oauth-attempts.ts";

/**
 * Signed in; still signed in, with the provider connected or the session fresh again; or somebody new whose address is
 * proven by a mail first, because the provider does not run its mailbox.
 */
export type Arrival = { signedIn: SignedIn } | { cookies: string[] } | { toProve: { email: string; vouched: Vouched } };

/** What happens when a provider vouches for somebody: the attempt says what it was for. */
export async function arrive(work: Work, attempt: OAuthAttempt, who: Identity): Promise<Outcome<Arrival>> {
  await lockIdentity(work.tx, who);
  if (attempt.purpose === "sign-in") return signInWith(work, attempt, who);
  const { viewer } = work;
  if (!isOwn(attempt, viewer)) return troubled(who.provider, "signed-out");
  return attempt.purpose === "link" ? link(work, viewer.id, who) : confirm(work, viewer, who);
}

async function signInWith(work: Work, attempt: OAuthAttempt, who: Identity): Promise<Outcome<Arrival>> {
  const owner = await ownerOf(work.tx, who);
  if (owner === null) return firstTime(work, attempt, who);
  const person = await loadPerson(work, owner);
  if ((await ownerOf(work.tx, who)) !== owner) return troubled(who.provider, "connect-first"); // taken away meanwhile
  if (person.blockedAt) return troubled(who.provider, "closed");
  await refreshIdentity(work, person.id, who);
  return enter(work, person, who);
}

/**
 * An identity that nobody has yet. It is connected to an account of the same e-mail only when that account's e-mail is
 * confirmed and the provider itself runs the mailbox; without such an account it makes one, of role 1, under the texts that
 * its page showed. In demo mode every address counts as confirmed.
 */
async function firstTime(work: Work, { accepts }: OAuthAttempt, who: Identity): Promise<Outcome<Arrival>> {
  const { email, provider } = who;
  if (email === null) return troubled(provider, "no-email");
  if (!who.emailVerified) return troubled(provider, "unverified");
  await lockEmail(work.tx, email);
  const [known] = await work.tx.select().from(people).where(eq(people.email, email)).for("update");
  const isProven = who.isAuthority || work.ctx.runtime.mode === "demo";
  if (!known && !isProven) return done({ toProve: { email, vouched: { provider, sub: who.sub, name: who.name } } });
  if (!known)
    return typeof accepts === "string" ? troubled(provider, accepts) : register(work, { ...who, email }, accepts);
  if (known.blockedAt) return troubled(provider, "closed");
  if (!known.emailVerified || !who.isAuthority || (await hasProvider(work.tx, known.id, provider)))
    return troubled(provider, "connect-first");
  await connect(work, known, who);
  return enter(work, known, who);
}

async function register(
  work: Work,
  who: Identity & { email: string },
  accepted: ShownVersions,
): Promise<Outcome<Arrival>> {
  const person = await makePerson(work, { name: who.name, email: who.email, hash: null, ...accepted });
  // Whoever asked to register with this address before did not prove that it is theirs.
  await dropTokens(work.tx, pendingToken, work.ctx.runtime.port(authPort).emailKey(who.email));
  await addIdentity(work, person.id, who);
  work.audit({
    action: "account.registered",
    subject: person.id,
    detail: { email: person.email, provider: who.provider },
  });
  return enter(work, person, who);
}

const enter = async (work: Work, person: PersonRow, { provider }: Identity): Promise<Outcome<Arrival>> =>
  done({ signedIn: await openSession(work, person, { method: provider }) });

async function connect(work: Work, person: PersonRow, who: Identity): Promise<void> {
  await addIdentity(work, person.id, who);
  await queueMail(work.tx, providerLinkedMail(person.email, providerName[who.provider]), work.now);
  work.audit({ action: "account.provider-connected", subject: person.id, detail: { provider: who.provider } });
}

async function link(work: Work, personId: string, who: Identity): Promise<Outcome<Arrival>> {
  const { provider } = who;
  const owner = await ownerOf(work.tx, who);
  if (owner === personId) return done({ cookies: [] });
  if (owner !== null) return troubled(provider, "taken");
  if (who.email === null || !who.emailVerified) return troubled(provider, "unverified");
  const own = await lockOwnAccount(work, "");
  if (!own.ok) return troubled(provider, "signed-out");
  const person = own.value;
  if (!person.emailVerified) return troubled(provider, "own-unverified");
  if (await hasProvider(work.tx, personId, provider)) return troubled(provider, "other-connected");
  await connect(work, person, who);
  return done({ cookies: [] });
}

async function confirm(work: Work, person: Person, who: Identity): Promise<Outcome<Arrival>> {
  const { id } = person;
  if ((await ownerOf(work.tx, who)) !== id) return troubled(who.provider, "not-yours");
  if (onlyByFactor(person, await factorsOf(work.tx, id))) return troubled(who.provider, "factor-first");
  await refreshIdentity(work, id, who);
  work.audit({ action: "account.confirmed", subject: id, detail: { way: who.provider } });
  return done({ cookies: await freshen(work) });
}

import { and, asc, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { identityLabel } from "../../domain/providers.ts";
import { emailField } from "../../fields.ts";
import { askedMail, closedForReset, writeOrDiscard } from "../../mails/mail-methods.ts";
import { passwordChangedMail, resetMail } from "../../mails/sign-in.ts";
import { dropPendingChanges } from "../../own-account/email-changes.ts";
import { loadPerson, passwordHashOf, setPasswordHash } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { dropForeignProviders } from "../../providers/linked-providers.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { passkeys, people, signIns } from "../../tables.ts";
import { forgetFailedSignIns } from "../limits.ts";
import { refusedPassword } from "../refused-password.ts";
import { consumeToken, issueReset, readToken, resetToken, sealOf } from "../verification-tokens.ts";

const input = z.object({ email: emailField });

const send = command<{ email: string }, null>("accounts.ask-reset", {
  input,
  run: async (work, { email }) => {
    const [person] = await work.tx
      .select({ id: people.id, blockedAt: people.blockedAt })
      .from(people)
      .where(eq(people.email, email));
    const known = person !== undefined && person.blockedAt === null;
    await writeOrDiscard(work.tx, known, async (tx) => {
      const token = await issueReset(tx, person?.id ?? newId(), work.now);
      await queueMail(tx, resetMail(email, token), work.now);
    });
    work.audit({ action: "account.reset-asked", subject: person?.id ?? "nobody", detail: { email } });
    return done(null);
  },
});

/** Sends a link to choose a new password. Same answer and same work for an address without an account. */
export const askReset = askedMail(closedForReset, input, send);

const form = z.object({ token: z.string().max(200), password: z.string() });

const linkIsOver = (): Refusal =>
  refuse(
    "expired",
    "This link was used already, is older than 30 minutes, or a newer one was sent. Ask for a new link.",
  );

/**
 * Sets a password by its one-time link: every session of the person ends, a change of address that waits and providers
 * under another address are dropped, and the owner gets a mail. Factors stay: a mail never is one.
 */
export async function setPassword(ctx: Ctx, raw: unknown): Promise<Outcome<null>> {
  const parsed = parseInput<z.infer<typeof form>>(form, raw);
  if (!parsed.ok) return linkIsOver();
  const { token, password } = parsed.value;
  const link = await readToken(ctx.runtime.db, resetToken, token, ctx.runtime.clock());
  if (!link) return linkIsOver();
  const [person] = await ctx.runtime.db.select().from(people).where(eq(people.id, link.personId));
  if (!person) return linkIsOver();
  const wrong = await refusedPassword(ctx.runtime, password, person);
  if (wrong) return invalid([{ path: "password", message: wrong }]);
  const hash = await ctx.runtime.port(authPort).hashing.hash(password);
  return hash.ok ? change(ctx, { token, hash: hash.value }) : hash;
}

const change = command<{ token: string; hash: string }, null>("accounts.set-password", {
  input: z.object({ token: z.string(), hash: z.string() }),
  run: async (work, { token, hash }) => {
    const found = await readToken(work.tx, resetToken, token, work.now);
    if (!found) return linkIsOver();
    const person = await loadPerson(work, found.personId);
    const link = await consumeToken(work.tx, resetToken, token, work.now);
    if (!link || person.blockedAt || link.seal !== sealOf(await passwordHashOf(work.tx, person.id)))
      return linkIsOver();
    await setPasswordHash(work, person.id, hash);
    await endSessions(work, person.id);
    await dropPendingChanges(work.tx, person.id);
    await forgetFailedSignIns(work.tx, `account:${work.ctx.runtime.port(authPort).emailKey(person.email)}`);
    const closed = (await dropForeignProviders(work, person)).map(identityLabel);
    const open = await otherMethods(work, person.id);
    await queueMail(work.tx, passwordChangedMail(person.email, { open, closed }), work.now);
    work.audit({
      action: "account.password-set",
      subject: person.id,
      ...(closed.length > 0 && { detail: { disconnected: closed } }),
    });
    return done(null);
  },
});

/** What else opens the account and stays: providers and passkeys, by name. */
async function otherMethods({ tx }: Work, personId: string): Promise<string[]> {
  const linked = await tx
    .select({ provider: signIns.providerId, email: signIns.email })
    .from(signIns)
    .where(and(eq(signIns.userId, personId), ne(signIns.providerId, "credential")))
    .orderBy(asc(signIns.createdAt));
  const keys = await tx
    .select({ name: passkeys.name })
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(asc(passkeys.createdAt));
  return [...linked.map(identityLabel), ...keys.map(({ name }) => `Passkey "${name}"`)];
}

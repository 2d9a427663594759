import { and, desc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { command } from "#src/platform/command.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type FieldError, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { emailField, registrationFields, shownFields, textsChanged } from "../../fields.ts";
import { askedMail, closedForMail, writeOrDiscard } from "../../mails/mail-methods.ts";
import { confirmMail, knownAddressMail } from "../../mails/sign-in.ts";
import { lockEmail, makePerson } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { openSession, type SignedIn } from "../../sessions/sessions.ts";
import { people, verificationTokens } from "../../tables.ts";
import { limits, spend } from "../limits.ts";
import { refusedPassword } from "../refused-password.ts";
import { consumeToken, dropTokens, issueToken, type Pending, pendingToken, readToken } from "../verification-tokens.ts";

export type Registered = { state: "signed-in"; signedIn: SignedIn } | { state: "mail-sent" };

const form = z.object({
  ...registrationFields,
  password: z.string(),
  terms: z.literal(["on", true], "Read the terms and tick this box."),
  ...shownFields,
});
type Form = z.infer<typeof form>;

/**
 * Makes an account of role 1, whatever else the request says (unknown fields, `role` too, are ignored).
 * Demo mode signs in at once, and a taken address says so; otherwise the answer is always "mail-sent". `versionsNow`: the
 * texts that bind now; under others nothing is made (conflict). A program that names no version gives none.
 */
export async function register(ctx: Ctx, raw: unknown, versionsNow?: ShownVersions): Promise<Outcome<Registered>> {
  const closed = closedForMail(ctx.runtime);
  if (closed) return closed;
  const parsed = parseInput<Form>(form, raw);
  const wrong = inOrder([...(parsed.ok ? [] : (parsed.fields ?? [])), ...(await passwordErrors(ctx.runtime, raw))]);
  if (!parsed.ok || wrong.length > 0) return invalid(wrong);
  const changed = versionsNow ? textsChanged(parsed.value, versionsNow) : null;
  if (changed) return changed;
  const { hashing, emailKey } = ctx.runtime.port(authPort);
  const limited = await checkLimits(ctx, emailKey(parsed.value.email));
  if (limited) return limited;
  const hash = await hashing.hash(parsed.value.password);
  if (!hash.ok) return hash;
  const { password: _, terms: __, ...fields } = parsed.value;
  return ctx.runtime.mode === "demo"
    ? signUp(ctx, { ...fields, hash: hash.value })
    : askToConfirm(ctx, { ...fields, hash: hash.value });
}

const order = ["name", "email", "password", "terms"];
/** As the fields stand in the form. */
const inOrder = (wrong: FieldError[]): FieldError[] =>
  wrong.sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path));

const typed = z.object({ password: z.string(), name: z.string().catch(""), email: z.string().catch("") });

/** Errors of the password, reported together with those of the other fields. */
async function passwordErrors(runtime: Runtime, raw: unknown): Promise<FieldError[]> {
  const given = typed.safeParse(raw);
  const message = given.success ? await refusedPassword(runtime, given.data.password, given.data) : null;
  return message ? [{ path: "password", message }] : [];
}

async function checkLimits(ctx: Ctx, emailKey: string) {
  const byAddress = await spend(ctx, limits.registerAddress, ctx.request.address);
  if (byAddress || ctx.runtime.mode === "demo") return byAddress;
  return (await spend(ctx, limits.mailAddress, ctx.request.address)) ?? (await spend(ctx, limits.mailbox, emailKey));
}

const hashed = z.object({ ...registrationFields, hash: z.string(), ...shownFields });

const signUp = command<z.infer<typeof hashed>, Registered>("accounts.register", {
  input: hashed,
  run: async (work, { hash, next: _, ...fields }) => {
    await lockEmail(work.tx, fields.email);
    const taken = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, fields.email));
    if (taken.length > 0)
      return invalid([
        { path: "email", message: "There is an account with this e-mail. Sign in, or reset the password." },
      ]);
    const person = await makePerson(work, { ...fields, hash });
    work.audit({ action: "account.registered", subject: person.id, detail: { email: person.email } });
    return done({ state: "signed-in", signedIn: await openSession(work, person, { method: "password" }) });
  },
});

/** Known and unknown addresses cost the same work: one link row and one mail. */
const askToConfirm = command<z.infer<typeof hashed>, Registered>("accounts.register", {
  input: hashed,
  run: async (work, fields) => {
    const pending = { ...fields, termsAcceptedAt: work.now };
    const { emailKey } = work.ctx.runtime.port(authPort);
    const [known] = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, pending.email));
    const subject = known ? `known:${known.id}` : emailKey(pending.email);
    const token = await issueToken(work.tx, pendingToken, subject, pending, work.now);
    await queueMail(work.tx, known ? knownAddressMail(pending.email) : confirmMail(pending.email, token), work.now);
    work.audit({
      action: known ? "account.registered-again" : "account.registration-asked",
      subject: known?.id ?? "new",
      detail: { email: pending.email },
    });
    return done({ state: "mail-sent" });
  },
});

const input = z.object({ email: emailField });

const send = command<{ email: string }, null>("accounts.resend-confirmation", {
  input,
  run: async (work, { email }) => {
    const subject = work.ctx.runtime.port(authPort).emailKey(email);
    const pending = await newestPending(work, subject);
    const value = pending ?? { name: "Nobody", email, hash: "" };
    await writeOrDiscard(work.tx, pending !== null, async (tx) => {
      const token = await issueToken(tx, pendingToken, subject, value, work.now);
      await queueMail(tx, confirmMail(value.email, token), work.now);
    });
    return done(null);
  },
});

/** Sends the newest registration of this address a new link. The answer is the same when there is none. */
export const resendConfirmation = askedMail(closedForMail, input, send);

async function newestPending(work: Work, subject: string): Promise<Pending | null> {
  const [row] = await work.tx
    .select({ value: verificationTokens.value })
    .from(verificationTokens)
    .where(
      and(
        eq(verificationTokens.kind, pendingToken.kind),
        eq(verificationTokens.subject, subject),
        gt(verificationTokens.expiresAt, work.now),
      ),
    )
    .orderBy(desc(verificationTokens.createdAt), desc(verificationTokens.id))
    .limit(1);
  return row ? pendingToken.carries.parse(JSON.parse(row.value)) : null;
}

type Confirmed = { signedIn: SignedIn; next: string | undefined };

const over = (): Refusal =>
  refuse("expired", "This link was used already, or it is older than 24 hours. Register again to get a new one.");

/** Uses the link of a registration: makes the account, ends its other links, signs in, continues where the person was. */
export const confirmEmail = command<{ token: string }, Confirmed>("accounts.confirm-email", {
  input: z.object({ token: z.string().max(200) }),
  run: async (work, { token }) => {
    const found = await readToken(work.tx, pendingToken, token, work.now);
    if (!found) return over();
    await lockEmail(work.tx, found.email);
    const pending = await consumeToken(work.tx, pendingToken, token, work.now);
    if (!pending) return over();
    const { next, ...fields } = pending;
    const taken = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, fields.email));
    if (taken.length > 0) return refuse("conflict", "This e-mail is confirmed already. Sign in with your password.");
    const person = await makePerson(work, fields);
    await dropTokens(work.tx, pendingToken, work.ctx.runtime.port(authPort).emailKey(fields.email));
    work.audit({ action: "account.registered", subject: person.id, detail: { email: person.email } });
    return done({ signedIn: await openSession(work, person, { method: "link" }), next });
  },
});

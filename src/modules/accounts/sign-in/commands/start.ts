import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { command } from "#src/platform/command.ts";
import { hashOf } from "#src/platform/ids.ts";
import { parseInput } from "#src/platform/input.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type FieldError, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { typedCode } from "../../factors/codes.ts";
import { registrationFields, shownFields, textsChanged } from "../../fields.ts";
import { askedMail, closedForMail } from "../../mails/mail-methods.ts";
import { startMail } from "../../mails/sign-in.ts";
import { loadPerson, lockEmail, makePerson } from "../../own-account/people-store.ts";
import { authPort } from "../../ports.ts";
import { addFreeIdentity } from "../../providers/linked-providers.ts";
import { openSession, type SignedIn } from "../../sessions/sessions.ts";
import { people } from "../../tables.ts";
import { limits, releaseAttempt, spend } from "../limits.ts";
import { refusedPassword } from "../refused-password.ts";
import {
  consumeToken,
  dropTokens,
  issueToken,
  pendingToken,
  readStart,
  readToken,
  startLinkToken,
  startNewToken,
  startToken,
  type Vouched,
  vouched as vouchedSchema,
} from "../verification-tokens.ts";

const input = z.object({
  email: registrationFields.email,
  next: registrationFields.next,
  vouched: vouchedSchema.optional(),
});
type Asked = z.infer<typeof input>;

/** `token` is for a cookie of the browser that asked: only there the code of the letter counts. */
type Waiting = { token: string };

/** Six digits. */
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** What is kept of a code: nobody who reads the database can try codes without the browser's token. */
const codeHash = (nonce: string, code: string): string => hashOf(`${nonce}:${code}`);

const send = command<Asked, Waiting>("accounts.ask-start", {
  input,
  run: async (work, { email, next, vouched }) => {
    const { runtime } = work.ctx;
    const subject = runtime.port(authPort).emailKey(email);
    const code = newCode();
    const link = await issueToken(work.tx, startLinkToken, subject, { email, next }, work.now);
    const nonce = hashOf(link);
    const waiting = {
      email,
      next,
      vouched,
      nonce,
      hash: codeHash(nonce, code),
      ...(runtime.mode === "demo" && { shown: code }),
    };
    const token = await issueToken(work.tx, startToken, subject, waiting, work.now);
    await queueMail(work.tx, startMail(email, code, link), work.now);
    work.audit({ action: "account.start-asked", subject: "somebody", detail: { email } });
    return done({ token });
  },
});

/**
 * `vouched`: whom a provider named in this browser; the code connects them, the link, which works in any browser, does not.
 * Sends a letter with a link and a six-digit code that sign in, or begin an account. Nothing here knows
 * whether there is an account: every address gets the same answer, letter and work. Refuses: invalid, unavailable
 * without a mail server, too-many as for passwords.
 */
export const askStart = askedMail(closedForMail, input, send);

/** Signed in, or, for a new address, the token with which its account is made. */
export type Started = { next: string | undefined } & ({ signedIn: SignedIn } | { newToken: string });

const over = (): Refusal =>
  refuse("expired", "This e-mail is older than ten minutes, or it was used. Ask for a new one.");

const wrongCode = (): Refusal => {
  const message = "This is not the code of our newest e-mail. Look again, or ask for a new one.";
  return refuse("invalid", message, { fields: [{ path: "code", message }] });
};

const exhausted = (): Refusal => {
  const message = "The code was wrong five times. Ask for a new e-mail.";
  return refuse("too-many", message, { fields: [{ path: "code", message }], retryAfter: 60 });
};

/** The link is too long to be guessed, so it works however many codes were. */
const linkOnly = (): Refusal => {
  const message = "Too many wrong codes were typed. Open the link in the e-mail: it still works.";
  return refuse("too-many", message, { fields: [{ path: "code", message }] });
};

/**
 * The code of the letter, in the browser that asked for it (`token`). Five tries, counted before the code is looked at;
 * then a new letter is needed, and after fifteen in a day the letter's link. Right codes do not count. Refuses: expired,
 * invalid, too-many, forbidden for a blocked account.
 */
export async function startByCode(ctx: Ctx, token: string, typed: string): Promise<Outcome<Started>> {
  const limited = await spend(ctx, limits.signInAddress, ctx.request.address);
  if (limited) return limited;
  const waiting = await readToken(ctx.runtime.db, startToken, token, ctx.runtime.clock());
  if (!waiting) return over();
  if (await spend(ctx, limits.startCode, hashOf(token))) return exhausted();
  const mailbox = ctx.runtime.port(authPort).emailKey(waiting.email);
  if (await spend(ctx, limits.startMailbox, mailbox)) return linkOnly();
  if (await spend(ctx, limits.startNetwork, ctx.request.address)) return linkOnly();
  if (await spend(ctx, limits.startCodes, "all")) return linkOnly();
  const code = typedCode(typed);
  if (codeHash(waiting.nonce, code) !== waiting.hash) return wrongCode();
  await releaseAttempt(ctx, limits.startMailbox, mailbox);
  await releaseAttempt(ctx, limits.startNetwork, ctx.request.address);
  await releaseAttempt(ctx, limits.startCodes, "all");
  return enter(ctx, { kind: "code", token });
}

/** The link of the letter, in any browser. Refuses: expired, forbidden for a blocked account. */
export const startByLink = (ctx: Ctx, token: string): Promise<Outcome<Started>> => enter(ctx, { kind: "link", token });

type Start = { email: string; next?: string | undefined; vouched?: Vouched | undefined };

const proof = z.object({ kind: z.enum(["code", "link"]), token: z.string().max(200) });

const enter = command<z.infer<typeof proof>, Started>("accounts.start", {
  input: proof,
  run: async (work, { kind, token }) => {
    const taken: Start | null =
      kind === "code"
        ? await consumeToken(work.tx, startToken, token, work.now)
        : await consumeToken(work.tx, startLinkToken, token, work.now);
    if (!taken) return over();
    const { email, next, vouched } = taken;
    await lockEmail(work.tx, email);
    await endStartTokens(work, email);
    const [known] = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, email));
    if (!known) {
      const subject = work.ctx.runtime.port(authPort).emailKey(email);
      const proven = { email, next, vouched };
      return done({ next, newToken: await issueToken(work.tx, startNewToken, subject, proven, work.now) });
    }
    const person = await loadPerson(work, known.id);
    if (person.blockedAt) return refuse("forbidden", "This account is closed at the moment. Write to support.");
    return done({ next, signedIn: await openSession(work, person, { method: "link" }) });
  },
});

/** A letter that was used ends the others to this address. */
async function endStartTokens(work: Work, email: string): Promise<void> {
  const subject = work.ctx.runtime.port(authPort).emailKey(email);
  await dropTokens(work.tx, startToken, subject);
  await dropTokens(work.tx, startLinkToken, subject);
}

const { name, timeZone } = registrationFields;
const form = z.object({
  token: z.string().max(200),
  name,
  timeZone,
  terms: z.literal(["on", true], "Accept the terms to continue."),
  ...shownFields,
  /** Left out: letters, passkeys and providers open the account. */
  password: z.string().optional(),
});
type Form = z.infer<typeof form>;

type Opened = { signedIn: SignedIn; next: string | undefined };

/**
 * Makes the account of an address that a letter proved: role 1, with a password where one was chosen.
 * Refuses: invalid, expired, conflict when the address got an account meanwhile, or when the form had shown other texts
 * than those of `versionsNow`.
 */
export async function openAccount(ctx: Ctx, raw: unknown, versionsNow: ShownVersions): Promise<Outcome<Opened>> {
  const parsed = parseInput<Form>(form, raw);
  const wrong = [...(parsed.ok ? [] : (parsed.fields ?? [])), ...(await passwordErrors(ctx, raw))];
  if (!parsed.ok || wrong.length > 0) return invalid(wrong);
  const { password, terms: _, ...fields } = parsed.value;
  const changed = textsChanged(fields, versionsNow);
  if (changed) return changed;
  if (password === undefined) return open(ctx, { ...fields, hash: null });
  const hash = await ctx.runtime.port(authPort).hashing.hash(password);
  return hash.ok ? open(ctx, { ...fields, hash: hash.value }) : hash;
}

const typed = z.object({ token: z.string().max(200), name: z.string().catch(""), password: z.string() });

/** A chosen password is judged with the address that the letter proved; none is chosen without one. */
async function passwordErrors(ctx: Ctx, raw: unknown): Promise<FieldError[]> {
  const given = typed.safeParse(raw);
  if (!given.success) return [];
  const { token, name: own, password } = given.data;
  const stage = await readStart(ctx, token);
  if (stage?.stage !== "new") return [];
  const message = await refusedPassword(ctx.runtime, password, { name: own, email: stage.email });
  return message ? [{ path: "password", message }] : [];
}

const hashed = z.object({ token: z.string(), name, timeZone, hash: z.string().nullable(), ...shownFields });

const open = command<z.infer<typeof hashed>, Opened>("accounts.open-account", {
  input: hashed,
  run: async (work, { token, ...fields }) => {
    const proven = await consumeToken(work.tx, startNewToken, token, work.now);
    if (!proven) return refuse("expired", "This took longer than half an hour. Write your e-mail again.");
    const { email, next, vouched } = proven;
    await lockEmail(work.tx, email);
    const taken = await work.tx.select({ id: people.id }).from(people).where(eq(people.email, email));
    if (taken.length > 0) return refuse("conflict", "This e-mail has an account now. Write it again to sign in.");
    const person = await makePerson(work, { ...fields, email });
    if (vouched) await addFreeIdentity(work, person.id, { ...vouched, email });
    await dropTokens(work.tx, pendingToken, work.ctx.runtime.port(authPort).emailKey(email));
    work.audit({ action: "account.registered", subject: person.id, detail: { email } });
    return done({ signedIn: await openSession(work, person, { method: "link" }), next });
  },
});

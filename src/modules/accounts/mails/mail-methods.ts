import type { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { parseInput } from "#src/platform/input.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { authPort } from "../ports.ts";
import { adminsWhoMay, findPeople } from "../queries/find-people.ts";
import { limits, spend } from "../sign-in/limits.ts";

const noMail =
  "Registration is closed: this site has no mail server yet, so it cannot confirm an e-mail. The operator sets SMTP_URL to open it.";
const noReset = "We cannot send the link: this site has no mail server yet. The operator sets SMTP_URL to change that.";
const noChange =
  "We cannot change the e-mail now: this site has no mail server yet, so nobody could confirm it. The operator sets SMTP_URL to change that.";

/** Why nobody can register now, or null. Demo mode keeps its mails in the mailbox. */
export const registrationClosed = (runtime: Pick<Runtime, "mode" | "config">): string | null =>
  runtime.mode === "demo" || runtime.config.smtpUrl ? null : noMail;

export const closedForMail = (runtime: Runtime): Refusal | null => {
  const message = registrationClosed(runtime);
  return message ? refuse("unavailable", message) : null;
};

export const closedForReset = (runtime: Runtime): Refusal | null =>
  registrationClosed(runtime) ? refuse("unavailable", noReset) : null;

export const closedForChange = (runtime: Runtime): Refusal | null =>
  registrationClosed(runtime) ? refuse("unavailable", noChange) : null;

/** Counts a mail that somebody asks for, by the asker's address and by the mailbox; the refusal when it is one too many. */
export const spendMail = async (ctx: Ctx, email: string): Promise<Refusal | null> =>
  (await spend(ctx, limits.mailAddress, ctx.request.address)) ??
  spend(ctx, limits.mailbox, ctx.runtime.port(authPort).emailKey(email));

/**
 * A command that sends a mail to whatever address somebody types: refused while no mail can leave, and counted before
 * anything is looked up.
 */
export const askedMail =
  <I extends { email: string }, O>(
    closed: (runtime: Runtime) => Refusal | null,
    input: z.ZodType<I>,
    send: (ctx: Ctx, asked: I) => Promise<Outcome<O>>,
  ) =>
  async (ctx: Ctx, raw: unknown): Promise<Outcome<O>> => {
    const refusal = closed(ctx.runtime);
    if (refusal) return refusal;
    const parsed = parseInput(input, raw);
    if (!parsed.ok) return parsed;
    return (await spendMail(ctx, parsed.value.email)) ?? send(ctx, parsed.value);
  };

/** E-mails that a person asked for a moment ago and cannot continue without: to sign in, to confirm an address. */
export const askedMailKinds: readonly string[] = [
  "account.confirm",
  "account.start",
  "account.known",
  "account.reset",
  "account.factor-removal",
  "account.email-old",
  "account.email-new",
  "account.email-taken",
];

class OnlyRehearsed extends Error {}

/**
 * Writes something for a known person, or does the same work and takes it back: the time of the answer does not say
 * whether somebody is known.
 */
export async function writeOrDiscard(
  tx: Database,
  known: boolean,
  write: (inner: Database) => Promise<void>,
): Promise<void> {
  try {
    await tx.transaction(async (inner) => {
      await write(inner as Database);
      if (!known) throw new OnlyRehearsed();
    });
  } catch (error) {
    if (!(error instanceof OnlyRehearsed)) throw error;
  }
}

/** Queues an e-mail to every admin who may change settings, in the caller's transaction: once for each kind, moment and admin. */
export async function mailAdmins(
  { tx, now }: Work,
  { moment, ...mail }: Omit<NewMail, "to" | "onceKey"> & { moment: Date },
): Promise<void> {
  const admins = (await adminsWhoMay(tx, "settings")).map(({ id }) => id);
  for (const [id, { email }] of await findPeople(tx, admins))
    await queueMail(tx, { ...mail, to: email, onceKey: `${mail.kind}:${id}:${moment.getTime()}` }, now);
}

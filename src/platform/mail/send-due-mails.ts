import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { done } from "#src/shared/outcome.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { inTransaction } from "../command.ts";
import type { Database } from "../database/database.ts";
import type { JobKind } from "../jobs.ts";
import { changedTopic } from "../live/topics.ts";
import { mayLeave } from "../outgoing-hold.ts";
import { type Runtime, systemCtx } from "../runtime.ts";
import { mails } from "../tables.ts";
import { claimDue, leaseFor, retryTime, type WorkQueue } from "../work-queue.ts";
import { withoutLink } from "./content.ts";
import { mailer, type SendResult } from "./port.ts";
import { type MailShop, renderMail } from "./render-mail.ts";

type Claimed = typeof mails.$inferSelect;
type ShopOf = (runtime: Runtime) => Promise<MailShop>;
/** `askedKinds`: what a person waits for at this moment, such as a code to sign in; a hold does not hold it. */
type Signed = { shopOf: ShopOf; askedKinds: readonly string[] };

/** Longer than the mailer's own limit, so that no second process takes a mail that is still being sent. */
const leaseMs = 3 * minuteMs;
const giveUpAfterMs = 3 * dayMs;
const mostInARound = 500;
const firstWaitMs = 15_000;

export const mailQueue: WorkQueue<typeof mails> = {
  name: "mails",
  table: mails,
  due: mails.nextTryAt,
  where: eq(mails.state, "waiting"),
};

/**
 * Sends what is due, one after another, fresh mails before retries. A round ends with the first mail that could not
 * leave: the next round, a second later, distinguishes a slow mail server from a slow recipient.
 * @returns how many left this server (or were kept).
 */
export async function sendDueMails(runtime: Runtime, { shopOf, askedKinds }: Signed): Promise<number> {
  const { kind } = runtime.port(mailer);
  if (kind === "none") return 0;
  // What stays in the mailbox leaves nothing.
  const open = kind === "mailbox" ? undefined : or(mayLeave, isAskedFor(askedKinds));
  for (let sent = 0; sent < mostInARound; sent += 1) {
    const mail = await claim(runtime.db, runtime.clock(), open);
    if (!mail || !(await sendOne(runtime, shopOf, mail))) return sent;
  }
  return mostInARound;
}

/** Asked for after the hold began. */
const isAskedFor = (kinds: readonly string[]): SQL | undefined =>
  and(inArray(mails.kind, [...kinds]), sql`${mails.createdAt} >= (select max(held_since) from platform.installation)`);

async function claim(db: Database, now: Date, open: SQL | undefined): Promise<Claimed | undefined> {
  const order = [asc(mails.attempts), asc(mails.nextTryAt), asc(mails.id)];
  const lease = leaseFor(mails, now, leaseMs);
  const [mine] = await claimDue(db, mailQueue, { now, which: open, most: 1, order, lease });
  return mine;
}

type ToSend = Pick<Claimed, "id" | "to" | "subject" | "content">;
/** Sends one e-mail now, in the shop's layout, name and colour; keeps nothing of it. */
export async function deliver(runtime: Runtime, shop: MailShop, { id, to, subject, content }: ToSend) {
  const { baseUrl, mailFrom } = runtime.config;
  const messageId = `<${id}@${baseUrl.hostname}>`;
  const parts = renderMail(content ?? { title: subject, paragraphs: [] }, { baseUrl, ...shop });
  const result = await runtime.port(mailer).send({
    from: { name: shop.siteName, address: mailFrom },
    to,
    subject,
    messageId,
    ...parts,
    icon: shop.icon ?? null,
  });
  return { messageId, result };
}

async function sendOne(runtime: Runtime, shopOf: ShopOf, mail: Claimed): Promise<boolean> {
  const { messageId, result } = await deliver(runtime, await shopOf(runtime), mail);
  const changes = { messageId, ...after(runtime, mail, result) };
  await note(runtime, mail, changes);
  if (!result.ok || mail.attempts > 1) runtime.live.publish(changedTopic("mail"), runtime.clock().getTime());
  if (!result.ok) {
    const reason = result.reason.replaceAll(mail.to, "[recipient]");
    runtime.log.warn(
      { mail: mail.id, kind: mail.kind, tries: mail.attempts, state: changes.state, reason },
      "an e-mail did not leave",
    );
  }
  return result.ok || result.permanent;
}

/** A mail that was refused for good is an event: an order whose notice nobody got must not end by itself. */
async function note(runtime: Runtime, mail: Claimed, changes: Partial<Claimed>): Promise<void> {
  // The number of tries is the claim's token: whoever lost the lease changes nothing.
  const held = and(eq(mails.id, mail.id), eq(mails.state, "waiting"), eq(mails.attempts, mail.attempts));
  if (changes.state !== "refused") return void (await runtime.db.update(mails).set(changes).where(held));
  const outcome = await inTransaction(systemCtx(runtime, "mail"), async (work) => {
    const noted = await work.tx.update(mails).set(changes).where(held).returning({ id: mails.id });
    const { kind, onceKey } = mail;
    if (noted.length > 0) work.emit({ name: "mail.refused", subject: mail.id, payload: { kind, onceKey } });
    return done(null);
  });
  if (!outcome.ok) throw new Error(outcome.message);
}

function after(runtime: Runtime, mail: Claimed, result: SendResult): Partial<Claimed> {
  const now = runtime.clock();
  const kept = runtime.port(mailer).kind === "mailbox";
  if (result.ok && kept) return { state: "kept", sentAt: now, nextTryAt: null, error: null };
  if (result.ok)
    return { state: "sent", sentAt: now, nextTryAt: null, error: null, content: withoutLink(mail.content) };
  const error = result.reason.slice(0, 1000);
  const old = now.getTime() - mail.createdAt.getTime() >= giveUpAfterMs;
  if (result.permanent || old)
    return {
      state: result.permanent ? "refused" : "expired",
      nextTryAt: null,
      error,
      content: withoutLink(mail.content),
    };
  return { nextTryAt: retryTime(now, mail.attempts, firstWaitMs), error };
}

/** Looks for due mails every second; a mail leaves within two seconds of its commit. `siteName` signs each mail. */
export const mailJob = (signed: Signed): JobKind => ({
  name: "mail",
  everySeconds: 1,
  run: async (runtime) => {
    await sendDueMails(runtime, signed);
  },
});

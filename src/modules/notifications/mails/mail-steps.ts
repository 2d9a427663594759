import { and, eq, isNotNull, or } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { withoutLink } from "#src/platform/mail/content.ts";
import { mails } from "#src/platform/tables.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { canSeeMails } from "../domain/policy.ts";
import { mayRetry } from "./failed-mails.ts";

type Mail = typeof mails.$inferSelect;

/** The letter, locked; a conflict when it left or was given up meanwhile. */
async function failedMail({ tx, viewer }: Work, id: string): Promise<Outcome<Mail>> {
  if (!canSeeMails(viewer)) return notFound();
  const [mail] = await tx.select().from(mails).where(eq(mails.id, id)).for("update");
  if (!mail) return notFound();
  if (mail.state === "sent" || mail.state === "kept") return refuse("conflict", "This e-mail has been sent already.");
  if (mail.state === "dropped") return refuse("conflict", "This e-mail has been dropped already.");
  return done(mail);
}

/** Sends a letter that did not leave once more, at once. Refused for letters whose link is void. */
export const retryMail = command<{ id: string }, null>("notifications.retry-mail", {
  input: z.strictObject({ id: z.uuid() }),
  run: async (work, { id }) => {
    const found = await failedMail(work, id);
    if (!found.ok) return found;
    if (!mayRetry(found.value))
      return refuse("conflict", "Its link or code has expired. The person must ask for a new one.");
    await work.tx.update(mails).set({ state: "waiting", nextTryAt: work.now }).where(eq(mails.id, id));
    work.audit({ action: "mail.retried", subject: id, detail: { kind: found.value.kind } });
    return done(null);
  },
});

const dropped = ({ content }: Pick<Mail, "content">) =>
  ({ state: "dropped", nextTryAt: null, content: withoutLink(content) }) as const;

/** Gives a letter up: it is not tried again and leaves the list. Given up twice is fine. */
export const giveUpMail = command<{ id: string }, null>("notifications.give-up-mail", {
  input: z.strictObject({ id: z.uuid() }),
  run: async (work, { id }) => {
    const found = await failedMail(work, id);
    if (!found.ok) return found;
    await work.tx.update(mails).set(dropped(found.value)).where(eq(mails.id, id));
    work.audit({ action: "mail.given-up", subject: id, detail: { kind: found.value.kind } });
    return done(null);
  },
});

/** Sets a refused address aside: its letters are given up. One that nothing waits for any more is fine. */
export const setAddressAside = command<{ to: string }, { letters: number }>("notifications.set-address-aside", {
  input: z.strictObject({ to: z.string().min(1).max(320) }),
  run: async (work, { to }) => {
    if (!canSeeMails(work.viewer)) return notFound();
    const hers = and(
      eq(mails.to, to),
      or(
        eq(mails.state, "refused"),
        eq(mails.state, "expired"),
        and(eq(mails.state, "waiting"), isNotNull(mails.error)),
      ),
    );
    const found = await work.tx.select().from(mails).where(hers).for("update");
    for (const mail of found) await work.tx.update(mails).set(dropped(mail)).where(eq(mails.id, mail.id));
    if (found.length > 0)
      work.audit({ action: "mail.address-set-aside", subject: found[0]?.id ?? "", detail: { letters: found.length } });
    return done({ letters: found.length });
  },
});

import { z } from "zod";
import { listMails, type MailPage, type MailRecord, readMail } from "#src/platform/mail/mail-records.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";

const onAPage = 25;
const id = z.uuid("This page of the list does not exist.");

/** The demo's mailbox, newest first; anybody on this machine may look. Outside demo mode it does not exist. */
export const listMailbox = query<{ before?: string | undefined; after?: string | undefined }, MailPage>(
  "list-mailbox",
  {
    input: z.object({ before: id.optional(), after: id.optional() }),
    run: async ({ db, ctx }, { before, after }) => {
      if (ctx.runtime.mode !== "demo") return notFound();
      return done(await listMails(db, { limit: onAPage, ...(before && { before }), ...(after && { after }) }));
    },
  },
);

/** One mail of the demo's mailbox. Refuses: not-found. */
export const readMailbox = query<{ id: string }, MailRecord>("read-mailbox", {
  input: z.object({ id: z.string() }),
  run: async ({ db, ctx }, input) => {
    if (ctx.runtime.mode !== "demo" || !id.safeParse(input.id).success) return notFound();
    const mail = await readMail(db, input.id);
    return mail ? done(mail) : notFound();
  },
});

import type { NewMail } from "#src/platform/mail/content.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { adminsWhoMay, findPeople } from "../queries/find-people.ts";

/** Queues an e-mail to every admin who may change settings, in the caller's transaction: once for each kind, moment and admin. */
export async function mailAdmins(
  { tx, now }: Work,
  { moment, ...mail }: Omit<NewMail, "to" | "onceKey"> & { moment: Date },
): Promise<void> {
  const admins = (await adminsWhoMay(tx, "settings")).map(({ id }) => id);
  for (const [id, { email }] of await findPeople(tx, admins))
    await queueMail(tx, { ...mail, to: email, onceKey: `${mail.kind}:${id}:${moment.getTime()}` }, now);
}

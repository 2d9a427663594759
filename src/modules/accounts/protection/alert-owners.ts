import { queueMail } from "#src/platform/mail/queue-mail.ts";
import type { Work } from "#src/platform/work.ts";
import { threatMail } from "../mails/protection.ts";
import { findPeople, ownersOf } from "../queries/find-people.ts";

/** Every owner gets a notice and an e-mail; neither says who it is about. `late`: a report that nobody answered in time. */
export async function alertOwners(work: Work, personId: string, sealId: string, late = false): Promise<void> {
  const owners = await ownersOf(work.tx);
  const known = await findPeople(
    work.tx,
    owners.map(({ id }) => id),
  );
  for (const { email } of known.values()) await queueMail(work.tx, threatMail(email, personId, late), work.now);
  work.emit({
    name: "protection.reported",
    subject: personId,
    payload: { sealId, owners: owners.map(({ id }) => id), late },
  });
}

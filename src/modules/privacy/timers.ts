import { leavingPerson } from "#src/modules/accounts/index.server.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import { forgetPerson, reasonsToKeep } from "./data-inventory.ts";
import { nextTry } from "./domain/grace.ts";
import { deletedMail } from "./mails.ts";

export const deletionTimer = "privacy.delete";

/** The day of a deletion: everything goes in one transaction, or it waits for what is still open. */
export const privacyTimers: readonly TimerKind[] = [
  {
    kind: deletionTimer,
    lock: (work, personId) => leavingPerson(work.tx, personId, true),
    run: async (work, personId) => {
      const person = await leavingPerson(work.tx, personId, true);
      if (!person?.dueAt || person.gone) return;
      if ((await reasonsToKeep(work.tx, person, work.viewer)).length > 0) {
        await setTimer(work, { kind: deletionTimer, subject: personId, due: nextTry(work.now) });
        return;
      }
      await forgetPerson(work, person);
      await queueMail(work.tx, deletedMail(person.email), work.now);
      work.emit({ name: "account.deleted", subject: person.id, payload: {} });
    },
  },
];

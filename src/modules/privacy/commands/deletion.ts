import { z } from "zod";
import { leavingPerson, markForDeletion } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import { done, notFound, refuse, stepUp } from "#src/shared/outcome.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { formatFullDay } from "#src/shared/zone.ts";
import { forgetPerson, reasonsToKeep } from "../data-inventory.ts";
import { goesAt, nextTry } from "../domain/grace.ts";
import { deletedMail, deletionAskedMail, deletionWithdrawnMail } from "../mails.ts";

const deletionTimer = "privacy.delete";

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

const form = z.strictObject({
  understood: z.literal("on", "Tick this box when you have read what goes and what stays."),
});

/**
 * Asks for the deletion of the own account: it goes in 30 days, and can be kept until then. Refused while something is
 * open, before the second factor is shown, and without a fresh sign-in. Asked twice, the first date holds.
 */
export const askDeletion = command<z.infer<typeof form>, { dueAt: Date }>("privacy.ask-deletion", {
  input: form,
  run: async (work) => {
    const { viewer, now, tx } = work;
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to delete your account.");
    if (viewer.waitingRole !== null) return refuse("forbidden", "Show your second factor first.");
    if (!isFresh(viewer, now)) return stepUp();
    const person = await leavingPerson(tx, viewer.id, true);
    if (!person) return notFound();
    if (person.dueAt) return done({ dueAt: person.dueAt });
    const [reason, ...others] = await reasonsToKeep(tx, person, viewer);
    if (reason) return refuse("conflict", reason, { data: { reasons: [reason, ...others] } });
    const dueAt = goesAt(now);
    await markForDeletion(work, person.id, dueAt);
    await setTimer(work, { kind: deletionTimer, subject: person.id, due: dueAt });
    await queueMail(tx, deletionAskedMail(person.email, formatFullDay(dueAt, viewer.timeZone ?? "UTC")), now);
    return done({ dueAt });
  },
});

/** Takes the deletion of the own account back; without one nothing happens. */
export const keepAccount = command<Record<string, never>, null>("privacy.keep-account", {
  input: z.strictObject({}),
  run: async (work) => {
    const { viewer, tx, now } = work;
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to keep your account.");
    const person = await leavingPerson(tx, viewer.id, true);
    if (!person?.dueAt) return done(null);
    await markForDeletion(work, person.id, null);
    await clearTimer(work, { kind: deletionTimer, subject: person.id });
    await queueMail(tx, deletionWithdrawnMail(person.email), now);
    return done(null);
  },
});

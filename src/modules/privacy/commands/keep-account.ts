import { z } from "zod";
import { leavingPerson, markForDeletion } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import { clearTimer } from "#src/platform/timers.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { deletionTakenBackMail } from "../mails.ts";
import { deletionTimer } from "../timers.ts";

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
    await queueMail(tx, deletionTakenBackMail(person.email), now);
    return done(null);
  },
});

import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { counted } from "#src/shared/counted.ts";
import { graceDays } from "./domain/grace.ts";

const page = "/accountSettings/data";
const lookAtIt = { label: "Look at it, or keep the account", path: page };

const asked = defineMail({
  id: "account.deletion-asked",
  to: "account",
  name: "Your account will be deleted",
  when: "when a person deletes the account",
  subject: "Your account will be deleted",
  text: `
# Your account will be deleted

You asked us to delete your account. We do it on {{deletion day}}, {{days left}} from now.

Until then nothing is removed. You can sign in and keep the account with one press.

{{button}}

If it was not you, sign in, keep the account, and choose a new password.`,
  values: { "deletion day": "Tue 8 December 2026", "days left": counted(graceDays, "day") },
  required: ["deletion day"],
  example: { button: lookAtIt },
});

/** `day` is the date in words. */
export const deletionAskedMail = (to: string, day: string): NewMail => ({
  kind: "account.deletion-asked",
  to,
  ...asked({ "deletion day": day, "days left": counted(graceDays, "day") }, { button: lookAtIt }),
});

const openAccount = { label: "Open your account", path: page };

const withdrawn = defineMail({
  id: "account.deletion-taken-back",
  to: "account",
  name: "Your account stays",
  when: "when a deletion is taken back",
  subject: "Your account stays",
  text: `
# Your account stays

The deletion of your account was taken back. Nothing was removed.

{{button}}`,
  values: {},
  example: { button: openAccount },
});

export const deletionWithdrawnMail = (to: string): NewMail => ({
  kind: "account.deletion-taken-back",
  to,
  ...withdrawn({}, { button: openAccount }),
});

const deleted = defineMail({
  id: "account.deleted",
  to: "account",
  name: "Your account is deleted",
  when: "after the deletion",
  subject: "Your account is deleted",
  text: `
# Your account is deleted

Your account and what named you in it are removed.

Amounts and dates of payments stay as long as the law asks for them, without your name.`,
  values: {},
  example: {},
});

/** The last mail to an address; its row goes with the others after its time. */
export const deletedMail = (to: string): NewMail => ({ kind: "account.deleted", to, ...deleted({}) });

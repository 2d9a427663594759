import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { linkPath } from "./sign-in.ts";

const page = "/email-change";
const linkTime = "The link works for 24 hours. The newest change is the one that counts.";
const newAddress = { "new e-mail": "linh@new.example" };
const newAddressFact: [string, string][] = [["New e-mail", newAddress["new e-mail"]]];

const confirmOld = defineMail({
  id: "account.email-old",
  to: "account",
  name: "Confirm the change of your e-mail",
  when: "to the old e-mail, at a change",
  subject: "Confirm the change of your e-mail",
  text: `
# Confirm the change of your e-mail

You asked to use another e-mail for your account.

Open the link and press the button. We sent a second link to the new e-mail: the change happens when both are confirmed, in any order.

{{details}}

{{button}}

${linkTime}

If you did not ask for this, do not press the button: nothing changes without it. Then sign in, end all other sessions and change your password.`,
  values: newAddress,
  example: { facts: newAddressFact, button: { label: "Confirm the change", path: "/" } },
});

/** To the old address: somebody who is signed in wants another one. */
export const confirmOldMail = (to: string, newEmail: string, token: string): NewMail => ({
  kind: "account.email-old",
  to,
  ...confirmOld(
    { "new e-mail": newEmail },
    { facts: [["New e-mail", newEmail]], button: { label: "Confirm the change", path: linkPath(page, token) } },
  ),
});

const confirmNew = defineMail({
  id: "account.email-new",
  to: "account",
  name: "Confirm your new e-mail",
  when: "to the new e-mail, at a change",
  subject: "Confirm your new e-mail",
  text: `
# Confirm your new e-mail

Somebody, probably you, wants to use this e-mail for an account.

Open the link and press the button. We sent a second link to the old e-mail: the change happens when both are confirmed, in any order.

{{button}}

${linkTime}

If it was not you, do nothing. Nothing happens without the button.`,
  values: {},
  example: { button: { label: "Confirm this e-mail", path: "/" } },
});

/** To the new address. It names nobody: the address may be mistyped. */
export const confirmNewMail = (to: string, token: string): NewMail => ({
  kind: "account.email-new",
  to,
  ...confirmNew({}, { button: { label: "Confirm this e-mail", path: linkPath(page, token) } }),
});

const settings = { label: "Open your account settings", path: "/accountSettings" };

const taken = defineMail({
  id: "account.email-taken",
  to: "account",
  name: "Your e-mail was used for another account",
  when: "at a change to a known e-mail",
  subject: "Your e-mail was used for another account",
  text: `
# Your e-mail was used for another account

Somebody, probably you, tried to use this e-mail for another account. It belongs to your account already, so we changed nothing.

To use it for the other account, first change the e-mail of this one.

{{button}}

If it was not you, do nothing. Your account did not change.`,
  values: {},
  example: { button: settings },
});

/** To the owner of an address that another account asked for. */
export const takenAddressMail = (to: string): NewMail => ({
  kind: "account.email-taken",
  to,
  ...taken({}, { button: settings }),
});

const changed = defineMail({
  id: "account.email-changed",
  to: "account",
  name: "The e-mail of your account was changed",
  when: "to the old e-mail, after a change",
  subject: "The e-mail of your account was changed",
  text: `
# The e-mail of your account was changed

Both e-mails confirmed the change. From now on you sign in with the new one, and our e-mails go there.

If you did not want this, take it back. Then everybody is signed out and you choose a new password.

{{details}}

{{button}}

The link works for 72 hours.

If all is right, do nothing.`,
  values: newAddress,
  example: { facts: newAddressFact, button: { label: "Undo the change", path: "/" } },
});

/** To the old address after the change: the way back, for 72 hours. */
export const emailChangedMail = (to: string, newEmail: string, undoToken: string): NewMail => ({
  kind: "account.email-changed",
  to,
  ...changed(
    { "new e-mail": newEmail },
    { facts: [["New e-mail", newEmail]], button: { label: "Undo the change", path: linkPath(page, undoToken) } },
  ),
});

const set = defineMail({
  id: "account.email-set",
  to: "account",
  name: "This is the e-mail of your account now",
  when: "to the new e-mail, after a change",
  subject: "This is the e-mail of your account now",
  text: `
# This is the e-mail of your account now

Both e-mails confirmed the change. Sign in with this e-mail from now on. Your password is the same.

{{button}}`,
  values: {},
  example: { button: settings },
});

/** To the new address after the change. */
export const newEmailMail = (to: string): NewMail => ({
  kind: "account.email-set",
  to,
  ...set({}, { button: settings }),
});

const askForLink = { label: "Ask for a link", path: "/passreset" };

const restored = defineMail({
  id: "account.email-restored",
  to: "account",
  name: "Your account has this e-mail again",
  when: "to the old e-mail, after a change was undone",
  subject: "Your account has this e-mail again",
  text: `
# Your account has this e-mail again

The change was taken back. Everybody who was signed in is signed out. Every way in that was added since then is removed: a new password, passkeys, an authenticator app, backup codes, Google and Apple accounts.

Choose a new password now. If you closed the page where you could do it, ask for a link.

{{button}}

Then look at your sign-in methods and your second factor in the account settings.`,
  values: {},
  example: { button: askForLink },
});

/** To the address that took a change back. */
export const emailRestoredMail = (to: string): NewMail => ({
  kind: "account.email-restored",
  to,
  ...restored({}, { button: askForLink }),
});

const withdrawn = defineMail({
  id: "account.email-taken-back",
  to: "account",
  name: "The change of e-mail was taken back",
  when: "to the new e-mail, after a change was undone",
  subject: "The change of e-mail was taken back",
  text: `
# The change of e-mail was taken back

The old e-mail took the change back. The account does not use this e-mail any more.

If this is a surprise, write to support.`,
  values: {},
  example: {},
});

/** To the address that lost the account again. */
export const emailChangeWithdrawnMail = (to: string): NewMail => ({
  kind: "account.email-taken-back",
  to,
  ...withdrawn({}),
});

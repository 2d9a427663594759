import type { NewMail } from "#src/platform/mail/content.ts";
import { linkPath } from "./sign-in.ts";

const page = "/email-change";
const linkTime = "The link works for 24 hours. The newest change is the one that counts.";

/** To the old address: somebody who is signed in wants another one. */
export const confirmOldMail = (to: string, newEmail: string, token: string): NewMail => ({
  kind: "account.email-old",
  to,
  subject: "Confirm the change of your e-mail",
  content: {
    title: "Confirm the change of your e-mail",
    paragraphs: [
      "You asked to use another e-mail for your account.",
      "Open the link and press the button. We sent a second link to the new e-mail: the change happens when both are confirmed, in any order.",
    ],
    facts: [["New e-mail", newEmail]],
    button: { label: "Confirm the change", path: linkPath(page, token) },
    after: [
      linkTime,
      "If you did not ask for this, do not press the button: nothing changes without it. Then sign in, end all other sessions and change your password.",
    ],
  },
});

/** To the new address. It names nobody: the address may be mistyped. */
export const confirmNewMail = (to: string, token: string): NewMail => ({
  kind: "account.email-new",
  to,
  subject: "Confirm your new e-mail",
  content: {
    title: "Confirm your new e-mail",
    paragraphs: [
      "Somebody, probably you, wants to use this e-mail for an account.",
      "Open the link and press the button. We sent a second link to the old e-mail: the change happens when both are confirmed, in any order.",
    ],
    button: { label: "Confirm this e-mail", path: linkPath(page, token) },
    after: [linkTime, "If it was not you, do nothing. Nothing happens without the button."],
  },
});

/** To the owner of an address that another account asked for. */
export const takenAddressMail = (to: string): NewMail => ({
  kind: "account.email-taken",
  to,
  subject: "Your e-mail was used for another account",
  content: {
    title: "Your e-mail was used for another account",
    paragraphs: [
      "Somebody, probably you, tried to use this e-mail for another account. It belongs to your account already, so we changed nothing.",
      "To use it for the other account, first change the e-mail of this one.",
    ],
    button: { label: "Open your account settings", path: "/accountSettings" },
    after: ["If it was not you, do nothing. Your account did not change."],
  },
});

/** To the old address after the change: the way back, for 72 hours. */
export const emailChangedMail = (to: string, newEmail: string, undoToken: string): NewMail => ({
  kind: "account.email-changed",
  to,
  subject: "The e-mail of your account was changed",
  content: {
    title: "The e-mail of your account was changed",
    paragraphs: [
      "Both e-mails confirmed the change. From now on you sign in with the new one, and our e-mails go there.",
      "If you did not want this, take it back. Then everybody is signed out and you choose a new password.",
    ],
    facts: [["New e-mail", newEmail]],
    button: { label: "Undo the change", path: linkPath(page, undoToken) },
    after: ["The link works for 72 hours.", "If all is right, do nothing."],
  },
});

/** To the new address after the change. */
export const newEmailMail = (to: string): NewMail => ({
  kind: "account.email-set",
  to,
  subject: "This is the e-mail of your account now",
  content: {
    title: "This is the e-mail of your account now",
    paragraphs: ["Both e-mails confirmed the change. Sign in with this e-mail from now on. Your password is the same."],
    button: { label: "Open your account settings", path: "/accountSettings" },
  },
});

/** To the address that took a change back. */
export const emailRestoredMail = (to: string): NewMail => ({
  kind: "account.email-restored",
  to,
  subject: "Your account has this e-mail again",
  content: {
    title: "Your account has this e-mail again",
    paragraphs: [
      "The change was taken back. Everybody who was signed in is signed out. Every way in that was added since then is removed: a new password, passkeys, an authenticator app, backup codes, Google and Apple accounts.",
      "Choose a new password now. If you closed the page where you could do it, ask for a link.",
    ],
    button: { label: "Ask for a link", path: "/passreset" },
    after: ["Then look at your sign-in methods and your second factor in the account settings."],
  },
});

/** To the address that lost the account again. */
export const emailChangeWithdrawnMail = (to: string): NewMail => ({
  kind: "account.email-taken-back",
  to,
  subject: "The change of e-mail was taken back",
  content: {
    title: "The change of e-mail was taken back",
    paragraphs: ["The old e-mail took the change back. The account does not use this e-mail any more."],
    after: ["If this is a surprise, write to support."],
  },
});

import type { NewMail } from "#src/platform/mail/content.ts";
import { counted } from "#src/shared/counted.ts";
import { graceDays } from "./domain/grace.ts";

const page = "/accountSettings/data";

/** `day` is the date in words. */
export const deletionAskedMail = (to: string, day: string): NewMail => ({
  kind: "account.deletion-asked",
  to,
  subject: "Your account will be deleted",
  content: {
    title: "Your account will be deleted",
    paragraphs: [
      `You asked us to delete your account. We do it on ${day}, ${counted(graceDays, "day")} from now.`,
      "Until then nothing is removed. You can sign in and keep the account with one press.",
    ],
    button: { label: "Look at it, or keep the account", path: page },
    after: ["If it was not you, sign in, keep the account, and choose a new password."],
  },
});

export const deletionWithdrawnMail = (to: string): NewMail => ({
  kind: "account.deletion-taken-back",
  to,
  subject: "Your account stays",
  content: {
    title: "Your account stays",
    paragraphs: ["The deletion of your account was taken back. Nothing was removed."],
    button: { label: "Open your account", path: page },
  },
});

/** The last mail to an address; its row goes with the others after its time. */
export const deletedMail = (to: string): NewMail => ({
  kind: "account.deleted",
  to,
  subject: "Your account is deleted",
  content: {
    title: "Your account is deleted",
    paragraphs: [
      "Your account and what named you in it are removed.",
      "Amounts and dates of payments stay as long as the law asks for them, without your name.",
    ],
  },
});

import type { NewMail } from "#src/platform/mail/content.ts";

/** The owner changed the password in the account settings, or gave the account its first one. */
export const ownPasswordMail = (to: string, { first }: { first: boolean }): NewMail => {
  const title = first ? "Your account has a password now" : "Your password was changed";
  return {
    kind: "account.password-changed",
    to,
    subject: title,
    content: {
      title,
      paragraphs: [
        first
          ? "A password was set in the settings of your account a moment ago."
          : "Your password was changed in the settings of your account a moment ago.",
        "The browser where it was done stays signed in. Every other one is signed out.",
      ],
      button: { label: "Open your account settings", path: "/accountSettings/sign-in" },
      after: ["If it was not you, reset the password now on the sign-in page, and write to support."],
    },
  };
};

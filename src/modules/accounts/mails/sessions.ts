import type { NewMail } from "#src/platform/mail/content.ts";
import type { SignInMethod } from "../tables.ts";

const methodLabels: Record<SignInMethod, string> = {
  password: "Password",
  google: "Google",
  apple: "Apple",
  passkey: "Passkey",
  link: "Link in an e-mail",
};

/** Somebody signed in with a browser that this account has not used before. */
export const newDeviceMail = (
  to: string,
  { device, method, time }: { device: string; method: SignInMethod; time: string },
): NewMail => ({
  kind: "account.new-device",
  to,
  subject: "New sign-in to your account",
  content: {
    title: "New sign-in to your account",
    paragraphs: ["Somebody signed in to your account with a browser that we have not seen before."],
    facts: [
      ["Device", device],
      ["Signed in with", methodLabels[method]],
      ["Time", time],
    ],
    button: { label: "See where you are signed in", path: "/accountSettings/sign-in#sessions" },
    after: [
      "If it was you, there is nothing to do.",
      "If it was not you, end that session, choose a new password, and write to support.",
    ],
  },
});

/** A person has at most 20 sessions: the oldest ended. */
export const sessionsFullMail = (to: string, device: string): NewMail => ({
  kind: "account.sessions-full",
  to,
  subject: "Your oldest session was ended",
  content: {
    title: "Your oldest session was ended",
    paragraphs: [
      "An account can be signed in on 20 browsers at a time. You signed in on one more, so the oldest one was signed out.",
    ],
    facts: [["Signed out", device]],
    button: { label: "See where you are signed in", path: "/accountSettings/sign-in#sessions" },
    after: ["If you did not sign in that often, choose a new password."],
  },
});

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

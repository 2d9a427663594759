import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import type { SignInMethod } from "../tables.ts";

const methodLabels: Record<SignInMethod, string> = {
  password: "Password",
  google: "Google",
  apple: "Apple",
  passkey: "Passkey",
  link: "Link in an e-mail",
};

const sessions = { label: "See where you are signed in", path: "/accountSettings/sign-in#sessions" };

const newDevice = defineMail({
  id: "account.new-device",
  to: "account",
  name: "New sign-in to your account",
  when: "at a sign-in with a new browser",
  subject: "New sign-in to your account",
  text: `
# New sign-in to your account

Somebody signed in to your account with a browser that we have not seen before.

{{details}}

{{button}}

If it was you, there is nothing to do.

If it was not you, end that session, choose a new password, and write to support.`,
  values: { device: "Firefox on Windows" },
  example: {
    facts: [
      ["Device", "Firefox on Windows"],
      ["Signed in with", "Password"],
      ["Time", "Tue 8 December 2026, 12:30 (Berlin, UTC+1)"],
    ],
    button: sessions,
  },
});

/** Somebody signed in with a browser that this account has not used before. */
export const newDeviceMail = (
  to: string,
  { device, method, time }: { device: string; method: SignInMethod; time: string },
): NewMail => ({
  kind: "account.new-device",
  to,
  ...newDevice(
    { device },
    {
      facts: [
        ["Device", device],
        ["Signed in with", methodLabels[method]],
        ["Time", time],
      ],
      button: sessions,
    },
  ),
});

const sessionsFull = defineMail({
  id: "account.sessions-full",
  to: "account",
  name: "Your oldest session was ended",
  when: "at a sign-in with one browser too many",
  subject: "Your oldest session was ended",
  text: `
# Your oldest session was ended

An account can be signed in on 20 browsers at a time. You signed in on one more, so the oldest one was signed out.

{{details}}

{{button}}

If you did not sign in that often, choose a new password.`,
  values: { device: "Firefox on Windows" },
  example: { facts: [["Signed out", "Firefox on Windows"]], button: sessions },
});

/** A person has at most 20 sessions: the oldest ended. */
export const sessionsFullMail = (to: string, device: string): NewMail => ({
  kind: "account.sessions-full",
  to,
  ...sessionsFull({ device }, { facts: [["Signed out", device]], button: sessions }),
});

const settings = { label: "Open your account settings", path: "/accountSettings/sign-in" };

/** A password that its owner chose while signed in. */
const ownPassword = (id: string, title: string, when: string, sentence: string) =>
  defineMail({
    id,
    to: "account",
    name: title,
    when,
    subject: title,
    text: `
# ${title}

${sentence}

The browser where it was done stays signed in. Every other one is signed out.

{{button}}

If it was not you, reset the password now on the sign-in page, and write to support.`,
    values: {},
    example: { button: settings },
  });

const firstPassword = ownPassword(
  "account.password-set",
  "Your account has a password now",
  "after the first password",
  "A password was set in the settings of your account a moment ago.",
);
const changedPassword = ownPassword(
  "account.password-changed",
  "Your password was changed",
  "after a new password in the settings",
  "Your password was changed in the settings of your account a moment ago.",
);

/** The owner changed the password in the account settings, or gave the account its first one. */
export const ownPasswordMail = (to: string, { first }: { first: boolean }): NewMail => ({
  kind: "account.password-changed",
  to,
  ...(first ? firstPassword : changedPassword)({}, { button: settings }),
});

import type { NewMail } from "#src/platform/mail/content.ts";

const unasked = "If you did not ask for this, do nothing. Nothing changes without the button.";

/** The own path of a one-time link. */
export const linkPath = (path: string, token: string): string => `${path}?token=${token}`;

/** The link that ends a registration; valid 24 hours. Whoever typed the address may be a stranger: no text of theirs goes there. */
export const confirmMail = (to: string, token: string): NewMail => ({
  kind: "account.confirm",
  to,
  subject: "Confirm your e-mail",
  content: {
    title: "Confirm your e-mail",
    paragraphs: [
      "One step is left: open the link and press the button. Then your account is ready, and you continue where you were.",
    ],
    button: { label: "Confirm this e-mail", path: linkPath("/register", token) },
    after: ["The link works once, for 24 hours.", unasked],
  },
});

/** The letter of the first step: a link to a page with a button, and a code for the page that is open; ten minutes. */
export const startMail = (to: string, code: string, token: string): NewMail => ({
  kind: "account.start",
  to,
  subject: `${code} is your code`,
  content: {
    title: "Continue with your order",
    paragraphs: [
      `Type this code into the page where you wrote your e-mail: ${code}`,
      "Or open the link and press the button. You continue where you were, with the same price.",
    ],
    facts: [["Code", code]],
    button: { label: "Continue", path: linkPath("/start", token) },
    after: [
      "Code and link work once, for 10 minutes. Give the code to nobody: we never ask for it.",
      "If it was not you, do nothing. Nothing happens without the code or the button.",
    ],
  },
});

/** Somebody registered with an address that has an account. */
export const knownAddressMail = (to: string): NewMail => ({
  kind: "account.known",
  to,
  subject: "You have an account already",
  content: {
    title: "You have an account already",
    paragraphs: [
      "Somebody, probably you, tried to register with this e-mail. There is an account for it, so we made no new one.",
      "Sign in with your password. If you do not know it any more, the sign-in page has a link to reset it.",
    ],
    button: { label: "Go to sign in", path: "/login" },
    after: ["If it was not you, do nothing. Your account did not change."],
  },
});

const asked = "You asked for a link to choose a new password.";

/** The link to choose a new password; valid 30 minutes. `why` says who started it. */
export const resetMail = (to: string, token: string, why = asked): NewMail => ({
  kind: "account.reset",
  to,
  subject: "Choose a new password",
  content: {
    title: "Choose a new password",
    paragraphs: [why],
    button: { label: "Choose a password", path: linkPath("/passreset", token) },
    after: ["The link works once, for 30 minutes. The newest link is the one that counts.", unasked],
  },
});

/**
 * Notifies the owner afterwards. `open` are the other sign-in methods, which a new password does not close; `closed` those that
 * went with the old one.
 */
export const passwordChangedMail = (
  to: string,
  { open, closed }: Readonly<Record<"open" | "closed", readonly string[]>>,
): NewMail => ({
  kind: "account.password-changed",
  to,
  subject: "Your password was changed",
  content: {
    title: "Your password was changed",
    paragraphs: [
      "The password of your account was changed a moment ago. Everybody who was signed in to the account is signed out.",
    ],
    ...(open.length + closed.length > 0 && {
      facts: [
        ...closed.map((one): [string, string] => ["Disconnected", one]),
        ...open.map((one): [string, string] => ["Also opens the account", one]),
      ],
    }),
    button: { label: "Sign in", path: "/login" },
    after: [
      ...(closed.length > 0 ? ["What is disconnected and yours can be connected again in the account settings."] : []),
      ...(open.length > 0 ? ["Remove what is not yours in the account settings, under Sign-in."] : []),
      "If it was not you, reset the password now and write to support.",
    ],
  },
});

import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";

const unasked = "If you did not ask for this, do nothing. Nothing changes without the button.";

/** The own path of a one-time link. */
export const linkPath = (path: string, token: string): string => `${path}?token=${token}`;

const confirm = defineMail({
  id: "account.confirm",
  to: "account",
  name: "Confirm your e-mail",
  when: "at sign-up",
  subject: "Confirm your e-mail",
  text: `
# Confirm your e-mail

One step is left: open the link and press the button. Then your account is ready, and you continue where you were.

{{button}}

The link works once, for 24 hours.

${unasked}`,
  values: {},
  example: { button: { label: "Confirm this e-mail", path: "/" } },
});

/** The link that ends a registration; valid 24 hours. Whoever typed the address may be a stranger: no text of theirs goes there. */
export const confirmMail = (to: string, token: string): NewMail => ({
  kind: "account.confirm",
  to,
  ...confirm({}, { button: { label: "Confirm this e-mail", path: linkPath("/register", token) } }),
});

const start = defineMail({
  id: "account.start",
  to: "account",
  name: "Sign-in link and code",
  when: "at the first step of an order",
  subject: "{{code}} is your code",
  text: `
# Continue with your order

Type this code into the page where you wrote your e-mail: {{code}}

Or open the link and press the button. You continue where you were, with the same price.

{{details}}

{{button}}

Code and link work once, for 10 minutes. Give the code to nobody: we never ask for it.

If it was not you, do nothing. Nothing happens without the code or the button.`,
  values: { code: "123456" },
  required: ["code"],
  example: { facts: [["Code", "123456"]], button: { label: "Continue", path: "/" } },
});

/** The letter of the first step: a link to a page with a button, and a code for the page that is open; ten minutes. */
export const startMail = (to: string, code: string, token: string): NewMail => ({
  kind: "account.start",
  to,
  ...start({ code }, { facts: [["Code", code]], button: { label: "Continue", path: linkPath("/start", token) } }),
});

const known = defineMail({
  id: "account.known",
  to: "account",
  name: "You have an account already",
  when: "at sign-up with a known e-mail",
  subject: "You have an account already",
  text: `
# You have an account already

Somebody, probably you, tried to register with this e-mail. There is an account for it, so we made no new one.

Sign in with your password. If you do not know it any more, the sign-in page has a link to reset it.

{{button}}

If it was not you, do nothing. Your account did not change.`,
  values: {},
  example: { button: { label: "Go to sign in", path: "/login" } },
});

/** Somebody registered with an address that has an account. */
export const knownAddressMail = (to: string): NewMail => ({
  kind: "account.known",
  to,
  ...known({}, { button: { label: "Go to sign in", path: "/login" } }),
});

const asked = "You asked for a link to choose a new password.";

const reset = defineMail({
  id: "account.reset",
  to: "account",
  name: "Choose a new password",
  when: "when a password is forgotten",
  subject: "Choose a new password",
  text: `
# Choose a new password

{{who asked}}

{{button}}

The link works once, for 30 minutes. The newest link is the one that counts.

${unasked}`,
  values: { "who asked": asked },
  example: { button: { label: "Choose a password", path: "/" } },
});

/** The link to choose a new password; valid 30 minutes. `why` says who started it. */
export const resetMail = (to: string, token: string, why = asked): NewMail => ({
  kind: "account.reset",
  to,
  ...reset({ "who asked": why }, { button: { label: "Choose a password", path: linkPath("/passreset", token) } }),
});

const closedNote = "What is disconnected and yours can be connected again in the account settings.";
const openNote = "Remove what is not yours in the account settings, under Sign-in.";

const passwordChanged = defineMail({
  id: "account.password-reset",
  to: "account",
  name: "Your password was changed",
  when: "after a new password by a link",
  subject: "Your password was changed",
  text: `
# Your password was changed

The password of your account was changed a moment ago. Everybody who was signed in to the account is signed out.

{{details}}

{{button}}

{{what is disconnected}}

{{what is open}}

If it was not you, reset the password now and write to support.`,
  values: { "what is disconnected": closedNote, "what is open": openNote },
  example: {
    facts: [
      ["Disconnected", "Apple"],
      ["Also opens the account", "Google"],
    ],
    button: { label: "Sign in", path: "/login" },
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
  ...passwordChanged(
    {
      "what is disconnected": closed.length > 0 ? closedNote : "",
      "what is open": open.length > 0 ? openNote : "",
    },
    {
      ...(open.length + closed.length > 0 && {
        facts: [
          ...closed.map((one): [string, string] => ["Disconnected", one]),
          ...open.map((one): [string, string] => ["Also opens the account", one]),
        ],
      }),
      button: { label: "Sign in", path: "/login" },
    },
  ),
});

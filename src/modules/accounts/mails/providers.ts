import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";

const button = { label: "See how you sign in", path: "/accountSettings/sign-in" };

/** A mail about an account at Google or Apple. */
const aboutProvider = (id: string, name: string, when: string, title: string, sentence: string) =>
  defineMail({
    id,
    to: "account",
    name,
    when,
    subject: title,
    text: `
# ${title}

${sentence}

{{button}}

If it was not you, reset the password now on the sign-in page, and write to support.`,
    values: { provider: "Google" },
    example: { button },
  });

const linked = aboutProvider(
  "account.provider-connected",
  "Google or Apple is connected",
  "when another sign-in is connected",
  "{{provider}} is connected with your account",
  "You can now sign in with {{provider}}. It was connected a moment ago, because {{provider}} confirmed that the account there is yours.",
);

/** The owner reads that Google or Apple signs in to the account from now on. */
export const providerLinkedMail = (to: string, provider: string): NewMail => ({
  kind: "account.provider-connected",
  to,
  ...linked({ provider }, { button }),
});

const unlinked = aboutProvider(
  "account.provider-removed",
  "Google or Apple is removed",
  "when another sign-in is removed",
  "{{provider}} is no longer connected with your account",
  "It was removed in the settings of your account a moment ago. {{provider}} does not sign you in any more.",
);

/** The owner reads that Google or Apple signs in no more. */
export const providerUnlinkedMail = (to: string, provider: string): NewMail => ({
  kind: "account.provider-removed",
  to,
  ...unlinked({ provider }, { button }),
});

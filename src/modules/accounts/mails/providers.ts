import type { NewMail } from "#src/platform/mail/content.ts";

const notYou = "If it was not you, reset the password now on the sign-in page, and write to support.";

/** The owner reads that Google or Apple signs in to the account from now on. */
export const providerLinkedMail = (to: string, provider: string): NewMail => ({
  kind: "account.provider-connected",
  to,
  subject: `${provider} is connected with your account`,
  content: {
    title: `${provider} is connected with your account`,
    paragraphs: [
      `You can now sign in with ${provider}. It was connected a moment ago, because ${provider} confirmed that the account there is yours.`,
    ],
    button: { label: "See how you sign in", path: "/accountSettings/sign-in" },
    after: [notYou],
  },
});

/** The owner reads that Google or Apple signs in no more. */
export const providerUnlinkedMail = (to: string, provider: string): NewMail => ({
  kind: "account.provider-removed",
  to,
  subject: `${provider} is no longer connected with your account`,
  content: {
    title: `${provider} is no longer connected with your account`,
    paragraphs: [
      `It was removed in the settings of your account a moment ago. ${provider} does not sign you in any more.`,
    ],
    button: { label: "See how you sign in", path: "/accountSettings/sign-in" },
    after: [notYou],
  },
});

import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";

const notYou = "If it was not you, choose a new password now and write to support.";
const button = { label: "See your second factors", path: "/accountSettings/second-factor" };

/** A mail about a second factor: what happened, the way to see it, and what to do about it. */
const aboutFactor = <const V extends Readonly<Record<string, string>>>(
  id: string,
  title: string,
  sentence: string,
  values: V,
  closing = notYou,
) => {
  const write = defineMail({
    id,
    to: "account",
    name: title,
    when: "at once",
    subject: title,
    text: `# ${title}\n\n${sentence}\n\n{{button}}\n\n${closing}`,
    values,
    example: { button },
  });
  return (to: string, given: { readonly [N in keyof V]: string }): NewMail => ({
    kind: id,
    to,
    ...write(given, { button }),
  });
};

const appAdded = aboutFactor(
  "account.factor-added",
  "An authenticator app was added",
  "From now on your account asks for a code of this app after the password. Other browsers are signed out.",
  {},
);
export const appAddedMail = (to: string): NewMail => appAdded(to, {});

const appRemoved = aboutFactor(
  "account.factor-removed",
  "The authenticator app was removed",
  "Your account does not ask for codes of the app any more. Other browsers are signed out.",
  {},
);
export const appRemovedMail = (to: string): NewMail => appRemoved(to, {});

const passkeyAdded = aboutFactor(
  "account.passkey-added",
  "A passkey was added",
  'The passkey "{{passkey}}" can sign in to your account now.',
  { passkey: "My phone" },
);
export const passkeyAddedMail = (to: string, passkey: string): NewMail => passkeyAdded(to, { passkey });

const passkeyRemoved = aboutFactor(
  "account.passkey-removed",
  "A passkey was removed",
  'The passkey "{{passkey}}" cannot sign in to your account any more. Other browsers are signed out.',
  { passkey: "My phone" },
);
export const passkeyRemovedMail = (to: string, passkey: string): NewMail => passkeyRemoved(to, { passkey });

const newBackupCodes = aboutFactor(
  "account.backup-codes",
  "New backup codes were made",
  "Ten new backup codes were made for your account. The old ones do not work any more.",
  {},
);
export const newBackupCodesMail = (to: string): NewMail => newBackupCodes(to, {});

const backupCodesEnded = aboutFactor(
  "account.backup-codes-ended",
  "Make new backup codes",
  "We changed the key that protects our records. Your old backup codes do not work any more. Please make new ones.",
  {},
  "Your password, your authenticator app and your passkeys work as before.",
);
export const backupCodesEndedMail = (to: string): NewMail => backupCodesEnded(to, {});

const backupCodeUsed = aboutFactor(
  "account.backup-code-used",
  "A backup code was used",
  "A backup code of your account was used. {{codes left}}",
  { "codes left": "5 are left." },
);
export const backupCodeUsedMail = (to: string, left: number): NewMail =>
  backupCodeUsed(to, { "codes left": codesLeftText(left) });

const codesLeftText = (left: number): string => {
  if (left === 0) return "It was the last one: make a new set.";
  return left === 1 ? "One is left: make a new set." : `${left} are left.`;
};

const toSignIns = { label: "See how you sign in", path: "/accountSettings/sign-in" };

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
    example: { button: toSignIns },
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
  ...linked({ provider }, { button: toSignIns }),
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
  ...unlinked({ provider }, { button: toSignIns }),
});

import type { NewMail } from "#src/platform/mail/content.ts";

const notYou = "If it was not you, choose a new password now and write to support.";
const settings = { label: "See your second factors", path: "/accountSettings/second-factor" };

type Notice = { kind: string; to: string; title: string; text: string };
const notice = ({ kind, to, title, text }: Notice): NewMail => ({
  kind,
  to,
  subject: title,
  content: { title, paragraphs: [text], button: settings, after: [notYou] },
});

export const appAddedMail = (to: string): NewMail =>
  notice({
    kind: "account.factor-added",
    to,
    title: "An authenticator app was added",
    text: "From now on your account asks for a code of this app after the password. Other browsers are signed out.",
  });

export const appRemovedMail = (to: string): NewMail =>
  notice({
    kind: "account.factor-removed",
    to,
    title: "The authenticator app was removed",
    text: "Your account does not ask for codes of the app any more. Other browsers are signed out.",
  });

export const passkeyAddedMail = (to: string, name: string): NewMail =>
  notice({
    kind: "account.passkey-added",
    to,
    title: "A passkey was added",
    text: `The passkey "${name}" can sign in to your account now.`,
  });

export const passkeyRemovedMail = (to: string, name: string): NewMail =>
  notice({
    kind: "account.passkey-removed",
    to,
    title: "A passkey was removed",
    text: `The passkey "${name}" cannot sign in to your account any more. Other browsers are signed out.`,
  });

export const newBackupCodesMail = (to: string): NewMail =>
  notice({
    kind: "account.backup-codes",
    to,
    title: "New backup codes were made",
    text: "Ten new backup codes were made for your account. The old ones do not work any more.",
  });

export const backupCodeUsedMail = (to: string, left: number): NewMail =>
  notice({
    kind: "account.backup-code-used",
    to,
    title: "A backup code was used",
    text: `A backup code of your account was used. ${codesLeftText(left)}`,
  });

const codesLeftText = (left: number): string => {
  if (left === 0) return "It was the last one: make a new set.";
  return left === 1 ? "One is left: make a new set." : `${left} are left.`;
};

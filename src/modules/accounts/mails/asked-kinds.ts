/** E-mails that a person asked for a moment ago and cannot continue without: to sign in, to confirm an address. */
export const askedMailKinds: readonly string[] = [
  "account.confirm",
  "account.start",
  "account.known",
  "account.reset",
  "account.factor-removal",
  "account.email-old",
  "account.email-new",
  "account.email-taken",
];

import { type Refusal, type RefusalCode, refuse } from "#src/shared/outcome.ts";

export const providers = ["google", "apple"] as const;
/** Who else can say who somebody is. */
export type Provider = (typeof providers)[number];

export const isProvider = (value: unknown): value is Provider => providers.some((one) => one === value);

export const providerName = { google: "Google", apple: "Apple" } as const satisfies Record<Provider, string>;

const ownDomains: Readonly<Record<Provider, readonly string[]>> = {
  google: ["gmail.com"],
  apple: ["icloud.com", "me.com", "mac.com", "privaterelay.appleid.com"],
};

/**
 * Whether a provider runs the mailbox of an address that it confirms. `hosted`: the id token names the organisation whose
 * mail Google runs (`hd`; Google, "Verify the Google ID token"). Any other address may have another owner by now.
 */
export const isAuthority = (provider: Provider, { email, hosted }: { email: string; hosted: boolean }): boolean =>
  ownDomains[provider].includes(email.split("@")[1] ?? "") || (provider === "google" && hosted);

/** "Google, ada@example.org": a connected account as its owner knows it. */
export const identityLabel = ({ provider, email }: { provider: string; email: string | null }): string =>
  [isProvider(provider) ? providerName[provider] : provider, email].filter(Boolean).join(", ");

/** Why somebody goes to a provider: to sign in, to connect it with the own account, to prove anew who it is. */
export const purposes = ["sign-in", "link", "confirm"] as const;
export type Purpose = (typeof purposes)[number];

/** How a way to a provider can end badly, each with one sentence and a way on. `of` is the provider's name. */
const sentences = {
  away: (of) => `${of} does not answer at the moment. Try again, or use your e-mail and password.`,
  cancelled: (of) =>
    `You did not continue with ${of}. Nothing was changed. Try again, or use your e-mail and password.`,
  over: (of) =>
    `This sign-in with ${of} has ended: it was used already, took too long, began in another browser, or your browser blocks cookies. Begin again.`,
  failed: (of) => `${of} sent an answer that we cannot trust. Begin again, or use your e-mail and password.`,
  unverified: (of) =>
    `${of} has not confirmed that your e-mail is yours. Confirm it there and try again, or register with e-mail and password.`,
  "no-email": (of) =>
    `${of} did not give us an e-mail address that we can write to, and we need one for your orders. Allow it there, or register with e-mail and password.`,
  "no-mail": (of) =>
    `${of} does not run the mailbox of this e-mail, and this site cannot send an e-mail to check that it is yours. Write to Support.`,
  "connect-first": (of) =>
    `There is an account with this e-mail already. Sign in with your password, or choose a new one by e-mail, then connect ${of} in the account settings.`,
  closed: () => "This account is closed at the moment. Write to support.",
  taken: (of) => `This ${of} account belongs to another account here. Nothing was connected.`,
  "other-connected": (of) => `Another ${of} account is connected already. Remove that one first.`,
  "own-unverified": (of) => `Confirm your own e-mail first. Then connect ${of}.`,
  "not-yours": (of) => `This ${of} account is not connected with your account here. Choose the one that is.`,
  "factor-first": (of) => `Show your second factor here: ${of} is not enough for your role.`,
  "signed-out": (of) => `You have been signed out. Sign in, then use ${of} again.`,
  "step-up": () => "Confirm that it is you first. Nothing was changed.",
  records: () => "We cannot reach our records at the moment. Try again in a minute.",
  busy: () => "This was done many times in a short time. Try again in some minutes.",
  "terms-changed": (of) =>
    `The terms of service changed while your page was open. No account was made. Read them on this page, then continue with ${of} again.`,
  "privacy-changed": (of) =>
    `The privacy policy changed while your page was open. No account was made. Read it on this page, then continue with ${of} again.`,
  "texts-changed": (of) =>
    `The terms of service and the privacy policy changed while your page was open. No account was made. Read them on this page, then continue with ${of} again.`,
  elsewhere: (of) => `${of} works only at the main address of this site. Open that one and sign in there.`,
} as const satisfies Record<string, (of: string) => string>;

export type Trouble = keyof typeof sentences;

/** What somebody new accepts changed: the page where they began must come again, with the texts of now. */
export const textTroubles = ["terms-changed", "privacy-changed", "texts-changed"] as const satisfies readonly Trouble[];
export type TextTrouble = (typeof textTroubles)[number];

const troubleMessage = (provider: Provider, trouble: Trouble): string => sentences[trouble](providerName[provider]);

/** For an address: `google.away`. */
export const troubleKey = (provider: Provider, trouble: Trouble): string => `${provider}.${trouble}`;

/** The sentence of such a key; null for anything else that stands in an address. */
export function messageOfTrouble(key: unknown): string | null {
  const [provider, trouble = ""] = typeof key === "string" ? key.split(".") : [];
  return isProvider(provider) && Object.hasOwn(sentences, trouble)
    ? troubleMessage(provider, trouble as Trouble)
    : null;
}

const codes: Partial<Record<Trouble, RefusalCode>> = {
  away: "unavailable",
  over: "expired",
  "signed-out": "signed-out",
};

/** A refusal that names how the way to a provider ended. */
export const troubled = (provider: Provider, trouble: Trouble): Refusal =>
  refuse(codes[trouble] ?? "forbidden", troubleMessage(provider, trouble), { data: { trouble } });

const byCode: Partial<Record<RefusalCode, Trouble>> = {
  "step-up": "step-up",
  "signed-out": "signed-out",
  "too-many": "busy",
  unavailable: "records",
};

/** The same, read from any refusal. */
export const troubleOf = ({ code, data }: Refusal): Trouble =>
  (data?.trouble as Trouble | undefined) ?? byCode[code] ?? "failed";

import type { Database } from "./database/database.ts";
import { countUse } from "./limits.ts";
import type { Ctx } from "./runtime.ts";

// What one network may ask for without being signed in: an IPv4 address, or the /64 of an IPv6 address
// (network-address.ts). A campus may share one. Whoever is over a budget gets 429 with Retry-After; other networks are
// answered. Bodies have a limit of their own (http/body/limits.ts).

export type RequestBudget = {
  readonly what: string;
  /** Matched with "METHOD /path"; the first that fits counts. */
  readonly at: RegExp;
  readonly perMinute: number;
  /** Signed-in people count as well: the answer costs as much and asks for no session. */
  readonly everybody?: true;
};

/** Requests in a minute, counted in each process before a body is read. Files and pages that lie ready are not counted. */
export const requestBudgets: readonly RequestBudget[] = [
  { what: "prices", at: /^POST \/api\/quotes$/, perMinute: 1_200, everybody: true },
  { what: "routes", at: /^(?:GET|HEAD) \/__manifest$/, perMinute: 600, everybody: true },
  { what: "payment events", at: /^POST \/webhooks\//, perMinute: 6_000 },
  { what: "browser reports", at: /^POST \/csp-report$/, perMinute: 60 },
  { what: "quotes", at: /^(?:GET|HEAD) \/(?:api|order)\/quotes\//i, perMinute: 300 },
  { what: "price tables", at: /^(?:GET|HEAD) \/api\/prices$/, perMinute: 120 },
  { what: "API description", at: /^(?:GET|HEAD) \/api\/openapi\.json$/, perMinute: 120 },
  { what: "social cards", at: /^(?:GET|HEAD) \/og\//i, perMinute: 120 },
  {
    what: "files for crawlers",
    at: /^(?:GET|HEAD) \/(?:sitemap\.xml|robots\.txt|manifest\.webmanifest)$/i,
    perMinute: 120,
  },
  { what: "reads", at: /^(?:GET|HEAD) /, perMinute: 600 },
  { what: "forms", at: /^/, perMinute: 300 },
];

export type KeptBudget = { readonly name: string; readonly most: number; readonly seconds: number };

/** What costs most or leaves something behind, counted in the database for all processes together. */
export const keptBudgets = {
  signIn: { name: "sign-in", most: 300, seconds: 600 },
  passkey: { name: "passkey", most: 300, seconds: 600 },
  register: { name: "register", most: 100, seconds: 3_600 },
  /** E-mails about accounts; one mailbox has a limit of its own (accounts/sign-in/limits.ts). */
  accountMail: { name: "account-mail", most: 60, seconds: 3_600 },
  /** Wrong codes of a sign-in by e-mail: everybody's together have a limit too, which one network must not use up. */
  wrongCode: { name: "wrong-code", most: 60, seconds: 3_600 },
  /** Forms that wait for a sign-in, each of at most 256 kB (orders/commands/keep-draft.ts). */
  keptForm: { name: "kept-form", most: 100, seconds: 3_600 },
  enquiry: { name: "enquiry", most: 30, seconds: 3_600 },
  quotePdf: { name: "quote-pdf", most: 120, seconds: 3_600 },
  unknownKey: { name: "unknown-key", most: 30, seconds: 60 },
  /** Events that a provider was asked about and did not send. */
  forgedEvent: { name: "forged-event", most: 30, seconds: 3_600 },
} as const satisfies Record<string, KeptBudget>;

/** Counts one use by the network that asks. Returns null while the budget holds, else the seconds to wait. */
export function spendBudget(
  db: Database,
  { runtime, request }: Ctx,
  { name, most, seconds }: KeptBudget,
): Promise<number | null> {
  const use = { key: `${name}:${request.address}`, most: most * runtime.config.limitsFactor, seconds };
  return countUse(db, use, runtime.clock());
}

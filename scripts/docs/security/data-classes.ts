import { globSync, readFileSync } from "node:fs";

const sealed = "sealed: AES-256-GCM, random nonce, bound to its row";
const keyed = "keyed hash: HMAC-SHA-256";

/** What each key that is made of SECRET does, by its purpose. */
export const keyUses: Readonly<Record<string, string>> = {
  "api-keys": keyed,
  "apple id tokens": sealed,
  "backup codes": keyed,
  "bank accounts": `${keyed}, to find the same account again`,
  "hidden contact details": sealed,
  "hidden contact details of orders": sealed,
  "hidden passages of orders": sealed,
  "kept checks": sealed,
  "mail addresses": `${keyed}, instead of the address in logs and counters`,
  mark: "the mark by which a database knows its secret, 64 bits",
  "marks of hidden passages": `${keyed}, to find the same passage of an order again`,
  "oauth attempts": sealed,
  "one-time codes": `${sealed}; what authenticator apps were given`,
  payers: "keyed hash of a card or PayPal account, to see the same one again: HMAC-SHA-256",
  "payout methods": sealed,
  "prepared-orders": `${keyed}, the part of a link to a prepared order that nobody can guess`,
  quotes: "signature of a price: HMAC-SHA-256",
  "refund accounts": sealed,
  "sandbox events": "signature of the sandbox provider: HMAC-SHA-256",
  "own address": "what this installation answers to a code at its own address: HMAC-SHA-256",
  "setup marks": "mark of the configuration that a check of the set-up guide was made with: HMAC-SHA-256",
  "webhook-secrets": `${sealed}; they sign by Standard Webhooks, HMAC-SHA-256`,
};

/** Where a key is made (HKDF-SHA-256), by its purpose, as the code has it. */
export function keysInCode(): Map<string, string> {
  const sources = globSync("src/**/*.ts").filter((file) => !/\.(test|testing|test-support)\.ts$/.test(file));
  const made = /\bkeyFor\([\w.]*ecret, ["`]([^"`$]+?) ?(?:\$\{[\w.]+\})?["`]\)/g;
  return new Map(
    sources.flatMap((file) => [...readFileSync(file, "utf8").matchAll(made)].map(([, name = ""]) => [name, file])),
  );
}

type DataClass = {
  name: string;
  what: string;
  rule: string;
  /** Tables by schema, a blank between them. */
  tables: Readonly<Record<string, string>>;
};

/** Each table stands in the highest class of its columns; a test compares them with the tables of the code. */
export const dataClasses: readonly DataClass[] = [
  {
    name: "Secret",
    what: "what opens something: hashes of passwords, sessions, factors, links, keys of programs, answers of providers",
    rule: "hashed, or sealed with AES-256-GCM; never in a log, a page, a mail to others, the audit or a download; gone when it has ended",
    tables: {
      accounts: "backup_codes failed_sign_ins oauth_attempts passkeys sessions sign_ins totps verification_tokens",
      api: "endpoints keys",
      platform: "mails",
    },
  },
  {
    name: "Private text",
    what: "what people write and send: orders, deliveries, conversations, files, checks that were kept, notes about them",
    rule: "read by the people of the order or chat and by admins with that right; never in a log; taken out when the account is deleted",
    tables: {
      accounts: "seal_lines seal_openings seals",
      admin: "order_notes",
      chat: "chats enquiries held_messages messages notes ratings thread_messages threads",
      checker: "kept_checks",
      files: "files",
      orders:
        "custom_quotes deliveries drafts form_drafts hidden_passages hidden_texts order_history orders originality_reports prepared_orders ratings screened_requests shown_texts work_drafts",
      writing: "applications writer_notes writers",
    },
  },
  {
    name: "Money",
    what: "who paid, earned or got back what: prices, payments, ledger, payouts, receipts",
    rule: "only added to, sums to zero; account numbers are sealed and shown masked; stays when an account is deleted, without the name where the law does not ask for it",
    tables: {
      orders: "held_refunds",
      payments:
        "attempts charges day_comparisons disputes document_counters documents held_orders ledger_closings ledger_entries ledger_progress ledger_transactions money_quarters payout_lines payout_methods payout_runs payouts payouts_left_out promotion_codes promotion_uses provider_events refund_accounts refunds settlements transfer_receipts transfer_refunds transfer_requests waivers writer_balances",
      sandbox: "disputes pages payments refunds",
    },
  },
  {
    name: "Personal",
    what: "who somebody is and what happened around them: name, e-mail, addresses of the network, notices, the audit",
    rule: "read by the person and by admins with that right; addresses stand in logs as keyed hashes; taken out when the account is deleted, the audit keeps who did what",
    tables: {
      accounts: "customers email_changes impersonations people",
      admin: "saved_views",
      api: "deliveries partners",
      notifications: "notices",
      platform: "audit limits outbox timers",
      pricing: "quotes",
    },
  },
  {
    name: "Of the shop",
    what: "settings, price lists, words of Support, state of the installation",
    rule: "changed by admins with that right, each change in the audit; the price list and the pages are public",
    tables: {
      admin: "planned_pages setup_marks site_drafts",
      chat: "saved_replies",
      operator: "brand_pictures legal_versions",
      platform:
        "backup_drills backup_runs clock_watch disk_days handled_events installation past_settings retention_runs settings",
      pricing: "price_drafts publications",
    },
  },
];

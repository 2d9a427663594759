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

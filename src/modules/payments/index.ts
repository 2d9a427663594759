export * from "./domain/bank-account.ts";
export * from "./domain/carry-out.ts";
export * from "./domain/charges.ts";
export * from "./domain/give-back.ts";
export * from "./domain/ledger.ts";
export * from "./domain/payment-status.ts";
export * from "./domain/tax.ts";
export * from "./domain/writer-share.ts";

import { percentOf } from "#src/shared/money.ts";
import type { Transaction, TransactionKind } from "./ledger.ts";

/** `writing.share`: percent of the price that is the writer's. */
export const defaultShare = 50;

const goesBack: readonly TransactionKind[] = ["refund", "refund-reversal", "chargeback", "chargeback-reversal"];

/** Cents that the writer and the operator pay of the client's refunds and waivers. */
export type Borne = { writer: number; operator: number };
export const nothingBorne: Borne = { writer: 0, operator: 0 };
export const sumOfBorne = (one: Borne, other: Borne): Borne => ({
  writer: one.writer + other.writer,
  operator: one.operator + other.operator,
});

/** What the writer or the operator bore, of money that went back while it was still held. */
export const borneWhileHeld = (transactions: readonly Transaction[]): Borne => {
  const borne = { writer: 0, operator: 0 };
  for (const { kind, paidBy, postings } of transactions) {
    if (!goesBack.includes(kind) || (paidBy !== "writer" && paidBy !== "operator")) continue;
    borne[paidBy] -= postings.find(({ account }) => account === "held")?.cents ?? 0;
  }
  return borne;
};

/**
 * The writer's cents when `heldCents` are released: the share of what would be there without anybody's fault, less
 * what the writer pays, never below zero. Half a cent goes up to the writer, the operator has the rest.
 */
export const writerPart = (heldCents: number, borne: Borne, sharePercent: number): number =>
  Math.max(0, percentOf(heldCents + borne.writer + borne.operator, sharePercent) - borne.writer);

import { afterAll, beforeEach, expect } from "vitest";
import { plainKnobs } from "#src/adapters/payments/sandbox/bank.ts";
import { openPaymentsRuntime } from "#tests/support/payments.ts";
import type { TestRuntime } from "#tests/support/runtime.ts";
import { ledgerBalances } from "./queries/ledger-balances.ts";

/** A runtime that can be paid in, for one test file; before each test its sandbox provider answers as it should. */
export const paymentsFixture = async () => {
  const runtime = await openPaymentsRuntime();
  afterAll(() => runtime.drop());
  beforeEach(() => {
    Object.assign(runtime.sandbox.knobs, plainKnobs());
    runtime.post.lost = false;
  });
  return runtime;
};

/** What the accounts of an order hold; its books add up. */
export const balancesOf = async (runtime: TestRuntime, orderId: string) => {
  const { balances, broken } = await ledgerBalances(runtime.db, { orderId });
  expect(broken).toEqual([]);
  return balances;
};

/** Makes so many of it at once. */
export const many = <T>(times: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => make(at)));

import { afterAll, beforeEach, expect } from "vitest";
import { plainKnobs } from "#src/adapters/payments/sandbox/bank.ts";
import type { TestHouse } from "#tests/support/house.ts";
import { openPayHouse } from "#tests/support/payments.ts";
import { ledgerBalances } from "./index.server.ts";

/** A house that can be paid in, for one test file; before each test its practice provider answers as it should. */
export const payWorld = async () => {
  const house = await openPayHouse();
  afterAll(() => house.drop());
  beforeEach(() => {
    Object.assign(house.sandbox.knobs, plainKnobs());
    house.post.lost = false;
  });
  return house;
};

/** What the accounts of an order hold; its books add up. */
export const balancesOf = async (house: TestHouse, orderId: string) => {
  const { balances, broken } = await ledgerBalances(house.db, { orderId });
  expect(broken).toEqual([]);
  return balances;
};

/** Makes so many of it at once. */
export const many = <T>(times: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => make(at)));

import { afterAll, beforeEach } from "vitest";
import { openOrderHouse } from "./orders.testing.ts";

/** A house for one test file, dropped at its end; before each test its clock stands at `start` again. */
export const orderWorld = async (start = new Date("2026-03-10T12:00:00Z")) => {
  const house = await openOrderHouse({ now: start });
  afterAll(() => house.drop());
  beforeEach(() => house.setNow(start));
  return { house, start, later: (hours: number) => house.setNow(new Date(start.getTime() + hours * 3_600_000)) };
};

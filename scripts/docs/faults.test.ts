import { expect, test } from "vitest";
import { readFaults, whileAway } from "./faults.ts";
import { faultOfTest } from "./named-test.testing.ts";

const faults = readFaults();

test("each fault from F1 to F24 stands once, with tests that exist", () => {
  expect(faults.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, at) => `F${at + 1}`));
  expect(
    faults.flatMap(({ id, tests }) => tests.map((one) => [id, faultOfTest(one)])).filter(([, wrong]) => wrong),
  ).toEqual([]);
});

test("a fault whose test is not there is found", () => {
  const file = "scripts/docs/faults.test.ts";
  expect(faultOfTest({ file, title: "a fault whose test is not there is found" })).toBeNull();
  expect(faultOfTest({ file, title: "a fault" })).toBe(`no test "a fault" in ${file}`);
});

test("each line of what works while something is away names faults of the table", () => {
  const known = faults.map(({ id }) => id);
  expect(whileAway.flatMap(([, shown]) => shown.split(" ")).filter((id) => !known.includes(id))).toEqual([]);
  for (const row of whileAway) expect(row).toHaveLength(10);
});

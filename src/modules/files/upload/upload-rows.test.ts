import { expect, test } from "vitest";
import { percent } from "./upload-rows.ts";

test("percents are whole, and 100 is the last byte", () => {
  expect([
    percent({ bytesSent: 0, total: 3 }),
    percent({ bytesSent: 2, total: 3 }),
    percent({ bytesSent: 999_999, total: 1_000_000 }),
    percent({ bytesSent: 3, total: 3 }),
    percent({ bytesSent: 0, total: 0 }),
  ]).toEqual([0, 66, 99, 100, 100]);
});

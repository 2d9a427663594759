import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const writer = "src/modules/orders/save-order.ts";
const isTest = (file: string) => /\.test\.tsx?$|\.testing\.ts$/.test(file);

/** A write to the table of orders: by Drizzle, by rows for one statement, or in plain SQL. */
const writes = [
  /\.(update|insert|delete)\(\s*orders\s*\)/,
  /(rowsFor|insertRows|wholeRow)\([^)]*\borders,\s*\[/,
  /\b(update|insert\s+into|delete\s+from|truncate)\s+"?orders"?\."?orders"?/i,
];

test("only one file writes to the table of orders, by compare-and-set on its version", () => {
  const product = [...globSync("{src,scripts}/**/*.{ts,tsx}")].filter((file) => !isTest(file));
  const writers = product.filter((file) => writes.some((write) => write.test(readFileSync(file, "utf8"))));
  expect(writers).toEqual([writer]);
});

test("nobody gives the table of orders another name, under which it could be written to", () => {
  const renamed = globSync("src/**/*.ts").filter((file) =>
    /\borders as \w+|= orders;/.test(readFileSync(file, "utf8")),
  );
  expect(renamed).toEqual([]);
});

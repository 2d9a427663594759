import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const writer = "src/modules/orders/steps/save-order.ts";
const isTest = (file: string) => /\.test\.tsx?$|\.testing\.ts$/.test(file);

/** A write to the table of orders: by Drizzle, by rows for one statement, or in SQL. */
const writes = [
  /\.(update|insert|delete)\(\s*([\w]+\.)*orders\s*\)/,
  /\b(rowsFor|insertRows)\([^)]*\borders\s*[,)]/,
  /\b(update|insert\s+into|delete\s+from|truncate(\s+table)?|merge\s+into)\s+(only\s+)?("?orders"?\."?orders\b|\$\{([\w]+\.)*orders\})/i,
];
const writesOrders = (text: string): boolean => writes.some((write) => write.test(text));

/** A table as it stands in a statement of Drizzle. */
const hole = (table: string): string => `$\{${table}}`;

test.each([
  "tx.update(orders).set(row)",
  "tx.insert(\n  orders\n).values(row)",
  "tx.update(t.orders)",
  "tx.delete(tables.orders)",
  "insertRows(tx, orders, rows)",
  "insertRows(tx, orders, [row])",
  "rowsFor(orders, rows)",
  "rowsFor(t.orders, [row])",
  `update ${hole("orders")} set version = 1`,
  `delete from ${hole("orders")} where id = 1`,
  `insert into ${hole("t.orders")} select 1`,
  "update orders.orders set version = 1",
  "update only orders.orders set version = 1",
  'UPDATE "orders"."orders" set version = 1',
  "merge into orders.orders using other on true",
  `merge into ${hole("orders")} using other on true`,
  "truncate table orders.orders",
])("a write to the table of orders is seen: %s", (text) => expect(writesOrders(text)).toBe(true));

test.each([
  "db.select().from(orders)",
  "insertRows(tx, orderHistory, rows)",
  "update orders.order_timers set due = null",
  "wholeRow(orders, columns)",
  "select * from orders.orders for update",
  "tx.delete(workDrafts).where(eq(orders.id, id))",
])("a read, or a write elsewhere, is none: %s", (text) => expect(writesOrders(text)).toBe(false));

test("only one file writes to the table of orders, by compare-and-set on its version", () => {
  const product = [...globSync("{src,scripts}/**/*.{ts,tsx}")].filter((file) => !isTest(file));
  expect(product.filter((file) => writesOrders(readFileSync(file, "utf8")))).toEqual([writer]);
});

test("nobody gives the table of orders another name, under which it could be written to", () => {
  const renamed = globSync("src/**/*.ts").filter((file) =>
    /\borders as \w+|= orders;/.test(readFileSync(file, "utf8")),
  );
  expect(renamed).toEqual([]);
});

test("the rules of today are read where an order begins and where they are printed for everybody, nowhere else", () => {
  const readers = globSync("src/**/*.{ts,tsx}").filter(
    (file) => !isTest(file) && /\brulesSetting\b/.test(readFileSync(file, "utf8")),
  );
  expect(readers.map((file) => file.replace("src/", "")).sort()).toEqual([
    "composition/parts.ts",
    "modules/orders/commands/act.ts",
    "modules/orders/index.server.ts",
    "modules/orders/placing/write-order.ts",
    "modules/orders/queries/page-values.ts",
    "modules/orders/settings.ts",
    "modules/site/screens/common-questions.server.ts",
    "modules/writing/screens/earnings.server.ts",
  ]);
});

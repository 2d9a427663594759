import { sql } from "drizzle-orm";
import { bigint, type PgTable, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { expect, expectTypeOf, test } from "vitest";
import { type PlainTable, rowsFor, wholeRow } from "./insert-rows.ts";

const plain = pgTable("plain", { word: text().notNull(), mark: text().notNull().default("none") });
const computed = pgTable("computed", { word: text().notNull(), long: text().generatedAlwaysAs(sql`upper(word)`) });
const numbered = pgTable("numbered", {
  word: text().notNull(),
  seq: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
});
const counted = pgTable("counted", { n: bigint({ mode: "number" }).generatedByDefaultAsIdentity() });

const refusal = "the server makes these columns; use Drizzle's insert";

test("the types refuse tables with columns that the server makes, and name them", () => {
  expectTypeOf<PlainTable<typeof plain>>().toBeUnknown();
  expectTypeOf<PlainTable<typeof computed>[typeof refusal]>().toEqualTypeOf<"long">();
  expectTypeOf<PlainTable<typeof numbered>[typeof refusal]>().toEqualTypeOf<"seq">();
  expectTypeOf<PlainTable<typeof counted>[typeof refusal]>().toEqualTypeOf<"n">();
  expectTypeOf(rowsFor<typeof plain>)
    .parameter(0)
    .toEqualTypeOf<typeof plain>();
  expectTypeOf(rowsFor<typeof computed>)
    .parameter(0)
    .not.toEqualTypeOf<typeof computed>();
});

const atRunTime = {
  "a default of SQL": pgTable("t", { at: timestamp().defaultNow().notNull() }),
  "a random default": pgTable("t", { id: uuid().defaultRandom().notNull() }),
  "a default of a function": pgTable("t", {
    id: text()
      .$defaultFn(() => "x")
      .notNull(),
  }),
};
test.each(Object.entries(atRunTime))("%s is refused when the table is first used", (_, table) => {
  expect(() => wholeRow(table as PgTable as typeof plain, { word: "x" })).toThrow("use Drizzle's insert");
});

test("plain defaults are filled in", () => {
  expect(wholeRow(plain, { word: "x" })).toEqual({ word: "x", mark: "none" });
});

import { expect, test } from "vitest";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { enquirySetting } from "../index.server.ts";
import { sweepEnquiries } from "./sweep.ts";

const runtime = await forThisFile(createAccountsRuntime({ now: new Date("2026-03-10T12:00:00Z") }));

const day = 86_400_000;
const ago = (days: number, ms = 0) => new Date(runtime.clock().getTime() - days * day - ms);
const ask = (name: string, asked: Date, answered: Date | null = null) =>
  runtime.database.pool.query(
    `insert into chat.enquiries (id, name, email, text, created_at, answered_at, idempotency_key)
     values (gen_random_uuid(), $1, 'a@example.com', 'Words', $2, $3, $1)`,
    [name, asked, answered],
  );
const left = async () =>
  (await runtime.database.pool.query("select name from chat.enquiries order by name")).rows.map(({ name }) => name);

test("questions go a year after their last word, and sooner when Support says so", async () => {
  await ask("a: just over a year", ago(365, 1));
  await ask("b: a year to the millisecond", ago(365));
  await ask("c: old, but answered late", ago(500), ago(200));
  await ask("d: old, answered long ago", ago(500), ago(366));
  await ask("e: young", ago(31));
  expect(await sweepEnquiries(runtime)).toBe(2);
  expect(await left()).toEqual(["b: a year to the millisecond", "c: old, but answered late", "e: young"]);
  expect(await sweepEnquiries(runtime)).toBe(0);

  await storeSetting(runtime, enquirySetting, { keepDays: 30 });
  await ask("f: new", ago(0));
  expect(await sweepEnquiries(runtime)).toBe(3);
  expect(await left()).toEqual(["f: new"]);
});

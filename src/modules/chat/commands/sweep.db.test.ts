import { expect, test } from "vitest";
import { retentionSetting } from "#src/platform/retention.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { enquirySetting } from "../index.server.ts";
import { sweepChats } from "./sweep.ts";

const runtime = await forThisFile(createAccountsRuntime({ now: new Date("2026-03-10T12:00:00Z") }));
const { pool } = runtime.database;

const day = 86_400_000;
const ago = (days: number, ms = 0) => new Date(runtime.clock().getTime() - days * day - ms);
const ask = (name: string, asked: Date, answered: Date | null = null) =>
  pool.query(
    `insert into chat.enquiries (id, name, email, text, created_at, answered_at, idempotency_key)
     values (gen_random_uuid(), $1, 'a@example.com', 'Words', $2, $3, $1)`,
    [name, asked, answered],
  );
const left = async () =>
  (await pool.query("select name from chat.enquiries order by name")).rows.map(({ name }) => name);
/** How many the newest run of a class has removed. */
const removed = async (key: string) =>
  (await pool.query("select removed from platform.retention_runs where class = $1 order by id desc limit 1", [key]))
    .rows[0]?.removed;
const sweptQuestions = async () => {
  await sweepChats.run(runtime);
  return removed("chat.enquiries");
};

test("questions go a year after their last word, and sooner when Support says so", async () => {
  await ask("a: just over a year", ago(365, 1));
  await ask("b: a year to the millisecond", ago(365));
  await ask("c: old, but answered late", ago(500), ago(200));
  await ask("d: old, answered long ago", ago(500), ago(366));
  await ask("e: young", ago(31));
  expect(await sweptQuestions()).toBe(2);
  expect(await left()).toEqual(["b: a year to the millisecond", "c: old, but answered late", "e: young"]);
  expect(await sweptQuestions()).toBe(0);

  await storeSetting(runtime, enquirySetting, { ...enquirySetting.default, keepDays: 30 });
  await ask("f: new", ago(0));
  expect(await sweptQuestions()).toBe(3);
  expect(await left()).toEqual(["f: new"]);
});

test("conversations go with their messages and files after their time, unless somebody waits for an answer", async () => {
  await storeSetting(runtime, retentionSetting, { ...retentionSetting.default, chatDays: 100 });
  const talk = async (last: Date, waitingSince: Date | null) => {
    const { id, name, email } = await createPerson(runtime);
    await pool.query(
      `insert into chat.chats (id, user_name, user_email, user_role, created_at, last_message_time, waiting_since, updated_at)
       values ($1, $2, $3, 1, $4, $4, $5, $4)`,
      [id, name, email, last, waitingSince],
    );
    await pool.query(
      `insert into chat.messages (id, chat_id, message, sender_id, sender_type, sender_role, timestamp)
       values (gen_random_uuid(), $1::uuid, 'Words', $1::text, 'user', 1, $2)`,
      [id, last],
    );
    await pool.query(
      `insert into files.files (id, owner_id, purpose, name, state, size, key, attached_to, created_at)
       values (gen_random_uuid(), $1::uuid, 'chat', 'a.txt', 'ready', 1, $1::text, $1::text, $2)`,
      [id, last],
    );
    return id;
  };
  const [old, waits, young] = [await talk(ago(101), null), await talk(ago(101), ago(101)), await talk(ago(99), null)];
  await sweepChats.run(runtime);
  expect(await removed("chat.conversations")).toBe(1);
  const { rows } = await pool.query("select distinct chat_id from chat.messages");
  expect(rows.map((row) => row.chat_id).sort()).toEqual([waits, young].sort());
  const states = await pool.query("select owner_id as id, state from files.files");
  expect(new Map(states.rows.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [old, "gone"],
      [waits, "ready"],
      [young, "ready"],
    ]),
  );
});

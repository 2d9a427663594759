import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverWork } from "#src/modules/orders/index.server.ts";
import { sendDueRefunds } from "#src/modules/payments/refunds/send-refunds.ts";
import type { Person } from "#src/shared/viewer.ts";
import {
  doAct,
  finished,
  later,
  must,
  newWriter,
  openPaymentsRuntime,
  type PaymentsRuntime,
  paidOrder,
  person,
} from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { lastWeeks, weekLines } from "../domain/week-figures.ts";
import { weekFacts } from "./week-facts.ts";

const day = 86_400;
const admin = person(3);
let runtime: PaymentsRuntime;

/** A paid order that is delivered so many seconds after it was taken. */
async function deliveredAfter(seconds: number): Promise<string> {
  const { orderId } = await paidOrder(runtime);
  const writer = await newWriter(runtime);
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  later(runtime, seconds);
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  await runtime.dispatchEvents();
  while ((await sendDueRefunds(runtime)) > 0);
  return orderId;
}

/** Messages of one chat: minutes after now, and whether Support wrote. */
async function talk(messages: readonly (readonly [minutes: number, support: boolean])[]): Promise<void> {
  const { pool } = runtime.database;
  const id = person().id;
  const at = (minutes: number) => new Date(runtime.clock().getTime() + minutes * 60_000);
  const last = at(Math.max(...messages.map(([minutes]) => minutes)));
  await pool.query(
    "insert into chat.chats (id, user_name, user_email, user_role, created_at, last_message_time, updated_at) values ($1, 'A', 'a@people.test', 1, $2, $2, $2)",
    [id, last],
  );
  for (const [minutes, support] of messages)
    await pool.query(
      "insert into chat.messages (id, chat_id, message, sender_id, sender_type, sender_role, timestamp) values (gen_random_uuid(), $1, 'm', 'x', 'user', $2, $3)",
      [id, support ? 3 : 1, at(minutes)],
    );
}

const facts = async (who: Person = admin, zone = "UTC") => {
  const weeks = lastWeeks(runtime.clock(), zone, 4);
  return { weeks, ...(await weekFacts(ctxFor(runtime, who), who, weeks, zone)) };
};

beforeAll(async () => {
  runtime = await openPaymentsRuntime();
});
afterAll(() => runtime.drop());

test("weeks hold what was paid, sent back, delivered and answered in them, and nothing else", async () => {
  await deliveredAfter(3_600);
  await talk([
    [0, false],
    [5, false],
    [10, true],
    [30, false],
    [60, true],
    [90, false],
  ]);
  later(runtime, 7 * day);
  const late = await deliveredAfter(4 * day);
  must(await doAct(runtime, admin, late, "give-back", { refundCents: 1_000, bearer: "operator", reason: "r" }));
  await runtime.dispatchEvents();
  while ((await sendDueRefunds(runtime)) > 0);
  const { facts: found, weeks } = await facts();
  const { rows } = await runtime.database.pool.query(
    "select coalesce(sum(e.cents), 0)::int as back from payments.ledger_entries e where e.account = 'refunds'",
  );
  const lines = weekLines(found, weeks);
  expect(lines.reduce((all, { receivedCents }) => all + receivedCents, 0)).toBe(25_200);
  expect(lines.reduce((all, { sentBackCents }) => all + sentBackCents, 0)).toBe(rows[0].back);
  expect(rows[0].back).toBeGreaterThanOrEqual(1_000);
  expect(lines.filter(({ delivered }) => delivered > 0).map(({ delivered, onTime }) => [delivered, onTime])).toEqual([
    [1, 1],
    [1, 0],
  ]);
  // Two questions were answered, after 10 and 30 minutes; the third waits.
  expect(lines.find(({ asked }) => asked > 0)).toMatchObject({ asked: 3, answered: 2, middleMs: 20 * 60_000 });
  expect(weekLines(found, weeks, "non-technical").map(({ delivered }) => delivered)).toEqual(
    lines.map(({ delivered }) => delivered),
  );
  expect(weekLines(found, weeks, "quiz").every(({ receivedCents }) => receivedCents === 0)).toBe(true);
});

test("an admin sees the figures of what the admin may do, and others none", async () => {
  const money = person(3, { capabilities: ["money"] });
  expect((await facts(money)).facts).toMatchObject({ deliveries: null, replies: null });
  expect((await facts(money)).facts.money).not.toBeNull();
  expect((await facts(person(1))).facts).toEqual({ money: null, deliveries: null, replies: null });
});

test("they are kept for five minutes, and read again after", async () => {
  const first = await facts();
  await deliveredAfter(60);
  expect((await facts()).facts).toBe(first.facts);
  later(runtime, 300);
  const again = await facts();
  expect(again.facts).not.toBe(first.facts);
  expect(again.at).toEqual(runtime.clock());
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "#tests/support/must.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { demoAccountsHere } from "../modules/accounts/index.server.ts";
import { sendMessage } from "../modules/chat/index.server.ts";
import { act, placeOrder } from "../modules/orders/index.server.ts";
import { payDemoOrder } from "../modules/payments/index.server.ts";
import { ledgerBalances } from "../modules/payments/queries/ledger-balances.ts";
import { inTransaction } from "../platform/command.ts";
import { newId } from "../platform/ids.ts";
import { type Port, systemCtx } from "../platform/runtime.ts";
import { done } from "../shared/outcome.ts";
import { capabilities, type Person, type Role } from "../shared/viewer.ts";
import { removeDemo, seedDemo } from "./demo-data.ts";
import { eventHandlers, portsFor } from "./parts.ts";

let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createTestRuntime({ eventHandlers });
  const plugs = new Map(portsFor(runtime).map(([key, value]) => [key.name, value]));
  Object.assign(runtime, { port: <T>(key: Port<T>) => plugs.get(key.name) as T });
  await rows("insert into platform.installation (id, mode, install_id, created_at) values (1, 'demo', 'x', now())");
  await seedDemo(runtime);
});
afterAll(() => runtime.drop());

const rows = (text: string, values: unknown[] = []) =>
  runtime.database.pool.query(text, values).then((answer) => answer.rows);
const demoPerson = async (email: string, role: Role): Promise<Person> => {
  const [row] = await rows("select id, name from accounts.people where email = $1", [email]);
  const more = { emailVerified: true, timeZone: null, waitingRole: null, sessionId: newId() };
  const freshAt = new Date("2100-01-01");
  return {
    kind: "person",
    ...row,
    email,
    role,
    capabilities: role === 3 ? [...capabilities] : [],
    ...more,
    freshAt,
  };
};

/** Placed by this person as the form does it, and paid. */
async function order(client: Person): Promise<string> {
  const fields = {
    ...{ service: "non-technical", subject: "Psychology", pages: "5", citedSources: "6" },
    ...{ deadline: "2026-03-13T00:00:00Z", title: "On memory", instructions: "Write about memory and forgetting." },
    ...{ country: "DE", fairUse: "on", age: "on" },
  };
  const raw = { mode: "form", fields, idempotencyKey: newId(), termsVersion: "1", fairUseVersion: "1" };
  const placed = await placeOrder(ctxFor(runtime, client), { ...raw, confirmTotalCents: 12_600 });
  const { orderId } = must(placed);
  await payDemoOrder(runtime, orderId);
  return orderId;
}

/** Tables (the audit excepted: it is append-only) in which a row still speaks of one of these. */
async function tablesThatName(words: readonly string[]): Promise<string[]> {
  const tables = await rows(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_schema|drizzle|jobs)'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if (name === "platform.audit") continue;
    const likes = words.map((word) => `%${word}%`);
    const named = await rows(`select t::text as row from ${name} t where t::text ilike any($1) limit 1`, [likes]);
    if (named.length > 0) found.push(`${name}: ${named[0].row.slice(0, 160)}`);
  }
  return found;
}

test("what demo people did goes with them, and what others did among themselves stays", async () => {
  const [client, writer, admin] = [
    await demoPerson("client@demo.test", 1),
    await demoPerson("writer@demo.test", 2),
    await demoPerson("admin@demo.test", 3),
  ];
  const other = await createPerson(runtime, { email: "ann@people.test", name: "Ann Other" });
  const theirs = [await order(client), await order(other)];
  must(await act(ctxFor(runtime, admin), { orderId: theirs[1], action: "assign", writerId: writer.id }));
  must(await act(ctxFor(runtime, writer), { orderId: theirs[1], action: "accept" }));
  const kept = await order(other);
  must(await sendMessage(ctxFor(runtime, client), { id: newId(), chatId: client.id, message: "Is anybody there?" }));
  must(await sendMessage(ctxFor(runtime, other), { id: newId(), chatId: other.id, message: "I have a question." }));
  await runtime.dispatchEvents();
  expect(await demoAccountsHere(runtime)).toHaveLength(3);

  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await removeDemo(work))));

  const names = [client.id, writer.id, client.email, writer.email, admin.email, ...theirs];
  expect(await tablesThatName(names)).toEqual([]);
  expect(await rows("select id from orders.orders")).toEqual([{ id: kept }]);
  expect((await rows("select id from chat.chats")).map(({ id }) => id)).toEqual([other.id]);
  expect((await ledgerBalances(runtime.db)).broken).toEqual([]);
  expect((await ledgerBalances(runtime.db)).balances.held).toBe(12_600);
  expect(await demoAccountsHere(runtime)).toEqual([]);
});

test("a real installation keeps every row of its books", async () => {
  await rows("update platform.installation set mode = 'real'");
  for (const table of ["orders.order_history", "payments.ledger_transactions", "payments.ledger_entries"])
    await expect(rows(`delete from ${table}`), table).rejects.toThrow(/append-only/);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { orderStatuses } from "#src/modules/orders/domain/states.ts";
import { must } from "#tests/support/must.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { changeProfile } from "../modules/accounts/index.server.ts";
import { readChat, readInbox } from "../modules/chat/index.server.ts";
import {
  type AdminOrderRow,
  adminOrderList,
  clientDashboard,
  customOrdersQueue,
  orderForClient,
  writerDashboard,
} from "../modules/orders/index.server.ts";
import { ledgerBalances } from "../modules/payments/queries/ledger-balances.ts";
import { writersForOrder } from "../modules/writing/index.server.ts";
import { inTransaction } from "../platform/command.ts";
import { newId } from "../platform/ids.ts";
import { type Port, systemCtx } from "../platform/runtime.ts";
import { done } from "../shared/outcome.ts";
import { capabilities, type Person, type Role } from "../shared/viewer.ts";
import { removeDemo, seedDemo, seedLargeDemo } from "./demo-data.ts";
import { eventHandlers, portsFor } from "./parts.ts";

let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createTestRuntime({ eventHandlers });
  const plugs = new Map(portsFor(runtime).map(([key, value]) => [key.name, value]));
  Object.assign(runtime, { port: <T>(key: Port<T>) => plugs.get(key.name) as T });
  await seedDemo(runtime);
});
afterAll(() => runtime.drop());

const rows = (text: string) => runtime.database.pool.query(text).then((answer) => answer.rows);
const viewer = async (email: string, role: Role): Promise<Person> => {
  const [row] = await rows(`select id, name from accounts.people where email = '${email}'`);
  const rights = role === 3 ? capabilities : [];
  return {
    kind: "person",
    ...row,
    email,
    emailVerified: true,
    role,
    capabilities: rights,
    timeZone: null,
    waitingRole: null,
    sessionId: newId(),
    freshAt: new Date("2100-01-01"),
  };
};

test("the demo client reads every date in a time zone", async () => {
  expect(await rows("select time_zone from accounts.people where email = 'client@demo.test'")).toEqual([
    { time_zone: "America/New_York" },
  ]);
});

test("each state that has a screen is there once at least, in the past or around now", async () => {
  const admin = ctxFor(runtime, await viewer("admin@demo.test", 3));
  const all = must(await adminOrderList(admin, { group: "all" })).rows;
  const states = new Set(all.map(({ status }: AdminOrderRow) => status));
  for (const status of orderStatuses) expect(states, status).toContain(status);
  expect(all.length).toBeGreaterThanOrEqual(12);
  expect(all.every(({ demo, createdAt }) => demo && createdAt < runtime.clock())).toBe(true);
  expect(must(await customOrdersQueue(admin, {})).map(({ status }) => status)).toEqual(["pending", "quoted"]);
  const open = all.find(({ status }) => status === "confirmed");
  expect(must(await writersForOrder(admin, { orderId: open?.id ?? "" })).writers).toMatchObject([
    { name: "Demo Writer", capacity: 12, openOrders: 4, hasCapacity: true, fits: true },
  ]);
});

test("client and writer find their orders, and each order opens", async () => {
  const client = ctxFor(runtime, await viewer("client@demo.test", 1));
  const mine = must(await clientDashboard(client, {}));
  expect(mine.yourTurn.length).toBeGreaterThanOrEqual(4);
  for (const { id } of [...mine.yourTurn, ...mine.orders])
    expect(must(await orderForClient(client, { orderId: id })).timeline.length).toBeGreaterThan(1);
  const work = must(await writerDashboard(ctxFor(runtime, await viewer("writer@demo.test", 2)), {}));
  expect(work.working).toHaveLength(4);
});

test("the money is true: nothing is lost, refunds are under way, and every payment word fits", async () => {
  const { broken, balances } = await ledgerBalances(runtime.db);
  expect(broken).toEqual([]);
  expect(balances.held).toBeGreaterThan(0);
  const unpaid = await rows(
    "select 1 from orders.orders where status in ('confirmed','assigned','in_progress','delivered') and payment_status <> 'paid'",
  );
  expect(unpaid).toEqual([]);
  expect(
    await rows("select name, error from platform.outbox where error is not null or next_try_at is not null"),
  ).toEqual([]);
});

test("what the demo delivered is as long as it was promised, with headings, sources and notes", async () => {
  const client = ctxFor(runtime, await viewer("client@demo.test", 1));
  const [paper] = await rows(
    "select o.id, d.text from orders.deliveries d join orders.orders o on o.id = d.order_id where d.final and o.status = 'delivered' and o.word_count > 0",
  );
  const shown = must(await orderForClient(client, { orderId: paper.id })).deliveries.at(-1)?.counted;
  expect(shown?.compared.map(({ kind, short }) => [kind, short])).toEqual([
    ["pages", false],
    ["words", false],
    ["sources", false],
  ]);
  expect(shown?.inNotes).toBeGreaterThan(0);
  expect(paper.text.match(/^# /gm)?.length).toBeGreaterThan(3);
});

test("the mailbox begins empty: letters about the past help nobody", async () => {
  expect(await rows("select kind from platform.mails")).toEqual([]);
});

test("the inbox has one chat that waits, one answered and one closed, all marked as demo", async () => {
  const admin = ctxFor(runtime, await viewer("admin@demo.test", 3));
  const { lines } = must(await readInbox(admin, { tab: "all" }));
  expect(
    lines
      .flatMap((line) => (line.kind === "chat" ? line : []))
      .map(({ userName, state, waitingSince, supportUnread, demo }) => [
        userName,
        state,
        waitingSince !== null,
        supportUnread,
        demo,
      ]),
  ).toEqual([
    ["Demo Visitor", "open", true, 2, true],
    ["Demo Client", "open", false, 0, true],
    ["Demo Writer", "closed", false, 0, true],
  ]);
  const client = await viewer("client@demo.test", 1);
  const page = must(await readChat(ctxFor(runtime, client), { chatId: client.id }));
  expect(page.messages.map(({ mine }) => mine)).toEqual([true, false, true, false]);
});

test("nothing is due at the first start", async () => {
  const due = await rows(`select kind from platform.timers where due <= '${runtime.clock().toISOString()}'`);
  expect(due).toEqual([]);
});

test("the admin area's copy of a name follows the account", async () => {
  const client = await viewer("client@demo.test", 1);
  must(await changeProfile(ctxFor(runtime, client), { name: "Ann Newname", timeZone: "" }));
  const names = await rows("select distinct client_name, client_email from orders.orders");
  expect(names).toEqual([{ client_name: "Ann Newname", client_email: "client@demo.test" }]);
});

test("the large demo plays each story with its own people, and its money is true", async () => {
  expect(await seedLargeDemo(runtime, 1 / 70)).toBe(14);
  const own = await rows(
    "select count(distinct title)::int as titles, count(distinct status)::int as states from orders.orders where client_email like 'client-%'",
  );
  expect(own).toEqual([{ titles: 14, states: orderStatuses.length }]);
  expect((await ledgerBalances(runtime.db)).broken).toEqual([]);
  expect(await rows("select kind from platform.mails")).toEqual([]);
});

test("all of it goes in one step", async () => {
  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await removeDemo(work))));
  for (const table of [
    "orders.orders",
    "orders.order_history",
    "orders.deliveries",
    "orders.custom_quotes",
    "payments.charges",
    "accounts.people",
    "writing.writers",
    "chat.chats",
    "chat.messages",
    "chat.notes",
  ])
    expect(await rows(`select 1 from ${table}`), table).toEqual([]);
  expect(await rows("select kind from platform.timers where kind like 'order.%'")).toEqual([]);
});

test("a real installation gets none", async () => {
  await expect(seedDemo({ ...runtime, mode: "real" })).rejects.toThrow("demo mode only");
});

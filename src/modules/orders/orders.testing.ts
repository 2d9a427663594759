import { asc, eq } from "drizzle-orm";
import { orderTimers, writerDirectory } from "#src/modules/orders/index.server.ts";
import { makeWriter, writerDirectoryOfRuntime } from "#src/modules/writing/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { outbox } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { capabilities, type Person, type Role } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { act } from "./commands/act.ts";
import { deliverWork } from "./commands/deliver-work.ts";
import { type Placed, placeOrder } from "./commands/place-order.ts";
import { recordPayment } from "./steps/record-payment.ts";
import { loadOrder } from "./storage/order-row.ts";

export { must };

export const person = (role: Role = 1, known: Partial<Person> = {}): Person => {
  const id = known.id ?? newId();
  return {
    kind: "person",
    id,
    name: "Ann Example",
    email: `${id.slice(-8)}@people.test`,
    emailVerified: true,
    role,
    capabilities: role === 3 ? [...capabilities] : [],
    timeZone: null,
    waitingRole: null,
    sessionId: newId(),
    freshAt: new Date("2100-01-01"),
    ...known,
  };
};

export const essay = {
  service: "non-technical",
  subject: "Psychology",
  pages: "5",
  citedSources: "6",
  deadline: "2026-03-13T00:00:00Z",
  title: "On memory",
  instructions: "Write about memory and forgetting.",
  country: "DE",
  fairUse: "on",
  age: "on",
};
/** Psychology, 5 pages, 6 sources, 60 hours from the test runtime's first moment. */
export const essayCents = 12_600;
const { pages: _pages, citedSources: _sources, subject: _subject, ...commonFields } = essay;
/** Custom work with a wished deadline. */
export const custom = { ...commonFields, service: "custom" };

export const openOrderRuntime = ({
  ports = [],
  ...wishes
}: Parameters<typeof createTestRuntime>[0] = {}): Promise<TestRuntime> =>
  createTestRuntime({ ports: [[writerDirectory, writerDirectoryOfRuntime], ...ports], ...wishes });

export const placing = (fields: Record<string, unknown> = essay, more: Record<string, unknown> = {}) => ({
  mode: "form",
  fields,
  idempotencyKey: newId(),
  termsVersion: "1",
  fairUseVersion: "1",
  confirmTotalCents: essayCents,
  ...more,
});

const answered = Array.from({ length: 40 }, () => ({ kind: "changed" as const, text: "It is done." }));

/** The details of a finished delivery, whatever the order requires. */
export const handover = {
  ticked: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  pack: {
    outline: "The question\nTwo answers\nWhat they share",
    sources: Array.from({ length: 40 }, (_, at) => `Source ${at + 1}: what it is good for`).join("\n"),
    reasoning: "From the question to the two answers.",
    questions: "1. What is asked?\n2. Who answers?\n3. What do they share?",
    changes: "Order and flow, with the reasons in the margin.",
    tests: "Run them with one command; they show the four cases.",
  },
  declaration: { aiUse: "nothing", aiDetail: "", sourcesRead: true, ownWork: true },
  answers: answered,
  shortReason: "The short work of a test.",
  packFits: true,
  stillTrue: true,
} as const;

/** A finished delivery of a writer, with all that belongs to it. */
export const finished = { text: "The work.", final: true, handover } as const;

export const place = async (runtime: TestRuntime, client: Person, raw = placing()) => {
  const placed: Placed = must(await placeOrder(ctxFor(runtime, client), raw));
  if (placed.held) throw new Error("A person reads this form first.");
  return placed;
};

export const rowOf = async (runtime: TestRuntime, id: string) => {
  const row = await loadOrder(runtime.db, id);
  if (!row) throw new Error("This order does not exist any more.");
  return row;
};

/** Settles the whole price as payments do, in a transaction of its own. */
export const pay = async (runtime: TestRuntime, orderId: string) => {
  const { priceCents, currency } = await rowOf(runtime, orderId);
  const amount = { cents: priceCents ?? 0, currency };
  const news = { orderId, paymentStatus: "paid", event: "settled", paid: { ...amount, charge: amount } } as const;
  return must(await inTransaction(systemCtx(runtime, "test"), (work) => recordPayment(work, news)));
};

export const newWriter = async (runtime: TestRuntime): Promise<Person> => {
  const writer = person(2);
  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, writer.id))));
  return writer;
};

export const tick = (runtime: TestRuntime) => runDueTimers(runtime, orderTimers);

export const doAct = (runtime: TestRuntime, who: Person, orderId: string, action: string, more: object = {}) =>
  act(ctxFor(runtime, who), { orderId, action, ...more });

/** Approves, and lets the minute pass in which that can be undone; the clock goes back to where it was. */
export const approve = async (runtime: TestRuntime, client: Person, orderId: string): Promise<void> => {
  const now = runtime.clock();
  must(await doAct(runtime, client, orderId, "approve"));
  runtime.setNow(new Date(now.getTime() + minuteMs));
  await tick(runtime);
  runtime.setNow(now);
};

export type Cast = { client: Person; writer: Person; admin: Person; orderId: string };
export type Until = "pending" | "confirmed" | "assigned" | "in_progress" | "delivered" | "completed";

/** Walks a new order to a state with the real commands. */
export const orderIn = async (runtime: TestRuntime, until: Until): Promise<Cast> => {
  const [client, admin, writer] = [person(), person(3), await newWriter(runtime)];
  const { orderId } = await place(runtime, client);
  const cast = { client, writer, admin, orderId };
  const steps: [Until, () => Promise<unknown>][] = [
    ["pending", async () => undefined],
    ["confirmed", () => pay(runtime, orderId)],
    ["assigned", async () => must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }))],
    ["in_progress", async () => must(await doAct(runtime, writer, orderId, "accept"))],
    ["delivered", async () => must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }))],
    ["completed", () => approve(runtime, client, orderId)],
  ];
  for (const [state, step] of steps) {
    await step();
    if (state === until) return cast;
  }
  return cast;
};

/** The names of an order's events, in the order in which they were emitted. */
export const eventsOf = async (runtime: TestRuntime, orderId: string): Promise<string[]> => {
  const rows = await runtime.db.select().from(outbox).where(eq(outbox.subject, orderId)).orderBy(asc(outbox.id));
  return rows.map(({ name }) => name);
};

import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, describe, expect, test, vi } from "vitest";
import { portsFor } from "#src/composition/parts.ts";
import { seals } from "#src/modules/accounts/protection/seal-tables.ts";
import { orderThread } from "#src/modules/chat/index.server.ts";
import { removeUpload, sendAsItIs } from "#src/modules/files/commands/own-files.ts";
import { type FilePolicy, filePoliciesPort } from "#src/modules/files/ports.ts";
import { fileToSend } from "#src/modules/files/queries/file-to-send.ts";
import { claimLease } from "#src/modules/files/storing/leases.ts";
import { files } from "#src/modules/files/tables.ts";
import { attachReport } from "#src/modules/orders/commands/originality-reports.ts";
import { orderForClient, orderForWriter, previewCancel } from "#src/modules/orders/index.server.ts";
import { must, newWriter, openOrderRuntime, orderIn, person } from "#src/modules/orders/orders.testing.ts";
import { deliveries, orderHistory } from "#src/modules/orders/tables.ts";
import { applications } from "#src/modules/writing/tables.ts";
import { newId } from "#src/platform/ids.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";

// What is another's and what never was do the same work, so that a refusal takes as long for both. Statements are
// counted: times depend on the machine.

const plain = await openOrderRuntime({ now: new Date("2026-03-10T12:00:00Z") });
afterAll(() => plain.drop());
const policies = (portsFor(plain).find(([key]) => key.name === filePoliciesPort.name)?.[1] ?? []) as FilePolicy[];
const runtime = Object.assign(plain, {
  port: (
    (port) => (key: { name: string }) =>
      key.name === filePoliciesPort.name ? policies : port(key as never)
  )(plain.port) as typeof plain.port,
});
const { orderId, client, writer } = await orderIn(runtime, "delivered");
const [delivery] = await runtime.db.select().from(deliveries).where(eq(deliveries.orderId, orderId));
const { reportId } = must(
  await attachReport(ctxFor(runtime, writer), {
    ...{ orderId, number: 1, name: "Report", maker: "Example", madeOn: "2026-03-01", link: "https://example.org/r" },
  }),
);
const [step] = await runtime.db.select().from(orderHistory).where(eq(orderHistory.orderId, orderId));
const thread = await orderThread(ctxFor(runtime, client), orderId);
const strangers: [string, Person][] = [
  ["another client", person()],
  ["another writer", await newWriter(runtime)],
];

const purposes = new Set<string>();
async function fileAt(purpose: (typeof files.$inferInsert)["purpose"], attachedTo: string | null): Promise<string> {
  purposes.add(purpose);
  const id = newId();
  const row = {
    id,
    key: id,
    ownerId: client.id,
    purpose,
    attachedTo,
    name: "a.txt",
    size: 3,
    createdAt: runtime.clock(),
  };
  await runtime.db.insert(files).values({ ...row, state: "ready", cleanState: "none", thumbKey: `${id}.thumb` });
  return id;
}
async function applicationOf(who: Person): Promise<string> {
  const [id, now] = [newId(), runtime.clock()];
  await runtime.db
    .insert(applications)
    .values({ id, personId: who.id, state: "sent", fields: {}, sentAt: now, createdAt: now, updatedAt: now });
  return id;
}
/** A report of a threat by somebody. */
async function threat(): Promise<string> {
  const [id, now] = [newId(), runtime.clock()];
  const { id: personId } = await createPerson(runtime);
  await runtime.db.insert(seals).values({ id, personId, sealedAt: now, answerBy: now });
  return id;
}
const foreign: [string, string][] = [
  ["of an order", await fileAt("order", orderId)],
  ["of a delivery", await fileAt("delivery", delivery?.id ?? "")],
  ["of an originality report", await fileAt("report", reportId)],
  ["of a chat", await fileAt("chat", client.id)],
  ["of a thread", await fileAt("thread", thread?.thread?.id ?? "")],
  ["of an application", await fileAt("application", await applicationOf(client))],
  ["that proves a transfer", await fileAt("proof", orderId)],
  ["of a dispute", await fileAt("evidence", step?.id ?? "")],
  ["of a report of a threat", await fileAt("threat", await threat())],
  ["that is not used yet", await fileAt("order", null)],
];

test("every kind of file that has a policy is among them", () => {
  expect(policies.map(({ purpose }) => purpose).filter((purpose) => !purposes.has(purpose))).toEqual([]);
});

/** What was answered, and after how many statements. */
async function work(ask: (ctx: Ctx) => Promise<unknown>, viewer: Person): Promise<unknown[]> {
  await runtime.settings.version();
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const answer = await ask(ctxFor(runtime, viewer));
  const count = sent.mock.calls.length;
  sent.mockRestore();
  expect(count).toBeGreaterThan(0);
  return [answer, count];
}

const fileAsks: [string, (ctx: Ctx, id: string) => Promise<unknown>][] = [
  ["download", (ctx, id) => fileToSend(ctx, { id, thumb: false })],
  ["small picture", (ctx, id) => fileToSend(ctx, { id, thumb: true })],
  ["look-up of an upload", (ctx, id) => lease(ctx, id, false)],
  ["piece of an upload", (ctx, id) => lease(ctx, id, true)],
  ["taking an upload back", (ctx, id) => removeUpload(ctx, { id })],
  ["sending it as it is", (ctx, id) => sendAsItIs(ctx, { id })],
];
const lease = (ctx: Ctx, id: string, write: boolean) => claimLease(ctx, { id, write, onWanted: () => undefined });

describe.each(strangers)("for %s", (_, stranger) => {
  describe.each(foreign)("a file %s", (_, id) => {
    test.each(fileAsks)("%s", async (_, ask) => {
      const asked = (which: string) => work((ctx) => ask(ctx, which), stranger);
      expect(await asked(id)).toEqual(await asked(newId()));
    });
  });

  test.each([
    ["as client", orderForClient],
    ["as writer", orderForWriter],
    ["to cancel it", previewCancel],
  ])("an order %s", async (_, ask) => {
    const asked = (which: string) => work((ctx) => ask(ctx, { orderId: which }), stranger);
    expect(await asked(orderId)).toEqual(await asked(newId()));
  });
});

test("its own people are not slowed down: one policy is asked", async () => {
  const [, id = ""] = foreign[0] ?? [];
  expect(await work((ctx) => fileToSend(ctx, { id, thumb: false }), client)).toMatchObject([{ ok: true }, 2]);
});

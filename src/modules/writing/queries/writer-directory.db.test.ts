import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimableOrders, claimOrder, lifeSetting } from "#src/modules/orders/index.server.ts";
import { lifeSettings } from "#src/modules/orders/index.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { outbox } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { doAct, must, openPaymentsRuntime, type PaymentsRuntime, paidOrder, rowOf } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { addWriterNote, makeWriter } from "../index.server.ts";
import { adminWriter } from "./admin-writers.ts";
import { writersForOrder } from "./writers-for-orders.ts";

let runtime: PaymentsRuntime;
let admin: Person;
beforeAll(async () => {
  runtime = await openPaymentsRuntime();
  await storeSetting(runtime, lifeSetting, { ...lifeSettings, writersMayClaim: true });
  admin = await createPerson(runtime, { role: 3 });
});
afterAll(() => runtime.drop());

const newOne = async (): Promise<Person> => {
  const writer = await createPerson(runtime, { role: 2 });
  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, writer.id))));
  return writer;
};
/** The account of an order's client exists, so that it can sign in. */
const order = async () => {
  const paid = await paidOrder(runtime);
  const { id, email } = paid.client;
  await runtime.database.pool.query(
    "insert into accounts.people (id, name, email, email_verified, created_at, updated_at) values ($1, 'A Client', $2, true, now(), now())",
    [id, email],
  );
  return paid;
};
const signedIn = (personId: string, address: string, agent = "Firefox") =>
  runtime.database.pool.query(
    "insert into accounts.sessions (id, token, user_id, expires_at, created_at, updated_at, ip_address, user_agent) values ($1::uuid, $1::uuid::text, $2::uuid, now() + interval '1 day', now(), now(), $3, $4)",
    [newId(), personId, address, agent],
  );
const open = async (who: Person) => must(await claimableOrders(ctxFor(runtime, who), {}))?.map(({ id }) => id);
const page = async ({ id }: Person, viewer = admin) =>
  must(await adminWriter(ctxFor(runtime, viewer), { personId: id }));

describe("an order of somebody who is perhaps the writer", () => {
  test.each([
    ["device", "Firefox"],
    ["address", "Chrome"],
  ])("is not shown, and a claim of it goes to an admin, who may give it all the same (%s)", async (why, agent) => {
    const [writer, other, { orderId, client }] = [await newOne(), await newOne(), await order()];
    const address = why === "device" ? "203.0.113.7" : "203.0.113.8";
    await signedIn(writer.id, address);
    await signedIn(client.id, address, agent);
    expect(await open(other)).toContain(orderId);
    expect(await open(writer)).not.toContain(orderId);
    expect(must(await claimOrder(ctxFor(runtime, writer), { orderId }))).toMatchObject({ status: "confirmed" });
    expect((await rowOf(runtime, orderId)).writerId).toBeNull();
    const events = await runtime.db.select().from(outbox);
    expect(events.filter(({ name, subject }) => name === "order.claim-asked" && subject === orderId)).toHaveLength(1);
    expect((await page(writer)).hints).toMatchObject([{ personId: client.id, name: "A Client", why }]);
    expect((await page(other)).hints).toEqual([]);
    expect((await page(writer, { ...admin, sealed: new Map([[client.id, []]]) })).hints).toEqual([]);
    const { writers } = must(await writersForOrder(ctxFor(runtime, admin), { orderId }));
    const choice = writers.find(({ id }) => id === writer.id);
    expect(choice).toMatchObject({ fits: false, reasons: ["perhaps the same person as the client"] });
    must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  });

  test("is seen by the address of its consent, too", async () => {
    const [writer, { orderId, client }] = [await newOne(), await order()];
    await signedIn(writer.id, "203.0.113.9");
    await runtime.database.pool.query("update orders.orders set consent_address = '203.0.113.9' where id = $1", [
      orderId,
    ]);
    expect(await open(writer)).not.toContain(orderId);
    expect((await page(writer)).hints).toMatchObject([{ personId: client.id, why: "order" }]);
  });

  test("is seen by the bank account of a client's refund, and so is another writer with the same one", async () => {
    const [writer, second, third, { orderId, client }] = [
      await newOne(),
      await newOne(),
      await newOne(),
      await order(),
    ];
    const refundId = newId();
    await runtime.database.pool.query(
      "insert into payments.payout_methods (writer_id, sealed, fingerprint, ending, given_at, changed_at) values ($1, 'x', 'same', '1234', now(), now()), ($2, 'x', 'same', '1234', now(), now()), ($3, 'x', 'another', '9', now(), now())",
      [writer.id, second.id, third.id],
    );
    await runtime.database.pool.query(
      "insert into payments.refunds (id, order_id, settlement_id, kind, cents, currency, paid_by, reason, cause, created_at) select $1, s.order_id, s.id, 'order', 100, 'USD', 'operator', 'test', $1::uuid::text, now() from payments.settlements s where s.order_id = $2",
      [refundId, orderId],
    );
    await runtime.database.pool.query(
      "insert into payments.refund_accounts (refund_id, sealed, fingerprint, given_at) values ($1, 'x', 'same', now())",
      [refundId],
    );
    expect(await open(third)).toContain(orderId);
    expect(await open(writer)).not.toContain(orderId);
    expect(must(await claimOrder(ctxFor(runtime, writer), { orderId }))).toMatchObject({ status: "confirmed" });
    const why = (await page(writer)).hints.map((one) => [one.personId, one.why]);
    expect(why.toSorted()).toEqual(
      [
        [client.id, "account"],
        [second.id, "account"],
      ].toSorted(),
    );
    expect((await page(third)).hints).toEqual([]);
  });

  test.each(["127.0.0.1", "10.0.0.5", "::1"])("is not concluded from %s, which everybody can have", async (address) => {
    const [writer, { orderId, client }] = [await newOne(), await order()];
    await signedIn(writer.id, address);
    await signedIn(client.id, address);
    expect(await open(writer)).toContain(orderId);
  });

  test("is not concluded from an address that many accounts share", async () => {
    const [writer, { orderId, client }] = [await newOne(), await order()];
    const crowd = [writer.id, client.id];
    for (let at = 0; at < 3; at += 1) crowd.push((await createPerson(runtime)).id);
    for (const id of crowd) await signedIn(id, "203.0.113.50");
    expect(await open(writer)).toContain(orderId);
    expect(must(await claimOrder(ctxFor(runtime, writer), { orderId }))).toMatchObject({ status: "in_progress" });
  });
});

test("offers are counted by what became of them; a claim is none", async () => {
  const writer = await newOne();
  const offer = async (answer: "accept" | "decline" | null) => {
    const { orderId } = await paidOrder(runtime);
    must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
    if (answer) must(await doAct(runtime, writer, orderId, answer));
    return orderId;
  };
  await offer("accept");
  const passedOn = await offer("decline");
  const another = await newOne();
  must(await doAct(runtime, admin, passedOn, "assign", { writerId: another.id }));
  must(await doAct(runtime, another, passedOn, "accept"));
  const { orderId } = await paidOrder(runtime);
  must(await claimOrder(ctxFor(runtime, writer), { orderId }));
  await offer(null);
  expect((await page(writer)).offers).toEqual({ made: 3, accepted: 1, declined: 1, lapsed: 0 });
  expect((await page(another)).offers).toEqual({ made: 1, accepted: 1, declined: 0, lapsed: 0 });
});

test("notes about a writer are the team's: with author and time, the newest first", async () => {
  const writer = await newOne();
  const write = (who: Person, text: string) => addWriterNote(ctxFor(runtime, who), { personId: writer.id, text });
  must(await write(admin, "Ill in January."));
  must(await write(admin, "Back again."));
  expect(await write(admin, " ")).toMatchObject({ code: "invalid" });
  for (const who of [writer, { ...admin, capabilities: ["orders"] as const }])
    expect(await write(who, "No.")).toMatchObject({ code: "not-found" });
  const { notes } = await page(writer);
  expect(notes.map(({ text, author }) => [text, author])).toEqual([
    ["Back again.", admin.name],
    ["Ill in January.", admin.name],
  ]);
});

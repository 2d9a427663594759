import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { seals } from "#src/modules/accounts/protection/seal-tables.ts";
import { filePoliciesPort } from "#src/modules/files/index.server.ts";
import { fileToSend } from "#src/modules/files/queries/file-to-send.ts";
import { files } from "#src/modules/files/tables.ts";
import { newId } from "#src/platform/ids.ts";
import { audit } from "#src/platform/tables.ts";
import type { Person, Program, Viewer } from "#src/shared/viewer.ts";
import { doAct, finished, must, newWriter, openPaymentsRuntime, paidOrder, rowOf } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { deliverWork } from "../commands/deliver-work.ts";
import { openDelivery } from "../commands/note-opened.ts";
import { orderFilePolicies } from "../file-policies.ts";
import { preparedOrders } from "../storage/draft-tables.ts";
import { deliveries, orders } from "../tables.ts";
import { allowedPartners, allowPartner, filesForPartner, partnerOfOrder } from "./partner-files.ts";

const runtime = await openPaymentsRuntime();
const { port } = runtime;
runtime.port = (key) => (key.name === filePoliciesPort.name ? (orderFilePolicies as never) : port(key));

const program = (partnerId: string): Program => ({
  ...{ kind: "program", id: newId(), scopes: ["orders:write"] },
  partner: { id: partnerId, name: "Study Circle" },
});

async function fileAt(purpose: "order" | "delivery" | "evidence", attachedTo: string, owner: Person, name: string) {
  const id = newId();
  const row = { id, key: id, ownerId: owner.id, purpose, attachedTo, name, size: 3, createdAt: runtime.clock() };
  const clean = { cleanState: "done" as const, cleanKey: `${id}.clean`, cleanSize: 2 };
  await runtime.db.insert(files).values({ ...row, ...clean, state: "ready" });
  return id;
}

/** A paid order of a partner's client, with a file of the client and one in a delivery that nobody has opened. */
async function preparedOrder() {
  const { client, orderId } = await paidOrder(runtime);
  const [partnerId, writer] = [newId(), await newWriter(runtime)];
  const admin = await createPerson(runtime, { role: 3 });
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  const [version] = await runtime.db.select().from(deliveries).where(eq(deliveries.orderId, orderId));
  await runtime.db.insert(preparedOrders).values({
    ...{ id: newId(), partnerId, partnerName: "Study Circle", idempotencyKey: newId(), digest: "", fields: {} },
    ...{ service: "non-technical", owner: client.id, orderId, createdAt: runtime.clock() },
  });
  const brief = await fileAt("order", orderId, client, "task.pdf");
  const handed = await fileAt("delivery", version?.id ?? "", writer, "work.docx");
  await fileAt("evidence", orderId, client, "evidence.pdf");
  const { number } = await rowOf(runtime, orderId);
  return { client, writer, admin, orderId, partnerId, brief, handed, number: number ?? "" };
}

/** Another order like this one, whose files the partner reads. */
async function alsoAllowed(orderId: string): Promise<string> {
  const id = newId();
  const [order] = await runtime.db.select().from(orders).where(eq(orders.id, orderId));
  const [prepared] = await runtime.db.select().from(preparedOrders).where(eq(preparedOrders.orderId, orderId));
  if (!order || !prepared) throw new Error("no prepared order");
  const number = id.replaceAll("-", "").slice(-7).toUpperCase();
  await runtime.db.insert(orders).values({ ...order, id, number, idempotencyKey: id });
  await runtime.db.insert(preparedOrders).values({ ...prepared, id: newId(), orderId: id, idempotencyKey: id });
  return id;
}

const allow = (who: Viewer, orderId: string, on = true) => allowPartner(ctxFor(runtime, who), { orderId, allow: on });
const list = (who: Viewer, number: string) => filesForPartner(ctxFor(runtime, who), { number });
const idsOf = async (who: Viewer, number: string) => must(await list(who, number)).files.map(({ id }) => id);
const bytes = async (who: Viewer, id: string) => (await fileToSend(ctxFor(runtime, who), { id, thumb: false })).ok;

describe("files of an order for the partner that prepared it", () => {
  test("are closed until the client allows it, open then, and closed again when the client ends it", async () => {
    const { client, orderId, partnerId, number, brief } = await preparedOrder();
    const by = program(partnerId);
    const closed = { ok: false, code: "forbidden" };
    expect(await list(by, number)).toMatchObject(closed);
    expect(await bytes(by, brief)).toBe(false);
    must(await allow(client, orderId));
    expect(await idsOf(by, number.toLowerCase())).toEqual([brief]);
    expect(await bytes(by, brief)).toBe(true);
    must(await allow(client, orderId, false));
    expect(await list(by, number)).toMatchObject(closed);
    expect(await bytes(by, brief)).toBe(false);
    const done = await runtime.db.select({ action: audit.action }).from(audit).where(eq(audit.subject, orderId));
    expect(done.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["order.partner-files-allowed", "order.partner-files-ended"]),
    );
  });

  test("are copies without personal details, of what the client has: nothing unopened, unpaid or of a dispute", async () => {
    const { client, orderId, partnerId, number, brief, handed } = await preparedOrder();
    const by = program(partnerId);
    must(await allow(client, orderId));
    expect(await idsOf(by, number)).toEqual([brief]);
    expect(await bytes(by, handed)).toBe(false);
    must(await openDelivery(ctxFor(runtime, client), { orderId, number: 1 }));
    expect(must(await list(by, number)).files).toEqual([
      { id: brief, name: "task.pdf", size: 2, type: null, version: null, ready: true },
      { id: handed, name: "work.docx", size: 2, type: null, version: 1, ready: true },
    ]);
    const sent = must(await fileToSend(ctxFor(runtime, by), { id: handed, thumb: false }));
    expect(sent).toMatchObject({ key: `${handed}.clean`, own: false });
    await runtime.db.update(orders).set({ unpaidCents: 100 }).where(eq(orders.id, orderId));
    expect([await idsOf(by, number), await bytes(by, handed)]).toEqual([[brief], false]);
  });

  test("are for keys of this partner alone", async () => {
    const { client, orderId, partnerId, number, brief } = await preparedOrder();
    must(await allow(client, orderId));
    const stranger = program(newId());
    expect(await list(stranger, number)).toMatchObject({ code: "not-found" });
    const whole: Program = { kind: "program", id: newId(), scopes: ["orders"] };
    const others: readonly Viewer[] = [whole, { ...program(partnerId), scopes: ["orders"] }, client];
    for (const who of others) expect(await list(who, number)).toMatchObject({ code: "forbidden" });
    expect(await list({ kind: "guest" }, number)).toMatchObject({ code: "signed-out" });
    for (const who of [stranger, whole, ...others.slice(1, 2)]) expect(await bytes(who, brief)).toBe(false);
    expect(await list(program(partnerId), "NOTHING")).toMatchObject({ code: "not-found" });
  });

  test("stay closed while data of the client is sealed", async () => {
    const { client, orderId, partnerId, number, brief } = await preparedOrder();
    const by = program(partnerId);
    await createPerson(runtime, { id: client.id });
    must(await allow(client, orderId));
    const now = runtime.clock();
    await runtime.db.insert(seals).values({ id: newId(), personId: client.id, sealedAt: now, answerBy: now });
    expect(await list(by, number)).toMatchObject({ code: "forbidden" });
    expect(await bytes(by, brief)).toBe(false);
    await runtime.db.update(seals).set({ liftedAt: now }).where(eq(seals.personId, client.id));
    expect(await idsOf(by, number)).toEqual([brief]);
  });
});

describe("allowing it", () => {
  test("is the client's alone, also against an order that no partner prepared", async () => {
    const { client, writer, admin, orderId, partnerId } = await preparedOrder();
    const others = [writer, admin, await createPerson(runtime), program(partnerId), { kind: "guest" } as const];
    for (const who of others) expect(await allow(who, orderId)).toMatchObject({ code: "not-found" });
    expect(await partnerOfOrder(runtime.db, writer, orderId)).toBeNull();
    expect(await partnerOfOrder(runtime.db, client, orderId)).toEqual({ name: "Study Circle", allowedAt: null });
    const own = await paidOrder(runtime);
    expect(await allow(own.client, own.orderId)).toMatchObject({ code: "not-found" });
    expect(await partnerOfOrder(runtime.db, own.client, own.orderId)).toBeNull();
  });

  test("is listed for the client while it stands, and keeps its first moment", async () => {
    const { client, orderId, number } = await preparedOrder();
    must(await allow(client, orderId));
    const first = must(await allowedPartners(ctxFor(runtime, client), {}));
    expect(first).toMatchObject([{ orderId, number, partner: "Study Circle" }]);
    must(await allow(client, orderId));
    expect(must(await allowedPartners(ctxFor(runtime, client), {}))).toEqual(first);
    const many = await Promise.all(Array.from({ length: 60 }, () => alsoAllowed(orderId)));
    expect(must(await allowedPartners(ctxFor(runtime, client), {}))).toHaveLength(first.length + many.length);
    for (const id of many) await runtime.db.delete(preparedOrders).where(eq(preparedOrders.orderId, id));
    expect(must(await allowedPartners(ctxFor(runtime, await createPerson(runtime)), {}))).toEqual([]);
    must(await allow(client, orderId, false));
    expect(must(await allowedPartners(ctxFor(runtime, client), {}))).toEqual([]);
  });
});

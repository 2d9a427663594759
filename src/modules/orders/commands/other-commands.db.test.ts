import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { guest } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { sweepForms } from "../jobs.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { essay, essayCents, must, orderIn, pay, person, place, placing, rowOf } from "../orders.testing.ts";
import { drafts } from "../storage/draft-tables.ts";
import { deliverWork } from "./deliver-work.ts";
import { keepForm, openForm } from "./keep-draft.ts";
import { noteOrderOpened, openDelivery } from "./note-opened.ts";
import { repriceAfterLock } from "./reprice-after-lock.ts";

const hour = 3_600_000;
const { runtime, start, later } = await orderFixture();

describe("after the price lock", () => {
  const reprice = (client: ReturnType<typeof person>, raw: object) => repriceAfterLock(ctxFor(runtime, client), raw);

  test("inside it nothing changes", async () => {
    const { orderId, client } = await orderIn(runtime, "pending");
    expect(must(await reprice(client, { orderId }))).toMatchObject({ totalCents: essayCents, changed: false });
    expect((await rowOf(runtime, orderId)).version).toBe(1);
  });

  test("another total is shown first and taken when it is confirmed", async () => {
    const { orderId, client } = await orderIn(runtime, "pending");
    later(16);
    expect(await reprice(client, { orderId })).toMatchObject({
      code: "price-changed",
      data: { totalCents: 14_700, previousTotalCents: essayCents },
    });
    expect(await reprice(client, { orderId, confirmTotalCents: essayCents })).toMatchObject({ code: "price-changed" });
    expect(must(await reprice(client, { orderId, confirmTotalCents: "14700" }))).toMatchObject({
      totalCents: 14_700,
      changed: true,
    });
    const row = await rowOf(runtime, orderId);
    expect(row).toMatchObject({
      priceCents: 14_700,
      pricedAt: runtime.clock(),
      lockEndsAt: new Date(runtime.clock().getTime() + 11 * hour),
    });
    expect(row.snapshot).toMatchObject({
      result: { totalCents: 14_700, hoursLeft: 44 },
      sent: { subject: "Psychology" },
    });
  });

  test("the same total locks again by itself", async () => {
    const client = person();
    const far = { ...essay, deadline: "2026-04-10T12:00:00Z" };
    const { orderId } = await place(runtime, client, placing(far, { confirmTotalCents: 8_400 }));
    later(73);
    expect(must(await reprice(client, { orderId }))).toMatchObject({ totalCents: 8_400, changed: false });
    expect((await rowOf(runtime, orderId)).lockEndsAt).toEqual(new Date(start.getTime() + (73 + 72) * hour));
  });

  test("too near the deadline, later ones are offered with their totals", async () => {
    const { orderId, client } = await orderIn(runtime, "pending");
    later(58);
    const answer = await reprice(client, { orderId });
    expect(answer).toMatchObject({ ok: false, code: "expired" });
    const offered = (answer.ok ? {} : answer.data) as { later: { deadline: Date; totalCents: number }[] };
    expect(offered.later.map(({ totalCents }) => totalCents)).toEqual([16_800, 14_700, 12_600, 10_500, 9_240, 8_400]);
    const choice = offered.later[2];
    expect(await reprice(client, { orderId, deadline: choice?.deadline })).toMatchObject({ code: "price-changed" });
    must(await reprice(client, { orderId, deadline: choice?.deadline, confirmTotalCents: choice?.totalCents }));
    expect((await rowOf(runtime, orderId)).deadline).toEqual(choice?.deadline);
  });

  test("nobody else's order, and none that is paid", async () => {
    const { orderId, client } = await orderIn(runtime, "pending");
    later(16);
    expect(await reprice(person(), { orderId })).toMatchObject({ code: "not-found" });
    expect(await reprice(person(3), { orderId })).toMatchObject({ code: "not-found" });
    expect(await repriceAfterLock(ctxFor(runtime, guest), { orderId })).toMatchObject({ code: "signed-out" });
    await pay(runtime, orderId);
    expect(await reprice(client, { orderId })).toMatchObject({ code: "conflict", data: { status: "confirmed" } });
  });
});

describe("looking at work is noted", () => {
  test("the client's first look counts for the refund ladder, nobody else's", async () => {
    const { orderId, client, writer, admin } = await orderIn(runtime, "in_progress");
    must(await deliverWork(ctxFor(runtime, writer), { orderId, text: "A draft", final: false }));
    for (const who of [writer, admin]) must(await openDelivery(ctxFor(runtime, who), { orderId, number: 1 }));
    expect((await rowOf(runtime, orderId)).draftOpenedAt).toBeNull();
    expect(must(await openDelivery(ctxFor(runtime, client), { orderId, number: "1" }))).toMatchObject({
      text: "A draft",
      final: false,
    });
    expect((await rowOf(runtime, orderId)).draftOpenedAt).toEqual(start);
    later(1);
    must(await openDelivery(ctxFor(runtime, client), { orderId, number: 1 }));
    expect((await rowOf(runtime, orderId)).draftOpenedAt).toEqual(start);
    for (const raw of [
      { orderId, number: 2 },
      { orderId: "x", number: 1 },
    ])
      expect(await openDelivery(ctxFor(runtime, client), raw)).toMatchObject({ code: "not-found" });
    expect(await openDelivery(ctxFor(runtime, person()), { orderId, number: 1 })).toMatchObject({ code: "not-found" });
  });

  test("the order page, after a delivery", async () => {
    const before = await orderIn(runtime, "in_progress");
    must(await noteOrderOpened(ctxFor(runtime, before.client), { orderId: before.orderId }));
    expect((await rowOf(runtime, before.orderId)).pageOpenedAt).toBeNull();
    const { orderId, client, admin } = await orderIn(runtime, "delivered");
    expect(await noteOrderOpened(ctxFor(runtime, admin), { orderId })).toMatchObject({ code: "not-found" });
    must(await noteOrderOpened(ctxFor(runtime, client), { orderId }));
    expect((await rowOf(runtime, orderId)).pageOpenedAt).toEqual(start);
  });
});

describe("a form is kept through sign-in", () => {
  const form = { path: "/order", fields: { title: "On memory", pages: "5" } };
  const kept = async () => must(await keepForm(ctxFor(runtime, guest), form)).secret;

  test("and is returned to whoever holds its secret, then to one account alone", async () => {
    const secret = await kept();
    expect(must(await openForm(ctxFor(runtime, guest), { secret }))).toEqual(form);
    const client = person();
    expect(must(await openForm(ctxFor(runtime, client), { secret }))).toEqual(form);
    expect(must(await openForm(ctxFor(runtime, client), { secret }))).toEqual(form);
    for (const other of [guest, person()])
      expect(await openForm(ctxFor(runtime, other), { secret })).toMatchObject({ code: "not-found" });
    const rows = await runtime.db.select().from(drafts).where(eq(drafts.owner, client.id));
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("of one address at most 50 MB in an hour, and nobody else waits for it", async () => {
    const from = (address: string) => ({ ...ctxFor(runtime, guest), request: { id: "r", address } });
    const network = from("2001:db8:1:2::/64");
    // 26 fields of 3,300 Chinese characters are a little less than a form may have.
    const fields = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`f${at}`, "题".repeat(3_300)]));
    let secrets = 0;
    let answer = await keepForm(network, { ...form, fields });
    for (; answer.ok; answer = await keepForm(network, { ...form, fields })) secrets += 1;
    expect(answer).toMatchObject({ code: "too-many", retryAfter: expect.any(Number) });
    expect(secrets).toBeGreaterThan(0);
    expect(secrets * Buffer.byteLength(JSON.stringify(fields))).toBeLessThan(50_000_000);
    expect(await keepForm(from("2001:db8:1:3::/64"), { ...form, fields })).toMatchObject({ ok: true });
    later(2);
    expect(await keepForm(network, { ...form, fields })).toMatchObject({ ok: true });
  });

  test("two accounts at once: one of them", async () => {
    const secret = await kept();
    const all = await Promise.all(
      [person(), person(), person()].map((one) => openForm(ctxFor(runtime, one), { secret })),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("other sites' paths and too much are refused; old ones go", async () => {
    for (const path of ["https://evil.test", "//evil", "//evil.test/x", "order"])
      expect(await keepForm(ctxFor(runtime, guest), { ...form, path })).toMatchObject({ code: "invalid" });
    expect(await keepForm(ctxFor(runtime, guest), { ...form, fields: { title: "x".repeat(10_001) } })).toMatchObject({
      code: "invalid",
    });
    const secret = await kept();
    later(7 * 24 + 1);
    await sweepForms.run(runtime);
    expect(await openForm(ctxFor(runtime, guest), { secret })).toMatchObject({ code: "not-found" });
  });
});

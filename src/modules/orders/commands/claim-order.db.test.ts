import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { writers } from "#src/modules/writing/tables.ts";
import { guest } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { lifeSettings } from "../domain/order-rules.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, eventsOf, must, newWriter, orderIn, person, rowOf } from "../orders.testing.ts";
import { orderForAdmin } from "../queries/order-for-admin.ts";
import { claimableOrders } from "../queries/writer-offers.ts";
import { lifeSetting } from "../settings.ts";
import { claimOrder } from "./claim-order.ts";

const { runtime } = await orderFixture();
await storeSetting(runtime, lifeSetting, { ...lifeSettings, writersMayClaim: true });

const claim = (who: ReturnType<typeof person>, orderId: string) => claimOrder(ctxFor(runtime, who), { orderId });
const open = async (who: ReturnType<typeof person>) =>
  must(await claimableOrders(ctxFor(runtime, who), {}))?.map(({ id }) => id);

describe("a writer takes an order", () => {
  test("and has it in work, at the own share, with the deadline that leaves time", async () => {
    const { orderId } = await orderIn(runtime, "confirmed");
    const writer = await newWriter(runtime);
    expect(await open(writer)).toContain(orderId);
    expect(await claim(writer, orderId)).toMatchObject({ ok: true, value: { status: "in_progress" } });
    const row = await rowOf(runtime, orderId);
    expect(row).toMatchObject({ writerId: writer.id, writerShare: 50, status: "in_progress" });
    expect(row.writerDeadline?.getTime()).toBeLessThan(row.deadline?.getTime() ?? 0);
    expect((await eventsOf(runtime, orderId)).slice(-2).sort()).toEqual(["order.assigned", "order.started"]);
    const history = must(await orderForAdmin(ctxFor(runtime, person(3)), { orderId })).history;
    expect(history.map(({ action }) => action).slice(-2)).toEqual(["claim", "accept"]);
    expect(await open(await newWriter(runtime))).not.toContain(orderId);
  });

  test("fifty at once: one has it, the others read why not, and nobody has two", async () => {
    const { orderId } = await orderIn(runtime, "confirmed");
    const crowd = await Promise.all(Array.from({ length: 50 }, () => newWriter(runtime)));
    const answers = await Promise.all(crowd.map((writer) => claim(writer, orderId)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [`${answer.code}: ${answer.message}`]));
    expect([...new Set(refused)]).toEqual([
      "conflict: Somebody else took this order, or it is not open any more. Nothing was changed.",
    ]);
    const winner = crowd[answers.findIndex(({ ok }) => ok)];
    expect((await rowOf(runtime, orderId)).writerId).toBe(winner?.id);
  });

  test("two orders at once for the last free place: one of them", async () => {
    const writer = await newWriter(runtime);
    await runtime.db.update(writers).set({ capacity: 1 });
    const casts = await Promise.all([orderIn(runtime, "confirmed"), orderIn(runtime, "confirmed")]);
    const answers = await Promise.all(casts.map(({ orderId }) => claim(writer, orderId)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/no free place/),
    });
    await runtime.db.update(writers).set({ capacity: 3 });
  });

  test("a double click: the second press answers like the first, and it is one order", async () => {
    const { orderId } = await orderIn(runtime, "confirmed");
    const writer = await newWriter(runtime);
    const answers = await Promise.all([claim(writer, orderId), claim(writer, orderId)]);
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ ok: true })));
    expect(await claim(writer, orderId)).toMatchObject({ ok: true, value: { status: "in_progress" } });
    const history = must(await orderForAdmin(ctxFor(runtime, person(3)), { orderId })).history;
    expect(history.filter(({ action }) => action === "claim")).toHaveLength(1);
  });

  test("work that is due in the own days off is refused with the dates, and stays open", async () => {
    const { orderId } = await orderIn(runtime, "confirmed");
    const writer = await newWriter(runtime);
    const due = (await rowOf(runtime, orderId)).deadline?.toISOString().slice(0, 10) ?? "";
    const away = (days: object) => runtime.db.update(writers).set(days).where(eq(writers.personId, writer.id));
    await away({ awayFrom: due, awayUntil: due });
    expect(await claim(writer, orderId)).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/^This work is due .+, in your days off \(\d+ \w+\)\./),
      data: { claim: "away" },
    });
    expect((await rowOf(runtime, orderId)).status).toBe("confirmed");
    await away({ awayFrom: "2020-01-01", awayUntil: "2020-01-09" });
    expect(await claim(writer, orderId)).toMatchObject({ ok: true });
  });

  test("words for everything else that stands against it", async () => {
    const { orderId, client, admin } = await orderIn(runtime, "confirmed");
    const writer = await newWriter(runtime);
    for (const who of [person(), admin]) expect(await claim(who, orderId)).toMatchObject({ code: "not-found" });
    expect(await claimOrder(ctxFor(runtime, guest), { orderId })).toMatchObject({ code: "not-found" });
    expect(await claim({ ...writer, waitingRole: 2 }, orderId)).toMatchObject({ code: "not-found" });
    const { orderId: running } = await orderIn(runtime, "in_progress");
    expect(await claim(writer, running)).toEqual(await claim(writer, "01a205d6-2389-7130-a460-283f38a4ca5e"));
    const own = { ...client, role: 2 as const };
    await runtime.db
      .insert(writers)
      .values({ personId: client.id, pseudonym: "Writer OWN1", createdAt: runtime.clock() });
    expect(await open(own)).not.toContain(orderId);
    expect(await claim(own, orderId)).toMatchObject({ ok: false });
    await runtime.db.update(writers).set({ active: false });
    expect(await claim(writer, orderId)).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/no new orders/),
    });
    await runtime.db.update(writers).set({ active: true });
    expect((await rowOf(runtime, orderId)).status).toBe("confirmed");
    must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  });

  test("past the deadline and where the operator assigns, nothing is open", async () => {
    const { orderId } = await orderIn(runtime, "confirmed");
    const writer = await newWriter(runtime);
    await storeSetting(runtime, lifeSetting, lifeSettings);
    expect(must(await claimableOrders(ctxFor(runtime, writer), {}))).toBeNull();
    expect(await claim(writer, orderId)).toMatchObject({ code: "conflict", message: "Our team assigns the orders." });
    await storeSetting(runtime, lifeSetting, { ...lifeSettings, writersMayClaim: true });
    const { deadline } = await rowOf(runtime, orderId);
    runtime.setNow(new Date((deadline?.getTime() ?? 0) + 1));
    expect(await open(writer)).not.toContain(orderId);
    expect(await claim(writer, orderId)).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/deadline of this order has passed/),
    });
  });
});

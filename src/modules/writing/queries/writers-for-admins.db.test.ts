import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliverWork, orderTimers } from "#src/modules/orders/index.server.ts";
import { finished } from "#src/modules/orders/orders.testing.ts";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import {
  doAct,
  essayCents,
  later,
  must,
  openPaymentsRuntime,
  type PaymentsRuntime,
  paidOrder,
  rowOf,
} from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { changeHoliday, changeWriter, makeWriter } from "../index.server.ts";
import { gradesSetting } from "../settings.ts";
import { adminWriter, adminWriters } from "./admin-writers.ts";
import { writersForOrder } from "./writers-for-orders.ts";

let runtime: PaymentsRuntime;
let admin: Person;
beforeAll(async () => {
  runtime = await openPaymentsRuntime();
  admin = await createPerson(runtime, { role: 3 });
});
afterAll(() => runtime.drop());

type Wishes = Parameters<typeof makeWriter>[2];
const newOne = async (name: string, wishes: Wishes = {}): Promise<Person> => {
  const person = await createPerson(runtime, { role: 2, name });
  must(
    await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, person.id, wishes))),
  );
  return person;
};
const assign = (orderId: string, writer: Person) => doAct(runtime, admin, orderId, "assign", { writerId: writer.id });
/** Paid, assigned and accepted. */
const working = async (writer: Person): Promise<{ orderId: string; client: Person }> => {
  const { orderId, client } = await paidOrder(runtime);
  must(await assign(orderId, writer));
  must(await doAct(runtime, writer, orderId, "accept"));
  return { orderId, client };
};
const today = () => runtime.clock().toISOString().slice(0, 10);
const listed = async (asked: object = {}, who = admin) =>
  must(await adminWriters(ctxFor(runtime, who), { today: today(), ...asked }));
const lineOf = async ({ id, name }: Person) => (await listed({ search: name })).rows.find((one) => one.id === id);
const pageOf = async ({ id }: Person, who = admin) => must(await adminWriter(ctxFor(runtime, who), { personId: id }));

describe("what an offer pays", () => {
  test("is the person's share, else the grade's, else the setting, and stays when those change", async () => {
    await storeSetting(runtime, gradesSetting, [
      { name: "Grade 1", share: null },
      { name: "Grade 2", share: 55 },
    ]);
    const writers = [
      await newOne("Usual"),
      await newOne("Graded", { grade: 2 }),
      await newOne("Own", { sharePercent: 61 }),
    ];
    const shares = [50, 55, 61];
    for (const [at, writer] of writers.entries()) {
      const { orderId } = await working(writer);
      must(await changeWriter(ctxFor(runtime, admin), { personId: writer.id, sharePercent: "10" }));
      const { work, money, pays } = await pageOf(writer);
      expect(work).toMatchObject([{ id: orderId, writerShare: shares[at], priceCents: essayCents }]);
      expect(money).toMatchObject({ heldCents: Math.round((essayCents * (shares[at] ?? 0)) / 100), earnedCents: 0 });
      expect(pays).toBe(10);
    }
  });

  test("is held while the work runs, earned after the window, and what the ledger says", async () => {
    const writer = await newOne("Earns", { sharePercent: 61 });
    const { orderId, client } = await working(writer);
    must(await changeWriter(ctxFor(runtime, admin), { personId: writer.id, sharePercent: "90" }));
    must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
    must(await doAct(runtime, client, orderId, "approve"));
    later(runtime, 61);
    await runDueTimers(runtime, orderTimers);
    await runtime.dispatchEvents();
    expect(await lineOf(writer)).toMatchObject({ money: { heldCents: 7_686, earnedCents: 0 } });
    later(runtime, (14 * dayMs) / 1000 + 1);
    await runDueTimers(runtime, orderTimers);
    await runtime.dispatchEvents();
    expect(await lineOf(writer)).toMatchObject({ money: { heldCents: 0, earnedCents: 7_686 } });
    expect((await pageOf(writer)).money?.lines).toMatchObject([
      { order: { id: orderId, held: false }, earnedCents: 7_686 },
    ]);
  });

  test("is nothing any more when the order goes to somebody else", async () => {
    const [first, second] = [await newOne("First"), await newOne("Second", { sharePercent: 40 })];
    const { orderId } = await working(first);
    must(await doAct(runtime, admin, orderId, "reassign", { reason: "Ill." }));
    expect(await lineOf(first)).toMatchObject({ money: { heldCents: 0 }, figures: { open: 0 } });
    must(await assign(orderId, second));
    must(await doAct(runtime, second, orderId, "accept"));
    expect(await lineOf(second)).toMatchObject({ money: { heldCents: 5_040 }, figures: { open: 1, offered: 0 } });
  });
});

describe("the list", () => {
  test("counts what came in time, what came late and what was revised, the next deadline first", async () => {
    const writer = await newOne("Counted");
    const idle = await newOne("Idle");
    const { orderId: revised, client } = await working(writer);
    must(await deliverWork(ctxFor(runtime, writer), { orderId: revised, ...finished }));
    must(await doAct(runtime, client, revised, "request-revision", { points: "The end." }));
    const { orderId: late } = await working(writer);
    later(runtime, 4 * 86_400);
    must(await deliverWork(ctxFor(runtime, writer), { orderId: late, ...finished }));
    await working(writer);
    expect((await lineOf(writer))?.figures).toMatchObject({ open: 2, offered: 0, delivered: 2, onTime: 1, revised: 1 });
    const { deliveries } = await pageOf(writer);
    expect(deliveries.map(({ orderId, late, revised }) => ({ orderId, late, revised }))).toEqual([
      { orderId: late, late: true, revised: false },
      { orderId: revised, late: false, revised: true },
    ]);
    const ids = (await listed()).rows.map(({ id }) => id);
    expect(ids.indexOf(writer.id)).toBeLessThan(ids.indexOf(idle.id));
  });

  test("its tabs count those whom search and subject find", async () => {
    const subjects = [{ name: "Palaeography", upTo: "master" as const }];
    const of = (name: string, wishes: Wishes = {}) => newOne(name, { subjects, capacity: 2, ...wishes });
    const free = await of("Freya Tab");
    const full = await of("Fulbert Tab", { capacity: 1 });
    const away = await of("Awa Tab");
    const paused = await of("Paula Tab");
    const other = await newOne("Other Tab");
    await working(full);
    must(await changeHoliday(ctxFor(runtime, admin), { personId: away.id, awayFrom: today(), awayUntil: today() }));
    must(await changeWriter(ctxFor(runtime, admin), { personId: paused.id, active: false }));
    const subject = "Palaeography";
    const { counts, subjects: all } = await listed({ subject });
    expect(counts).toEqual({ all: 4, free: 1, full: 1, away: 1, paused: 1 });
    expect(all).toContain(subject);
    const ids = async (asked: object) => (await listed(asked)).rows.map(({ id }) => id);
    for (const [group, { id }] of Object.entries({ free, full, away, paused }))
      expect(await ids({ subject, group }), group).toEqual([id]);
    expect(await ids({ search: "palaeography freya" })).toEqual([free.id]);
    expect(await ids({ search: (await lineOf(away))?.pseudonym })).toEqual([away.id]);
    expect(await ids({ search: "other tab" })).toEqual([other.id]);
    expect(await ids({ search: "...", group: "all" })).toEqual([]);
    expect(await listed({ search: "nobody is called so" })).toMatchObject({ rows: [], none: false });
  });

  test("is read page by page and back, every writer once, the next deadline first", async () => {
    for (let at = 0; at < 62; at += 1) await newOne(`Paged ${at}`);
    const due = await newOne("Paged last");
    await working(due);
    let page = await listed({ search: "paged" });
    expect([page.rows.length, page.rows[0]?.id, page.newer]).toEqual([30, due.id, null]);
    const seen = page.rows.map(({ id }) => id);
    while (page.older) {
      const next = await listed({ search: "paged", older: page.older });
      expect((await listed({ search: "paged", newer: next.newer ?? "" })).rows).toEqual(page.rows);
      page = next;
      seen.push(...page.rows.map(({ id }) => id));
    }
    expect([seen.length, new Set(seen).size, page.counts.all]).toEqual([63, 63, 63]);
    expect(await adminWriters(ctxFor(runtime, admin), { today: today(), older: "x" })).toMatchObject({
      code: "invalid",
    });
  });

  test("shows money and work to admins who may see them alone, and nothing to others", async () => {
    const writer = await newOne("Seen");
    await working(writer);
    const people = { ...admin, capabilities: ["people"] as const };
    const [line] = (await listed({ search: "seen" }, people)).rows;
    expect(line?.money).toBeNull();
    expect(await pageOf(writer, people)).toMatchObject({ money: null, work: null, deliveries: [] });
    const others = [writer, await createPerson(runtime), { ...admin, capabilities: ["orders", "money"] as const }];
    for (const who of others) {
      expect(await adminWriters(ctxFor(runtime, who), { today: today() })).toMatchObject({ code: "not-found" });
      expect(await adminWriter(ctxFor(runtime, who), { personId: writer.id })).toMatchObject({ code: "not-found" });
    }
    for (const personId of [admin.id, "x'; drop table", ""])
      expect(await adminWriter(ctxFor(runtime, admin), { personId })).toMatchObject({ code: "not-found" });
  });
});

describe("writers for an order", () => {
  test("come with the subject first, who was asked before, is away or has no room last; the client never", async () => {
    const psychology = [{ name: "Psychology", upTo: "master" as const }];
    const best = await newOne("Best", { subjects: psychology, capacity: 2 });
    const away = await newOne("Away", { subjects: psychology });
    const dueAway = await newOne("Away when due", { subjects: psychology });
    const full = await newOne("Full", { subjects: psychology, capacity: 0 });
    const asked = await newOne("Asked", { subjects: psychology });
    const paused = await newOne("Paused", { subjects: psychology });
    const day = runtime.clock().toISOString().slice(0, 10);
    must(await changeHoliday(ctxFor(runtime, admin), { personId: away.id, awayFrom: day, awayUntil: day }));
    must(await changeWriter(ctxFor(runtime, admin), { personId: paused.id, active: false }));
    const { orderId } = await paidOrder(runtime);
    const due = (await rowOf(runtime, orderId)).deadline?.toISOString().slice(0, 10) ?? "";
    must(await changeHoliday(ctxFor(runtime, admin), { personId: dueAway.id, awayFrom: due, awayUntil: due }));
    must(await assign(orderId, asked));
    must(await doAct(runtime, asked, orderId, "decline", { reason: "No time." }));
    const { writers: found } = must(await writersForOrder(ctxFor(runtime, admin), { orderId }));
    expect(found[0]).toMatchObject({
      id: best.id,
      fits: true,
      payCents: essayCents / 2,
      reasons: ["writes in Psychology"],
    });
    const { writers: named } = must(await writersForOrder(ctxFor(runtime, admin), { orderId, search: "psychology" }));
    const one = (who: Person) => named.find(({ id }) => id === who.id);
    expect(one(away)).toMatchObject({ fits: false });
    expect(one(dueAway)).toMatchObject({ fits: false });
    expect(one(dueAway)?.reasons.join()).toContain("away");
    expect(one(full)).toMatchObject({ fits: false, hasCapacity: false });
    expect(one(asked)).toMatchObject({ fits: false, hasCapacity: true });
    expect(one(asked)?.reasons).toContain("was asked before");
    expect(one(paused)).toBeUndefined();
    expect(await writersForOrder(ctxFor(runtime, best), { orderId })).toMatchObject({ code: "not-found" });
  });
});

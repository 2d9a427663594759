import { eq, inArray } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { asDatabase, openPool } from "#src/platform/database/open.ts";
import { newId } from "#src/platform/ids.ts";
import { settings } from "#src/platform/tables.ts";
import type { Program } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { placeOrder } from "../commands/place-order.ts";
import { sweepForms } from "../jobs.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { essay, essayCents, person, placing, rowOf } from "../orders.testing.ts";
import { orderForPrograms, ordersForPrograms } from "../queries/orders-for-programs.ts";
import { preparedOrders } from "../storage/draft-tables.ts";
import { prepareOrder } from "./prepare-order.ts";
import { openPrepared, preparedOrder } from "./prepared-order.ts";

const { runtime, start } = await orderFixture();

const program = (more: Partial<Program> = {}): Program => ({
  ...{ kind: "program", id: newId(), scopes: ["orders:write"] },
  ...{ partner: { id: newId(), name: "Study Circle" } },
  ...more,
});
const { fairUse: _, age: __, pages: ___, citedSources: ____, ...texts } = essay;
const work = { ...texts, pages: 5, citedSources: 6 };
const prepare = (by: Program, fields: object = work, idempotencyKey: string = newId(), where: TestRuntime = runtime) =>
  prepareOrder(ctxFor(where, by), { fields, idempotencyKey });
const linkOf = ({ url }: { url: string }) => new URL(url).searchParams.get("prepared") ?? "";
const rowsOf = (partnerId = "") =>
  runtime.db.select().from(preparedOrders).where(eq(preparedOrders.partnerId, partnerId));
const placed = async (client = person(), by = program()) => {
  const prepared = must(await prepare(by));
  const opened = must(await openPrepared(ctxFor(runtime, client), { link: linkOf(prepared) }));
  const raw = placing(essay, { idempotencyKey: opened.formKey });
  const order = must(await placeOrder(ctxFor(runtime, client), raw));
  return { prepared, opened, order, client, by };
};

describe("preparing", () => {
  test("leaves a form at today's price, and no order", async () => {
    const by = program();
    const made = must(await prepare(by));
    expect(made).toMatchObject({ state: "waiting", number: null, priceCents: essayCents, service: "non-technical" });
    expect(must(await ordersForPrograms(ctxFor(runtime, by), {})).orders).toEqual([]);
    expect(must(await preparedOrder(ctxFor(runtime, by), { id: made.id }))).toEqual(made);
  });

  test("is for keys of partners", async () => {
    const { partner: _partner, ...noPartner } = program();
    const { partner } = program();
    const others = [noPartner, { ...noPartner, scopes: ["orders"] as const, partner }, person(3), person()];
    for (const viewer of others) {
      const answer = await prepareOrder(ctxFor(runtime, viewer), { fields: work, idempotencyKey: newId() });
      expect(answer).toMatchObject({ code: "forbidden" });
    }
    expect(await prepareOrder(ctxFor(runtime), { fields: work, idempotencyKey: newId() })).toMatchObject({
      code: "signed-out",
    });
  });

  test("needs no brief, and takes no promise, no price and no state from a program", async () => {
    const made = must(await prepare(program(), { service: "quiz" }));
    expect(made.priceCents).toBe(1_500);
    const [row] = await runtime.db.select().from(preparedOrders).where(eq(preparedOrders.id, made.id));
    expect(row?.fields).toEqual({ service: "quiz" });
    const wrong = await prepare(program(), { ...work, fairUse: true, age: true, totalCents: 1, status: "paid" });
    expect(wrong).toMatchObject({
      code: "invalid",
      fields: [{ path: "fairUse" }, { path: "age" }, { path: "totalCents" }, { path: "status" }],
    });
  });

  test("refuses what the operator does not do, and keeps no log-in", async () => {
    const exam = await prepare(program(), { ...work, instructions: "Take my online exam for me tomorrow at 10." });
    expect(exam).toMatchObject({ code: "invalid", fields: [{ path: "instructions" }] });
    const made = must(await prepare(program(), { ...work, instructions: "See the site. My password: Xk29!pq7" }));
    const [row] = await runtime.db.select().from(preparedOrders).where(eq(preparedOrders.id, made.id));
    expect(row?.fields.instructions).not.toContain("Xk29!pq7");
  });

  test.each([
    ["", null],
    ["no body", "text"],
    ["a list", [work]],
    ["nothing", {}],
    ["a service that is none", { service: "__proto__" }],
    ["a text with a null byte", { ...work, title: "a\u0000b" }],
    ["a country that is none", { ...work, country: "ZZ" }],
    ["too much", { ...work, instructions: "word ".repeat(10_000) }],
  ])("%s is refused", async (_name, fields) => {
    const by = program();
    expect(await prepareOrder(ctxFor(runtime, by), { fields, idempotencyKey: newId() })).toMatchObject({
      code: "invalid",
    });
    expect(await rowsOf(by.partner?.id)).toEqual([]);
  });

  test.each([undefined, "", "short", "with a blank", "x".repeat(101), "ключ-номер-один"])(
    "the key %j is none",
    async (idempotencyKey) => {
      expect(await prepareOrder(ctxFor(runtime, program()), { fields: work, idempotencyKey })).toMatchObject({
        fields: [{ path: "idempotencyKey" }],
      });
    },
  );

  test("one partner's key of an order is not another's", async () => {
    const [one, other] = [
      must(await prepare(program(), work, "same-key-1")),
      must(await prepare(program(), work, "same-key-1")),
    ];
    expect(one.id).not.toBe(other.id);
  });

  test("nothing is prepared of a service that is switched off, wherever the client studies", async () => {
    const { country: _country, ...anywhere } = { ...work, country: "DE" };
    const value = { ...shopSetting.default, off: [{ service: "non-technical", countries: [] }] };
    const row = { key: shopSetting.key, value, version: 1, updatedAt: start, updatedBy: "test" };
    await runtime.db.insert(settings).values(row);
    runtime.settings.forget();
    for (const fields of [anywhere, { ...work, country: "DE" }])
      expect(await prepare(program(), fields)).toMatchObject({ code: "invalid", fields: [{ path: "service" }] });
    await runtime.db.delete(settings).where(eq(settings.key, shopSetting.key));
    runtime.settings.forget();
    must(await prepare(program(), anywhere));
  });

  test("120 an hour, and a repeated one does not count", async () => {
    const by = program();
    const first = must(await prepare(by, work, "first-of-many"));
    for (let n = 1; n < 120; n += 1) must(await prepare(by, { service: "quiz" }));
    expect(await prepare(by, { service: "quiz" })).toMatchObject({ code: "too-many" });
    expect(must(await prepare(by, work, "first-of-many"))).toEqual(first);
  });
});

describe("two processes", () => {
  const pool = openPool(runtime.database.connection, quietLog, 8, true);
  const there: TestRuntime = { ...runtime, db: asDatabase(pool) };
  afterAll(() => pool.end());

  test("that receive one order at the same moment prepare it once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const by = program();
      const sent = Array.from({ length: 12 }, (_, n) =>
        prepare(by, work, `order-${round}-key`, n % 2 ? there : runtime),
      );
      const made = (await Promise.all(sent)).map(must);
      expect(new Set(made.map(({ url }) => url)).size).toBe(1);
      expect(await rowsOf(by.partner?.id)).toHaveLength(1);
    }
  });

  test("two clients who open one link at the same moment: one has it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const link = linkOf(must(await prepare(program())));
      const clients = Array.from({ length: 6 }, () => person());
      const opened = await Promise.all(
        clients.map((client, n) => openPrepared(ctxFor(n % 2 ? there : runtime, client), { link })),
      );
      expect(opened.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });
});

describe("a link", () => {
  test("belongs to the account that opens it first", async () => {
    const [ann, ben] = [person(), person()];
    const link = linkOf(must(await prepare(program())));
    expect(await openPrepared(ctxFor(runtime), { link })).toMatchObject({ code: "signed-out" });
    expect(must(await openPrepared(ctxFor(runtime, ann), { link }))).toMatchObject({ partner: "Study Circle" });
    expect(await openPrepared(ctxFor(runtime, ben), { link })).toMatchObject({ code: "not-found" });
    expect(must(await openPrepared(ctxFor(runtime, ann), { link })).fields).toMatchObject({ title: essay.title });
  });

  test("opens nothing for writers, for a role that waits, and for who guesses", async () => {
    const { url, id } = must(await prepare(program()));
    const link = linkOf({ url });
    const whose = [person(2), person(1, { waitingRole: 3 }), program()];
    for (const viewer of whose)
      expect(await openPrepared(ctxFor(runtime, viewer), { link })).toMatchObject({ code: "not-found" });
    const other = linkOf(must(await prepare(program())));
    const guessed = [id, `${id}.`, `${id}.${"A".repeat(43)}`, id + other.slice(36), link.toUpperCase(), `${link}x`, ""];
    for (const wrong of guessed)
      expect(await openPrepared(ctxFor(runtime, person()), { link: wrong })).toMatchObject({ code: "not-found" });
    expect((await openPrepared(ctxFor(runtime, person()), { link })).ok).toBe(true);
  });

  test("ends after 7 days, and the form with it", async () => {
    const by = program();
    const made = must(await prepare(by));
    runtime.setNow(new Date(start.getTime() + 7 * 86_400_000));
    expect(await openPrepared(ctxFor(runtime, person()), { link: linkOf(made) })).toMatchObject({ code: "not-found" });
    expect(await preparedOrder(ctxFor(runtime, by), { id: made.id })).toMatchObject({ code: "not-found" });
    runtime.setNow(new Date(start.getTime() + 7 * 86_400_000 + 1));
    await sweepForms.run(runtime);
    expect(await rowsOf(by.partner?.id)).toEqual([]);
    runtime.setNow(start);
  });
});

test("the key of a prepared order whose time is over prepares it again", async () => {
  const by = program();
  const first = must(await prepare(by, { service: "quiz" }, "key-of-a-week"));
  runtime.setNow(new Date(start.getTime() + 7 * 86_400_000));
  const second = must(await prepare(by, { service: "quiz" }, "key-of-a-week"));
  expect([second.id === first.id, second.state]).toEqual([false, "waiting"]);
  expect((await openPrepared(ctxFor(runtime, person()), { link: linkOf(second) })).ok).toBe(true);
  expect(await rowsOf(by.partner?.id)).toHaveLength(1);
  runtime.setNow(start);
});

describe("the order that comes of it", () => {
  test("is the client's, at the price that the client confirms, and its texts are kept there alone", async () => {
    const { prepared, order, client, by } = await placed();
    expect(await rowOf(runtime, order.orderId)).toMatchObject({ clientId: client.id, priceCents: essayCents });
    expect(await rowsOf(by.partner?.id)).toMatchObject([{ fields: {}, orderId: order.orderId, owner: client.id }]);
    const read = must(await preparedOrder(ctxFor(runtime, by), { id: prepared.id }));
    expect(read).toMatchObject({ state: "ordered", number: order.number });
    const again = must(await openPrepared(ctxFor(runtime, client), { link: linkOf(prepared) }));
    expect(again).toMatchObject({ orderId: order.orderId, fields: {} });
  });

  test("is read by its partner, without a name and a text; by no other partner", async () => {
    const { order, by, client } = await placed();
    await placed();
    const list = must(await ordersForPrograms(ctxFor(runtime, by), {}));
    expect(list.orders.map(({ number }) => number)).toEqual([order.number]);
    expect(JSON.stringify(list)).not.toContain(client.name);
    expect(JSON.stringify(list)).not.toContain(essay.title);
    const number = order.number ?? "";
    expect(must(await orderForPrograms(ctxFor(runtime, by), { number })).number).toBe(number);
    expect(await orderForPrograms(ctxFor(runtime, program()), { number })).toMatchObject({ code: "not-found" });
    const whole = program({ scopes: ["orders"] });
    expect(must(await orderForPrograms(ctxFor(runtime, whole), { number })).number).toBe(number);
  });

  test("is read by the next key of the same partner", async () => {
    const { order, by } = await placed();
    const next = program(by.partner && { partner: by.partner });
    expect(must(await orderForPrograms(ctxFor(runtime, next), { number: order.number ?? "" })).id).toBe(order.orderId);
  });

  test("cannot be claimed by another client with the key of its form", async () => {
    const by = program();
    const made = must(await prepare(by));
    const [owner, thief] = [person(), person()];
    const { formKey } = must(await openPrepared(ctxFor(runtime, owner), { link: linkOf(made) }));
    const stolen = must(await placeOrder(ctxFor(runtime, thief), placing(essay, { idempotencyKey: formKey })));
    expect(await rowsOf(by.partner?.id)).toMatchObject([{ orderId: null, owner: owner.id }]);
    const list = must(await ordersForPrograms(ctxFor(runtime, by), {}));
    expect(list.orders.map(({ id }) => id)).not.toContain(stolen.orderId);
  });

  test("keeps its partner when the other forms are swept", async () => {
    const { order, by } = await placed();
    runtime.setNow(new Date(start.getTime() + 30 * 86_400_000));
    await sweepForms.run(runtime);
    runtime.setNow(start);
    const left = await runtime.db
      .select()
      .from(preparedOrders)
      .where(inArray(preparedOrders.orderId, [order.orderId]));
    expect(left).toMatchObject([{ partnerId: by.partner?.id }]);
  });
});

import { describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import {
  custom,
  doAct,
  must,
  newWriter,
  orderIn,
  pay,
  person,
  place,
  placing,
  rowOf,
  tick,
} from "../orders.testing.ts";
import { orderData } from "../personal-data.ts";
import { orderForAdmin } from "../queries/order-for-admin.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { guidePrice } from "../queries/past-prices.ts";
import { counterQuote } from "./ask-change.ts";

const { runtime, later } = await orderFixture();

const first = {
  cents: 21_000,
  lines: [
    { what: "Ten pages", cents: 18_000 },
    { what: "A table", cents: 3_000 },
  ],
  scope: "Ten pages and a table.",
  deadline: "2026-03-20T12:00:00Z",
  validHours: 12,
};
const second = { ...first, cents: 18_000, lines: [{ what: "Ten pages", cents: 18_000 }], scope: "Ten pages." };

const requested = async (fields: object = custom) => {
  const [client, admin] = [person(), person(3)];
  const { orderId } = await place(runtime, client, placing({ ...fields }));
  const quote = (offer: object, more: object = {}) =>
    doAct(runtime, admin, orderId, "quote", { quote: offer, ...more });
  const counter = (offer: object) => counterQuote(ctxFor(runtime, client), { orderId, ...offer });
  const seen = async () => must(await orderForClient(ctxFor(runtime, client), { orderId }));
  return { client, admin, orderId, quote, counter, seen };
};

describe("a price that is agreed in rounds", () => {
  test("counter-offer, new version, payment of that version; both sides see the same rounds", async () => {
    const { admin, orderId, quote, counter, seen } = await requested();
    must(await quote(first));
    expect((await rowOf(runtime, orderId)).quoteEndsAt).toEqual(new Date("2026-03-11T00:00:00Z"));
    later(1);
    const wish = { deadlineDate: "2026-03-21", deadlineTime: "18:00", deadlineZone: "America/New_York" };
    const answered = must(await counter({ price: "$170", ...wish, text: "Without the table." }));
    expect(answered).toMatchObject({ status: "pending", money: { kind: "void" } });
    expect(await seen()).toMatchObject({ quote: null, priceCents: null });
    later(2);
    must(await quote(second));
    const { rounds, quote: standing } = await seen();
    expect(rounds.map(({ kind }) => kind)).toEqual(["version", "counter-quote", "version"]);
    expect(rounds[1]).toMatchObject({
      ...{ text: "Without the table.", cents: 17_000, zone: "America/New_York" },
      deadline: new Date("2026-03-21T22:00:00Z"),
    });
    expect(rounds[2]).toMatchObject({
      changes: [
        { what: "price", from: 21_000, to: 18_000 },
        { what: "part", name: "A table", from: 3_000, to: null },
        { what: "scope" },
      ],
    });
    expect(standing).toMatchObject({ version: 2, lines: second.lines });
    const forAdmin = must(await orderForAdmin(ctxFor(runtime, admin), { orderId }));
    expect(forAdmin.rounds).toEqual(rounds);
    await pay(runtime, orderId);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "confirmed", priceCents: 18_000 });
    expect(await quote(first)).toMatchObject({ ok: false, code: "conflict" });
    expect(await counter({ price: "1" })).toMatchObject({ ok: false, code: "conflict" });
    expect((await seen()).quote).toMatchObject({ version: 2, cents: 18_000 });
  });

  test("only the client answers, and says something that can be", async () => {
    const { admin, orderId, quote, counter } = await requested();
    expect(await counter({ price: "100" })).toMatchObject({ code: "conflict" });
    must(await quote(first));
    const writer = await newWriter(runtime);
    for (const stranger of [person(), writer])
      expect(await counterQuote(ctxFor(runtime, stranger), { orderId, price: "1" })).toMatchObject({
        code: "not-found",
      });
    expect(await counterQuote(ctxFor(runtime, admin), { orderId, price: "1" })).toMatchObject({ code: "forbidden" });
    const paths = async (offer: object) => {
      const answer = await counter(offer);
      return answer.ok ? [] : answer.fields?.map(({ path }) => path);
    };
    expect(await paths({})).toEqual(["text"]);
    expect(await paths({ text: "And please take my online exam on Friday." })).toEqual(["text"]);
    for (const price of ["cheap", "95,50", "1e2"]) expect(await paths({ price })).toEqual(["price"]);
    expect(await paths({ deadlineDate: "2026-03-10", deadlineTime: "13:00", deadlineZone: "UTC" })).toEqual([
      "deadlineDate",
    ]);
    expect(await paths({ deadlineDate: "2026-02-30", deadlineTime: "13:00" })).toEqual(["deadlineDate"]);
    expect((await rowOf(runtime, orderId)).status).toBe("quoted");
  });

  test("declined with words, it can be asked for again in one press, and is quoted anew", async () => {
    const { client, orderId, quote, seen } = await requested();
    must(await quote(first));
    expect(await doAct(runtime, client, orderId, "decline-quote")).toMatchObject({ fields: [{ path: "reason" }] });
    must(await doAct(runtime, client, orderId, "decline-quote", { reason: "Too dear for us." }));
    expect((await seen()).rounds.at(-1)).toMatchObject({ kind: "decline-quote", text: "Too dear for us." });
    must(await doAct(runtime, client, orderId, "ask-quote"));
    must(await quote(second));
    expect((await seen()).quote).toMatchObject({ version: 2 });
  });

  test("a quote ends when its own time is over, and can be asked for again", async () => {
    const { client, orderId, quote, counter, seen } = await requested();
    must(await quote(first));
    later(11.9);
    await tick(runtime);
    expect((await seen()).status).toBe("quoted");
    later(12);
    await tick(runtime);
    const ended = await seen();
    expect([ended.status, ended.rounds.at(-1)?.kind]).toEqual(["pending", "end-quote"]);
    expect(ended.actions.map(({ action }) => action)).toEqual(["ask-quote", "cancel"]);
    expect(await counter({ price: "1" })).toMatchObject({ code: "conflict" });
    must(await doAct(runtime, client, orderId, "ask-quote"));
    must(await quote(first));
    expect((await rowOf(runtime, orderId)).quoteEndsAt).toEqual(new Date("2026-03-11T12:00:00Z"));
  });
});

describe("at the same moment", () => {
  const won = (answers: readonly { ok: boolean }[]) => answers.filter(({ ok }) => ok).length;

  test("of two admins who send one wins, the other gets a conflict that names the first", async () => {
    const { orderId, quote } = await requested();
    const seenVersion = (await rowOf(runtime, orderId)).stepVersion;
    const answers = await Promise.all([quote(first, { seenVersion }), quote(second, { seenVersion })]);
    expect(won(answers)).toBe(1);
    const lost = answers.find(({ ok }) => !ok);
    expect(lost).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/Somebody else was first\..*Quote sent/),
    });
  });

  test("the client answers while an admin sends a new version: one wins, the other gets a conflict", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { orderId, quote, counter } = await requested();
      must(await quote(first));
      const seenVersion = (await rowOf(runtime, orderId)).stepVersion;
      const answers = await Promise.all([counter({ price: "170", seenVersion }), quote(second, { seenVersion })]);
      expect(won(answers)).toBe(1);
      expect(answers.find(({ ok }) => !ok)).toMatchObject({
        code: "conflict",
        message: expect.stringContaining("first"),
      });
    }
  });

  test("the client pays while an admin writes a new version: what was paid stands", async () => {
    const { orderId, quote } = await requested();
    must(await quote(first));
    const seenVersion = (await rowOf(runtime, orderId)).stepVersion;
    await pay(runtime, orderId);
    expect(await quote(second, { seenVersion })).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("The last step: Paid"),
    });
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "confirmed", priceCents: 21_000 });
  });
});

describe("the guide price", () => {
  test("comes from the price list and from paid work like it, for admins alone", async () => {
    const like = { ...custom, pages: "5", subject: "Psychology", deadline: "2026-03-13T00:00:00Z" };
    const paid = await requested(like);
    must(await paid.quote({ ...first, deadline: "2026-03-12T12:00:00Z" }));
    await pay(runtime, paid.orderId);
    const { admin, client, orderId } = await requested(like);
    const guide = must(await guidePrice(ctxFor(runtime, admin), { orderId }));
    // Psychology, writing, 5 pages, 60 h: 126.00 with six sources, 13.50 of it for them.
    expect(guide.list.map(({ service, cents }) => [service, cents])).toContainEqual(["non-technical", 11_250]);
    expect(guide.list[0]?.deadline).toEqual(new Date(like.deadline));
    expect(guide.similar).toMatchObject({
      n: 1,
      by: "subject and length",
      cents: { middle: 21_000 },
      forPages: 21_000,
    });
    expect(await guidePrice(ctxFor(runtime, client), { orderId })).toMatchObject({ code: "not-found" });
    const priced = await orderIn(runtime, "pending");
    expect(await guidePrice(ctxFor(runtime, admin), { orderId: priced.orderId })).toMatchObject({ code: "not-found" });
  });

  test("work without pages, or with a wish that is too near, has the facts that are known", async () => {
    const { admin, orderId } = await requested();
    expect(must(await guidePrice(ctxFor(runtime, admin), { orderId })).list).toEqual([]);
    const near = await requested({ ...custom, pages: "5" });
    later(60);
    const guide = must(await guidePrice(ctxFor(runtime, near.admin), { orderId: near.orderId }));
    expect(guide.list.map(({ deadline }) => deadline)).toEqual([null, null]);
  });
});

describe("what is kept about a person", () => {
  const download = async (who: Person): Promise<string> => {
    const files: HeldFile[] = [];
    for await (const file of orderData.gather(ctxFor(runtime, who), who)) files.push(file);
    return JSON.stringify(files);
  };

  test("versions and counter-offers are in the download, and their words go with the account", async () => {
    const { client, orderId, quote, counter } = await requested();
    must(await quote(first));
    must(await counter({ price: "170", text: "Without the table." }));
    must(await quote(second));
    const held = await download(client);
    for (const part of ["Ten pages and a table.", "A table", "Without the table.", '"counterCents":17000'])
      expect(held).toContain(part);
    must(
      await inTransaction(systemCtx(runtime, "test"), async (work) => {
        await orderData.forget(work, client);
        return done(null);
      }),
    );
    const left = JSON.stringify(must(await orderForAdmin(ctxFor(runtime, person(3)), { orderId })));
    for (const part of ["Ten pages", "A table", "Without"]) expect(left).not.toContain(part);
    expect(left).toContain('"cents":21000');
  });
});

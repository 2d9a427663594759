import { describe, expect, test } from "vitest";
import { orderThread, sendToThread } from "#src/modules/chat/index.server.ts";
import {
  changePayoutMethod,
  confirmPayout,
  payDemoOrder,
  payoutRun,
  payoutsOverview,
  startPayouts,
} from "#src/modules/payments/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createPerson } from "#tests/support/people.ts";
import {
  actAs,
  daysPass,
  essayFor,
  finished,
  nameOf,
  openPrivacyRuntime,
  runtime,
  tablesWith,
  tick,
  understood,
} from "#tests/support/privacy.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { askDeletion, gatherMyData, keepAccount, myDeparture } from "./index.server.ts";

openPrivacyRuntime();

const read = async (files: AsyncIterable<HeldFile>) => {
  const all = new Map<string, string>();
  for await (const file of files)
    all.set(file.path, "rows" in file ? JSON.stringify(file.rows) : await new Response(await file.open()).text());
  return all;
};

describe("the download", () => {
  test("holds everything of the person and nothing of others or of secrets", async () => {
    const { mark, client, writer, admin } = await finished();
    const files = await read(must(await gatherMyData(ctxFor(runtime, client))));
    const text = [...files.values()].join("\n");
    for (const mine of [
      client.email,
      client.name,
      `${mark} title`,
      `${mark} brief`,
      `${mark} delivery two`,
      `${mark} wish`,
    ])
      expect(text).toContain(mine);
    const file = [...files.keys()].find((path) => path.endsWith(`${mark}.txt`));
    expect(files.get(file ?? "")).toBe("bytes of a file");
    for (const foreign of [writer.email, writer.name, writer.id, admin.email, admin.id, "argon2", "sha256:"])
      expect(text).not.toContain(foreign);
    expect([...files.keys()].some((path) => path.startsWith("orders/"))).toBe(true);
    expect(files.has("payments.json")).toBe(true);
  });

  test("gives writers what they wrote, without the client's name and address", async () => {
    const { mark, client, writer } = await finished();
    const text = [...(await read(must(await gatherMyData(ctxFor(runtime, writer))))).values()].join("\n");
    expect(text).toContain(`${mark} delivery two`);
    for (const foreign of [client.email, client.name, client.id]) expect(text).not.toContain(foreign);
  });

  test("gives a writer the application, offers, hand-overs, messages, and the money with the account masked", async () => {
    const { mark, client, writer, admin, orderId } = await finished();
    const words = `${mark} application`;
    await runtime.database.pool.query(
      "insert into writing.applications (id, person_id, state, fields, decided_by, created_at, updated_at) values ($1, $2, 'accepted', $3, $4, now(), now())",
      [newId(), writer.id, { background: words }, admin.id],
    );
    const declined = await essayFor(client);
    await payDemoOrder(runtime, declined);
    await actAs(admin, declined, "assign", { writerId: writer.id });
    await actAs(writer, declined, "decline", { reason: `${mark} no time` });
    const thread = await orderThread(ctxFor(runtime, writer), orderId);
    for (const [who, message] of [
      [writer, "from the writer"],
      [client, "from the client"],
    ] as const)
      must(await sendToThread(ctxFor(runtime, who), { threadId: thread?.thread?.id, id: newId(), message }));
    const account = { legalName: "Daniel Okafor", country: "PL", account: "PL61109010140000071219812874" };
    must(await changePayoutMethod(ctxFor(runtime, writer), { ...account, bankCode: "", bankName: "" }));
    daysPass(20);
    await tick();
    await runtime.dispatchEvents();
    const files = await read(must(await gatherMyData(ctxFor(runtime, { ...writer, freshAt: runtime.clock() }))));
    const text = [...files.values()].join("\n");
    for (const own of [words, `${mark} delivery two`, `${mark} no time`, "from the writer", "from the client", "2874"])
      expect(text).toContain(own);
    expect(JSON.parse(files.get("written/offers.json") ?? "[]").map((one: { what: string }) => one.what)).toEqual([
      ...["Writer asked", "Writer accepted", "Writer asked", "Writer declined"],
    ]);
    expect(JSON.parse(files.get("earnings.json") ?? "{}")).toMatchObject({ earnedCents: 6_300 });
    for (const foreign of ["109010140000", client.email, client.id, client.name, admin.id])
      expect(text).not.toContain(foreign);
  });

  test("is refused to guests, without a fresh sign-in, and the third time a day", async () => {
    const client = await createPerson(runtime);
    expect(await gatherMyData(ctxFor(runtime, guest))).toMatchObject({ code: "signed-out" });
    expect(await gatherMyData(ctxFor(runtime, { ...client, freshAt: null }))).toMatchObject({ code: "step-up" });
    const strict = { ...runtime, config: { ...runtime.config, limitsFactor: 1 } };
    for (const ok of [true, true, false]) expect((await gatherMyData(ctxFor(strict, client))).ok).toBe(ok);
  });
});

describe("the deletion", () => {
  test("takes every word and address out of every table on its day, and leaves the books", async () => {
    const { mark, client, orderId } = await finished();
    must(await askDeletion(ctxFor(runtime, client), understood));
    daysPass(29);
    await tick();
    expect(await nameOf(client)).toBe(client.name);
    daysPass(2);
    await tick();
    await tick();
    const others = await finishedTables([mark]);
    expect(others).toEqual([]);
    const { rows } = await runtime.database.pool.query(
      "select price_cents::int as cents, client_name, status from orders.orders where id = $1",
      [orderId],
    );
    expect(rows[0]).toEqual({ cents: 12_600, client_name: "Deleted account", status: "completed" });
    const sum =
      "select sum(e.cents)::int as sum, count(*)::int as many from payments.ledger_entries e join payments.ledger_transactions t on t.id = e.transaction_id where t.order_id = $1";
    const books = (await runtime.database.pool.query(sum, [orderId])).rows[0];
    expect(books.sum).toBe(0);
    expect(books.many).toBeGreaterThan(0);
  });

  /** Pays every writer what is due, as an admin does. */
  async function payOut(admin: Person) {
    const by = { ...admin, freshAt: runtime.clock() };
    const payableCents = must(await payoutsOverview(ctxFor(runtime, by), {})).totals.cents;
    const ask = { runId: newId(), seenCents: payableCents };
    const first = await startPayouts(ctxFor(runtime, by), ask);
    const repeat = first.ok ? "" : String(first.data?.repeat ?? "");
    const { runId } = must(repeat ? await startPayouts(ctxFor(runtime, by), { ...ask, repeat }) : first);
    for (const { id } of must(await payoutRun(ctxFor(runtime, by), { runId })).payouts)
      must(await confirmPayout(ctxFor(runtime, by), { payoutId: id, reference: "B-1" }));
  }

  /** The last letter and the record of account actions may name the address. */
  const finishedTables = async (words: string[]) =>
    (await tablesWith(words)).filter((name) => !["platform.mails", "platform.audit"].includes(name));

  test("waits while something is open, and says what", async () => {
    const client = await createPerson(runtime);
    const orderId = await essayFor(client);
    const refused = await askDeletion(ctxFor(runtime, client), understood);
    expect(refused).toMatchObject({ code: "conflict", message: expect.stringContaining("still open") });
    expect(must(await myDeparture(ctxFor(runtime, client), {})).reasons).toHaveLength(1);
    await actAs(client, orderId, "cancel");
    must(await askDeletion(ctxFor(runtime, client), understood));
    daysPass(29);
    const second = await essayFor(client);
    await payDemoOrder(runtime, second);
    daysPass(2);
    await tick();
    expect(await nameOf(client)).toBe(client.name);
    await actAs(client, second, "cancel");
    daysPass(2);
    await tick();
    expect(await nameOf(client)).toBe("Deleted account");
  });

  test("of a writer waits for open work and for the money, and then takes every word of theirs", async () => {
    const { mark, writer, client, orderId } = await finished();
    const [admin, next] = [await createPerson(runtime, { role: 3 }), await essayFor(client)];
    await payDemoOrder(runtime, next);
    await actAs(admin, next, "assign", { writerId: writer.id });
    await actAs(writer, next, "accept");
    expect(await askDeletion(ctxFor(runtime, writer), understood)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("You are the writer"),
    });
    const numberIn = async (viewer: Person) =>
      /Order [A-Z0-9]+ is/.test(String(must(await myDeparture(ctxFor(runtime, viewer), {})).reasons));
    const [waiting, past] = [{ ...writer, role: 1, waitingRole: 2 } as const, { ...writer, role: 1 } as const];
    expect([await numberIn(writer), await numberIn(waiting), await numberIn(past)]).toEqual([true, false, false]);
    await actAs(admin, next, "reassign", { reason: "The writer leaves." });
    const thread = await orderThread(ctxFor(runtime, writer), orderId);
    must(
      await sendToThread(ctxFor(runtime, writer), { threadId: thread?.thread?.id, id: newId(), message: `${mark}W` }),
    );
    daysPass(20);
    await tick();
    await runtime.dispatchEvents();
    const late = { ...writer, freshAt: runtime.clock() };
    expect(await askDeletion(ctxFor(runtime, { ...late, role: 1, waitingRole: 2 }), understood)).toMatchObject({
      code: "forbidden",
    });
    const sumIn = async (viewer: Person) =>
      /\$/.test(String(must(await myDeparture(ctxFor(runtime, viewer), {})).reasons));
    expect([await sumIn(late), await sumIn({ ...late, ...waiting, freshAt: late.freshAt })]).toEqual([true, false]);
    expect(await askDeletion(ctxFor(runtime, late), understood)).toMatchObject({
      message: expect.stringContaining("is not paid out yet"),
    });
    const method = { legalName: "Daniel Okafor", country: "PL", account: "PL61109010140000071219812874" };
    must(await changePayoutMethod(ctxFor(runtime, late), { ...method, bankCode: "", bankName: "" }));
    await payOut(admin);
    must(await askDeletion(ctxFor(runtime, late), understood));
    daysPass(31);
    await tick();
    await tick();
    expect(await nameOf(writer)).toBe("Deleted account");
    expect(await finishedTables([writer.email, writer.name, `${mark}W`])).toEqual([]);
    const { rows } = await runtime.database.pool.query(
      "select text from orders.deliveries where order_id = $1 order by number",
      [orderId],
    );
    expect(rows.map(({ text }) => text)).toEqual([`${mark} delivery`, `${mark} delivery two`]);
  });

  test("can be taken back until its day; asked twice, the first date holds", async () => {
    const client = await createPerson(runtime);
    const first = must(await askDeletion(ctxFor(runtime, client), understood));
    daysPass(3);
    expect(must(await askDeletion(ctxFor(runtime, client), understood))).toEqual(first);
    must(await keepAccount(ctxFor(runtime, client), {}));
    daysPass(60);
    await tick();
    expect(await nameOf(client)).toBe(client.name);
    expect(must(await myDeparture(ctxFor(runtime, client), {})).dueAt).toBeNull();
  });

  test.each([
    ["a guest", async () => guest, understood, "signed-out"],
    [
      "a session that is not fresh",
      async () => ({ ...(await createPerson(runtime)), freshAt: null }),
      understood,
      "step-up",
    ],
    ["somebody who did not tick the box", () => createPerson(runtime), {}, "invalid"],
  ])("is refused to %s", async (_who, viewer, input, code) => {
    expect(await askDeletion(ctxFor(runtime, await viewer()), input)).toMatchObject({ ok: false, code });
  });

  test("is refused to the last admin", async () => {
    await runtime.database.pool.query("update accounts.people set role = 1 where role = 3");
    const admin = await createPerson(runtime, { role: 3 });
    expect(await askDeletion(ctxFor(runtime, admin), understood)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("at least one admin"),
    });
  });
});

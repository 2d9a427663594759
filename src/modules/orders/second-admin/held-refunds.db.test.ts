import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { people } from "#src/modules/accounts/tables.ts";
import { audit } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { type Capability, capabilities, type Person, sealedText } from "#src/shared/viewer.ts";
import { sized } from "#tests/support/full-run.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { doAct, essayCents, eventsOf, must, openOrderRuntime, orderIn, rowOf } from "../orders.testing.ts";
import { historyOf } from "../queries/history.ts";
import { refundLimitSetting } from "../settings.ts";
import { approveRefund, heldRefundTimers, withdrawRefund } from "./approve-refund.ts";
import { waitingRefunds } from "./held-refunds.ts";

const runtime = await forThisFile(openOrderRuntime());
const start = runtime.clock();
const [ada, ben] = [await createPerson(runtime, { role: 3, name: "Ada" }), await createPerson(runtime, { role: 3 })];
await storeSetting(runtime, refundLimitSetting, 5_000);

const may = (who: Person, held: readonly Capability[]) =>
  runtime.db
    .update(people)
    .set({ capabilities: [...held] })
    .where(eq(people.id, who.id));
beforeEach(async () => {
  runtime.setNow(start);
  await may(ada, capabilities);
  await may(ben, capabilities);
});
const laterBy = (hours: number) => runtime.setNow(new Date(runtime.clock().getTime() + hours * 3_600_000));
const runOut = () => runDueTimers(runtime, heldRefundTimers);
const waiting = async (orderId: string, who = ben) => must(await waitingRefunds(ctxFor(runtime, who), { orderId }));
const approve = (who: Person, refundId: string | undefined) => approveRefund(ctxFor(runtime, who), { refundId });
const withdraw = (who: Person, refundId: string | undefined) => withdrawRefund(ctxFor(runtime, who), { refundId });
const trail = async (orderId: string) =>
  (await runtime.db.select().from(audit).where(eq(audit.subject, orderId)).orderBy(audit.id)).map(
    ({ action, actor }) => [action, actor],
  );
const byRefunds = ([action]: (string | undefined)[]) => action?.startsWith("order.refund-");

const refundOf = (cents: number) => ({ refundCents: cents, bearer: "operator", reason: "We are sorry." });

type Ask = (orderId: string) => Promise<{ ok: boolean }>;
/** Every step by which an admin gives back by choice, with the state in which it is asked for. */
const choices: readonly (readonly [string, "in_progress" | "delivered" | "disputed", number, Ask])[] = [
  ["give-back", "delivered", 6_000, (id) => doAct(runtime, ada, id, "give-back", refundOf(6_000))],
  [
    "cancel",
    "in_progress",
    essayCents,
    (id) => doAct(runtime, ada, id, "cancel", { cause: "operator", reason: "r", refundSeenCents: essayCents }),
  ],
  ["decide-refund", "disputed", essayCents, (id) => doAct(runtime, ada, id, "decide-refund", { reason: "True." })],
  ["decide-complete", "disputed", 7_000, (id) => doAct(runtime, ada, id, "decide-complete", refundOf(7_000))],
];

/** An order in this state; work in progress is past its half, so that the rules give back half of the price alone. */
async function inState(state: "in_progress" | "delivered" | "disputed") {
  const cast = await orderIn(runtime, state === "disputed" ? "delivered" : state);
  if (state === "in_progress") laterBy(40);
  if (state !== "disputed") return cast;
  must(await doAct(runtime, cast.client, cast.orderId, "open-dispute", { reason: "Wrong.", outcome: "Money." }));
  must(await doAct(runtime, cast.writer, cast.orderId, "answer-dispute", { answer: "It follows the brief." }));
  return cast;
}

test.each(choices)("%s above the limit is held until another admin approves it", async (action, state, _cents, ask) => {
  const { orderId, client } = await inState(state);
  const before = await rowOf(runtime, orderId);
  expect(must((await ask(orderId)) as never)).toMatchObject({ heldFor: "second-admin", money: { kind: "none" } });
  expect(await rowOf(runtime, orderId)).toEqual(before);
  const [held] = await waiting(orderId);
  expect(held).toMatchObject({ action, askedByName: "Ada", alone: false, mayApprove: true });
  expect(await waiting(orderId, ada)).toMatchObject([{ mayApprove: false, mayWithdraw: true }]);
  expect(await ask(orderId)).toMatchObject({ code: "conflict" });

  expect(await approve(ada, held?.id)).toMatchObject({ code: "forbidden" });
  expect(await approve({ ...ben, capabilities: ["orders"] }, held?.id)).toMatchObject({ code: "not-found" });
  expect(await approve({ ...ben, waitingRole: 3 }, held?.id)).toMatchObject({ code: "not-found" });
  expect(await approve({ ...ben, id: client.id }, held?.id)).toMatchObject({ code: "forbidden" });
  expect(await approve({ ...ben, freshAt: null }, held?.id)).toMatchObject({ code: "step-up" });
  expect(await rowOf(runtime, orderId)).toEqual(before);

  must(await approve(ben, held?.id));
  const step = (await historyOf(runtime.db, orderId)).at(-1);
  expect(step).toMatchObject({ action, actorKind: "A", actorId: ada.id, detail: { approvedBy: ben.id } });
  expect(await approve(ben, held?.id)).toMatchObject({ code: "conflict" });
  expect(await waiting(orderId)).toEqual([]);
  expect((await trail(orderId)).filter(byRefunds)).toEqual([
    ["order.refund-held", ada.id],
    ["order.refund-approved", ben.id],
  ]);
  expect(await eventsOf(runtime, orderId)).toEqual(
    expect.arrayContaining(["order.refund-held", "order.held-refund-ended"]),
  );
});

test("the reason of a held refund is sealed with the work of its client, and another admin can still approve it", async () => {
  const { orderId, client } = await inState("delivered");
  must(await doAct(runtime, ada, orderId, "give-back", refundOf(6_000)));
  const second = { ...ben, sealed: new Map([[client.id, []]]) };
  expect(await waiting(orderId, second)).toMatchObject([{ title: sealedText, reason: sealedText, mayApprove: true }]);
  must(await approve(second, (await waiting(orderId))[0]?.id));
});

test("at the limit, and by the rules alone, nobody else is needed; parts of a sum count together", async () => {
  const { orderId } = await inState("delivered");
  expect(must(await doAct(runtime, ada, orderId, "give-back", refundOf(3_000)))).not.toHaveProperty("heldFor");
  expect(must(await doAct(runtime, ada, orderId, "give-back", refundOf(2_000)))).not.toHaveProperty("heldFor");
  expect(must(await doAct(runtime, ben, orderId, "give-back", refundOf(1)))).toHaveProperty("heldFor", "second-admin");
  const unstarted = await orderIn(runtime, "confirmed");
  const all = { cause: "operator", reason: "r", refundSeenCents: essayCents };
  expect(must(await doAct(runtime, ada, unstarted.orderId, "cancel", all))).toMatchObject({ status: "cancelled" });
});

test("an approval never gives back more than is left, and an order that moved on ends it", async () => {
  const { orderId, client } = await inState("delivered");
  must(await doAct(runtime, ada, orderId, "give-back", refundOf(10_000)));
  const [held] = await waiting(orderId);
  await storeSetting(runtime, refundLimitSetting, 50_000);
  must(await doAct(runtime, ben, orderId, "give-back", refundOf(4_000)));
  await storeSetting(runtime, refundLimitSetting, 5_000);
  expect(await approve(ben, held?.id)).toMatchObject({ code: "invalid", message: expect.stringContaining("left") });
  expect(await rowOf(runtime, orderId)).toMatchObject({ refundedCents: 4_000 });
  must(await doAct(runtime, client, orderId, "request-revision", { points: "Shorter." }));
  expect(await waiting(orderId)).toEqual([]);
  expect(await approve(ben, held?.id)).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("moved on"),
  });
  must(await doAct(runtime, client, orderId, "open-dispute", { reason: "Wrong.", outcome: "Money." }));
  laterBy(73);
  expect(must(await doAct(runtime, ada, orderId, "decide-refund", { reason: "True." }))).toHaveProperty("heldFor");
  expect(await waiting(orderId)).toMatchObject([{ action: "decide-refund", cents: essayCents - 4_000 }]);
});

test("anybody with money withdraws it, its own admin too; nobody else", async () => {
  const { orderId, client, writer } = await inState("delivered");
  must(await doAct(runtime, ada, orderId, "give-back", refundOf(6_000)));
  const [held] = await waiting(orderId);
  for (const who of [client, writer, { ...ben, capabilities: ["orders" as const] }])
    expect(await withdraw(who, held?.id)).toMatchObject({ code: "not-found" });
  expect(await waitingRefunds(ctxFor(runtime, client), { orderId })).toMatchObject({ code: "not-found" });
  must(await withdraw(ada, held?.id));
  expect(await approve(ben, held?.id)).toMatchObject({ code: "conflict" });
  expect(await rowOf(runtime, orderId)).toMatchObject({ refundedCents: 0 });
  expect(must(await doAct(runtime, ada, orderId, "give-back", refundOf(6_000)))).toHaveProperty("heldFor");
});

test("nobody approves for an admin who has lost the right; without an approval it ends after a week", async () => {
  const { orderId } = await inState("delivered");
  must(await doAct(runtime, ada, orderId, "give-back", refundOf(6_000)));
  const [held] = await waiting(orderId);
  await may(ada, ["orders"]);
  expect(await approve(ben, held?.id)).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("no right"),
  });
  laterBy(7 * 24);
  await runOut();
  expect(await rowOf(runtime, orderId)).toMatchObject({ refundedCents: 0 });
  expect(await waiting(orderId)).toEqual([]);
  expect((await trail(orderId)).at(-1)?.[0]).toBe("order.refund-ended");
});

test("an admin without colleagues waits 24 hours, by a fresh proof, and can withdraw it until then", async () => {
  await may(ben, ["orders", "people"]);
  const mine = await inState("delivered");
  const stale = { ...ada, freshAt: null };
  expect(await doAct(runtime, stale, mine.orderId, "give-back", refundOf(6_000))).toMatchObject({ code: "step-up" });
  const asked = must(await doAct(runtime, ada, mine.orderId, "give-back", refundOf(6_000)));
  expect(asked).toMatchObject({ heldFor: "hours" });
  const [held] = await waiting(mine.orderId, ada);
  expect(await approve(ada, held?.id)).toMatchObject({ code: "forbidden" });
  const other = await inState("delivered");
  must(await doAct(runtime, ada, other.orderId, "give-back", refundOf(6_000)));
  const [second] = await waiting(other.orderId, ada);
  laterBy(23.9);
  await runOut();
  expect(await rowOf(runtime, mine.orderId)).toMatchObject({ refundedCents: 0 });
  must(await withdraw(ada, second?.id));
  laterBy(0.1);
  await runOut();
  await runOut();
  expect(await rowOf(runtime, mine.orderId)).toMatchObject({ refundedCents: 6_000 });
  expect(await rowOf(runtime, other.orderId)).toMatchObject({ refundedCents: 0 });
  expect((await historyOf(runtime.db, mine.orderId)).at(-1)).toMatchObject({
    ...{ action: "give-back", actorId: ada.id },
    detail: { approvedBy: "hours" },
  });
});

test("a colleague who is the order's client is no second admin", async () => {
  const cast = await inState("delivered");
  await may(ben, []);
  const client = { ...cast.client, role: 3 as const, capabilities: ["money" as const] };
  await runtime.db.insert(people).values({
    ...{ id: client.id, name: client.name, email: client.email, role: 3, capabilities: ["money"] },
    ...{ emailVerified: true, createdAt: start, updatedAt: start },
  });
  expect(must(await doAct(runtime, ada, cast.orderId, "give-back", refundOf(6_000)))).toMatchObject({
    heldFor: "hours",
  });
  const [held] = await waiting(cast.orderId, ada);
  const own = { code: "forbidden", message: expect.stringContaining("own order") };
  for (const act of [approve, withdraw]) expect(await act(client, held?.id)).toMatchObject(own);
});

const rounds = sized(3, 40);

test("two who approve at once give back once; of an approval and another end one wins", async () => {
  const cleo = await createPerson(runtime, { role: 3 });
  for (let round = 0; round < rounds; round += 1) {
    const { orderId } = await inState("delivered");
    must(await doAct(runtime, ada, orderId, "give-back", refundOf(6_000)));
    const [held] = await waiting(orderId);
    const answers = await Promise.all([ben, cleo].map((who) => approve(who, held?.id)));
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await rowOf(runtime, orderId)).toMatchObject({ refundedCents: 6_000 });

    const other = await inState("delivered");
    must(await doAct(runtime, ada, other.orderId, "give-back", refundOf(6_000)));
    const [one] = await waiting(other.orderId);
    const ends = [() => approve(ben, one?.id), () => withdraw(ada, one?.id)];
    const ended = await Promise.all((round % 2 ? ends : ends.toReversed()).map((end) => end()));
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
    const approved = (await trail(other.orderId)).some(([action]) => action === "order.refund-approved");
    expect(await rowOf(runtime, other.orderId)).toMatchObject({ refundedCents: approved ? 6_000 : 0 });

    const third = await orderIn(runtime, "in_progress");
    laterBy(40);
    const cancel = { cause: "operator", reason: "r", refundSeenCents: essayCents };
    must(await doAct(runtime, ada, third.orderId, "cancel", cancel));
    const [last] = await waiting(third.orderId);
    const both = await Promise.all([
      approve(ben, last?.id),
      doAct(runtime, third.client, third.orderId, "cancel", { refundSeenCents: essayCents / 2 }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const back = both[0].ok ? essayCents : essayCents / 2;
    expect(await rowOf(runtime, third.orderId)).toMatchObject({ status: "cancelled", refundedCents: back });
    runtime.setNow(start);
  }
});

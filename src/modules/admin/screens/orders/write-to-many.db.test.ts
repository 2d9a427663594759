import { afterAll, beforeAll, expect, test } from "vitest";
import { heldMessageTimer, readChat } from "#src/modules/chat/index.server.ts";
import {
  essay,
  must,
  newWriter,
  openOrderRuntime,
  pay,
  place,
  placing,
  rowOf,
} from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { type ListAnswer, submitListStep } from "./submit-list-step.server.ts";

let runtime: TestRuntime;
let admin: Person;
let client: Person;
beforeAll(async () => {
  runtime = await openOrderRuntime();
  await newWriter(runtime);
  admin = await createPerson(runtime, { role: 3 });
  client = await createPerson(runtime, { name: "Ann" });
});
afterAll(() => runtime.drop());

type Fields = [string, string][];

/** What the page of the list answers; a refusal comes as its data. */
async function submit(fields: Fields, who = admin): Promise<ListAnswer> {
  const request = new Request("http://x/admin/orders", { method: "POST", body: new URLSearchParams(fields) });
  const answer = await submitListStep(ctxFor(runtime, who), who, request);
  if ("chosen" in answer) return answer;
  if (answer instanceof Response) throw new Error("The step was redirected.");
  return answer.data;
}

const placed = async (who = client) => (await place(runtime, who, placing(essay))).orderId;
const chosenOf = async (ids: readonly string[]): Promise<Fields> =>
  Promise.all(ids.map(async (id) => ["order", `${id}:${(await rowOf(runtime, id)).stepVersion}`] as [string, string]));
const givesOf = ({ many }: ListAnswer): Fields =>
  (many?.messages ?? []).flatMap(({ personId, orders }) =>
    orders.map(({ id, version }) => ["give", `${id}:${version}:${personId}`] as [string, string]),
  );
const textsOf = async (who: Person) =>
  must(await readChat(ctxFor(runtime, who), { chatId: who.id })).messages.map(({ message }) => message);
const leave = async () => {
  runtime.setNow(new Date(runtime.clock().getTime() + 11_000));
  await runDueTimers(runtime, [heldMessageTimer]);
};

test("a message says first to whom, goes once to each person, and can be taken back", async () => {
  const ids = [await placed(), await placed()];
  const plan = await submit([...(await chosenOf(ids)), ["step", "plan-message"], ["write-to", "clients"]]);
  expect(plan.many?.messages).toMatchObject([{ name: "Ann", side: "client", orders: [{}, {}] }]);
  expect(plan.chosen.toSorted()).toEqual(ids.toSorted());
  const give = givesOf(plan);
  const empty = await submit([...give, ["step", "message"], ["message", " "], ["once", newId()]]);
  expect(empty).toMatchObject({ errors: { message: "Write the message." }, result: null });
  expect([empty.chosen.length, empty.many?.messages.length]).toEqual([2, 1]);

  const send = () => submit([...give, ["step", "message"], ["message", "Hello"], ["once", once]]);
  const once = newId();
  const [sent] = await Promise.all([send(), send()]);
  expect(sent?.result).toMatchObject({ message: "1 message leaves in 10 seconds.", left: [], held: { batch: once } });
  expect(sent?.chosen).toEqual([]);
  const undone = await submit([
    ["step", "take-back"],
    ["batch", once],
  ]);
  expect(undone.result?.message).toBe("1 message taken back.");
  await leave();
  expect(await textsOf(client)).toEqual([]);
  await submit([...give, ["step", "message"], ["message", "Hello"], ["once", newId()]]);
  await leave();
  const numbers = await Promise.all(ids.map(async (id) => (await rowOf(runtime, id)).number));
  expect(await textsOf(client)).toHaveLength(1);
  for (const number of numbers) expect((await textsOf(client))[0]).toContain(number);
});

test("a reminder goes to who owes the next step; the others stay chosen with their reason, and nobody is reminded twice", async () => {
  const bea = await createPerson(runtime, { name: "Bea" });
  const [unpaid, paid] = [await placed(bea), await placed(bea)];
  await pay(runtime, paid);
  const chosen = await chosenOf([unpaid, paid]);
  const plan = await submit([...chosen, ["step", "plan-remind"]]);
  expect(plan.many?.messages).toMatchObject([{ name: "Bea", orders: [{ id: unpaid }] }]);
  expect(plan.many?.stays).toMatchObject([{ id: paid, why: "it has no writer yet" }]);
  const sent = await submit([...givesOf(plan), ["stay", paid], ["step", "remind"], ["once", newId()]]);
  expect(sent.result?.message).toBe("1 reminder leaves in 10 seconds.");
  expect(sent.chosen).toEqual([paid]);
  await leave();
  expect(await textsOf(bea)).toEqual([expect.stringContaining("waits for your payment")]);
  const again = await submit([...givesOf(plan), ["step", "remind"], ["once", newId()]]);
  expect(again.result?.message).toBe("Nothing is sent.");
  expect(again.result?.left[0]?.why).toMatch(/^reminded /);
});

test("an order whose person is another by now is left, and who does not answer chats writes to nobody", async () => {
  const id = await placed();
  const { stepVersion } = await rowOf(runtime, id);
  const other: Fields = [["give", `${id}:${stepVersion}:${newId()}`]];
  const left = await submit([...other, ["step", "message"], ["message", "Hello"], ["once", newId()]]);
  expect(left.result?.left[0]?.why).toBe("it changed since you looked: look at the plan again");
  const weak = { ...admin, capabilities: ["orders"] as const };
  expect((await submit([...(await chosenOf([id])), ["step", "plan-message"]], weak)).many).toBeNull();
  expect((await submit([...other, ["step", "message"], ["message", "x"], ["once", newId()]], weak)).result).toBeNull();
});

test("more time is asked of each client by the order's own step; what cannot be asked stays with its reason", async () => {
  const [paid, unpaid] = [await placed(), await placed()];
  await pay(runtime, paid);
  const plan = await submit([...(await chosenOf([paid, unpaid])), ["step", "plan-more-time"], ["hours", "48"]]);
  expect(plan.time).toMatchObject({
    hours: 48,
    gives: [{ id: paid }],
    stays: [{ id: unpaid, why: "no work is running" }],
  });
  const [one] = plan.time?.gives ?? [];
  const give: Fields = [
    ["give", `${paid}:${one?.version}`],
    ["hours", "48"],
  ];
  const empty = await submit([...give, ["stay", unpaid], ["step", "more-time"], ["reason", ""]]);
  expect(empty).toMatchObject({ errors: { reason: "Give a reason." }, time: { hours: 48 }, chosen: [paid, unpaid] });
  const asked = await submit([...give, ["stay", unpaid], ["step", "more-time"], ["reason", "A book is late."]]);
  expect(asked.result).toMatchObject({ message: "1 client asked for more time.", left: [] });
  expect(asked.chosen).toEqual([unpaid]);
  expect((await rowOf(runtime, paid)).moreTime?.deadline).toBe(one?.next.toISOString());
  const again = await submit([...give, ["step", "more-time"], ["reason", "A book is late."]]);
  expect(again.result).toMatchObject({ message: "0 clients asked for more time.", left: [{ id: paid }] });
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Sealed } from "#src/shared/viewer.ts";
import { sized } from "#tests/support/full-run.ts";
import { createPerson } from "#tests/support/people.ts";
import { forThisFile } from "#tests/support/runtime.ts";
import {
  doAct,
  must,
  newWriter,
  openOrderRuntime,
  orderIn,
  person,
  place,
  rowOf,
  type Until,
} from "../orders.testing.ts";
import { orderHistory } from "../tables.ts";

const rounds = sized(2, 40);
const runtime = await forThisFile(openOrderRuntime());

type Wish = readonly [action: string, more: object];
const cancel: Wish = ["cancel", { cause: "operator", reason: "r", refundSeenCents: 12_600 }];
const pairs: readonly (readonly [Until, Wish, Wish])[] = [
  ["assigned", ["withdraw-offer", {}], ["accept-for-writer", { reason: "r" }]],
  ["in_progress", ["hold", { question: "q" }], ["reassign", { reason: "r" }]],
  ["in_progress", cancel, ["hold", { question: "q" }]],
  ["confirmed", cancel, cancel],
];

test.each(pairs)("%s: of two admins at once one wins, and the other gets a conflict", async (until, ...wishes) => {
  for (let round = 0; round < rounds; round += 1) {
    const { orderId } = await orderIn(runtime, until);
    const seenVersion = String((await rowOf(runtime, orderId)).stepVersion);
    const order = round % 2 === 0 ? wishes : wishes.toReversed();
    const answers = await Promise.all(
      order.map(([action, more]) => doAct(runtime, person(3), orderId, action, { ...more, seenVersion })),
    );
    const lost = answers.filter((answer) => !answer.ok);
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatchObject({ code: "conflict" });
    expect(lost[0]).toHaveProperty(
      "message",
      expect.stringMatching(/^Somebody else was first\. The order is .+ now\. The last step: .+, by an admin\.$/),
    );
    const history = await runtime.db.select().from(orderHistory).where(eq(orderHistory.orderId, orderId));
    const taken = history.filter(({ action }) => order.some(([name]) => name === action));
    expect(taken).toHaveLength(1);
  }
});

test("who was first is not named to an admin for whom the client is sealed", async () => {
  const client = await createPerson(runtime, { name: "Linh Tran" });
  const admin = await createPerson(runtime, { role: 3 });
  const { orderId } = await place(runtime, client);
  const seenVersion = String((await rowOf(runtime, orderId)).stepVersion);
  must(await doAct(runtime, client, orderId, "cancel", { reason: "r" }));
  const late = (sealed: Sealed) =>
    doAct(runtime, { ...admin, sealed }, orderId, "cancel", { ...cancel[1], seenVersion });
  expect(await late(new Map())).toMatchObject({ message: expect.stringContaining("by Linh Tran.") });
  expect(await late(new Map([[client.id, []]]))).toMatchObject({ message: expect.not.stringContaining("Linh") });
});

test("two admins who ask two writers at once: one is asked", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { orderId } = await orderIn(runtime, "confirmed");
    const writers = [await newWriter(runtime), await newWriter(runtime)];
    const answers = await Promise.all(
      writers.map(({ id }) => doAct(runtime, person(3), orderId, "assign", { writerId: id })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const { writerId } = await rowOf(runtime, orderId);
    expect(writers.findIndex(({ id }) => id === writerId)).toBe(answers.findIndex(({ ok }) => ok));
  }
});

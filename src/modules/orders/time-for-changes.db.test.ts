import { expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/house.ts";
import { saveSetting } from "#src/platform/settings.ts";
import { ctxFor } from "#tests/support/house.ts";
import { lifeSettings } from "./domain/life-settings.ts";
import { orderWorld } from "./order-world.testing.ts";
import { doAct, factsOf, must, orderIn, rowOf, tick } from "./orders.testing.ts";
import { orderForClient } from "./queries/order-for-client.ts";
import { lifeSetting } from "./settings.ts";

const { house, start, later } = await orderWorld();
const daysAfter = (days: number) => new Date(start.getTime() + days * 86_400_000);
const setDays = async (revisionDays: number): Promise<void> => {
  const longer = { ...lifeSettings, holdReminderHours: [24, 72], reviewReminderPercents: [50, 85], revisionDays };
  must(await inTransaction(systemCtx(house, "test"), (work) => saveSetting(work, lifeSetting, longer)));
};

test("a window that is made longer counts for orders whose money is not released, and opens no other one again", async () => {
  const released = await orderIn(house, "completed");
  later(14 * 24);
  await tick(house);
  expect((await rowOf(house, released.orderId)).releasedAt).toEqual(daysAfter(14));
  house.setNow(start);
  const running = await orderIn(house, "completed");
  await setDays(60);
  later(20 * 24);
  await tick(house);
  const shown = async ({ client, orderId }: typeof running) =>
    must(await orderForClient(ctxFor(house, client), { orderId }));
  const offered = async (one: typeof running) => (await shown(one)).actions.map(({ action }) => action);
  expect(await offered(running)).toEqual(["request-revision", "open-dispute"]);
  expect((await shown(running)).changesUntil).toEqual(daysAfter(60));
  expect(await offered(released)).toEqual([]);
  expect((await shown(released)).changesUntil).toBeNull();
  for (const [action, said] of [
    ["request-revision", { points: "The end." }],
    ["open-dispute", { reason: "No.", outcome: "Money." }],
  ] as const)
    expect(await doAct(house, released.client, released.orderId, action, said)).toMatchObject({ code: "conflict" });
  must(await doAct(house, running.client, running.orderId, "request-revision", { points: "The end." }));
  later(70 * 24);
  await tick(house);
  expect((await factsOf(house, released.orderId)).filter((name) => name === "order.released")).toHaveLength(1);
});

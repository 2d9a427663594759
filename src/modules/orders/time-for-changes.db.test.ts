import { expect, test } from "vitest";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { lifeSettings } from "./domain/life-settings.ts";
import { orderFixture } from "./order-fixture.testing.ts";
import { doAct, eventsOf, must, orderIn, rowOf, tick } from "./orders.testing.ts";
import { orderForClient } from "./queries/order-for-client.ts";
import { lifeSetting } from "./settings.ts";

const { runtime, start, later } = await orderFixture();
const daysAfter = (days: number) => new Date(start.getTime() + days * 86_400_000);
const setDays = async (revisionDays: number): Promise<void> => {
  const longer = { ...lifeSettings, holdReminderHours: [24, 72], reviewReminderPercents: [50, 85], revisionDays };
  await storeSetting(runtime, lifeSetting, longer);
};

test("a window that is made longer counts for orders whose money is not released, and opens no other one again", async () => {
  const released = await orderIn(runtime, "completed");
  later(14 * 24);
  await tick(runtime);
  expect((await rowOf(runtime, released.orderId)).releasedAt).toEqual(daysAfter(14));
  runtime.setNow(start);
  const running = await orderIn(runtime, "completed");
  await setDays(60);
  later(20 * 24);
  await tick(runtime);
  const shown = async ({ client, orderId }: typeof running) =>
    must(await orderForClient(ctxFor(runtime, client), { orderId }));
  const offered = async (one: typeof running) => (await shown(one)).actions.map(({ action }) => action);
  expect(await offered(running)).toEqual(["request-revision", "open-dispute"]);
  expect((await shown(running)).changesUntil).toEqual(daysAfter(60));
  expect(await offered(released)).toEqual([]);
  expect((await shown(released)).changesUntil).toBeNull();
  for (const [action, said] of [
    ["request-revision", { points: "The end." }],
    ["open-dispute", { reason: "No.", outcome: "Money." }],
  ] as const)
    expect(await doAct(runtime, released.client, released.orderId, action, said)).toMatchObject({ code: "conflict" });
  must(await doAct(runtime, running.client, running.orderId, "request-revision", { points: "The end." }));
  later(70 * 24);
  await tick(runtime);
  expect((await eventsOf(runtime, released.orderId)).filter((name) => name === "order.released")).toHaveLength(1);
});

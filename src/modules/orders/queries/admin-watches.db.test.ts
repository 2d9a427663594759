import { expect, test } from "vitest";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { doAct, must, openOrderRuntime, orderIn, person } from "../orders.testing.ts";
import { adminAtRisk } from "./admin-watches.ts";

const start = new Date("2026-03-10T12:00:00Z");
const hour = 3_600_000;
const admin = person(3);
const runtime = await forThisFile(openOrderRuntime());
const after = (hours: number) => runtime.setNow(new Date(start.getTime() + hours * hour));
const atRisk = async () => must(await adminAtRisk(ctxFor(runtime, admin), {}));

test("work in silence is at risk from a quarter of its time on, and a pause stops that; late work stands first", async () => {
  runtime.setNow(start);
  const one = await orderIn(runtime, "in_progress");
  after(14);
  expect((await atRisk()).rows).toEqual([]);
  after(16);
  const [silent] = (await atRisk()).rows;
  expect(silent).toMatchObject({ id: one.orderId, drafts: [] });
  expect(silent?.used).toBeCloseTo(16 / 60, 2);
  must(await doAct(runtime, one.writer, one.orderId, "hold", { question: "Which edition?" }));
  expect((await atRisk()).rows).toEqual([]);
  after(26);
  must(await doAct(runtime, one.client, one.orderId, "answer", { answer: "The third." }));
  after(80);
  const [late] = (await atRisk()).rows;
  expect(late?.used).toBeGreaterThan(1);
});

test("nobody else sees the board", async () => {
  for (const viewer of [person(), person(2), person(3, { capabilities: ["money"] })])
    expect(await adminAtRisk(ctxFor(runtime, viewer), {})).toMatchObject({ code: "not-found" });
});

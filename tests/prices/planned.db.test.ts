import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { must, person } from "../../src/modules/orders/orders.testing.ts";
import { priceEditor } from "../../src/modules/pricing/editor/price-editor.ts";
import { publishTimer, withdrawPrices } from "../../src/modules/pricing/editor/publish.ts";
import { loadPricing } from "../../src/modules/pricing/index.server.ts";
import { pricingSetting } from "../../src/modules/pricing/settings.ts";
import { publications } from "../../src/modules/pricing/tables.ts";
import { inTransaction } from "../../src/platform/command.ts";
import { systemCtx } from "../../src/platform/runtime.ts";
import { saveSetting } from "../../src/platform/save-setting.ts";
import { outbox, timers } from "../../src/platform/tables.ts";
import { runDueTimers } from "../../src/platform/timers.ts";
import { ctxFor } from "../support/runtime.ts";
import { citationFee, openPriceEditor, start } from "./editor-fixture.ts";

const { runtime, change, publish, feeNow } = await openPriceEditor();
const admin = () => person(3);
const rate = citationFee;
const tick = () => runDueTimers(runtime, [publishTimer]);

test("planned prices come at their time, a second plan is refused; withdrawn they are a draft again", async () => {
  const who = admin();
  const later = { when: "later", date: "2026-03-12", time: "09:00", zone: "UTC" };
  await change(who, { [rate]: "2" });
  for (const past of [{ date: "2026-03-01" }, { date: "2026-03-10", time: "12:00" }])
    expect(await publish(who, { ...later, ...past })).toMatchObject({
      success: false,
      refusal: { fields: [{ path: "date" }] },
    });
  expect(await publish(who, { ...later, when: "now" }), "a day beside “Now”").toMatchObject({
    refusal: { fields: [{ path: "date" }] },
  });
  expect(await publish(who, later)).toEqual({ success: true, version: 0 });
  await tick();
  expect(await feeNow()).toBe("1.5");
  const other = admin();
  await change(other, { [rate]: "4" });
  expect(await publish(other, later)).toMatchObject({
    success: false,
    error: expect.stringContaining("planned already"),
  });
  expect(await withdrawPrices(ctxFor(runtime, who), {})).toMatchObject({ success: true });
  expect(await runtime.db.$count(timers, eq(timers.kind, publishTimer.kind))).toBe(0);
  expect(await publish(who, later)).toMatchObject({ success: true });
  runtime.setNow(new Date("2026-03-12T09:00:00Z"));
  await tick();
  expect(await feeNow()).toBe("2");
  await tick();
  const rows = await runtime.db.select().from(publications);
  expect(rows.map(({ state }) => state).toSorted()).toEqual(["published", "published", "withdrawn"]);
});

test("planned prices keep what was published past the editor meanwhile, and change their own alone", async () => {
  const who = admin();
  await change(who, { [rate]: "2" });
  const at = { when: "later", date: "2026-03-12", time: "08:00", zone: "UTC" };
  expect(await publish(who, at)).toMatchObject({ success: true });
  const now = await loadPricing(runtime.db, runtime.clock());
  if (!now.ok) throw new Error("No prices.");
  const { table, version } = now.value;
  const newer = {
    ...table,
    technical: { ...table.technical, writing: { ...table.technical.writing, citationFee: "9" } },
  };
  must(await inTransaction(systemCtx(runtime, "test"), (work) => saveSetting(work, pricingSetting, newer, version)));
  runtime.setNow(new Date("2026-03-12T08:00:00Z"));
  await tick();
  const after = await loadPricing(runtime.db, runtime.clock());
  expect(after.ok && after.value.version).toBe(3);
  expect(after.ok && after.value.table.nonTech.citationFee).toBe("2");
  expect(after.ok && after.value.table.technical.writing.citationFee).toBe("9");
});

test("an old sign-in withdraws no planned prices", async () => {
  const tired = { ...admin(), freshAt: null };
  await change(tired, { [rate]: "2" });
  const planned = { when: "later", date: "2026-03-12", time: "09:00", zone: "UTC" };
  expect(await publish({ ...tired, freshAt: start }, planned)).toMatchObject({ success: true });
  expect(await withdrawPrices(ctxFor(runtime, tired), {})).toMatchObject({
    success: false,
    refusal: { code: "step-up" },
  });
  const rows = await runtime.db.select().from(publications).where(eq(publications.state, "scheduled"));
  expect(rows).toHaveLength(1);
});

const fee = "technical.writing.citationFee";
const day = { when: "later", date: "2026-03-12", time: "08:00", zone: "UTC" };
const heldEvents = async () =>
  (await runtime.db.select().from(outbox).where(eq(outbox.name, "pricing.held-back"))).map(({ payload }) => payload);
const techFee = async () => {
  const loaded = await loadPricing(runtime.db, runtime.clock());
  return loaded.ok && loaded.value.table.technical.writing.citationFee;
};

test("urgent prices go before planned ones, which then change what they changed and nothing else", async () => {
  const [planner, hurried] = [admin(), admin()];
  await change(planner, { [rate]: "2" });
  expect(await publish(planner, day)).toEqual({ success: true, version: 0 });
  await change(hurried, { [fee]: "9" }, "save", "technical");
  expect(await publish(hurried)).toEqual({ success: true, version: 2 });
  expect([await feeNow(), await techFee()]).toEqual(["1.5", "9"]);
  const shown = await priceEditor(ctxFor(runtime, planner), {});
  expect(shown.ok && shown.value.waiting).toMatchObject({ held: null });
  runtime.setNow(new Date("2026-03-12T08:00:00Z"));
  await tick();
  expect([await feeNow(), await techFee()]).toEqual(["2", "9"]);
  expect(await heldEvents()).toEqual([]);
});

test("a value that both changed holds planned prices back, and those who decide are notified before the day", async () => {
  const [planner, hurried] = [admin(), admin()];
  await change(planner, { [rate]: "2" });
  expect(await publish(planner, day)).toMatchObject({ success: true });
  await change(hurried, { [rate]: "3" });
  expect(await publish(hurried)).toEqual({ success: true, version: 2 });
  expect(await heldEvents()).toMatchObject([{ author: planner.id, version: 2, both: [expect.stringContaining(",")] }]);
  runtime.setNow(new Date("2026-03-12T08:00:00Z"));
  await tick();
  expect(await feeNow()).toBe("3");
  const shown = await priceEditor(ctxFor(runtime, planner), {});
  expect(shown.ok && shown.value.waiting?.held).toHaveLength(1);
  const freshPlanner = { ...planner, freshAt: runtime.clock() };
  expect(await withdrawPrices(ctxFor(runtime, freshPlanner), {})).toMatchObject({ success: true });
  const again = await priceEditor(ctxFor(runtime, planner), {});
  // The draft is the planned one over what its author saw, so the editor asks about what came since.
  expect(again.ok && [again.value.draft.amounts[rate], again.value.newer?.clashes.length]).toEqual(["2.00", 1]);
});

test("planned prices that were held back past their day come as soon as nothing stands against them", async () => {
  const [planner, hurried] = [admin(), admin()];
  await change(planner, { [rate]: "2" });
  expect(await publish(planner, day)).toMatchObject({ success: true });
  await change(hurried, { [rate]: "3" });
  expect(await publish(hurried)).toMatchObject({ success: true });
  runtime.setNow(new Date("2026-03-12T08:00:00Z"));
  await tick();
  expect(await feeNow()).toBe("3");
  await change(hurried, { [rate]: "1.5" });
  expect(await publish({ ...hurried, freshAt: runtime.clock() })).toMatchObject({ success: true });
  await tick();
  expect(await feeNow()).toBe("2");
});

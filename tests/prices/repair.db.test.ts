import { beforeEach, expect, test } from "vitest";
import { person } from "../../src/modules/orders/orders.testing.ts";
import { orRepair, priceEditor, priceHistory } from "../../src/modules/pricing/editor/price-editor.ts";
import { priceRepair, repairPrices } from "../../src/modules/pricing/editor/repair.ts";
import { loadPricing } from "../../src/modules/pricing/index.server.ts";
import { settings } from "../../src/platform/tables.ts";
import { ctxFor } from "../support/runtime.ts";
import { citationFee, ofPrices, openPriceEditor, start } from "./editor-fixture.ts";

const later = new Date("2026-03-12T09:00:00Z");
const { runtime, change, publish, feeNow } = await openPriceEditor();
beforeEach(() => loadPricing(runtime.db, start));

const asAdmin = () => ctxFor(runtime, person(3));
const breakIt = async () => {
  await runtime.db
    .update(settings)
    .set({ value: { nonTech: "gone" } })
    .where(ofPrices);
  runtime.settings.forget();
};
async function publishFee(fee: string) {
  const admin = person(3);
  await change(admin, { [citationFee]: fee });
  expect(await publish(admin)).toMatchObject({ version: 2 });
}

test("a price list that cannot be read goes back to a published version, as a new one", async () => {
  runtime.setNow(later);
  await publishFee("2.00");
  await breakIt();
  expect(await feeNow()).toBe("unavailable");
  expect(await priceEditor(asAdmin(), {})).toMatchObject({ ok: false, code: "unavailable" });
  expect(await priceRepair(asAdmin(), {})).toMatchObject({
    ok: true,
    value: [
      { version: 2, at: later, reason: "Sources cost more" },
      { version: 1, at: start },
    ],
  });
  expect(await repairPrices(asAdmin(), { from: "2", reason: "It was broken" })).toEqual({ success: true, version: 3 });
  expect(await feeNow()).toBe("2");
  expect(await priceHistory(asAdmin(), {})).toMatchObject({
    ok: true,
    value: { version: 3, rows: [{ version: 3, backTo: 2 }, { version: 2 }, { version: 1, at: start }] },
  });
});

test("without a version it goes back to the standard prices", async () => {
  await breakIt();
  expect(await priceRepair(asAdmin(), {})).toEqual({ ok: true, value: [] });
  expect(await repairPrices(asAdmin(), { from: "7", reason: "It was broken" })).toMatchObject({ success: false });
  expect(await repairPrices(asAdmin(), { from: "defaults", reason: "It was broken" })).toMatchObject({ success: true });
  expect(await feeNow()).toBe("1.5");
});

test("a list that can be read, a sign-in that is not fresh and another right change nothing", async () => {
  const ask = { from: "defaults", reason: "It was broken" };
  expect(await repairPrices(asAdmin(), ask)).toMatchObject({ refusal: { code: "conflict" } });
  await breakIt();
  const old = ctxFor(runtime, person(3, { freshAt: null }));
  expect(await repairPrices(old, ask)).toMatchObject({ refusal: { code: "step-up" } });
  const other = ctxFor(runtime, person(3, { capabilities: ["orders"] }));
  expect(await repairPrices(other, ask)).toMatchObject({ refusal: { code: "not-found" } });
  expect(await priceRepair(other, {})).toMatchObject({ ok: false, code: "not-found" });
  expect(await feeNow()).toBe("unavailable");
});

test("while the list cannot be read its history is shown, and the other pages lead to where it is replaced", async () => {
  await publishFee("2.00");
  await breakIt();
  expect(await priceHistory(asAdmin(), { a: "1", b: "2" })).toMatchObject({
    ok: true,
    value: {
      version: null,
      rows: [{ version: 2 }, { version: 1 }],
      compared: { a: 1, b: 2, changes: [{ to: "2.00" }] },
    },
  });
  const editor = await priceEditor(asAdmin(), {});
  const page = new Request("https://shop.test/admin/pricing/publish");
  expect(() => orRepair(editor, page)).toThrow(expect.objectContaining({ status: 302 }));
});

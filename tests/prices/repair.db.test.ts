import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openOrderRuntime, person } from "../../src/modules/orders/orders.testing.ts";
import { changeDraft } from "../../src/modules/pricing/editor/change-draft.ts";
import { priceEditor } from "../../src/modules/pricing/editor/price-editor.ts";
import { priceHistory } from "../../src/modules/pricing/editor/price-history.ts";
import { publishPrices } from "../../src/modules/pricing/editor/publish.ts";
import { priceRepair, repairPrices } from "../../src/modules/pricing/editor/repair.ts";
import { loadPricing } from "../../src/modules/pricing/index.server.ts";
import { priceDrafts, publications } from "../../src/modules/pricing/tables.ts";
import { settings } from "../../src/platform/tables.ts";
import { ctxFor, forThisFile } from "../support/runtime.ts";

const start = new Date("2026-03-10T12:00:00Z");
const later = new Date("2026-03-12T09:00:00Z");
const runtime = await forThisFile(openOrderRuntime({ now: start }));
const ofPrices = eq(settings.key, "pricing");
beforeEach(async () => {
  runtime.setNow(start);
  await runtime.db.delete(priceDrafts);
  await runtime.db.delete(publications);
  await runtime.db.delete(settings).where(ofPrices);
  runtime.settings.forget();
  await loadPricing(runtime.db, start);
});

const asAdmin = () => ctxFor(runtime, person(3));
const breakIt = async () => {
  await runtime.db
    .update(settings)
    .set({ value: { nonTech: "gone" } })
    .where(ofPrices);
  runtime.settings.forget();
};
const feeNow = async () => {
  const loaded = await loadPricing(runtime.db, runtime.clock());
  return loaded.ok ? loaded.value.table.nonTech.citationFee : loaded.code;
};
async function publishFee(fee: string) {
  const admin = asAdmin();
  const seen = async () => {
    const mine = await priceEditor(admin, {});
    return mine.ok ? String(mine.value.revision) : "";
  };
  const typed = { "nonTech.citationFee": fee };
  await changeDraft(admin, { step: "save", part: "non-technical", seen: await seen(), typed });
  expect(await publishPrices(admin, { reason: "Sources cost more", seen: await seen() })).toMatchObject({ version: 2 });
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

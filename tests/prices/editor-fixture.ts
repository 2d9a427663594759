import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import { openOrderRuntime } from "../../src/modules/orders/orders.testing.ts";
import { changeDraft } from "../../src/modules/pricing/editor/change-draft.ts";
import { priceEditor } from "../../src/modules/pricing/editor/price-editor.ts";
import { publishPrices } from "../../src/modules/pricing/editor/publish.ts";
import { loadPricing } from "../../src/modules/pricing/index.server.ts";
import { priceDrafts, publications } from "../../src/modules/pricing/tables.ts";
import type { Runtime } from "../../src/platform/runtime.ts";
import { settings } from "../../src/platform/tables.ts";
import type { Person } from "../../src/shared/viewer.ts";
import { ctxFor, forThisFile } from "../support/runtime.ts";

export const start = new Date("2026-03-10T12:00:00Z");
export const citationFee = "nonTech.citationFee";
export const ofPrices = eq(settings.key, "pricing");

/** The price editor as admins use it. */
export function openPriceHands(runtime: Runtime) {
  /** The revision that this admin's editor shows. */
  const seenBy = async (who: Person): Promise<string> => {
    const mine = await priceEditor(ctxFor(runtime, who), {});
    return mine.ok ? String(mine.value.revision) : "";
  };
  return {
    change: async (who: Person, typed: Record<string, string>, step = "save", part = "non-technical") =>
      changeDraft(ctxFor(runtime, who), { step, part, seen: await seenBy(who), typed }),
    publish: async (who: Person, more: object = {}) =>
      publishPrices(ctxFor(runtime, who), { reason: "Sources cost more", seen: await seenBy(who), ...more }),
  };
}

/** An installation that begins each test at `start` without a price list, and its price editor as admins use it. */
export async function openPriceEditor() {
  const runtime = await forThisFile(openOrderRuntime({ now: start }));
  beforeEach(async () => {
    runtime.setNow(start);
    await runtime.db.delete(priceDrafts);
    await runtime.db.delete(publications);
    await runtime.db.delete(settings).where(ofPrices);
    runtime.settings.forget();
  });
  return {
    runtime,
    ...openPriceHands(runtime),
    /** The fee of a source in force now, or the code of the refusal. */
    feeNow: async () => {
      const loaded = await loadPricing(runtime.db, runtime.clock());
      return loaded.ok ? loaded.value.table.nonTech.citationFee : loaded.code;
    },
  };
}

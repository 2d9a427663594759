import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { dayMs } from "#src/shared/units.ts";
import { promotionCodes } from "../code-tables.ts";

/** Codes to try in a demo: one for everybody, one for first orders, one that has ended. */
export async function seedDemoCodes({ db, clock }: Pick<Runtime, "db" | "clock">, adminId: string): Promise<void> {
  const now = clock().getTime();
  const at = (days: number): Date => new Date(now + days * dayMs);
  const row = (daysAgo: number) => ({
    ...{ id: newId(), createdBy: adminId, createdAt: at(-daysAgo), updatedAt: at(-daysAgo), demo: true },
  });
  await db.insert(promotionCodes).values([
    { ...row(1), code: "TRY10", kind: "percent", percent: 10, capCents: 5_000, mostPerPerson: 3 },
    { ...row(2), code: "FIRST20", kind: "fixed", cents: 2_000, minimumCents: 10_000, firstOrderOnly: true },
    { ...row(40), code: "SPRING15", kind: "percent", percent: 15, validUntil: at(-10), mostUses: 100 },
  ]);
}

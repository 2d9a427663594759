import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { readSetting } from "#src/platform/settings.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { PayoutRhythm } from "../domain/payouts.ts";
import { isPayee } from "../payouts/change-method.ts";
import { type DuePayout, duePayouts } from "../payouts/due.ts";
import { methodsOf, type ShownMethod } from "../payouts/method-store.ts";
import { payoutsOf, type WriterPayout } from "../payouts/my-payouts.ts";
import { payoutSetting } from "../settings.ts";

/** What the next run pays, where it goes, and what went before. */
export type MyPay = {
  rhythm: PayoutRhythm;
  pauseHours: number;
  method: ShownMethod | null;
  /** Null: nothing is open. */
  next: DuePayout | null;
  payouts: readonly WriterPayout[];
};

/** The payouts of the writer who asks. Refuses not-found for everybody else. */
export const myPay = query<Record<string, never>, MyPay>("payments.my-pay", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    if (!isPayee(viewer)) return notFound();
    const { pauseHours, ...rhythm } = (await readSetting(db, payoutSetting)).value;
    const due = await duePayouts(ctx.runtime, db, [viewer.id]);
    return done({
      ...{ rhythm, pauseHours },
      method: (await methodsOf(ctx.runtime, db, [viewer.id])).get(viewer.id) ?? null,
      next: due[0] ?? null,
      payouts: await payoutsOf(db, viewer.id),
    });
  },
});

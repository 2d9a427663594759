import { z } from "zod";
import { type Answer, query } from "#src/platform/query.ts";
import { readSetting } from "#src/platform/settings.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { isPayee } from "../payouts/change-method.ts";
import { duePayouts } from "../payouts/due.ts";
import { methodsOf } from "../payouts/method-store.ts";
import { lastPayoutAt, leftOutSince, payoutSums, payoutsOf } from "../payouts/my-payouts.ts";
import { payoutSetting } from "../settings.ts";

/** What the next run pays, where it goes, and what went out in a time: `sent` sums all of it, `payouts` has the newest. */
export type MyPay = Answer<typeof myPay>;

/** The viewer's payouts as a writer, of a time or the newest. Refuses not-found for everybody else. */
export const myPay = query("payments.my-pay", {
  input: z.strictObject({ from: z.date().nullable().default(null), before: z.date().nullable().default(null) }),
  run: async ({ db, ctx, viewer }, time) => {
    if (!isPayee(viewer)) return notFound();
    const { pauseHours, ...rhythm } = (await readSetting(db, payoutSetting)).value;
    const due = await duePayouts(ctx.runtime, db, [viewer.id]);
    const [payouts, sent] = [await payoutsOf({ db, viewer }, viewer.id, time), await payoutSums(db, viewer.id, time)];
    return done({
      ...{ rhythm, pauseHours },
      method: (await methodsOf(ctx.runtime, db, [viewer.id])).get(viewer.id) ?? null,
      /** Null: nothing is open. */
      next: due[0] ?? null,
      payouts,
      sent,
      /** Null: in no payout since the last one was this writer left out. */
      leftOut: await leftOutSince(db, viewer.id, await lastPayoutAt(db, viewer.id)),
    });
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { writerIdOf } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, invalid, notFound } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import type { Person, Viewer } from "#src/shared/viewer.ts";
import { accountKey, endingOf, methodErrors, payoutKinds, plainMethod } from "../domain/payout-method.ts";
import { payoutSetting } from "../settings.ts";
import { accountFingerprint, openMethod, sealMethod } from "./method-store.ts";
import { methodMail } from "./payout-mails.ts";
import { payoutMethods } from "./payout-tables.ts";

/** A writer whose second factor is not still to be shown. */
export const isPayee = (viewer: Viewer): viewer is Person => writerIdOf(viewer) !== null;

const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`).default("");
const input = z.strictObject({
  kind: z.enum(payoutKinds, "Choose how you want to be paid.").default("bank"),
  legalName: text(100),
  country: text(2),
  account: text(60),
  bankCode: text(30),
  bankName: text(100),
  currency: text(3).transform((code) => code || "USD"),
  note: text(300),
});

/**
 * A writer says where the money goes. Another account than before waits before it is paid to, and each change is
 * mailed. The same answer twice is one. Refusals: not-found (no writer), step-up, invalid.
 */
export const changePayoutMethod = command<z.infer<typeof input>, { changed: boolean }>(
  "payments.change-payout-method",
  {
    input,
    run: async (work, typed) => {
      const { viewer, tx, now, ctx } = work;
      if (!isPayee(viewer)) return notFound();
      const payee = viewer.id;
      const stale = mustBeFresh(work);
      if (stale) return stale;
      const wrong = methodErrors(typed);
      if (wrong.length > 0) return invalid(wrong);
      const method = plainMethod(typed);
      const row = {
        sealed: sealMethod(ctx.runtime, method, payee),
        ending: endingOf(method),
        fingerprint: accountFingerprint(ctx.runtime, accountKey(method)),
        givenAt: now,
      };
      // Of two first answers at the same moment one is the first; the other waits here and is judged beside it.
      const made = await tx
        .insert(payoutMethods)
        .values({ writerId: payee, ...row, changedAt: null })
        .onConflictDoNothing()
        .returning({ writerId: payoutMethods.writerId });
      const first = made.length > 0;
      if (!first) {
        const mine = eq(payoutMethods.writerId, payee);
        const [before] = await tx.select().from(payoutMethods).where(mine).for("update");
        const known = before && openMethod(ctx.runtime, before.sealed, payee);
        if (known && JSON.stringify(known) === JSON.stringify(method)) return done({ changed: false });
        await tx
          .update(payoutMethods)
          .set({ ...row, changedAt: now })
          .where(mine);
      }
      const { pauseHours } = await ctx.runtime.settings.get(payoutSetting);
      const waits = !first && pauseHours > 0 ? new Date(now.getTime() + pauseHours * hourMs) : null;
      const mail = { ending: row.ending, first, waits, zone: viewer.timeZone ?? "UTC" };
      await queueMail(tx, methodMail(viewer.email, mail), now);
      work.audit({ action: "payments.payout-method", subject: payee, detail: { ending: row.ending, first } });
      return done({ changed: true });
    },
  },
);

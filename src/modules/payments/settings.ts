import { z } from "zod";
import type { Ctx } from "#src/platform/runtime.ts";
import { defineSetting } from "#src/platform/settings.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { isCalendarDate } from "#src/shared/zone.ts";
import { defaultShare } from "./domain/earnings.ts";

/** The writer's part of the price. */
export const shareSetting = defineSetting({
  key: "writing.share",
  meaning: "the writer's part of the price",
  unit: "percent",
  schema: z.number().int().min(0).max(100),
  default: defaultShare,
});

/** Prices include tax; the receipt says how much of it. The rate is in hundredths of a percent. */
export const taxSetting = defineSetting({
  key: "payments.tax",
  meaning: "name and rate of the tax that prices contain, and the operator's tax number, for receipts",
  unit: "hundredths of a percent",
  schema: z.strictObject({
    name: z.string().trim().max(40),
    rate: z.number().int().min(0).max(5000),
    number: z.string().trim().max(60),
  }),
  default: { name: "", rate: 0, number: "" },
});

const line = (most: number) => z.string().trim().max(most);

/** Where transfers go; without an account number nobody can choose a transfer. */
export const bankSetting = defineSetting({
  key: "payments.bank",
  meaning: "the operator's account for bank transfers: holder, IBAN or account number, BIC, name of the bank",
  schema: z.strictObject({ holder: line(100), account: line(60), bic: line(20), bank: line(100) }),
  default: { holder: "", account: "", bic: "", bank: "" },
});
export type BankAccount = z.infer<typeof bankSetting.schema>;

/** A transfer over this sum needs a second admin, or a fresh proof where one admin is alone. */
export const secondAdminSetting = defineSetting({
  key: "payments.second-admin",
  meaning: "bank transfers over this sum need a second admin",
  unit: "cents",
  schema: z.number().int().min(0).max(10_000_000),
  default: 50_000,
});

/** What of a transfer an admin may accept as missing; the operator pays it. */
export const shortfallSetting = defineSetting({
  key: "payments.shortfall",
  meaning: "up to this sum an admin may accept a transfer that is short; the operator pays the difference",
  unit: "cents",
  schema: z.number().int().min(0).max(10_000),
  default: 500,
});

/** An amount above this, in cents, is repeated before it counts; refunds and transfers always are. */
export const repeatFromSetting = defineSetting({
  key: "payments.repeat-from",
  meaning: "typed amounts above this are shown once more before they count; refunds and transfers always are",
  unit: "cents",
  schema: z.number().int().min(0).max(10_000_000),
  default: 20_000,
});

/** Payouts every second Monday; a changed account waits. */
export const payoutSetting = defineSetting({
  key: "payments.payouts",
  meaning:
    "a day of payouts that the others count from, every how many weeks, and the hours that a changed account waits",
  schema: z.strictObject({
    firstDay: z.string().refine(isCalendarDate, "Write a day as YYYY-MM-DD."),
    everyWeeks: z.number().int().min(1).max(13),
    pauseHours: z.number().int().min(0).max(720),
  }),
  default: { firstDay: "2026-01-05", everyWeeks: 2, pauseHours: 72 },
});

/** A sum that a form books, in cents, and how its confirmation says it. `always`: whatever its height, also zero. */
export type SumToRepeat = { cents: number; text: string; always?: boolean };

/**
 * Asks for the same form once more where it books a refund, a transfer or an amount above the setting. `sent` is what the
 * form repeats ("" the first time): another sum than the one that was read is asked for again. Null when it may continue.
 */
export async function mustRepeat(ctx: Ctx, sent: string, sums: readonly SumToRepeat[]): Promise<Refusal | null> {
  const from = await ctx.runtime.settings.get(repeatFromSetting);
  const due = sums.filter(({ cents, always }) => always || (cents > 0 && cents > from));
  const repeat = due.map(({ text }) => text).join(", ");
  if (repeat === sent || due.length === 0) return null;
  return refuse("conflict", `${repeat}. Send it again if this is right.`, { data: { repeat } });
}

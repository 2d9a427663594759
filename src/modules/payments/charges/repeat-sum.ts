import type { Ctx } from "#src/platform/runtime.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { repeatFromSetting } from "../settings.ts";

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

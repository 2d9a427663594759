import { keptBudgets } from "#src/platform/guest-budgets.ts";
import { countUses, uncountUse } from "#src/platform/limits.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { AskAllowance } from "../ports.ts";

const { name, most: fromOne, seconds } = keptBudgets.forgedEvent;
/** From all addresses together. */
const inSum = 300;

/**
 * Forged events must not become as many questions to the provider. Every question is counted before it is asked, and
 * released when the event was real: a sender of many real events is never refused for their number.
 */
export function openAllowance(
  runtime: Runtime,
  provider: string,
  address: string,
): { take: AskAllowance; release: () => Promise<void> } {
  const { limitsFactor } = runtime.config;
  const uses = [
    { key: `${name}:${provider}:${address}`, most: fromOne * limitsFactor, seconds },
    { key: `${name}:${provider}`, most: inSum * limitsFactor, seconds },
  ];
  let taken: Date | null = null;
  return {
    take: async () => {
      const now = runtime.clock();
      const wait = await countUses(runtime.db, uses, now);
      if (wait === null) taken = now;
      else runtime.log.warn({ provider }, "an event was not looked at: too many were forged");
      return wait;
    },
    release: async () => {
      const at = taken;
      if (at) await Promise.all(uses.map((use) => uncountUse(runtime.db, use, at)));
    },
  };
}

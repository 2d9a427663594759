import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { canManageMoney } from "../domain/policy.ts";
import { processDueEvents } from "../provider-events/inbox.ts";
import { providerEvents } from "../tables.ts";

type Due = { provider: string; eventId: string };

const makeDue = command<{ eventId: string }, Due>("payments.retry-event", {
  input: z.strictObject({ eventId: z.uuid() }),
  run: async (work, { eventId: id }) => {
    if (!canManageMoney(work.viewer)) return notFound();
    const [due] = await work.tx
      .update(providerEvents)
      .set({ nextTryAt: work.now, attempts: 0 })
      .where(and(eq(providerEvents.id, id), isNull(providerEvents.processedAt)))
      .returning({ provider: providerEvents.provider, eventId: providerEvents.eventId });
    if (!due) return refuse("conflict", "This message is processed already.");
    work.audit({ action: "payments.event-retried", subject: id, detail: due });
    return done(due);
  },
});

/**
 * Follows a stored event now that could not be followed before, and counts its tries anew; whether it worked stands in
 * the inbox. Refusals: not-found, invalid, conflict (it is handled already).
 */
export async function retryEvent(ctx: Ctx, raw: unknown): Promise<Outcome<Due>> {
  const due = await makeDue(ctx, raw);
  if (due.ok) await processDueEvents(ctx.runtime, due.value);
  return due;
}

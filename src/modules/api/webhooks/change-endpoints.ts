import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { mayManageApi } from "../domain/policy.ts";
import { deliveries, endpoints } from "../tables.ts";
import { sealedSecret } from "./secrets.ts";
import { newSecret } from "./signature.ts";

/** How long the secret before a rotation continues to sign. */
const oldSecretMs = dayMs;

type Endpoint = typeof endpoints.$inferSelect;

/** Refuses everybody but admins for settings, and a sign-in that is not fresh where that is needed. */
export const closed = ({ viewer, now }: Pick<Work, "viewer" | "now">, needsFresh: boolean): Refusal | null => {
  if (!mayManageApi(viewer)) return notFound();
  return needsFresh ? mustBeFresh({ viewer, now }) : null;
};

/** A change of one endpoint, which is locked; audited under `action`. */
const change = <T>(action: string, needsFresh: boolean, run: (work: Work, endpoint: Endpoint) => Promise<Outcome<T>>) =>
  command<{ id: string }, T>(action, {
    input: z.object({ id: z.uuid() }),
    run: async (work, { id }) => {
      const refusal = closed(work, needsFresh);
      if (refusal) return refusal;
      const [endpoint] = await work.tx.select().from(endpoints).where(eq(endpoints.id, id)).for("update");
      if (!endpoint) return refuse("not-found", "This webhook was removed.");
      const outcome = await run(work, endpoint);
      if (outcome.ok) work.audit({ action, subject: id, detail: { host: new URL(endpoint.url).host } });
      return outcome;
    },
  });

/** A new secret; for a day the old one signs beside it. Answers it once. */
export const rotateSecret = change<{ secret: string }>(
  "api.endpoint-rotated",
  true,
  async (work, { id, secret: old }) => {
    const secret = newSecret();
    await work.tx
      .update(endpoints)
      .set({
        secret: sealedSecret(work.ctx.runtime, id, secret),
        oldSecret: old,
        oldSecretUntil: new Date(work.now.getTime() + oldSecretMs),
      })
      .where(eq(endpoints.id, id));
    return done({ secret });
  },
);

const switchTo = (on: boolean) =>
  change<null>(on ? "api.endpoint-on" : "api.endpoint-off", false, async (work, endpoint) => {
    if (endpoint.on === on) return refuse("conflict", `This webhook is ${on ? "on" : "off"} already.`);
    await work.tx
      .update(endpoints)
      .set({ on, offBecause: on ? null : "admin", ...(on && { failingSince: null }) })
      .where(eq(endpoints.id, endpoint.id));
    return done(null);
  });

export const switchOn = switchTo(true);
export const switchOff = switchTo(false);

/** Removes an endpoint and its log. */
export const removeEndpoint = change<null>("api.endpoint-removed", false, async (work, { id }) => {
  await work.tx.delete(deliveries).where(eq(deliveries.endpointId, id));
  await work.tx.delete(endpoints).where(eq(endpoints.id, id));
  return done(null);
});

/** Sends a message that speaks of nothing, to see that it arrives. */
export const sendTest = change<null>("api.endpoint-tested", false, async (work, endpoint) => {
  if (!endpoint.on) return refuse("conflict", "This webhook is off. Switch it on first.");
  await work.tx.insert(deliveries).values({
    ...{ id: newId(), endpointId: endpoint.id, eventId: newId(), type: "test" },
    body: JSON.stringify({ type: "test", timestamp: work.now.toISOString(), data: {} }),
    ...{ createdAt: work.now, state: "waiting", nextTryAt: work.now },
  });
  return done(null);
});

/** Sends a message once more, with the same id: who took it knows it. Refuses conflict while it is on its way. */
export const sendAgain = command<{ id: string }, null>("api.send-again", {
  input: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    const refusal = closed(work, false);
    if (refusal) return refusal;
    const [row] = await work.tx
      .select({ delivery: deliveries, on: endpoints.on })
      .from(deliveries)
      .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
      .where(eq(deliveries.id, id))
      .for("update");
    if (!row) return refuse("not-found", "This message is not in the log any more.");
    if (!row.on) return refuse("conflict", "This webhook is off. Switch it on first.");
    if (row.delivery.state === "waiting" && row.delivery.attempts === 0)
      return refuse("conflict", "This message is on its way already.");
    await work.tx
      .update(deliveries)
      .set({ state: "waiting", attempts: 0, claim: row.delivery.claim + 1, nextTryAt: work.now })
      .where(eq(deliveries.id, id));
    work.audit({ action: "api.sent-again", subject: row.delivery.endpointId, detail: { type: row.delivery.type } });
    return done(null);
  },
});

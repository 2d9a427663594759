import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { actorId } from "#src/shared/viewer.ts";
import { mayManageApi } from "../domain/policy.ts";
import { deliveries, endpoints } from "../tables.ts";
import { versionOf } from "./endpoint-list.ts";
import { eventTypeNames } from "./event-types.ts";
import { findTarget, type Resolve } from "./post-message.ts";
import { newSecret, sealedSecret } from "./secrets.ts";

/** How long the secret before a rotation continues to sign. */
const oldSecretMs = dayMs;

type Endpoint = typeof endpoints.$inferSelect;

/** Refuses everybody but admins for settings, and a sign-in that is not fresh where that is needed. */
const closed = ({ viewer, now }: Pick<Work, "viewer" | "now">, needsFresh: boolean): Refusal | null => {
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

const mostEndpoints = 20;

const input = z.object({
  /** Made by the form: sent twice it makes one endpoint. */
  id: z.uuid(),
  url: z.string().trim(),
  events: z.array(z.enum(eventTypeNames)).min(1, "Choose at least one event."),
});
type Asked = z.infer<typeof input>;

type Writing<T> = {
  write: (ctx: Ctx, raw: unknown) => Promise<Outcome<T>>;
  /** Whether nothing but the address can be wrong. */
  isWhole: (raw: unknown) => boolean;
  resolve: Resolve | undefined;
};

/** Writes with the address that was looked at, outside of the transaction; its error is reported together with all others. */
async function withTarget<T>(ctx: Ctx, raw: unknown, { write, isWhole, resolve }: Writing<T>): Promise<Outcome<T>> {
  const { viewer, runtime } = ctx;
  const refusal = closed({ viewer, now: runtime.clock() }, true);
  if (refusal) return refusal;
  const url = z.object({ url: z.string().trim().max(2_000) }).safeParse(raw).data?.url ?? "";
  const target = await findTarget(url, runtime.mode === "demo", resolve);
  if (target.ok) return write(ctx, { ...Object(raw), url: target.value.url.href });
  if (isWhole(raw)) return target;
  const rest = await write(ctx, { ...Object(raw), url });
  return rest.ok ? target : { ...rest, fields: [...(target.fields ?? []), ...(rest.fields ?? [])] };
}

const insertEndpoint = command<Asked, { secret: string }>("api.make-endpoint", {
  input,
  run: async (work, { id, url, events }) => {
    const refusal = closed(work, true);
    if (refusal) return refusal;
    const [known] = await work.tx.select({ rows: count() }).from(endpoints);
    if ((known?.rows ?? 0) >= mostEndpoints)
      return refuse("conflict", `There are ${mostEndpoints} webhooks. Remove one first.`);
    const secret = newSecret();
    const written = await work.tx
      .insert(endpoints)
      .values({
        ...{ id, url, events: [...new Set(events)], on: true },
        secret: sealedSecret(work.ctx.runtime, id, secret),
        ...{ createdAt: work.now, createdBy: actorId(work.viewer) },
      })
      .onConflictDoNothing({ target: endpoints.id })
      .returning({ id: endpoints.id });
    if (written.length === 0)
      return refuse("conflict", "This webhook was made already. Its secret was shown once; a new one can be made.");
    work.audit({ action: "api.endpoint-made", subject: id, detail: { host: new URL(url).host, events } });
    return done({ secret });
  },
});

/**
 * Makes a webhook for an admin for settings with a fresh sign-in. The address must be one of the internet (post-message.ts).
 * Answers the secret that signs: nobody can see it again. Refuses not-found, step-up, invalid and conflict.
 */
export const makeEndpoint = (ctx: Ctx, raw: unknown, resolve?: Resolve): Promise<Outcome<{ secret: string }>> =>
  withTarget(ctx, raw, { write: insertEndpoint, isWhole: (asked) => input.safeParse(asked).success, resolve });

const edit = input.extend({
  /** Of what the form showed. */
  version: z.string(),
});

const updateEndpoint = command<z.infer<typeof edit>, null>("api.edit-endpoint", {
  input: edit,
  run: async (work, { id, url, events, version }) => {
    const refusal = closed(work, true);
    if (refusal) return refusal;
    const [endpoint] = await work.tx.select().from(endpoints).where(eq(endpoints.id, id)).for("update");
    if (!endpoint) return refuse("not-found", "This webhook was removed.");
    if (versionOf(endpoint) !== version)
      return refuse("conflict", "This webhook was changed in the meantime. Look at what it is now, then save again.");
    const isMoved = endpoint.url !== url;
    await work.tx
      .update(endpoints)
      .set({ url, events: [...new Set(events)], ...(isMoved && { failingSince: null }) })
      .where(eq(endpoints.id, id));
    work.audit({ action: "api.endpoint-edited", subject: id, detail: { host: new URL(url).host, events } });
    return done(null);
  },
});

/**
 * Gives a webhook another address or other events, for an admin for settings with a fresh sign-in. What waits goes to
 * the new address; the secret stays. Refuses not-found, step-up, invalid, and conflict after a change by somebody else.
 */
export const editEndpoint = (ctx: Ctx, raw: unknown, resolve?: Resolve): Promise<Outcome<null>> =>
  withTarget(ctx, raw, { write: updateEndpoint, isWhole: (asked) => edit.safeParse(asked).success, resolve });

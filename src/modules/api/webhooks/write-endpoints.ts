import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { endpoints } from "../tables.ts";
import { closed } from "./change-endpoints.ts";
import { versionOf } from "./endpoint-list.ts";
import { eventTypeNames } from "./event-types.ts";
import { sealedSecret } from "./secrets.ts";
import { newSecret } from "./signature.ts";
import { findTarget, type Resolve } from "./target.ts";

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
 * Makes a webhook for an admin for settings with a fresh sign-in. The address must be one of the internet (target.ts).
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

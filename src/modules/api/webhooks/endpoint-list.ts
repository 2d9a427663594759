import { createHash } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { cutPage, walk } from "#src/platform/database/cursor.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { mayManageApi } from "../domain/policy.ts";
import { deliveries, endpoints } from "../tables.ts";
import type { EventType } from "./event-types.ts";

type EndpointRow = typeof endpoints.$inferSelect;
type DeliveryRow = typeof deliveries.$inferSelect;

export type EndpointLine = {
  id: string;
  url: string;
  events: readonly EventType[];
  state: "on" | "failing" | "off" | "given-up";
  failingSince: Date | null;
  /** The secret before signs too until then; null: there is none. */
  oldSecretUntil: Date | null;
  /** Of address and events: another one after they were edited. */
  version: string;
};

/** Names what can be edited, so that a form knows whether somebody else did. */
export const versionOf = ({ url, events }: Pick<EndpointRow, "url" | "events">): string =>
  createHash("sha256")
    .update(JSON.stringify([url, events]))
    .digest("base64url")
    .slice(0, 22);

const stateOf = ({ on, offBecause, failingSince }: EndpointRow): EndpointLine["state"] => {
  if (on) return failingSince ? "failing" : "on";
  return offBecause === "failures" ? "given-up" : "off";
};

const lineOf = (row: EndpointRow, now: Date): EndpointLine => ({
  ...{ id: row.id, url: row.url, events: row.events, state: stateOf(row), failingSince: row.failingSince },
  oldSecretUntil: row.oldSecretUntil && now < row.oldSecretUntil ? row.oldSecretUntil : null,
  version: versionOf(row),
});

/** The webhooks, newest first. Refuses not-found for others than admins for settings. */
export const endpointList = query<Record<string, never>, readonly EndpointLine[]>("api.endpoint-list", {
  input: z.strictObject({}),
  run: async ({ db, viewer, now }) => {
    if (!mayManageApi(viewer)) return notFound();
    const rows = await db.select().from(endpoints).orderBy(desc(endpoints.createdAt), desc(endpoints.id));
    return done(rows.map((row) => lineOf(row, now)));
  },
});

export type DeliveryLine = Pick<
  DeliveryRow,
  "id" | "type" | "state" | "attempts" | "createdAt" | "triedAt" | "nextTryAt" | "status" | "answer"
>;
export type EndpointPage = {
  endpoint: EndpointLine;
  log: readonly DeliveryLine[];
  older: string | null;
  newer: string | null;
};

const pageSize = 30;
const input = z.strictObject({
  id: z.string().max(40),
  older: z.string().max(100).optional(),
  newer: z.string().max(100).optional(),
});

/** A webhook and a page of what was sent to it, newest first. Refuses not-found. */
export const endpointPage = query<z.infer<typeof input>, EndpointPage>("api.endpoint-page", {
  input,
  run: async ({ db, viewer, now }, { id, ...asked }) => {
    if (!mayManageApi(viewer) || !z.uuid().safeParse(id).success) return notFound();
    const [endpoint] = await db.select().from(endpoints).where(eq(endpoints.id, id));
    if (!endpoint) return notFound();
    const { direction, after, order } = walk(asked, { at: deliveries.createdAt, id: deliveries.id });
    const { type, state, attempts, createdAt, triedAt, nextTryAt, status, answer } = deliveries;
    const found = await db
      .select({ id: deliveries.id, type, state, attempts, createdAt, triedAt, nextTryAt, status, answer })
      .from(deliveries)
      .where(and(eq(deliveries.endpointId, id), after))
      .orderBy(...order)
      .limit(pageSize + 1);
    const page = cutPage(found, pageSize, direction, (row) => ({ at: row.createdAt, id: row.id }));
    return done({ endpoint: lineOf(endpoint, now), log: page.rows, older: page.older, newer: page.newer });
  },
});

import { createHash } from "node:crypto";
import { and, asc, count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { mayManageApi } from "../domain/policy.ts";
import { deliveries, endpoints } from "../tables.ts";

type EndpointRow = typeof endpoints.$inferSelect;

export type EndpointLine = ReturnType<typeof lineOf>;

/** Names what can be edited, so that a form knows whether somebody else did. */
export const versionOf = ({ url, events }: Pick<EndpointRow, "url" | "events">): string =>
  createHash("sha256")
    .update(JSON.stringify([url, events]))
    .digest("base64url")
    .slice(0, 22);

const stateOf = ({ on, offBecause, failingSince }: EndpointRow): "on" | "failing" | "off" | "given-up" => {
  if (on) return failingSince ? "failing" : "on";
  return offBecause === "failures" ? "given-up" : "off";
};

const lineOf = (row: EndpointRow, now: Date) => ({
  ...{ id: row.id, url: row.url, events: row.events, state: stateOf(row), failingSince: row.failingSince },
  /** The secret before signs too until then; null: there is none. */
  oldSecretUntil: row.oldSecretUntil && now < row.oldSecretUntil ? row.oldSecretUntil : null,
  /** Of address and events: another one after they were edited. */
  version: versionOf(row),
});

/** The webhooks, newest first. Refuses not-found for others than admins for settings. */
export const endpointList = query("api.endpoint-list", {
  input: z.strictObject({}),
  run: async ({ db, viewer, now }) => {
    if (!mayManageApi(viewer)) return notFound();
    const rows = await db.select().from(endpoints).orderBy(desc(endpoints.createdAt), desc(endpoints.id));
    return done(rows.map((row) => lineOf(row, now)));
  },
});

export type DeliveryLine = Answer<typeof endpointPage>["log"][number];

const pageSize = 30;
const input = z.strictObject({
  id: askedId,
  older: askedCursor.optional(),
  newer: askedCursor.optional(),
});

/** A webhook and a page of what was sent to it, newest first. Refuses not-found. */
export const endpointPage = query("api.endpoint-page", {
  input,
  run: async ({ db, viewer, now }, { id, ...asked }) => {
    if (!mayManageApi(viewer) || !isId(id)) return notFound();
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

const [shown, mostCounted] = [50, 1_000];

/** Messages to webhooks that would leave now, as `waitingMails` lists e-mails. Refuses not-found. */
export const waitingDeliveries = query("api.waiting-deliveries", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "system" && !mayManageApi(viewer)) return notFound();
    const waiting = eq(deliveries.state, "waiting");
    const rows = await db
      .select({ id: deliveries.id, type: deliveries.type, since: deliveries.createdAt, url: endpoints.url })
      .from(deliveries)
      .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
      .where(waiting)
      .orderBy(asc(deliveries.nextTryAt), asc(deliveries.id))
      .limit(shown);
    const first = db.select({ id: deliveries.id }).from(deliveries).where(waiting).limit(mostCounted).as("first");
    const [counted] = await db.select({ all: count() }).from(first);
    return done({
      all: counted?.all ?? 0,
      rows: rows.map(({ url, ...row }) => ({ ...row, host: new URL(url).host })),
    });
  },
});

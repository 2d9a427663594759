import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { type Database, foundSince } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { nameFor, textFor, type Viewer } from "#src/shared/viewer.ts";
import { canDecideRequest, canSeeAllOrders, clientIdOf, isOwnRequest } from "../domain/policy.ts";
import { screenedRequests as requests, screenedRequests } from "../storage/draft-tables.ts";

/** For the download of own data: what a person read before it was an order, and the answer. */
export const requestsOf = (db: Database, personId: string) => {
  const { title, service, sentence, state, values, answer, createdAt, decidedAt, totalCents } = screenedRequests;
  return db
    .select({ title, service, sentence, state, values, answer, createdAt, decidedAt, totalCents })
    .from(screenedRequests)
    .where(eq(screenedRequests.clientId, personId))
    .orderBy(desc(screenedRequests.createdAt))
    .limit(1_000);
};

/** The account is deleted: its requests go with their files; a timer that finds none does nothing. */
export async function forgetRequests(work: Work, personId: string): Promise<void> {
  const gone = await work.tx
    .delete(screenedRequests)
    .where(eq(screenedRequests.clientId, personId))
    .returning({ id: screenedRequests.id });
  await forgetFilesAt(
    work,
    "order",
    gone.map(({ id }) => id),
  );
}

const shownAtOnce = 20;
const lastDecided = 8;

const isWaiting = sql`${requests.state} = 'waiting'`;
const brief = {
  id: requests.id,
  clientId: requests.clientId,
  state: requests.state,
  asked: requests.asked,
  rule: requests.rule,
  ask: requests.ask,
  field: requests.field,
  sentence: requests.sentence,
  title: requests.title,
  service: requests.service,
  totalCents: requests.totalCents,
  answer: requests.answer,
  decidedBy: requests.decidedBy,
  decidedAt: requests.decidedAt,
  endsAt: requests.endsAt,
  createdAt: requests.createdAt,
};

/** How many requests wait and since when, at most so many looked at: for one statement with other counts. */
export const waitingRequests = (most: number): SQL =>
  foundSince(most, sql`select ${requests.createdAt} as since from ${requests} where ${isWaiting}`);

type RequestTexts = { clientId: string; title: string; sentence: string };

/** The client's words in a request, as this admin may have them. */
const textsFor = (viewer: Viewer, { clientId, title, sentence }: RequestTexts) => ({
  title: textFor(viewer, clientId, "work", title),
  sentence: textFor(viewer, clientId, "work", sentence),
});

export type ScreenedQueue = Answer<typeof screenedQueue>;

/** The requests that wait for a person, those that wait longest first, and what was decided last. Refuses not-found. */
export const screenedQueue = query("orders.screened-queue", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeAllOrders(viewer, "admin")) return notFound();
    const instructions = sql<string>`coalesce(${requests.kept}->'form'->>'instructions', '')`;
    const files = sql<number>`coalesce(jsonb_array_length(${requests.kept}->'attachments'), 0)`;
    const [rows, decided] = await Promise.all([
      db
        .select({ ...brief, instructions, files })
        .from(requests)
        .where(isWaiting)
        .orderBy(asc(requests.createdAt), asc(requests.id))
        .limit(shownAtOnce + 1),
      db
        .select(brief)
        .from(requests)
        .where(isNotNull(requests.decidedAt))
        .orderBy(desc(requests.decidedAt), desc(requests.id))
        .limit(lastDecided),
    ]);
    const ids = [...rows, ...decided].flatMap(({ clientId, decidedBy }) => [clientId, decidedBy ?? ""]);
    const people = await findPeople(db, ids.filter(Boolean));
    const nameOf = (id: string | null) =>
      (id && nameFor(viewer, id, people.get(id)?.name ?? "")) || "A deleted account";
    const seen = <R extends RequestTexts>(row: R): R => ({ ...row, ...textsFor(viewer, row) });
    return done({
      waiting: rows.slice(0, shownAtOnce).map((row) => ({
        ...seen(row),
        instructions: textFor(viewer, row.clientId, "work", row.instructions),
        client: nameOf(row.clientId),
        mine: !canDecideRequest(row, viewer),
      })),
      more: rows.length > shownAtOnce,
      decided: decided.map((row) => ({ ...seen(row), client: nameOf(row.clientId), by: nameOf(row.decidedBy) })),
    });
  },
});

/** A request of the viewer, with the form as it was typed. A foreign one and one that never was are both not-found. */
export const ownRequest = query("orders.own-request", {
  input: z.strictObject({ requestId: askedId }),
  run: async ({ db, viewer }, { requestId }) => {
    if (!isId(requestId)) return notFound();
    const [row] = await db
      .select({ ...brief, values: requests.values, key: requests.idempotencyKey })
      .from(requests)
      .where(eq(requests.id, requestId));
    return row && isOwnRequest(row, viewer) ? done(row) : notFound();
  },
});

/** A request of the viewer that a person refused, with who did; null for any other. */
export async function refusedRequest(db: Database, viewer: Viewer, id: string): Promise<{ decidedBy: string } | null> {
  if (!isId(id)) return null;
  const { clientId, state, decidedBy } = requests;
  const [row] = await db.select({ clientId, state, decidedBy }).from(requests).where(eq(requests.id, id));
  if (!row?.decidedBy || row.state !== "refused" || !isOwnRequest(row, viewer)) return null;
  return { decidedBy: row.decidedBy };
}

/** The viewer's requests that are no orders yet. */
export const openRequests = query("orders.open-requests", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    const clientId = clientIdOf(viewer);
    if (clientId === null) return done([]);
    const rows = await db
      .select({ id: requests.id, title: requests.title, state: requests.state, endsAt: requests.endsAt })
      .from(requests)
      .where(and(eq(requests.clientId, clientId), inArray(requests.state, ["waiting", "accepted"])))
      .orderBy(desc(requests.createdAt))
      .limit(10);
    return done(rows);
  },
});

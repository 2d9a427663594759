import { type Refusal, stepUp } from "#src/shared/outcome.ts";
import { actorId, isFresh, type Viewer } from "#src/shared/viewer.ts";
import type { Database } from "./database/database.ts";
import { type Change, type Insert, rowsFor, writePipelined } from "./database/pipeline/index.ts";
import { newId } from "./ids.ts";
import { changedTopic } from "./live/topics.ts";
import type { Ctx } from "./runtime.ts";
import { audit, outbox } from "./tables.ts";

type AuditEntry = { action: string; subject: string; detail?: Record<string, unknown> };
type NewEvent = { name: string; subject: string; payload: Record<string, unknown> };

/** One unit of work: what a command holds while its transaction is open. */
export type Work = {
  tx: Database;
  ctx: Ctx;
  viewer: Viewer;
  now: Date;
  audit: (entry: AuditEntry) => void;
  emit: (event: NewEvent) => void;
  /**
   * New rows, and changes of rows, that the rest of the command does not read: written at its end by one statement,
   * together with audit rows and events.
   */
  defer: (write: Insert | Change) => void;
  /** After the commit: whoever has a page of this topic open learns that it is at this version. */
  publish: (topic: string, version: number) => void;
};

type Notes = { entries: AuditEntry[]; events: NewEvent[]; writes: (Insert | Change)[] };
type News = [topic: string, version: number][];

/** Opens the list of deferred writes of a transaction; `write` puts it into the same transaction, `news` waits for its commit. */
export function startWork(
  tx: Database,
  ctx: Ctx,
  now: Date,
): { work: Work; write: () => Promise<string[]>; news: Readonly<News> } {
  const news: News = [];
  const notes: Notes = { entries: [], events: [], writes: [] };
  const work: Work = {
    tx,
    ctx,
    viewer: ctx.viewer,
    now,
    audit: (entry) => {
      notes.entries.push(entry);
      news.push([changedTopic(entry.action.split(".", 1).join()), now.getTime()]);
    },
    emit: (event) => void notes.events.push(event),
    defer: (write) => void notes.writes.push(write),
    publish: (topic, version) => void news.push([topic, version]),
  };
  return { work, write: () => writeNotes(tx, ctx, now, notes), news };
}

/** One statement for all of it. Events without a handler are never due; gives the ids of the others. */
async function writeNotes(tx: Database, ctx: Ctx, now: Date, notes: Notes): Promise<string[]> {
  const actor = actorId(ctx.viewer);
  const entries = notes.entries.map((e) => ({
    id: newId(),
    at: now,
    actor,
    action: e.action,
    subject: e.subject,
    detail: e.detail ?? {},
    requestId: ctx.request.id,
  }));
  const events = notes.events.map((event) => ({
    id: newId(),
    ...event,
    at: now,
    nextTryAt: ctx.runtime.hasHandler(event) ? now : null,
  }));
  await writePipelined(tx, [...notes.writes, rowsFor(audit, entries), rowsFor(outbox, events)]);
  return events.filter(({ nextTryAt }) => nextTryAt !== null).map(({ id }) => id);
}

/**
 * For commands that a stolen session must not carry out: null when the person proved within ten minutes to be it,
 * else the refusal "step-up". The product itself passes; a guest is left to the command's own rule.
 */
export const mustBeFresh = ({ viewer, now }: Pick<Work, "viewer" | "now">): Refusal | null =>
  viewer.kind === "person" && !isFresh(viewer, now) ? stepUp() : null;

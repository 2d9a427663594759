import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSchema, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "./database/database.ts";
import type { MailContent, MailState } from "./mail/content.ts";

export const platform = pgSchema("platform");
type Json = Record<string, unknown>;

/** One row: the mode of this database never changes. */
export const installation = platform.table("installation", {
  id: integer().primaryKey(),
  mode: text().$type<"demo" | "real">().notNull(),
  installId: text().notNull(),
  createdAt: instant().notNull(),
  /** When the demo's data was whole. */
  seededAt: instant(),
  /** Recognises the secret that this database was made with (platform/secret.ts); null: none is known yet. */
  secretMark: text(),
  /** Where these rows were used, the latest last (platform/database/place.ts); none for those of an older version. */
  places: jsonb().$type<string[]>().notNull().default([]),
  /** Nothing leaves since then, because the rows came from another place (platform/outgoing-hold.ts). */
  heldSince: instant(),
});

/** One row: what the wall clock was last, and the jump that holds the timers (platform/clock-watch.ts). */
export const clockWatch = platform.table("clock_watch", {
  id: integer().primaryKey(),
  seenAt: instant().notNull(),
  /** Timers wait while these are set. */
  jumpFrom: instant(),
  jumpTo: instant(),
});

export const settings = platform.table("settings", {
  key: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  version: integer().notNull(),
  updatedAt: instant().notNull(),
  updatedBy: text().notNull(),
});

/** What a setting was before each save: an order continues by the price list that it was priced with. */
export const pastSettings = platform.table(
  "past_settings",
  {
    key: text().notNull(),
    version: integer().notNull(),
    value: jsonb().$type<unknown>().notNull(),
    endedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.version] })],
);

/** Events wait here from commit until every handler has run. */
export const outbox = platform.table(
  "outbox",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    subject: text().notNull(),
    payload: jsonb().$type<Json>().notNull(),
    at: instant().notNull(),
    nextTryAt: instant(),
    attempts: integer().notNull().default(0),
    error: text(),
  },
  // In the order in which they are claimed: a crowd of one instant is not sorted for each batch of it.
  (t) => [
    index("outbox_due").on(t.nextTryAt, t.id).where(sql`${t.nextTryAt} is not null`),
    index("outbox_failed").on(t.nextTryAt).where(sql`${t.error} is not null`),
    index("outbox_ended").on(t.at).where(sql`${t.nextTryAt} is null`),
  ],
);

/** Which handler has answered which event: the key makes each run once. */
export const handledEvents = platform.table(
  "handled_events",
  { eventId: uuid().notNull(), handler: text().notNull(), at: instant().notNull() },
  (t) => [primaryKey({ columns: [t.eventId, t.handler] }), index("handled_events_at").on(t.at)],
);

export const timers = platform.table(
  "timers",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    subject: text().notNull(),
    due: instant().notNull(),
    attempts: integer().notNull().default(0),
    error: text(),
  },
  (t) => [
    uniqueIndex("timers_one").on(t.kind, t.subject),
    index("timers_due").on(t.due),
    index("timers_failed").on(t.due).where(sql`${t.attempts} > 0`),
  ],
);

/** What is kept of a backup, or of a drill of one, beside its times. */
export type RunFacts = { orders: number; files: number; sealed: boolean };
/** How far a run is: so many of its tables or files are written. */
export type RunProgress = { part: "tables" | "files"; written: number; of: number };

const runsTable = (name: string) =>
  platform.table(
    name,
    {
      slot: instant().primaryKey(),
      /** Waiting: an admin asked for it, and no process has begun. */
      state: text().$type<"waiting" | "running" | "done" | "failed">().notNull(),
      /** Asked for by an admin; the others are those of the plan. */
      byHand: boolean().notNull().default(false),
      tries: integer().notNull().default(1),
      /** Running: renewed until then, so that another process takes over from one that died. Failed: the next try. */
      until: instant(),
      beganAt: instant().notNull(),
      endedAt: instant(),
      /** Of the backup in its folder or bucket. */
      name: text(),
      bytes: wide(),
      facts: jsonb().$type<RunFacts>(),
      /** Of one under way. */
      progress: jsonb().$type<RunProgress>(),
      /** Why it failed; of one that is done, in words what is wrong with files, or what a drill found different. */
      error: text(),
    },
    (t) =>
      name === "backup_runs" ? [uniqueIndex("backup_runs_waiting").on(t.byHand).where(sql`state = 'waiting'`)] : [],
  );

/** Backups: a row for each time of the plan, and for each time an admin asked (src/backup/scheduled-backup.ts). */
export const backupRuns = runsTable("backup_runs");
/** Drills by schedule, each by the time of the backup that was restored (src/backup/scheduled-backup.ts). */
export const backupDrills = runsTable("backup_drills");
export type RunsTable = typeof backupRuns;

/** How full the disk of the data folder was, a row for each day (platform/disk-days.ts). */
export const diskDays = platform.table("disk_days", {
  at: instant().primaryKey(),
  free: wide().notNull(),
  whole: wide().notNull(),
});

/** Each run of a job that deletes old data, a row for each class (platform/retention.ts). */
export const retentionRuns = platform.table(
  "retention_runs",
  {
    id: uuid().primaryKey(),
    class: text().notNull(),
    at: instant().notNull(),
    removed: integer().notNull(),
    /** Why nothing was deleted; null: it ran. */
    error: text(),
  },
  (t) => [index("retention_runs_class").on(t.class, t.at)],
);

/** Append-only (migrations/0001_append-only.sql). `seq` and `hash` are set once, by the sealer. */
export const audit = platform.table(
  "audit",
  {
    id: uuid().primaryKey(),
    at: instant().notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().$type<Json>().notNull(),
    requestId: text().notNull(),
    seq: wide().unique(),
    hash: text(),
  },
  (t) => [
    index("audit_subject").on(t.subject, t.at),
    index("audit_at").on(t.at),
    index("audit_actor").on(t.actor, t.at, t.id),
    // The list by its filters: the part that an entry belongs to, alone or of one person or kind of machine.
    index("audit_word").on(sql`split_part(${t.action}, '.', 1)`, t.at, t.id),
    index("audit_word_whose").on(sql`split_part(${t.action}, '.', 1)`, sql`split_part(${t.actor}, ':', 1)`, t.at, t.id),
  ],
);

export const limits = platform.table(
  "limits",
  { key: text().notNull(), windowStart: instant().notNull(), count: integer().notNull() },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index("limits_begun").on(t.windowStart)],
);

/** Written with the change that it speaks of; sent after its commit (platform/mail). */
export const mails = platform.table(
  "mails",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    /** Null: swept away after its time. */
    content: jsonb().$type<MailContent>(),
    onceKey: text().unique(),
    createdAt: instant().notNull(),
    state: text().$type<MailState>().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Waiting mails only: when the next try is due; a running try is a lease until then. */
    nextTryAt: instant(),
    sentAt: instant(),
    error: text(),
    messageId: text(),
  },
  (t) => [
    index("mails_due").on(t.nextTryAt).where(sql`${t.state} = 'waiting'`),
    index("mails_newest").on(t.createdAt, t.id),
    index("mails_texts").on(t.createdAt).where(sql`${t.content} is not null`),
    index("mails_to").on(t.to, t.createdAt),
    index("mails_failed")
      .on(t.createdAt, t.id)
      .where(sql`${t.state} in ('refused', 'expired') or ${t.error} is not null`),
  ],
);

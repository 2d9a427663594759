import { and, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { type Database, send } from "./database/database.ts";
import type { MailState } from "./mail/content.ts";
import { agedRows, type RetentionJob, retentionJob, runRecords } from "./retention.ts";
import { backupDrills, backupRuns, diskDays, handledEvents, limits, mails, outbox } from "./tables.ts";

const stillThere = sql`select 1 from ${outbox} where ${outbox.id} = ${handledEvents.eventId}`;
const endedMails: MailState[] = ["sent", "refused", "expired", "dropped"];
const endedBefore = (before: Date) => and(inArray(mails.state, endedMails), lt(mails.createdAt, before));

const counts = agedRows({
  key: "limits",
  holds: "Counts of requests and attempts, by account or by keyed hash of a network address",
  why: "Stops attacks. The longest count is a day.",
  shown: "Counts that stop attacks",
  ...{ table: limits, days: 3, past: (before) => lt(limits.windowStart, before) },
});
const events = agedRows({
  key: "events",
  holds: "What happened, for the parts of the shop that answer it",
  why: "A part that failed is asked again. What nobody has answered yet stays.",
  ...{ table: outbox, days: 30, past: (before) => and(isNull(outbox.nextTryAt), lt(outbox.at, before)) },
});
const handled = agedRows({
  key: "handled-events",
  holds: "Which part has answered which event",
  why: "Nothing is done twice. Goes after its event.",
  ...{ table: handledEvents, days: 30 },
  past: (before) => and(lt(handledEvents.at, before), sql`not exists (${stillThere})`),
});
const mailTexts = agedRows({
  key: "mail-texts",
  holds: "Texts of e-mails that were sent or have ended",
  why: "Support can see what somebody received.",
  shown: "Texts of e-mails that we sent",
  ...{ table: mails, days: "mailTextDays", set: sql`content = null` },
  past: (before) => and(endedBefore(before), isNotNull(mails.content)),
});
const sentMails = agedRows({
  key: "mails",
  holds: "To whom an e-mail went, its subject, and when",
  why: "Shows that a notice was sent, and which addresses refuse e-mail.",
  shown: "The record of e-mails that we sent",
  ...{ table: mails, days: "mailDays", past: endedBefore },
});
const runs = [backupRuns, backupDrills].map((table, at) =>
  agedRows({
    key: at === 0 ? "backup-runs" : "backup-drills",
    holds: at === 0 ? "The record of backups" : "The record of restore drills",
    why: "Shows for a year whether backups were whole. It names nobody.",
    ...{ table, days: 400, past: (before) => lt(table.slot, before) },
  }),
);
const disk = agedRows({
  key: "disk-days",
  holds: "How full the disk was each day",
  why: "Shows when the disk will be full. It names nobody.",
  ...{ table: diskDays, days: 60, past: (before) => lt(diskDays.at, before) },
});

/** What the platform throws away by itself, at quiet minutes of the hour or the night (UTC). Demo mode keeps its mailbox. */
export const sweeps: readonly RetentionJob[] = [
  retentionJob("sweep-limits", "17 * * * *", [counts]),
  retentionJob("sweep-events", "23 3 * * *", [events, handled]),
  retentionJob("sweep-mails", "37 3 * * *", [mailTexts, sentMails]),
  retentionJob("sweep-runs", "53 3 * * *", [...runs, disk, runRecords]),
];

/**
 * Removes what the platform keeps about these subjects (orders, people): events and who handled them, timers, counts of
 * limits, and mails, to whomever they went. The audit stays.
 */
export async function dropTraces(tx: Database, subjects: readonly string[]): Promise<void> {
  const any = sql`any(${sql.param([...subjects])})`;
  const events = sql`select id from platform.outbox where subject = ${any} or payload->>'orderId' = ${any}`;
  await send(tx, sql`delete from platform.handled_events where event_id in (${events})`);
  await send(tx, sql`delete from platform.outbox where id in (${events})`);
  await send(tx, sql`delete from platform.timers where subject = ${any}`);
  await send(tx, sql`delete from platform.limits where split_part(key, ':', -1) = ${any}`);
  await send(tx, sql`delete from platform.mails where split_part(once_key, ':', 2) = ${any}`);
}

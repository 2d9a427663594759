import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { desc, max, sql } from "drizzle-orm";
import { z } from "zod";
import { type FileStorage, storagePort } from "#src/modules/files/index.server.ts";
import { lastEvents } from "#src/modules/payments/index.server.ts";
import { heldJump } from "#src/platform/clock-watch.ts";
import { type Database, rowLimit, send } from "#src/platform/database/database.ts";
import { daysUntilFull, diskOf, recentDiskDays } from "#src/platform/disk-days.ts";
import { mailer } from "#src/platform/mail/port.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { mails } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { providerAnswers } from "../setup/facts.ts";
import { type HealthFacts, mostWaiting } from "./health.ts";

const filesWaitMs = 2_000;

/**
 * What each part of the installation answers now, measured for this page; moments of checks are printed in `zone`. Each
 * statement reads a few rows, however large the shop. Refuses not-found to who may not change settings.
 */
export const readHealth = query("system.health", {
  input: z.strictObject({ zone: z.string() }),
  run: async ({ db, ctx, viewer }, { zone }) => {
    if (!canChangeSettings(viewer)) return notFound();
    const { runtime } = ctx;
    const [database, disk, files, mail, providers, events, jump] = await Promise.all([
      askDatabase(db),
      diskFacts(runtime, db),
      askFiles(runtime),
      mailFacts(runtime, db),
      providerAnswers(runtime, db, zone),
      lastEvents(ctx, {}),
      heldJump(db),
    ]);
    const { now, ...measured } = database;
    const lastEvent = new Map(events.ok ? events.value.map(({ provider, at }) => [provider, at]) : []);
    return done<HealthFacts>({
      database: measured,
      disk,
      files,
      mail,
      providers: providers
        .filter(({ set }) => set)
        .map(({ key, name, answer }) => ({ name, answer, lastEvent: lastEvent.get(key) ?? null })),
      clock: { driftMs: Math.round(now - Date.now()), jump },
    });
  },
});

type Measured = { version: string; bytes: number; connections: number; most: number; now: number };

async function askDatabase(db: Database) {
  const begun = performance.now();
  const asked = sql`select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int as most, extract(epoch from clock_timestamp())::float8 * 1000 as now`;
  const [row] = (await send<Measured>(db, asked)).rows;
  if (!row) throw new Error("The database answered no row.");
  // Behind the number some builds name their packager.
  const version = row.version.split(" ")[0] ?? row.version;
  return { ...row, version, ms: Math.round(performance.now() - begun) };
}

async function diskFacts(runtime: Runtime, db: Database): Promise<HealthFacts["disk"]> {
  const disk = await diskOf(runtime);
  if (!disk) return null;
  return { ...disk, fullInDays: daysUntilFull(await recentDiskDays(db, disk, runtime.clock()), disk) };
}

/** One that hangs is away after two seconds. */
async function askFiles({ port, config }: Runtime): Promise<HealthFacts["files"]> {
  const storage: FileStorage = port(storagePort);
  const begun = performance.now();
  const answered = storage.probe().then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answered, setTimeout(filesWaitMs, false, { ref: false })]);
  return {
    // The name of the bucket alone: keys and addresses stay with the server.
    place: config.s3 ? `S3, bucket ${config.s3.bucket}` : "A folder of the server",
    ms: isThere ? Math.round(performance.now() - begun) : null,
  };
}

const newest = 200;

async function mailFacts({ port, config, clock }: Runtime, db: Database): Promise<HealthFacts["mail"]> {
  const sent = db.select({ at: mails.sentAt }).from(mails).orderBy(desc(mails.createdAt), desc(mails.id)).limit(newest);
  const recent = sent.as("recent");
  const due = sql`select next_try_at from ${mails} where state = 'waiting' and next_try_at <= ${clock().toISOString()}
    order by next_try_at ${rowLimit(mostWaiting + 1)}`;
  const waiting = sql`select count(*)::int as count, min(next_try_at) as since from (${due}) as due`;
  const [[last], { rows }] = await Promise.all([
    db.select({ at: max(recent.at) }).from(recent),
    send<{ count: number; since: Date | null }>(db, waiting),
  ]);
  return {
    kind: port(mailer).kind,
    host: config.smtpUrl ? new URL(config.smtpUrl).hostname : "",
    sentAt: last?.at ?? null,
    waiting: rows[0]?.count ?? 0,
    dueSince: rows[0]?.since ? new Date(rows[0].since) : null,
  };
}

/** The version of the product, of Node.js, and when this process began. */
export function runningVersion({ config, clock }: Runtime) {
  const { version } = JSON.parse(readFileSync(join(config.home, "package.json"), "utf8")) as { version: string };
  return { version, node: process.version, since: new Date(clock().getTime() - process.uptime() * 1000) };
}

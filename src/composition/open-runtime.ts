import { join } from "node:path";
import type pg from "pg";
import { copyRules } from "../backup/installation.ts";
import type { Config } from "../config.ts";
import { orderTexts } from "../modules/operator/index.server.ts";
import { closeNewShop } from "../modules/pricing/index.server.ts";
import { sealAudit } from "../platform/audit.ts";
import { openClockWatch } from "../platform/clock-watch.ts";
import { inTransaction } from "../platform/command.ts";
import type { Database } from "../platform/database/database.ts";
import { hasDatabase } from "../platform/database/embedded/folders.ts";
import { openingError } from "../platform/database/errors.ts";
import { migrateDatabase, withInstanceLock } from "../platform/database/migrate.ts";
import { asDatabase, openDatabase, openPool } from "../platform/database/open.ts";
import { checkDurability, placeOf } from "../platform/database/server.ts";
import { refuseUnfinishedFolder, refuseUnfinishedRestore } from "../platform/database/unfinished-restore.ts";
import { hasHandlerAmong, openDispatcher } from "../platform/events.ts";
import { type ProcessGauges, poolGauges } from "../platform/gauges.ts";
import { newId } from "../platform/ids.ts";
import { repeatEvery } from "../platform/interval.ts";
import { openJobs } from "../platform/jobs.ts";
import { type Live, openLive } from "../platform/live/live.ts";
import { openLog } from "../platform/log.ts";
import { notHere, openMode, storedMode, wantedMode } from "../platform/mode.ts";
import { openObserver } from "../platform/observing/open-observer.ts";
import { holdRowsFromElsewhere } from "../platform/outgoing-hold.ts";
import { type Mode, type Port, type Runtime, systemCtx } from "../platform/runtime.ts";
import { openSecret, refuseOtherSecret, secretMark } from "../platform/secret.ts";
import { openSettings } from "../platform/settings.ts";
import { installation } from "../platform/tables.ts";
import { runDueTimers } from "../platform/timers.ts";
import { done } from "../shared/outcome.ts";
import { removeDemo } from "./demo-data.ts";
import { mailClockNews } from "./mails.ts";
import { demoSeeds, eventHandlers, jobKinds, portsFor, timerKinds, topicKinds } from "./parts.ts";

/**
 * What a process of an installation does. web: answers people and programs; worker: timers, e-mails, webhooks, checks of
 * files and everything else that nobody waits for; all: both.
 */
const roles = ["all", "web", "worker"] as const;
export type Role = (typeof roles)[number];

/** The role in the words of a command line ("--role web"); throws one sentence for an unknown one. */
export function readRole(words: readonly string[]): Role {
  const at = words.indexOf("--role");
  if (at < 0) return "all";
  const role = roles.find((one) => one === words[at + 1]);
  if (!role) throw new Error(`--role is one of ${roles.join(", ")}, not "${words[at + 1] ?? ""}".`);
  return role;
}

/**
 * `only`: nothing is made or changed unless an installation of this mode is there. `acceptCopy`: a copy of a running
 * data folder is checked and taken, not refused.
 */
type Wishes = { only?: Mode; acceptCopy?: boolean };

export type OpenRuntime = {
  runtime: Runtime;
  probe: Database;
  live: Live;
  poolGauges: ProcessGauges;
  start: (role: Role) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens everything that answers behind the HTTP handlers; also used by command-line scripts, which never call `start`.
 * Throws one sentence when the installation cannot be opened as configured.
 */
export async function openRuntime(config: Config, { only, acceptCopy }: Wishes = {}): Promise<OpenRuntime> {
  if (!config.databaseUrl) refuseUnfinishedFolder(config.dataDir);
  if (only && !config.databaseUrl && !hasDatabase(config.dataDir)) throw new Error(notHere(config));
  const clock = () => new Date();
  const { log, observer } = await openObserver(config, openLog(config.logLevel), clock);
  const secret = await openSecret(config.secret, config.dataDir);
  const { databaseUrl: url, databasePipeline: pipeline, dataDir } = config;
  const database = await openDatabase({ url, pipeline, dataDir, log, copies: copyRules(config, log, acceptCopy) });
  // Settings are read inside transactions: from the same pool, transactions that hold it all would wait for each other.
  const forSettings = openPool(database.connection, log, 1, pipeline);
  // What watches over us must get its answer when pages wait for a connection; one that is kept open costs it nothing.
  const forProbe = openPool({ ...database.connection, idleTimeoutMillis: 0 }, log, 1, pipeline);
  const end = () => Promise.all([forSettings.end(), forProbe.end()]).then(database.close);
  try {
    if (only) await checkMode(database.pool, only, config);
    await refuseUnfinishedRestore(database.pool);
    await refuseOtherSecret(database.pool, secret, config);
    const mode = (await storedMode(database.pool)) ?? wantedMode(config);
    await checkDurability(database.pool, log, mode === "demo" || config.allowDataLoss);
    await migrateDatabase(database.pool, join(config.home, "migrations"));
    const installed = await openMode(database.db, config, secretMark(secret), clock(), closeNewShop);
    await holdRowsFromElsewhere(database.db, await placeOf(database.pool, url), clock());
    await refuseOtherSecret(database.pool, secret, config); // another first start at this moment may have been first
    const ports = new Map<string, unknown>();
    const dispatch = openDispatcher(eventHandlers);
    const live = openLive({ connection: database.connection, log, id: newId(), kinds: topicKinds });
    const runtime: Runtime = {
      config,
      mode: installed.mode,
      installId: installed.installId,
      db: database.db,
      clock,
      log,
      settings: openSettings(asDatabase(forSettings), clock),
      secret,
      port: <T>(key: Port<T>): T => {
        if (!ports.has(key.name)) throw new Error(`Nothing is plugged into the port "${key.name}".`);
        return ports.get(key.name) as T;
      },
      hasHandler: hasHandlerAmong(eventHandlers, database.db),
      live,
      dispatchEvents: (own) => dispatch(runtime, own),
      ...(observer && { observer }),
    };
    for (const [key, value] of portsFor(runtime)) ports.set(key.name, value);
    // Orders so far name the texts of before any change: their versions are kept before anything can change them.
    await orderTexts(runtime);
    if (installed.mode === "demo") await seedOnce(runtime, database.pool);
    const jobs = openJobs(runtime, database.pool, jobKinds);
    const clockWatch = openClockWatch(runtime, { onNews: mailClockNews });
    const clocks = [
      repeatEvery(15_000, log, "timers", async () => (await clockWatch.mayRun()) && runDueTimers(runtime, timerKinds)),
      repeatEvery(1_000, log, "audit seal", () => sealAudit(runtime.db)),
      repeatEvery(5_000, log, "events", () => runtime.dispatchEvents()),
    ];
    const start = async (role: Role) => {
      await live.open(runtime);
      await refuseOtherSecret(database.pool, secret, config); // a rotation waits for none that is not connected yet
      if (role === "web") return;
      for (const ticking of clocks) ticking.start();
      await jobs.start();
    };
    const closeParts = async () => {
      await Promise.all([...clocks.map((ticking) => ticking.stop()), jobs.stop(), live.close()]);
      await end();
      await observer?.flushed();
    };
    let closing: Promise<void> | undefined;
    // A signal and a start that fails because of it both close: pools refuse to be closed twice.
    const close = () => {
      closing ??= closeParts();
      return closing;
    };
    return { runtime, probe: asDatabase(forProbe), live, poolGauges: poolGauges(database.pool), start, close };
  } catch (error) {
    await end();
    throw openingError(error);
  }
}

async function checkMode(pool: pg.Pool, only: Mode, config: Config): Promise<void> {
  const mode = await storedMode(pool);
  if (mode === null) throw new Error(notHere(config));
  if (mode !== only) throw new Error(`This is a ${mode} installation, not a ${only} one: nothing was changed.`);
}

const lock = 7_304;
const silence = (): void => undefined;
/** The steps of made-up people are no news. */
const silentLog: Runtime["log"] = { debug: silence, info: silence, warn: silence, error: silence, fatal: silence };

/** Makes the demo's data once, by one process. What a killed first start left half is removed and made anew. */
async function seedOnce(runtime: Runtime, pool: pg.Pool): Promise<void> {
  await withInstanceLock(pool, lock, async () => {
    const [installed] = await runtime.db.select().from(installation);
    if (installed?.seededAt) return;
    await inTransaction(systemCtx(runtime, "demo"), async (work) => done(await removeDemo(work)));
    const calm: Runtime = {
      ...runtime,
      log: { ...silentLog, error: (facts, message) => runtime.log.error(facts, message) },
    };
    for (const seed of demoSeeds) await seed(calm);
    await runtime.db.update(installation).set({ seededAt: runtime.clock() });
  });
}

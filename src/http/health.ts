import { setTimeout } from "node:timers/promises";
import { isNotNull, sql } from "drizzle-orm";
import { type FileStorage, storagePort } from "#src/modules/files/index.server.ts";
import { type Database, send } from "#src/platform/database/database.ts";
import { openWriteProbe } from "#src/platform/database/server.ts";
import { isDiskFull, leastFree } from "#src/platform/disk-full.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { clockWatch } from "#src/platform/tables.ts";
import { minuteMs } from "#src/shared/units.ts";

const knownForMs = 200;
const filesKnownForMs = 5_000;
const filesWaitMs = 2_000;

type Checks = Record<string, string>;
export type Readiness = { ready: boolean; checks: Checks };

/**
 * Ready = the database answers and takes writes, its clock agrees with ours within a minute, its disk and that of
 * the files have room, and the files can be reached. `db` is a connection of its own, so that nobody's page makes it wait; an answer is
 * good for a fifth of a second, so that a thousand who ask cost no more than one. `forPages`: pages and orders continue
 * without the files, so that a proxy does not leave every process when the bucket is away. Timers that wait after a jump
 * of the clock are named; requests are answered all the same.
 */
export function openReadiness(
  runtime: Runtime,
  db: Database,
): (closing: boolean, forPages: boolean) => Promise<Readiness> {
  const look = openCheck(runtime, db);
  let known: { checks: Promise<Checks>; until: number } | null = null;
  const fresh = () => {
    const asked = { checks: look(), until: Number.POSITIVE_INFINITY };
    const settled = (): void => {
      asked.until = performance.now() + knownForMs;
    };
    asked.checks.then(settled, settled);
    return asked;
  };
  return async (closing, forPages) => {
    if (!known || performance.now() > known.until) known = fresh();
    const checks = { process: closing ? "closing" : "ok", ...(await known.checks) };
    const fails = ([name, state]: [string, string]) =>
      state !== "ok" && name !== "timers" && !(forPages && name === "files");
    return { ready: !Object.entries(checks).some(fails), checks };
  };
}

function openCheck(runtime: Runtime, db: Database): () => Promise<Checks> {
  const writes = openWriteProbe(db);
  const files = openFilesCheck(runtime);
  const isForeign = runtime.config.databaseUrl !== undefined;
  return async () => {
    const checks: Checks = { disk: isDiskFull(runtime.config) ? "full" : "ok", files: await files() };
    try {
      const asked = sql`select extract(epoch from clock_timestamp())::float8 as now, exists(select 1 from ${clockWatch} where ${isNotNull(clockWatch.jumpFrom)}) as held`;
      const [row] = (await send<{ now: number; held: boolean }>(db, asked)).rows;
      const drift = Math.abs(Number(row?.now ?? 0) * 1000 - Date.now());
      checks.database = isForeign ? await writes() : "ok";
      checks.clock = drift < minuteMs ? "ok" : `differs from the database by ${Math.round(drift / 1000)} s`;
      checks.timers = row?.held ? "wait: the clock jumped" : "ok";
    } catch {
      checks.database = "away";
    }
    return checks;
  };
}

/**
 * Looks at the store of files at most every five seconds, and never twice at once: one that hangs would take a thread
 * for each look. No answer within two seconds is "away", until that look ends.
 */
function openFilesCheck({ port }: Runtime): () => Promise<string> {
  let known: { answer: Promise<string>; until: number } | null = null;
  const look = () => {
    const asked = { answer: filesState(port(storagePort)), until: Number.POSITIVE_INFINITY };
    void asked.answer.then(() => {
      asked.until = performance.now() + filesKnownForMs;
    });
    return asked;
  };
  return () => {
    if (!known || performance.now() > known.until) known = look();
    return Promise.race([known.answer, setTimeout(filesWaitMs, "away", { ref: false })]);
  };
}

/** Uploads are refused earlier than this, in words of their own; then other parts of a check would find no room. */
async function filesState(storage: FileStorage): Promise<string> {
  const space = await storage.space().catch(() => null);
  if (space && space.free < leastFree) return "full";
  return storage.probe().then(
    () => "ok",
    () => "away",
  );
}

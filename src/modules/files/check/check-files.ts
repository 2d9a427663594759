import { createReadStream } from "node:fs";
import { and, asc, eq, gt, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { inTransaction } from "#src/platform/command.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { claimDue, isDue, retryTime, type WorkQueue } from "#src/platform/work-queue.ts";
import { done } from "#src/shared/outcome.ts";
import { cleanerVersion } from "../clean/index.server.ts";
import { scannerPort, storagePort, workPort } from "../ports.ts";
import { emitFileChanged } from "../storing/file-row.ts";
import { type FileRow, files } from "../tables.ts";
import { makeCopies } from "./inspect-file.ts";

const leaseMs = 10_000;
const renewEveryMs = 3_000;
const firstWaitMs = 4_000;
/** So often the workers may die of one file before it counts as one that we cannot open. */
const mostFailures = 6;

/**
 * Checks what is due, as many files at once as there are workers and one of an owner; processes share by claims.
 * @returns how many it brought to an end.
 */
export async function checkFiles(runtime: Runtime): Promise<number> {
  let ended = 0;
  const lane = async (): Promise<void> => {
    for (let file = await claim(runtime); file; file = await claim(runtime))
      if (await tryToCheck(runtime, file)) ended += 1;
  };
  await Promise.all(Array.from({ length: runtime.port(workPort).limits.workers }, lane));
  return ended;
}

export const fileQueue: WorkQueue<typeof files> = {
  name: "file-checks",
  table: files,
  due: files.checkAt,
  where: eq(files.state, "checking"),
};

/** Whether a check is due that nobody has begun. */
async function areFilesDue(runtime: Runtime): Promise<boolean> {
  const due = runtime.db.select({ id: files.id }).from(files).where(isDue(fileQueue, runtime.clock())).limit(1);
  return (await due).length > 0;
}

const others = alias(files, "others");
const untilClaimEnds = sql`clock_timestamp() + ${`${leaseMs} ms`}::interval`;
/** A file that waits so long is next, whatever its size. */
const longWaitMs = 120_000;

/**
 * A due file for ten seconds at a time (if this process dies, another one finds it again): of an owner none of whose
 * files is being checked, the shortest first and before it what has waited long.
 */
async function claim({ db, clock }: Runtime): Promise<FileRow | undefined> {
  const now = clock();
  const isLong = lte(files.finishedAt, new Date(now.getTime() - longWaitMs));
  const isOwnersOnly = notExists(
    db
      .select({ id: others.id })
      .from(others)
      .where(
        and(
          eq(others.ownerId, files.ownerId),
          eq(others.state, "checking"),
          gt(others.checkUntil, sql`clock_timestamp()`),
        ),
      ),
  );
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('files.check', 7311))`);
    const order = [sql`case when ${isLong} then 0 else ${files.size} end`, asc(files.checkAt)];
    const lease = {
      checkAt: new Date(now.getTime() + leaseMs),
      checkTries: sql`${files.checkTries} + 1`,
      checkUntil: untilClaimEnds,
    };
    const [taken] = await claimDue(tx, fileQueue, { now, which: isOwnersOnly, most: 1, order, lease });
    return taken;
  });
}

async function tryToCheck(runtime: Runtime, file: FileRow): Promise<boolean> {
  const renewing = setInterval(() => void renew(runtime, file), renewEveryMs);
  let failure: unknown;
  try {
    const found = await check(runtime, file);
    clearInterval(renewing);
    if (found) return await settle(runtime, file, found);
  } catch (err) {
    failure = err;
  } finally {
    clearInterval(renewing);
  }
  const [waiting] = await runtime.db
    .update(files)
    .set({ checkAt: retryTime(runtime.clock(), file.checkTries, firstWaitMs), checkUntil: null })
    .where(and(eq(files.id, file.id), eq(files.state, "checking")))
    .returning({ id: files.id });
  // One that its owner took back meanwhile has nothing left to read.
  if (failure && waiting)
    runtime.log.error({ err: failure, file: file.id }, "a file could not be checked and is tried again");
  return false;
}

const renew = (runtime: Runtime, file: FileRow): Promise<void> =>
  runtime.db
    .update(files)
    .set({ checkAt: new Date(runtime.clock().getTime() + leaseMs), checkUntil: untilClaimEnds })
    .where(and(eq(files.id, file.id), eq(files.checkTries, file.checkTries), eq(files.state, "checking")))
    .then(
      () => undefined,
      (err) => runtime.log.warn({ err, file: file.id }, "the claim on a file could not be renewed"),
    );

type Found = Partial<typeof files.$inferInsert>;

/** Null: no result now. */
async function check(runtime: Runtime, file: FileRow): Promise<Found | null> {
  const storage = runtime.port(storagePort);
  const copy = await storage.localCopy(file.key);
  try {
    const hashed = await runtime.port(workPort).hash(copy.path);
    if (!hashed.ok) return null;
    const sha256 = hashed.value;
    const scanner = runtime.port(scannerPort);
    const scanned = scanner && (await scanner.scan(createReadStream(copy.path)));
    if (scanned?.infected) return { state: "refused", sha256, refusal: "The scanner found malware in this file." };
    const looked = await makeCopies(runtime, file, copy.path).catch((error: unknown) => {
      if (file.checkTries < mostFailures) throw error;
      return "unreadable" as const;
    });
    if (looked === "unreadable")
      return {
        state: "ready",
        sha256,
        cleanState: "cannot",
        cleanVersion: cleanerVersion,
        refusal: "We could not read this file.",
      };
    if (looked?.verdict === "refused") return { state: "refused", sha256, type: looked.type, refusal: looked.message };
    return looked && { state: "ready", sha256, ...looked.made };
  } finally {
    await copy.release();
  }
}

/** A file that was removed meanwhile stays removed; its derived files are deleted. Where it is attached already, pages are notified. */
async function settle(runtime: Runtime, file: FileRow, found: Found): Promise<boolean> {
  const settled = await inTransaction(systemCtx(runtime, "files.check"), async (work) => {
    const [moved] = await work.tx
      .update(files)
      .set({ ...found, checkAt: null, checkUntil: null })
      .where(and(eq(files.id, file.id), eq(files.state, "checking")))
      .returning();
    if (moved) emitFileChanged(work, moved);
    return done(moved !== undefined);
  });
  if (!settled.ok) throw new Error(settled.message);
  if (settled.value) return true;
  for (const key of [found.cleanKey, found.thumbKey]) if (key) await runtime.port(storagePort).remove({ key, ref: "" });
  return false;
}

/** Rows that somebody holds at that moment (a form attaches its files) are passed over: they are looked for again. */
const againMs = 100;
const mostRounds = 50;

/** Checks due files now, beside the request that finished one; calls while it runs lead to one more round. */
export function openCheckQueue(runtime: Runtime): () => void {
  let running = false;
  let again = false;
  const check = async (): Promise<boolean> => {
    try {
      await checkFiles(runtime);
      return await areFilesDue(runtime);
    } catch (err) {
      runtime.log.error({ err }, "files could not be checked");
      return false;
    }
  };
  const run = async () => {
    running = true;
    let rounds = 0;
    do {
      again = false;
      const passedOver = await check();
      rounds += 1;
      if (passedOver && rounds < mostRounds) {
        await new Promise((done) => setTimeout(done, againMs));
        again = true;
      }
    } while (again);
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}

import { and, count, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { ownerIdOf } from "../domain/policy.ts";
import { storagePort } from "../ports.ts";
import { filesSetting } from "../settings.ts";
import { type FileRow, files } from "../tables.ts";
import { lockAccount, otherWrites, ownFile } from "./file-row.ts";

const leaseFor = "6 seconds";
const renewEveryMs = 2_000;
const askAgainMs = 100;
const idleTimeoutMs = 15_000;

type Wish = {
  id: string;
  /** Counts among the writes that an account may run at once. */
  write: boolean;
  /** Called when another request waits for this file, or the lease was lost: end soon. */
  onWanted: () => void;
};
export type Lease = {
  file: FileRow;
  /** Ends it; `received` is noted on the row. Never throws: a lease that cannot be given back runs out. */
  release: (received?: number) => Promise<void>;
};

/** `attachedTo`: the subject; null: none yet. */
type Asked = Wish & { ownerId: string; attachedTo: string | null };

/** Holders in this process are asked at once to release; those of other processes within a renewal. */
const here = new Map<string, { wanted: () => void; over: Promise<void> }>();
const inTime = sql`${files.leaseUntil} > clock_timestamp()`;
const isFree = or(isNull(files.leaseBy), sql`${files.leaseUntil} <= clock_timestamp()`);
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Gives one request at a time a file of its owner, across processes; whoever holds it is asked to end. A killed process
 * loses it after six seconds. Refuses not-found (also for foreign files, and for own ones attached where their owner sees
 * nothing any more), too-many (writes at once), locked.
 */
export async function claimLease(ctx: Ctx, wish: Wish): Promise<Outcome<Lease>> {
  const ownerId = ownerIdOf(ctx.viewer);
  if (ownerId === null || !isId(wish.id)) return notFound();
  const unused = await claimInOrder(ctx.runtime, { ...wish, ownerId, attachedTo: null });
  if (unused.ok || unused.code !== "not-found") return unused;
  const own = await ownFile(ctx, { id: wish.id });
  return own.ok ? claimInOrder(ctx.runtime, { ...wish, ownerId, attachedTo: own.value.attachedTo }) : own;
}

async function claimInOrder(runtime: Runtime, wish: Asked): Promise<Outcome<Lease>> {
  const name = `${wish.ownerId}/${wish.id}`;
  for (const until = performance.now() + idleTimeoutMs; performance.now() < until; ) {
    const holder = here.get(name);
    holder?.wanted();
    if (holder) await Promise.race([holder.over, pause(askAgainMs)]);
    const by = newId();
    const taken = await tryToClaim(runtime, wish, by);
    if (!taken.ok) return taken;
    if (taken.value) return done(hold(runtime, wish, by, name, taken.value));
    if (!holder) await pause(askAgainMs);
  }
  return refuse("locked", "This file is being sent from somewhere else. Try again in a moment.", {
    retryAfter: 2,
  });
}

/** A lease that a crash forgets runs out all the same: nobody waits for the disk because of one. */
const unhurried = sql`set_config('synchronous_commit', 'off', true) is not null`;

/** Null: somebody else holds it, and is asked to release it. */
async function tryToClaim(runtime: Runtime, wish: Asked, by: string): Promise<Outcome<FileRow | null>> {
  if (!wish.write) return take(runtime.db, wish, by);
  const { atOnce } = await runtime.settings.get(filesSetting);
  const most = atOnce * runtime.config.limitsFactor;
  return runtime.db.transaction(async (tx): Promise<Outcome<FileRow | null>> => {
    await lockAccount(tx, wish.ownerId);
    const others = tx.select({ writes: count() }).from(files).where(otherWrites(wish.ownerId, wish.id));
    const taken = await take(tx, wish, by, sql`(${others}) < ${most}`);
    if (!taken.ok || taken.value) return taken;
    const [running] = await others;
    return (running?.writes ?? 0) < most
      ? taken
      : refuse("too-many", `${counted(atOnce, "file")} can be sent at once. This one waits.`, { retryAfter: 2 });
  });
}

async function take(db: Database, wish: Asked, by: string, isOneMore?: SQL): Promise<Outcome<FileRow | null>> {
  const place = wish.attachedTo === null ? isNull(files.attachedTo) : eq(files.attachedTo, wish.attachedTo);
  const own = and(eq(files.id, wish.id), eq(files.ownerId, wish.ownerId), place, ne(files.state, "gone"));
  const lease = {
    leaseBy: by,
    leaseUntil: sql`clock_timestamp() + ${leaseFor}::interval`,
    leaseWanted: false,
    writing: wish.write,
  };
  const [row] = await db
    .update(files)
    .set(lease)
    .where(and(own, isFree, isOneMore, unhurried))
    .returning();
  if (row) return done(row);
  await db
    .update(files)
    .set({ leaseWanted: true })
    .where(and(own, inTime, unhurried));
  const [there] = await db.select({ id: files.id }).from(files).where(own);
  return there ? done(null) : notFound();
}

function hold(runtime: Runtime, wish: Asked, by: string, name: string, file: FileRow): Lease {
  const over = Promise.withResolvers<void>();
  const mine = and(eq(files.id, wish.id), eq(files.leaseBy, by));
  const entry = { wanted: wish.onWanted, over: over.promise };
  here.set(name, entry);
  const renew = async () => {
    const [row] = await runtime.db
      .update(files)
      .set({ leaseUntil: sql`clock_timestamp() + ${leaseFor}::interval` })
      .where(and(mine, unhurried))
      .returning({ wanted: files.leaseWanted });
    if (!row || row.wanted) wish.onWanted();
  };
  const timer = setInterval(() => {
    renew().catch((err) => runtime.log.warn({ err, file: wish.id }, "a file's lease could not be renewed"));
  }, renewEveryMs);
  const release = async (received?: number) => {
    clearInterval(timer);
    try {
      const free = { leaseBy: null, leaseUntil: null, leaseWanted: false, writing: false };
      await runtime.db
        .update(files)
        .set(received === undefined ? free : { ...free, received })
        .where(and(mine, unhurried));
    } catch (err) {
      runtime.log.warn({ err, file: wish.id }, "a file's lease could not be given back and runs out");
    }
    if (here.get(name) === entry) here.delete(name);
    over.resolve();
  };
  return { file, release };
}

/**
 * All bytes are here: makes them durable, then moves the row from receiving to checking. The caller holds the lease.
 * Doing it again after a crash between the two is fine. @returns false when the file was removed meanwhile.
 */
export async function finishUpload(runtime: Runtime, file: FileRow): Promise<boolean> {
  const storage = runtime.port(storagePort);
  await storage.finish(file);
  const { attachHours } = await runtime.settings.get(filesSetting);
  const now = runtime.clock();
  const [moved] = await runtime.db
    .update(files)
    .set({
      state: "checking",
      received: file.size,
      finishedAt: now,
      checkAt: now,
      expiresAt: new Date(now.getTime() + attachHours * hourMs),
    })
    .where(and(eq(files.id, file.id), eq(files.state, "receiving")))
    .returning({ id: files.id });
  if (!moved) await storage.remove(file);
  return moved !== undefined;
}

import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

const busy = 5; // SQLITE_BUSY

/**
 * Runs `work` while this process alone holds the lock file. The system drops the lock when the process ends, even by
 * kill -9, so it is never stale. Waits at most `mostWaitMs` milliseconds for another holder, then throws one sentence.
 */
export const withLock = async <T>(file: string, work: () => Promise<T>, mostWaitMs = 330_000): Promise<T> => {
  const lock = await take(file, performance.now() + mostWaitMs);
  try {
    return await work();
  } finally {
    lock.close();
  }
};

const take = async (file: string, until: number): Promise<DatabaseSync> => {
  for (;;) {
    const lock = tryLock(file);
    if (lock) return lock;
    if (performance.now() > until)
      throw new Error(`Another process is starting or stopping the database and does not finish (${file}).`);
    await pause(20);
  }
};

const openLock = (file: string): DatabaseSync => {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (cause) {
    throw new Error(`The data folder cannot be written (${file}): check its owner and the free space.`, { cause });
  }
};

const tryLock = (file: string): DatabaseSync | undefined => {
  const lock = openLock(file);
  try {
    lock.exec("pragma locking_mode=exclusive; begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return undefined;
    throw error;
  }
};

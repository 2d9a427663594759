import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#src/platform/log.ts";
import { type Presence, presenceName, type Site, startOrJoin } from "./join.ts";
import { withLock } from "./lock.ts";
import { clusterName, stopServer, trimServerLog } from "./run.ts";
import { removeSocketFolder } from "./socket.ts";

const waits = [0, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000]; // milliseconds before each further try
const settled = 1_000; // a server that lived this long is started again at once …
const afterQuickDeath = 3; // … and one that came up but lived shorter waits a second at most

export type SupervisorLog = Pick<Log, "info" | "warn" | "error">;

/**
 * Keeps a server on the folder for as long as this process uses it: when it dies, the first app to get the lock starts
 * it again (with growing waits while that fails) and the others join it.
 *
 * Who stops it: the last app to leave. Every app holds one connection named "paperwright-presence"; on leaving it looks
 * in pg_stat_activity under the folder's lock, and if no other presence is there it sends SIGINT (a fast, clean stop).
 * It does not matter who started the server. An app that is killed leaves it running; the next start joins it. A server
 * that somebody else started on the folder (another cluster_name) is never stopped.
 */
export const supervise = (site: Site, first: Presence, log: SupervisorLog): { leave(): Promise<void> } => {
  const leaving = new AbortController();
  const known: Site = { ...site, address: first.address };
  let present: Presence | undefined;
  let healing: Promise<void> = Promise.resolve();
  let failures = 0;

  const watch = (presence: Presence): void => {
    const since = performance.now();
    present = presence;
    const lost = (): void => {
      if (present !== presence || leaving.signal.aborted) return;
      present = undefined;
      failures = performance.now() - since > settled ? 0 : Math.min(failures, afterQuickDeath);
      log.warn({}, "The database server is gone; it is started again.");
      healing = heal();
    };
    presence.client.once("end", lost);
    presence.client.query("select 1").catch(lost); // it may have ended before we listened
  };

  const heal = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      await pause(waits[Math.min(failures, waits.length - 1)], undefined, { signal: leaving.signal }).catch(
        () => undefined,
      );
      if (leaving.signal.aborted) return;
      failures += 1;
      try {
        const presence = await withLock(site.folders.lock, () => startOrJoin(known));
        log.info({ joined: presence.joined, tries: failures }, "The database server is back.");
        return watch(presence);
      } catch (error) {
        log.error({ err: error, tries: failures }, "The database server does not start.");
      }
    }
  };

  const tidy = setInterval(() => trimServerLog(site.folders.serverLog), 600_000).unref();

  const leave = async (): Promise<void> => {
    leaving.abort();
    clearInterval(tidy);
    await healing;
    await withLock(site.folders.lock, async () => {
      if (!present) return;
      const last = await isLast(present);
      await present.client.end().catch(() => undefined);
      if (!last) return;
      await stopServer(site.folders.cluster, present.binaries);
      removeSocketFolder(present.address);
    });
  };

  watch(first);
  return { leave };
};

/** Is this process the only app on the server, and is the server ours to stop? A server that is away needs no stop. */
const isLast = async ({ client }: Presence): Promise<boolean> => {
  const question = `select current_setting('cluster_name') = $1 and not exists (
    select 1 from pg_stat_activity where application_name = $2 and pid <> pg_backend_pid()) as last`;
  const answer = await client.query<{ last: boolean }>(question, [clusterName, presenceName]).catch(() => undefined);
  return answer?.rows[0]?.last ?? false;
};

import type pg from "pg";
import { openFolders } from "./folders.ts";
import { type CopyRules, connectionTo, type Site, startOrJoin } from "./join.ts";
import { withLock } from "./lock.ts";
import { defaultTransport, type Transport } from "./socket.ts";
import { type SupervisorLog, supervise } from "./supervise.ts";

export type { CopyRules };

export type Embedded = {
  /** How to connect; stays true when the server is started again. */
  connection: pg.PoolConfig;
  /** True when a server lived on the folder already. */
  joined: boolean;
  /** Leaves the server, and stops it when no other app uses it. End all pools first. May be called twice. */
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  /** The data folder; the database lies in `database/` inside it. Made when it is missing. */
  dataDir: string;
  log: SupervisorLog;
  /** More server settings ("name=value"); they win over ours. */
  flags?: readonly string[];
  transport?: Transport;
  /** Without them a folder that was moved after a clean stop is taken unchecked, and a copy of a running one refused. */
  copies?: CopyRules;
};

/**
 * Opens the embedded PostgreSQL of a data folder: joins the server that runs there, or starts one, and keeps it up.
 * Several processes may open one folder; they share one server. Throws one sentence when that is not possible.
 */
export const openEmbedded = async ({
  dataDir,
  log,
  flags = [],
  transport = defaultTransport,
  copies,
}: EmbeddedOptions): Promise<Embedded> => {
  const site: Site = { folders: openFolders(dataDir), transport, flags, copies };
  const began = performance.now();
  const presence = await withLock(site.folders.lock, () => startOrJoin(site));
  const milliseconds = Math.round(performance.now() - began);
  log.info(
    { joined: presence.joined, milliseconds },
    presence.joined ? "Joined the database server." : "Started the database server.",
  );
  const supervisor = supervise(site, presence, log);
  let closed: Promise<void> | undefined;
  return {
    connection: connectionTo(presence.address),
    joined: presence.joined,
    close: () => {
      closed ??= supervisor.leave();
      return closed;
    },
  };
};

import { realpathSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { checkFolder, copyBroken, copyRefused, markFolder, markUnchecked, type Verdict } from "./copied-folder.ts";
import type { Folders } from "./folders.ts";
import { checkReach, chooseIdentity, letPass } from "./identity.ts";
import { initialise, isInitialised } from "./initialise.ts";
import { dropStolenPidFile, liveServer } from "./pid-file.ts";
import { type Binaries, findBinaries, startServer, stopServer } from "./run.ts";
import { type Address, addressOf, newAddress, removeSocketFolder, type Transport } from "./socket.ts";

/** The name under which each app process keeps one connection open for as long as it uses the server. */
export const presenceName = "paperwright-presence";

/** `presence` is that connection: the last app to leave is the one that sees no other. */
export type Presence = { client: pg.Client; address: Address; joined: boolean; binaries: Binaries };

/** What is done with a folder that was copied from elsewhere. */
export type CopyRules = {
  /** Also a copy of a running folder is checked and taken, not refused. */
  accept: boolean;
  /** Sentences about what is broken; asked before anybody else uses the database. */
  check: (connection: pg.ClientConfig) => Promise<readonly string[]>;
};

export type Site = {
  folders: Folders;
  transport: Transport;
  flags: readonly string[];
  address?: Address;
  copies?: CopyRules;
};

export const connectionTo = (address: Address): pg.ClientConfig => ({
  host: address.host,
  port: address.port,
  user: "app",
  database: "postgres",
  ...(address.password === undefined ? {} : { password: address.password }),
});

/**
 * Joins the server that lives on the folder, or starts one (and makes the folder first when it is new). Call it under
 * the folder's lock. `place.address` is kept for a server that is started again, so that pools need no new address.
 */
export const startOrJoin = async (site: Site): Promise<Presence> => {
  const binaries = await findBinaries();
  const { home, cluster } = site.folders;
  const verdict: Verdict = isInitialised(cluster) ? checkFolder(cluster) : { kind: "same" };
  if (verdict.kind === "copied") {
    if (!site.copies?.accept) throw copyRefused(home, verdict.from);
    markUnchecked(cluster);
  }
  const found = await joinActive(site.folders);
  const address = found?.address ?? (await startHere(site, binaries, verdict));
  const client = found?.client ?? (await enter(address, cluster));
  const presence = { client, address, joined: found !== undefined, binaries };
  if (verdict.kind !== "same") await checkCopy(site, presence);
  markFolder(cluster);
  return presence;
};

/** Throws one sentence, and stops the server, when the copy is broken. */
const checkCopy = async ({ folders, copies }: Site, { client, address, binaries }: Presence): Promise<void> => {
  const problems = (await copies?.check(connectionTo(address))) ?? [];
  if (problems.length === 0) return;
  await client.end();
  await stopServer(folders.cluster, binaries);
  removeSocketFolder(address);
  markUnchecked(folders.cluster);
  throw copyBroken(folders.home, problems);
};

const startHere = async (
  { folders, transport, flags, address: known }: Site,
  binaries: Binaries,
  { kind }: Verdict,
): Promise<Address> => {
  const identity = chooseIdentity(folders.cluster);
  checkReach(identity, binaries.postgres);
  letPass(identity, folders.home);
  if (!isInitialised(folders.cluster)) await initialise(binaries, folders, identity, transport);
  if (kind === "same") markFolder(folders.cluster); // before it runs: what is copied from now on says where from
  dropStolenPidFile(folders.cluster);
  const address = await newAddress(folders, transport, identity, known);
  await startServer({ binaries, folders, identity, address, flags });
  return address;
};

/** Undefined when no server lives on the folder (any more). One that starts or stops just now is waited for. */
const joinActive = async (folders: Folders): Promise<{ client: pg.Client; address: Address } | undefined> => {
  const began = performance.now();
  for (;;) {
    const running = liveServer(folders.cluster);
    if (!running) return undefined;
    const address = addressOf(folders, running);
    try {
      if (address.port) return { client: await enter(address, folders.cluster), address };
    } catch (error) {
      const mostWaitMs = running.status === "ready" ? 10_000 : 300_000;
      if (performance.now() - began > mostWaitMs || isRefusal(error)) throw unreachable(folders, running.pid, error);
    }
    await pause(20);
  }
};

/** Connects and makes sure that the server at that address really is the one of this folder. */
const enter = async (address: Address, cluster: string): Promise<pg.Client> => {
  const client = new pg.Client({
    ...connectionTo(address),
    application_name: presenceName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on("error", () => undefined); // the end of the connection is handled by its owner
  await client.connect();
  const answer = await client.query<{ data_directory: string }>("show data_directory");
  if (answer.rows[0] && sameSite(answer.rows[0].data_directory, cluster)) return client;
  await client.end();
  throw new Error(`the server at ${address.host} works on another folder`);
};

const sameSite = (one: string, other: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
};

/** Wrong user or password: waiting does not help. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^28/.test(String(error.code));

const unreachable = (folders: Folders, pid: number, cause: unknown): Error =>
  new Error(
    `A database server (process ${pid}) runs on ${folders.cluster} but does not let us in: stop that process and start again.`,
    { cause },
  );

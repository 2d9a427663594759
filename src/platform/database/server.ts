import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Log } from "../log.ts";
import { type Database, send } from "./database.ts";
import { errorCodes, isDatabaseFull, isReadOnly } from "./errors.ts";

/** The oldest PostgreSQL that the product runs on. */
const oldestServer = 15;

type Finding = { setting: string; value: string; message: string };

/** What may happen while a setting is off. */
const risks: Readonly<Record<string, string>> = {
  fsync: "The database does not force writes to the disk (fsync is off): a power cut can destroy all data.",
  synchronous_commit:
    "The database says yes before a write is on the disk (synchronous_commit is off): a crash can lose paid orders.",
  full_page_writes:
    "The database does not protect half-written pages (full_page_writes is off): a power cut can damage data.",
};

/**
 * Looks at the server's version and at the settings without which an acknowledged write may be lost. Throws one sentence
 * when the server is too old or unsafe; where loss is `accepted` (a demo, a trial), an unsafe one is warned about.
 * Asked at each start, of embedded and foreign servers alike.
 */
export async function checkDurability(pool: Pick<pg.Pool, "query">, log: Log, accepted: boolean): Promise<void> {
  const names = [...Object.keys(risks), "server_version_num", "server_version"];
  const answer = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1) order by name",
    [names],
  );
  const settings = new Map(answer.rows.map((row) => [row.name, row.setting]));
  checkVersion(settings);
  const findings = findingsOf(settings);
  if (findings.length > 0 && !accepted)
    throw new Error(
      `${findings.map(({ message }) => message).join(" ")} Turn ${findings.map(({ setting }) => setting).join(", ")} on, or accept the loss with ALLOW_DATA_LOSS=on.`,
    );
  for (const finding of findings) log.warn({ finding }, "the database may lose acknowledged writes");
}

function checkVersion(settings: ReadonlyMap<string, string>): void {
  if (Number(settings.get("server_version_num")) >= oldestServer * 10_000) return;
  const value = settings.get("server_version") ?? "unknown";
  throw new Error(`The database server is PostgreSQL ${value}; version ${oldestServer} or newer is needed.`);
}

const findingsOf = (settings: ReadonlyMap<string, string>): Finding[] =>
  Object.entries(risks).flatMap(([setting, message]) => {
    const value = settings.get(setting) ?? "unknown";
    return value === "off" ? [{ setting, value, message }] : [];
  });

/** Of a server that does not let its role ask (PostgreSQL's `insufficient_privilege`). */
const mayNotAsk = "42501";

/**
 * Where a database lies: its server (made once by `initdb`), the database in it, and how it is reached. A dump that was
 * loaded elsewhere, and a copy of a whole server under another address, lie in another place.
 */
export async function placeOf(pool: Pick<pg.Pool, "query">, databaseUrl: string | undefined): Promise<string> {
  const [own] = (await pool.query<{ oid: string }>("select oid from pg_database where datname = current_database()"))
    .rows;
  return [await serverOf(pool), own?.oid ?? "", databaseUrl === undefined ? "" : addressIn(databaseUrl)].join("/");
}

async function serverOf(pool: Pick<pg.Pool, "query">): Promise<string> {
  try {
    const { rows } = await pool.query<{ id: string }>("select system_identifier as id from pg_control_system()");
    return rows[0]?.id ?? "";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === mayNotAsk) return "";
    throw error;
  }
}

function addressIn(databaseUrl: string): string {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  return `${searchParams.get("host") ?? hostname}:${searchParams.get("port") ?? (port || "5432")}`;
}

/** A whole megabyte, so that a disk with no room for it is known before the last page is gone. It is dropped at once. */
const probe = sql`create temp table write_probe on commit drop as
  select repeat('x', 8000) as bytes from generate_series(1, 128)`;
const knownForMs = 5_000;

type Writable = "ok" | "full" | "read-only";

/**
 * Asks whether a server of the operator's takes writes, whose disk we cannot look at; asked at most every five seconds.
 * A role that may make no temporary tables is not asked. Rejects when the server does not answer.
 */
export function openWriteProbe(db: Database): () => Promise<Writable> {
  let known: { at: number; answer: Promise<Writable> } | null = null;
  const ask = async (): Promise<Writable> => {
    try {
      await send(db, probe);
      return "ok";
    } catch (error) {
      if (isReadOnly(error)) return "read-only";
      if (isDatabaseFull(error)) return "full";
      if (errorCodes(error).includes("42501")) return "ok";
      known = null;
      throw error;
    }
  };
  return () => {
    if (!known || performance.now() - known.at > knownForMs) known = { at: performance.now(), answer: ask() };
    return known.answer;
  };
}

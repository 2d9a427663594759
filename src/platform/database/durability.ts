import type pg from "pg";
import type { Log } from "../log.ts";

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

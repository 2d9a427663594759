import type pg from "pg";

/** The oldest PostgreSQL that the product runs on. */
const oldestServer = 15;

/** `fatal`: the product must not start on this server; else it runs and says so loudly. */
export type DurabilityFinding = { setting: string; value: string; fatal: boolean; words: string };

const risks: Record<string, { bad: readonly string[]; words: string }> = {
  fsync: {
    bad: ["off"],
    words: "The database does not force writes to the disk (fsync is off): a power cut can destroy all data.",
  },
  synchronous_commit: {
    bad: ["off"],
    words:
      "The database says yes before a write is on the disk (synchronous_commit is off): a crash can lose paid orders.",
  },
  full_page_writes: {
    bad: ["off"],
    words: "The database does not protect half-written pages (full_page_writes is off): a power cut can damage data.",
  },
};

/**
 * Looks at the settings without which an acknowledged write may be lost, and at the server's version. Asked at start,
 * of embedded and foreign servers alike. Returns one finding for each thing that is wrong; none is good.
 */
export const checkDurability = async (pool: Pick<pg.Pool, "query">): Promise<DurabilityFinding[]> => {
  const names = [...Object.keys(risks), "server_version_num", "server_version"];
  const answer = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1) order by name",
    [names],
  );
  const settings = new Map(answer.rows.map((row) => [row.name, row.setting]));
  return [...versionFinding(settings), ...settingFindings(settings)];
};

const versionFinding = (settings: Map<string, string>): DurabilityFinding[] => {
  if (Number(settings.get("server_version_num")) >= oldestServer * 10_000) return [];
  const value = settings.get("server_version") ?? "unknown";
  const words = `The database server is PostgreSQL ${value}; version ${oldestServer} or newer is needed.`;
  return [{ setting: "server_version", value, fatal: true, words }];
};

const settingFindings = (settings: Map<string, string>): DurabilityFinding[] =>
  Object.entries(risks).flatMap(([setting, { bad, words }]) => {
    const value = settings.get(setting) ?? "unknown";
    return bad.includes(value) ? [{ setting, value, fatal: false, words }] : [];
  });

import { globSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startS3 } from "#fakes/s3.ts";
import { asDatabase } from "#src/platform/database/open.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { freePort } from "#tests/support/product.ts";
import { demoFolder, eventually, newDataDir } from "../database/fixture.ts";
import { backupOf, contentsOf } from "./backups.ts";
import { isReady, openServer, startReady } from "./fixture.ts";
import { startGroup } from "./scripts.ts";

type Block = { guide: string; language: string; lines: readonly string[] };

/** What a reader would type: the lines of the blocks of commands, under the heading of each. */
const blocks: readonly Block[] = ["README.md", "CONTRIBUTING.md", ...globSync("docs/*.md").sort()].flatMap((file) => {
  let heading = "";
  return readFileSync(file, "utf8")
    .split(/^(?=#+ |```(?:sh|sql)$)/m)
    .flatMap((part): Block[] => {
      const [first = "", ...rest] = part.split("\n");
      if (first.startsWith("#")) heading = first.replace(/^#+ /, "");
      if (!first.startsWith("```")) return [];
      const lines = rest.slice(0, rest.indexOf("```")).map((line) => line.replace(/ +# .*$/, ""));
      return [{ guide: `${file}: ${heading}`, language: first.slice(3), lines }];
    });
});

/** Runs a line as a shell does, in the product's folder. The places of the guides are those of the test. */
function follow(line: string, env: Record<string, string>, places: Readonly<Record<string, string>> = {}) {
  const placed = Object.entries(places).reduce((text, [place, real]) => text.replaceAll(place, real), line);
  return startGroup("bash", ["-c", placed], env);
}

/** Follows a line that must succeed. @returns what it printed. */
async function followed(...asked: Parameters<typeof follow>): Promise<string> {
  const { code, output } = await follow(...asked).ended;
  expect(code, `${asked[0]}: ${output}`).toBe(0);
  return output;
}

const example = "paperwright-2026-11-22T03-00-00Z";
const newest = (folder: string): string => readdirSync(folder).sort().at(-1) ?? "";

/** The places of the guides about backups, in a folder of the test's. */
function newBackupFolders() {
  const folder = dirname(newDataDir(onTestFinished));
  const [backups, restored] = [join(folder, "backups"), newDataDir(onTestFinished)];
  mkdirSync(backups);
  return {
    backups,
    restored,
    places: () => ({ "/mnt/backups": backups, "/srv/new": restored, [example]: newest(backups) }),
  };
}

const guides: Readonly<Record<string, (lines: readonly string[]) => Promise<void>>> = {
  "README.md: A real installation": async ([start = "", create = "", ...rest]) => {
    expect(rest).toEqual([]);
    const port = await freePort();
    const env = { DATA_DIR: newDataDir(onTestFinished), PORT: String(port) };
    const shop = follow(start, env);
    await eventually(() => isReady(`http://127.0.0.1:${port}`));
    expect(await followed(create, env)).toMatch(/you@example\.org/);
    expect((await follow("npm run doctor", env).ended).output).toContain("The shop is closed for orders.");
    shop.end("SIGTERM");
    expect((await shop.ended).code).toBe(0);
  },
  "docs/operating.md: Backup and restore": async (lines) => {
    const { backups, restored, places } = newBackupFolders();
    const dataDir = demoFolder(onTestFinished);
    for (const line of lines) await followed(line, { DATA_DIR: dataDir }, places());
    const first = contentsOf(join(backups, newest(backups)));
    expect(first.rows["orders.orders"]?.length).toBeGreaterThan(1);
    expect(contentsOf(await backupOf(restored, join(dirname(restored), "again")))).toEqual(first);
    await startReady({ dataDir: restored }).then((shop) => shop.leave());
    await followed("npm run audit:verify", { DATA_DIR: restored });
  },
  "docs/operating.md: Encrypted backups": async ([make = "", ...rest]) => {
    expect(rest).toEqual([]);
    const dataDir = demoFolder(onTestFinished);
    const key = /AGE-SECRET-KEY-1\w+/.exec(await followed(make, { DATA_DIR: dataDir }))?.[0] ?? "";
    const { backups, places } = newBackupFolders();
    const env = { DATA_DIR: dataDir, BACKUP_KEY: key };
    expect(await followed("npm run backup -- --to /mnt/backups", env, places())).toContain("Encrypted with BACKUP_KEY");
    const back = `DATA_DIR=/srv/new npm run restore -- --from /mnt/backups/${example}`;
    expect((await follow(back, { BACKUP_KEY: "" }, places()).ended).code).toBe(1);
    await followed(back, env, places());
    expect(readdirSync(join(backups, newest(backups), "database"))).toContain("orders.orders.copy.age");
  },
  "docs/operating.md: Backups in a bucket": async ([backup = "", list = "", back = "", ...rest]) => {
    expect(rest).toEqual([]);
    const bucket = await startS3();
    onTestFinished(() => bucket.close());
    const env = {
      ...{ DATA_DIR: demoFolder(onTestFinished), BACKUP_S3_ENDPOINT: bucket.url, BACKUP_S3_BUCKET: bucket.bucket },
      ...{ BACKUP_S3_ACCESS_KEY_ID: bucket.accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey },
    };
    const made = /Backup made: s3:(\S+)/.exec(await followed(backup, env))?.[1] ?? "";
    expect((await follow(list, env).ended).output).toContain(made);
    await followed(back, env, { [example]: made, "/srv/new": newDataDir(onTestFinished) });
  },
  "docs/operating.md: The restore drill": async (lines) => {
    const { backups, places } = newBackupFolders();
    const env = { DATA_DIR: demoFolder(onTestFinished), BACKUP_DIR: backups, TMPDIR: dirname(backups) };
    await followed("npm run backup -- --to /mnt/backups", env, places());
    for (const line of lines) expect(await followed(line, env, places())).toMatch(/equal/i);
  },
  "docs/operating.md: The database": async (lines) => {
    const { pool, urlOf } = await openServer();
    for (const line of lines) await asDatabase(pool).execute(line);
    const env = { DATABASE_URL: urlOf("paperwright", "paperwright"), SECRET: "s".repeat(32), DEMO: "on" };
    const shop = await startReady({ dataDir: newDataDir(onTestFinished), env });
    expect((await fetch(`${shop.url}/login`)).status).toBe(200);
  },
  "docs/reliability.md: Random histories": async ([one = ""]) => {
    await followed(`${one} --histories 1`, {});
  },
};

/** Where the commands of the others are run. */
const elsewhere: Readonly<Record<string, string>> = {
  "README.md: Paperwright": "npm-start.fault.test.ts, and .ci/run in a new clone",
};

test("every command that the documents show is run", () => {
  const shown = new Set(blocks.map(({ guide }) => guide));
  expect(new Set([...Object.keys(guides), ...Object.keys(elsewhere)])).toEqual(shown);
});

describe.runIf(isFullRun)("followed word by word", () => {
  test.each(Object.entries(guides))("%s", async (guide, steps) => {
    await steps(blocks.filter((block) => block.guide === guide).flatMap(({ lines }) => lines));
  });
});

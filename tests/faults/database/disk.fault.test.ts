import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { isFullRun } from "#tests/support/full-run.ts";
import { removeFolder } from "#tests/support/server-folders.ts";
import { acknowledged, audit } from "./audit.ts";
import { eventually, ready, serverOf, startApp } from "./fixture.ts";
import { mountable, mountDisk, newDisk } from "./mountable.ts";

describe.runIf(mountable && isFullRun)("a disk that fills up", () => {
  test("stops the server; it restarts by itself when there is space, with every acknowledged row", async ({
    onTestFinished,
  }) => {
    const base = newDisk();
    expect(mountDisk(base, "160m")).toBe(true);
    const dataDir = join(base, "data");
    onTestFinished(() => {
      removeFolder(dataDir);
      execFileSync("umount", ["--lazy", base]);
      rmSync(base, { recursive: true });
    });
    const app = await ready(startApp(dataDir));
    app.tell("write");
    await eventually(() => acknowledged(app).length > 20);
    const filler = join(base, "filler");
    mkdirSync(filler);
    fill(filler, base);
    await demandLog(dataDir);
    await app.until((report) => report.log === "The database server does not start.");
    const atEnd = acknowledged(app).length;
    rmSync(filler, { recursive: true });
    await app.until((report) => report.log === "The database server is back.");
    await eventually(() => acknowledged(app).length > atEnd + 20);
    await app.close();
    await audit(dataDir, acknowledged(app));
    expect(atEnd).toBeGreaterThan(20);
  });
});

/** Makes the server ask for a new file of its write-ahead log, for which there is no room. */
const demandLog = async (dataDir: string): Promise<void> => {
  const client = new pg.Client({ host: serverOf(dataDir).socketFolder, user: "app", database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  await expect(client.query("select pg_switch_wal(); create table one_more (id int)")).rejects.toThrow();
};

/** Takes all the room that is left, down to the last page. */
const fill = (folder: string, disk: string): void => {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(join(folder, "rest"), Buffer.alloc(bavail * bsize + 1));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
};

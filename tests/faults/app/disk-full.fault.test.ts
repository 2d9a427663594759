import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openVisitor } from "#tests/support/driver.ts";
import { newWitness, play, shopping } from "#tests/support/driver-people.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { cookieOf } from "#tests/support/product.ts";
import { removeFolder } from "#tests/support/server-folders.ts";
import { eventually } from "../database/fixture.ts";
import { mountable, mountDisk, newDisk } from "../database/mountable.ts";
import { startReady } from "./fixture.ts";

const email = "client@demo.test";

describe.runIf(mountable && isFullRun)("a disk that is full", () => {
  test("/readyz says so, what writes answers 503 in words, what reads continues; with room again all is as before", async ({
    onTestFinished,
  }) => {
    const disk = newDisk();
    expect(mountDisk(disk, "400m")).toBe(true);
    const dataDir = join(disk, "data");
    onTestFinished(() => {
      removeFolder(dataDir);
      execFileSync("umount", ["--lazy", disk]);
      rmSync(disk, { recursive: true });
    });
    const app = await startReady({ dataDir });
    const visitor = openVisitor(() => app.url);
    await visitor.signIn(email);
    const ready = async () => (await fetch(`${app.url}/readyz`)).json();

    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - 20_000_000));
    await eventually(async () => (await ready()).checks.disk === "full");
    expect(await ready()).toMatchObject({ ready: false, checks: { database: "ok" } });
    expect((await visitor.get("/dashboard")).status).toBe(200);
    const body = JSON.stringify({ email, password: "paper boat in the rain" });
    const refused = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: app.url },
      body,
    });
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining("The disk of our server is full"),
    ]);

    rmSync(join(disk, "filler"));
    await eventually(async () => (await ready()).ready === true);
    await cookieOf(app.url, email);
    const witness = newWitness();
    const player = play(() => app.url, email, witness, shopping(witness));
    await eventually(() => witness.placed.size > 0 || player.failed());
    await player.stop();
  });
});

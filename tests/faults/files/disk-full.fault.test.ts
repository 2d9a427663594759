import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { newId } from "#src/platform/ids.ts";

const mib = 1024 * 1024;
const mount = (folder: string, size: string) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", folder], { stdio: "ignore" }).status === 0;

const mountable = process.getuid?.() === 0 && process.platform === "linux" && tryMount();
if (!mountable)
  console.warn("SKIPPED: a full disk for files can only be tried where a small disk may be mounted (as root).");

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "paperwright-room-"));
  const works = mount(folder, "1m");
  if (works) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return works;
}

async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

describe.runIf(mountable)("a disk that fills up under files", () => {
  test("refuses what does not fit, keeps what was acknowledged, and goes on when there is room", async () => {
    const folder = mkdtempSync(join(tmpdir(), "paperwright-room-"));
    expect(mount(folder, "8m")).toBe(true);
    onTestFinished(() => {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true });
    });
    const storage = openDisk(join(folder, "files"));
    const bytes = randomBytes(6 * mib);
    const mine = { key: newId(), ref: "" };
    await storage.begin(mine.key);
    await storage.append(mine, 0, pieces(bytes.subarray(0, 3 * mib)));
    const filler = newId();
    await storage.put(filler, pieces(randomBytes(3 * mib)));
    await expect(storage.append(mine, 3 * mib, pieces(bytes.subarray(3 * mib)))).rejects.toMatchObject({
      name: "NoRoom",
    });
    expect(await storage.received(mine), "nothing half-written is kept").toBe(3 * mib);
    const whole = newId();
    await expect(storage.put(whole, pieces(randomBytes(4 * mib)))).rejects.toMatchObject({ name: "NoRoom" });
    const left = readdirSync(join(folder, "files"), { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => name.includes(whole))).toEqual([]);
    expect((await storage.room())?.free ?? 0).toBeLessThan(3 * mib);
    await storage.remove({ key: filler, ref: "" });
    await storage.append(mine, 3 * mib, pieces(bytes.subarray(3 * mib)));
    await storage.finish(mine);
    expect(Buffer.concat(await (await storage.read(mine.key)).toArray()).equals(bytes)).toBe(true);
  });
});

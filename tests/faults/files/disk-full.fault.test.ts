import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { filesSetting } from "#src/modules/files/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { cookieOf } from "#tests/support/product.ts";
import { withBooks } from "../app/books.ts";
import { startReady } from "../app/fixture.ts";
import { eventually, newDataDir } from "../database/fixture.ts";
import { mountable, mountDisk, newDisk } from "../database/mountable.ts";
import { expectSame, sha256 } from "./senders.ts";

const mib = 1024 * 1024;
async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

describe.runIf(mountable)("a disk that fills up under files", () => {
  test("refuses what does not fit, keeps what was acknowledged, and continues when there is room", async () => {
    const folder = newDisk();
    expect(mountDisk(folder, "8m")).toBe(true);
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
      name: "StorageFull",
    });
    expect(await storage.received(mine), "nothing half-written is kept").toBe(3 * mib);
    const whole = newId();
    await expect(storage.put(whole, pieces(randomBytes(4 * mib)))).rejects.toMatchObject({ name: "StorageFull" });
    const left = readdirSync(join(folder, "files"), { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => name.includes(whole))).toEqual([]);
    expect((await storage.space())?.free ?? 0).toBeLessThan(3 * mib);
    await storage.remove({ key: filler, ref: "" });
    await storage.append(mine, 3 * mib, pieces(bytes.subarray(3 * mib)));
    await storage.finish(mine);
    expect(Buffer.concat(await (await storage.read(mine.key)).toArray()).equals(bytes)).toBe(true);
  });

  test.runIf(isFullRun)(
    "the product says so in words, keeps the upload, takes orders and files again when there is room",
    async () => {
      const dataDir = newDataDir(onTestFinished);
      const folder = join(dataDir, "files");
      mkdirSync(folder, { recursive: true });
      // At its start the product is ready only with 64 MB of room, as anywhere.
      expect(mountDisk(folder, "96m")).toBe(true);
      onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
      const app = await startReady({ dataDir });
      const cookie = await cookieOf(app.url, "client@demo.test");
      await withBooks(dataDir, ({ rows }) =>
        rows(
          `insert into platform.settings (key, value, version, updated_at, updated_by) values ('files', $1, 1, now(), 'test')`,
          [JSON.stringify({ ...filesSetting.default, keepFreeMb: 0, keepFreePercent: 0 })],
        ),
      );
      const bytes = randomBytes(8 * mib);
      const headers = { cookie, origin: app.url, "tus-resumable": "1.0.0" };
      const begin = (size: number) =>
        fetch(`${app.url}/files`, {
          method: "POST",
          headers: {
            ...headers,
            "upload-length": String(size),
            "upload-metadata": `filename ${btoa("work.bin")},purpose ${btoa("order")}`,
          },
        });
      // The setting is read at most a second after it was written.
      let begun = await begin(bytes.length);
      await eventually(async () => {
        if (begun.status !== 201) begun = await begin(bytes.length);
        return begun.status === 201;
      });
      const path = begun.headers.get("location") ?? "";
      const patch = (from: number) =>
        fetch(app.url + path, {
          method: "PATCH",
          headers: { ...headers, "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
          body: new Uint8Array(bytes.subarray(from)),
        });
      const filler = join(folder, "something-else");
      writeFileSync(filler, Buffer.alloc(92 * mib));
      const full = await patch(0);
      expect([full.status, ((await full.json()) as { title: string }).title]).toEqual([
        507,
        "There is no room for files at the moment. Nothing else is affected. Try again later.",
      ]);
      const head = await fetch(app.url + path, { method: "HEAD", headers });
      expect([head.status, head.headers.get("upload-offset")], "nothing half-written counts").toEqual([200, "0"]);
      expect((await fetch(`${app.url}/dashboard`, { headers: { cookie } })).status).toBe(200);
      rmSync(filler);
      expect((await patch(0)).status).toBe(204);
      await expectSame(app.url, cookie, { id: path.replace("/files/", ""), sha256: sha256(bytes) });
    },
  );
});

import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { Upload } from "tus-js-client";
import { describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { begin, metadata, patch, send, tus } from "#tests/support/files.ts";
import { files } from "./tables.ts";
import { idOf, tusFixture } from "./tus-fixture.testing.ts";

const { runtime, owner, rowOf, original, offsetOf, onDisk } = await tusFixture();

describe("tus 1.0", () => {
  test("tus-js-client sends a file in chunks; the owner reads the same bytes", async () => {
    const bytes = randomBytes(3_000_000);
    const url = await new Promise<string>((done, fail) => {
      const upload = new Upload(bytes, {
        endpoint: `${runtime.url}/files`,
        chunkSize: 700_000,
        retryDelays: null,
        headers: { cookie: runtime.as(owner), origin: runtime.url },
        metadata: { filename: "Über uns.pdf", filetype: "application/pdf", purpose: "order" },
        onError: fail,
        onSuccess: () => done(upload.url ?? ""),
      });
      upload.start();
    });
    const id = url.split("/").at(-1) ?? "";
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
    await expect.poll(async () => (await rowOf(id))?.state).toBe("ready");
    const row = await rowOf(id);
    expect(row?.name).toBe("Über uns.pdf");
    expect(row?.declaredType).toBe("application/pdf");
    expect(row?.type).toBe("application/octet-stream");
    expect(row?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  test("continues where it stopped, after the connection was cut in the middle of a chunk", async () => {
    const bytes = randomBytes(2_000_000);
    const id = idOf(await begin(runtime, owner, bytes.length));
    const { hostname, port } = new URL(runtime.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `PATCH /files/${id} HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${runtime.url}\r\ncookie: ${runtime.as(owner)}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
      );
      socket.write(bytes.subarray(0, 1_000_000));
    });
    socket.on("error", () => undefined);
    await expect.poll(() => onDisk(id)).toBeGreaterThan(0);
    socket.destroy();
    const at = Number(await offsetOf(id));
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThanOrEqual(1_000_000);
    expect((await patch(runtime, owner, `/files/${id}`, at, bytes.subarray(at))).status).toBe(204);
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
  });

  test("a second request asks the first one, which is blocked, to end", async () => {
    const bytes = randomBytes(300_000);
    const id = idOf(await begin(runtime, owner, bytes.length));
    const hanging = new ReadableStream({ start: (controller) => controller.enqueue(bytes.subarray(0, 100_000)) });
    const first = patch(runtime, owner, `/files/${id}`, 0, hanging).catch(() => null);
    await expect.poll(() => onDisk(id)).toBe(100_000);
    expect(await offsetOf(id)).toBe("100000");
    expect((await patch(runtime, owner, `/files/${id}`, 100_000, bytes.subarray(100_000))).status).toBe(204);
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
    await first;
  });

  test("an upload is taken back, and then it is not there", async () => {
    const id = idOf(await begin(runtime, owner, 1000));
    expect((await tus(runtime, owner, `/files/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await tus(runtime, owner, `/files/${id}`, { method: "HEAD" })).status).toBe(404);
    const whole = await send(runtime, owner);
    expect((await tus(runtime, owner, `/files/${whole}`, { method: "DELETE" })).status).toBe(204);
    const left = readdirSync(join(runtime.folder, "files"), { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => name.includes(id) || name.includes(whole))).toEqual([]);
  });

  test("a used file stays when somebody takes it back", async () => {
    const id = await send(runtime, owner);
    await runtime.db.update(files).set({ attachedTo: newId() }).where(eq(files.id, id));
    expect((await tus(runtime, owner, `/files/${id}`, { method: "DELETE" })).status).toBe(409);
    expect((await rowOf(id))?.state).not.toBe("gone");
  });
});

describe("a piece with a checksum", () => {
  const sum = (algorithm: string, bytes: Uint8Array) =>
    `${algorithm} ${createHash(algorithm).update(bytes).digest("base64")}`;
  const checked = (path: string, offset: number, bytes: Uint8Array, checksum: string) =>
    tus(runtime, owner, path, {
      method: "PATCH",
      headers: {
        "upload-offset": String(offset),
        "upload-checksum": checksum,
        "content-type": "application/offset+octet-stream",
      },
      body: new Uint8Array(bytes),
    });

  test("is kept when it is right; of a damaged one nothing is", async () => {
    const bytes = randomBytes(700_000);
    const id = idOf(await begin(runtime, owner, bytes.length));
    const path = `/files/${id}`;
    const first = bytes.subarray(0, 300_000);
    const damaged = await checked(path, 0, randomBytes(300_000), sum("sha1", first));
    expect([damaged.status, damaged.headers.get("content-type")]).toEqual([
      460,
      "application/problem+json; charset=utf-8",
    ]);
    expect(await offsetOf(id)).toBe("0");
    expect((await checked(path, 0, first, sum("sha1", first))).status).toBe(204);
    const rest = bytes.subarray(300_000);
    expect((await checked(path, 300_000, rest, sum("sha256", first))).status).toBe(460);
    expect((await checked(path, 300_000, rest, sum("sha256", rest))).status).toBe(204);
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
    const looked = join(runtime.folder, "look");
    await expect.poll(() => (existsSync(looked) ? readdirSync(looked) : [])).toEqual([]);
  });

  test("of another kind, or unreadable, is refused before anything begins", async () => {
    const before = await runtime.db.$count(files);
    for (const message of ["md5 abcd", "sha1", "sha1 ???", "sha1 ab cd"])
      expect((await begin(runtime, owner, 10, { "upload-checksum": message })).status, message).toBe(400);
    expect(await runtime.db.$count(files)).toBe(before);
  });
});

describe("what the sender receives at the end", () => {
  test("an unfinished upload goes after seven days, a finished one says nothing of it", async () => {
    const begun = await begin(runtime, owner, 1000);
    const row = await rowOf(idOf(begun));
    const goes = new Date(Math.floor((row?.expiresAt?.getTime() ?? 0) / 1000) * 1000).toUTCString();
    expect((row?.expiresAt?.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(7 * 86_400_000);
    expect(begun.headers.get("upload-expires")).toBe(goes);
    const some = await patch(runtime, owner, `/files/${idOf(begun)}`, 0, randomBytes(10));
    expect(some.headers.get("upload-expires")).toBe(goes);
    const last = await patch(runtime, owner, `/files/${idOf(begun)}`, 10, randomBytes(990));
    expect([last.status, last.headers.get("upload-expires")]).toEqual([204, null]);
  });

  test("an upload whose time is over is gone before the sweeper comes", async () => {
    const id = idOf(await begin(runtime, owner, 1000));
    await runtime.db.update(files).set({ expiresAt: runtime.clock() }).where(eq(files.id, id));
    expect((await tus(runtime, owner, `/files/${id}`, { method: "HEAD" })).status).toBe(410);
    expect((await patch(runtime, owner, `/files/${id}`, 0, randomBytes(10))).status).toBe(410);
  });

  test("a small file that is cut on its way leaves nothing: nobody knows its address", async () => {
    const before = await runtime.db.$count(files);
    const { hostname, port } = new URL(runtime.url);
    await new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /files HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${runtime.url}\r\ncookie: ${runtime.as(owner)}\r\ntus-resumable: 1.0.0\r\nupload-length: 200000\r\nupload-metadata: ${metadata({ filename: "cut.bin", purpose: "order" })}\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: 200000\r\n\r\n`,
        );
        socket.write(randomBytes(1000));
      });
      socket.on("error", () => undefined);
      socket.on("close", () => done());
      void expect
        .poll(() => runtime.db.$count(files))
        .toBe(before + 1)
        .then(() => socket.destroy());
    });
    await expect.poll(() => runtime.db.$count(files)).toBe(before);
  });
});

test("what lies on the disk is readable by us alone and named by our ids", async () => {
  const id = await send(runtime, owner, { name: "plain name.txt", bytes: Buffer.from("some words") });
  const names = readdirSync(join(runtime.folder, "files"), { recursive: true, encoding: "utf8" });
  const mine = names.find((name) => name.endsWith(id)) ?? "";
  expect(statSync(join(runtime.folder, "files", mine)).mode & 0o777).toBe(0o600);
  expect((await readFile(join(runtime.folder, "files", mine))).toString()).toBe("some words");
  expect(names.join().includes("plain")).toBe(false);
});

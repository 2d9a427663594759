import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { begin, type FilesHouse, metadata, openFilesHouse, patch, send, tus } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import { files } from "./tables.ts";

let house: FilesHouse;
let owner: Person;
let other: Person;
beforeAll(async () => {
  house = await openFilesHouse({ env: { LIMITS_FACTOR: "1000" } });
  owner = await createPerson(house);
  other = await createPerson(house);
});
afterAll(() => house.end());

const rowOf = async (id: string) => (await house.db.select().from(files).where(eq(files.id, id)))[0];
const idOf = (answer: Response) => (answer.headers.get("location") ?? "").replace("/files/", "");
const original = (id: string) =>
  fetch(`${house.url}/files/${id}/x`, { headers: { cookie: house.as(owner) } }).then((r) => r.arrayBuffer());
const offsetOf = async (id: string) =>
  (await tus(house, owner, `/files/${id}`, { method: "HEAD" })).headers.get("upload-offset");

const onDisk = async (id: string) => (await openDisk(join(house.folder, "files")).received({ key: id, ref: "" })) ?? 0;

describe("tus 1.0", () => {
  test("says what it can", async () => {
    const answer = await tus(house, owner, "/files", { method: "OPTIONS" });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("tus-extension")).toBe("creation,creation-with-upload,termination,checksum,expiration");
    expect(answer.headers.get("tus-checksum-algorithm")).toBe("sha1,sha256");
    expect(answer.headers.get("tus-max-size")).toBe(String(512 * 1024 * 1024));
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("tus-js-client sends a file in chunks; the owner reads the same bytes", async () => {
    const bytes = randomBytes(3_000_000);
    const url = await new Promise<string>((done, fail) => {
      const upload = new Upload(bytes, {
        endpoint: `${house.url}/files`,
        chunkSize: 700_000,
        retryDelays: null,
        headers: { cookie: house.as(owner), origin: house.url },
        metadata: { filename: "Über uns.pdf", filetype: "application/pdf", place: "order" },
        onError: fail,
        onSuccess: () => done(upload.url ?? ""),
      });
      upload.start();
    });
    const id = url.split("/").at(-1) ?? "";
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
    await expect.poll(async () => (await rowOf(id))?.state, { timeout: 10_000 }).toBe("ready");
    const row = await rowOf(id);
    expect(row?.name).toBe("Über uns.pdf");
    expect(row?.declaredType).toBe("application/pdf");
    expect(row?.type).toBe("application/octet-stream");
    expect(row?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  test("goes on where it stopped, after the connection was cut in the middle of a chunk", async () => {
    const bytes = randomBytes(2_000_000);
    const id = idOf(await begin(house, owner, bytes.length));
    const { hostname, port } = new URL(house.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `PATCH /files/${id} HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${house.url}\r\ncookie: ${house.as(owner)}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
      );
      socket.write(bytes.subarray(0, 1_000_000));
    });
    socket.on("error", () => undefined);
    await expect.poll(() => onDisk(id), { timeout: 10_000 }).toBeGreaterThan(0);
    socket.destroy();
    const at = Number(await offsetOf(id));
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThanOrEqual(1_000_000);
    expect((await patch(house, owner, `/files/${id}`, at, bytes.subarray(at))).status).toBe(204);
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
  });

  test("a second request asks the first one, which hangs, to end", async () => {
    const bytes = randomBytes(300_000);
    const id = idOf(await begin(house, owner, bytes.length));
    const hanging = new ReadableStream({ start: (controller) => controller.enqueue(bytes.subarray(0, 100_000)) });
    const first = patch(house, owner, `/files/${id}`, 0, hanging).catch(() => null);
    await expect.poll(() => onDisk(id), { timeout: 10_000 }).toBe(100_000);
    expect(await offsetOf(id)).toBe("100000");
    expect((await patch(house, owner, `/files/${id}`, 100_000, bytes.subarray(100_000))).status).toBe(204);
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
    await first;
  });

  test("an upload is taken back, and then it is not there", async () => {
    const id = idOf(await begin(house, owner, 1000));
    expect((await tus(house, owner, `/files/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await tus(house, owner, `/files/${id}`, { method: "HEAD" })).status).toBe(404);
    const whole = await send(house, owner);
    expect((await tus(house, owner, `/files/${whole}`, { method: "DELETE" })).status).toBe(204);
    const left = readdirSync(join(house.folder, "files"), { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => name.includes(id) || name.includes(whole))).toEqual([]);
  });

  test("a used file stays when somebody takes it back", async () => {
    const id = await send(house, owner);
    await house.db.update(files).set({ attachedTo: newId() }).where(eq(files.id, id));
    expect((await tus(house, owner, `/files/${id}`, { method: "DELETE" })).status).toBe(409);
    expect((await rowOf(id))?.state).not.toBe("gone");
  });
});

describe("a piece with a checksum", () => {
  const sum = (algorithm: string, bytes: Uint8Array) =>
    `${algorithm} ${createHash(algorithm).update(bytes).digest("base64")}`;
  const checked = (path: string, offset: number, bytes: Uint8Array, checksum: string) =>
    tus(house, owner, path, {
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
    const id = idOf(await begin(house, owner, bytes.length));
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
    const looked = join(house.folder, "look");
    await expect.poll(() => (existsSync(looked) ? readdirSync(looked) : []), { timeout: 10_000 }).toEqual([]);
  });

  test("of another kind, or unreadable, is refused before anything begins", async () => {
    const before = await house.db.$count(files);
    for (const words of ["md5 abcd", "sha1", "sha1 ???", "sha1 ab cd"])
      expect((await begin(house, owner, 10, { "upload-checksum": words })).status, words).toBe(400);
    expect(await house.db.$count(files)).toBe(before);
  });
});

describe("what the sender is told of the end", () => {
  test("an unfinished upload goes after seven days, a finished one says nothing of it", async () => {
    const begun = await begin(house, owner, 1000);
    const row = await rowOf(idOf(begun));
    const goes = new Date(Math.floor((row?.expiresAt?.getTime() ?? 0) / 1000) * 1000).toUTCString();
    expect((row?.expiresAt?.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(7 * 86_400_000);
    expect(begun.headers.get("upload-expires")).toBe(goes);
    const some = await patch(house, owner, `/files/${idOf(begun)}`, 0, randomBytes(10));
    expect(some.headers.get("upload-expires")).toBe(goes);
    const last = await patch(house, owner, `/files/${idOf(begun)}`, 10, randomBytes(990));
    expect([last.status, last.headers.get("upload-expires")]).toEqual([204, null]);
  });

  test("an upload whose time is over is gone before the sweeper comes", async () => {
    const id = idOf(await begin(house, owner, 1000));
    await house.db
      .update(files)
      .set({ createdAt: new Date(Date.now() - 8 * 86_400_000) })
      .where(eq(files.id, id));
    expect((await tus(house, owner, `/files/${id}`, { method: "HEAD" })).status).toBe(410);
    expect((await patch(house, owner, `/files/${id}`, 0, randomBytes(10))).status).toBe(410);
  });

  test("a small file that is cut on its way leaves nothing: nobody knows its address", async () => {
    const before = await house.db.$count(files);
    const { hostname, port } = new URL(house.url);
    await new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /files HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${house.url}\r\ncookie: ${house.as(owner)}\r\ntus-resumable: 1.0.0\r\nupload-length: 200000\r\nupload-metadata: ${metadata({ filename: "cut.bin", place: "order" })}\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: 200000\r\n\r\n`,
        );
        socket.write(randomBytes(1000));
      });
      socket.on("error", () => undefined);
      socket.on("close", () => done());
      void expect
        .poll(() => house.db.$count(files), { timeout: 10_000 })
        .toBe(before + 1)
        .then(() => socket.destroy());
    });
    await expect.poll(() => house.db.$count(files), { timeout: 10_000 }).toBe(before);
  });
});

describe("who may touch an upload", () => {
  const verbs = ["HEAD", "PATCH", "DELETE"] as const;
  test.each(verbs)(
    "%s: a foreign upload answers exactly like one that never was; a guest signs in first",
    async (verb) => {
      const id = idOf(await begin(house, owner, 1000));
      const ask = async (who: Person | null, at: string) => {
        const answer = await (verb === "PATCH"
          ? patch(house, who, `/files/${at}`, 0, randomBytes(10))
          : tus(house, who, `/files/${at}`, { method: verb }));
        const headers = [...answer.headers].filter(([name]) => !["date", "connection", "keep-alive"].includes(name));
        return { status: answer.status, headers, body: await answer.text() };
      };
      const foreign = await ask(other, id);
      expect(foreign.status).toBe(404);
      for (const strange of [newId(), "nothing", "..%2f..%2fetc%2fpasswd", "%252e%252e", `${id}%00`, "a%5cb"])
        expect(await ask(other, strange), strange).toEqual(foreign);
      expect((await ask(null, id)).status).toBe(401);
      expect((await ask(null, newId())).status).toBe(401);
      expect(await offsetOf(id)).toBe("0");
    },
  );

  test("a guest cannot begin, and another site cannot write", async () => {
    expect((await begin(house, null, 1000)).status).toBe(401);
    for (const origin of ["https://evil.example", "null"])
      for (const method of ["POST", "PATCH", "DELETE"])
        expect((await tus(house, owner, `/files/${newId()}`, { method, headers: { origin } })).status).toBe(403);
  });

  test("reading an upload's own address gives nothing, also to its owner", async () => {
    const id = await send(house, owner);
    expect((await tus(house, owner, `/files/${id}`)).status).toBe(404);
    expect((await tus(house, owner, `/files/${id}`, { method: "POST" })).status).toBe(405);
    expect((await tus(house, owner, "/files", { method: "PUT" })).status).toBe(405);
  });
});

describe("what the protocol refuses", () => {
  const max = 512 * 1024 * 1024;
  test.each<[string, string | number, number]>([
    ["a negative length", -1, 400],
    ["an empty file", 0, 400],
    ["one byte over the limit", max + 1, 413],
    ["2^53", 2 ** 53, 413],
    ["no number", "many", 400],
    ["a fraction", "1.5", 400],
    ["an exponent", "1e3", 400],
  ])("%s", async (_name, size, status) => {
    expect((await begin(house, owner, size)).status).toBe(status);
  });

  test("exactly the limit may begin", async () => {
    const answer = await begin(house, owner, max);
    expect(answer.status).toBe(201);
    await tus(house, owner, `/files/${idOf(answer)}`, { method: "DELETE" });
  });

  test("a length that comes later, and files put together from parts", async () => {
    const later = await tus(house, owner, "/files", { method: "POST", headers: { "upload-defer-length": "1" } });
    expect(later.status).toBe(501);
    expect((await begin(house, owner, 10, { "upload-concat": "partial" })).status).toBe(501);
    expect((await begin(house, owner, 10, { "upload-concat": "final;/files/a /files/b" })).status).toBe(501);
  });

  test.each<[string, Record<string, string>]>([
    ["a line break in the name", { filename: "a\r\nb", place: "order" }],
    ["a line break in the type", { filename: "a", filetype: "text/html\r\nx: y", place: "order" }],
    ["a NUL", { filename: "a\0.exe", place: "order" }],
    ["a path", { filename: "../../etc/passwd", place: "order" }],
    ["a Windows path", { filename: "..\\x", place: "order" }],
    ["two dots", { filename: "..", place: "order" }],
    ["no place", { filename: "a" }],
    ["an unknown place", { filename: "a", place: "__proto__" }],
  ])("metadata with %s", async (_name, facts) => {
    expect((await begin(house, owner, 10, { "upload-metadata": metadata(facts) })).status).toBe(400);
  });

  test("metadata that is no metadata, twice the same key, or a key of objects", async () => {
    for (const value of ["filename notbase64!", "filename YQ==,filename Yg==", "__proto__ YQ==", "a b c"])
      expect((await begin(house, owner, 10, { "upload-metadata": value })).status, value).toBe(400);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test("another offset 409, more bytes than announced 413, a changed length, another type of body", async () => {
    const id = idOf(await begin(house, owner, 1000));
    expect((await patch(house, owner, `/files/${id}`, 5, randomBytes(10))).status).toBe(409);
    expect((await patch(house, owner, `/files/${id}`, 0, randomBytes(1001))).status).toBe(413);
    const stream = new ReadableStream({
      start: (controller) => {
        for (let i = 0; i < 11; i += 1) controller.enqueue(randomBytes(100));
        controller.close();
      },
    });
    expect((await patch(house, owner, `/files/${id}`, 0, stream)).status).toBe(413);
    expect((await rowOf(id))?.state).toBe("receiving");
    const changed = await tus(house, owner, `/files/${id}`, {
      method: "PATCH",
      headers: {
        "upload-offset": (await offsetOf(id)) ?? "",
        "upload-length": "2000",
        "content-type": "application/offset+octet-stream",
      },
    });
    expect([400, 501]).toContain(changed.status);
    expect(
      (
        await tus(house, owner, `/files/${id}`, {
          method: "PATCH",
          headers: { "upload-offset": "0", "content-type": "text/plain" },
          body: "x",
        })
      ).status,
    ).toBe(400);
    expect((await rowOf(id))?.size).toBe(1000);
  });

  test("a finished upload takes no more bytes", async () => {
    const bytes = randomBytes(1000);
    const id = await send(house, owner, { bytes });
    expect((await patch(house, owner, `/files/${id}`, 0, bytes)).status).toBe(409);
    expect((await patch(house, owner, `/files/${id}`, 1000, randomBytes(1))).status).toBe(413);
    expect((await patch(house, owner, `/files/${id}`, 1000, new Uint8Array())).status).toBe(204);
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
  });

  test("another version of the protocol, or none", async () => {
    expect((await begin(house, owner, 10, { "tus-resumable": "0.2.2" })).status).toBe(400);
    expect(
      (await fetch(`${house.url}/files`, { method: "POST", headers: { origin: house.url, cookie: house.as(owner) } }))
        .status,
    ).toBe(412);
  });

  test("answers are problem details with words, and keep the header set", async () => {
    const answer = await begin(house, owner, max + 1);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    const empty = (await (await begin(house, owner, 0)).json()) as { title: string };
    expect(empty.title).toBe("This file is empty.");
  });
});

test("what lies on the disk is readable by us alone and named by our ids", async () => {
  const id = await send(house, owner, { name: "plain name.txt", bytes: Buffer.from("some words") });
  const names = readdirSync(join(house.folder, "files"), { recursive: true, encoding: "utf8" });
  const mine = names.find((name) => name.endsWith(id)) ?? "";
  expect(statSync(join(house.folder, "files", mine)).mode & 0o777).toBe(0o600);
  expect((await readFile(join(house.folder, "files", mine))).toString()).toBe("some words");
  expect(names.join().includes("plain")).toBe(false);
});

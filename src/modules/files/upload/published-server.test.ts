import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchTransport } from "./fetch-transport.testing.ts";
import type { Transport } from "./transport.ts";
import { type UploadOptions, uploadTask } from "./upload-task.ts";

/** `@tus/server` as published, with its own store: what we speak is the protocol, not a dialect. */
let directory: string;
let http: HttpServer;
let endpoint: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tus-"));
  const tus = new Server({ path: "/files", datastore: new FileStore({ directory }), maxSize: 8_000_000 });
  http = createServer((request, response) => void tus.handle(request, response));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}/files`;
});

afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await rm(directory, { recursive: true, force: true });
});

const metadata = { filename: "Über den Fluß.pdf", filetype: "application/pdf" };
const begin = (bytes: Buffer, more: Partial<UploadOptions> = {}) =>
  uploadTask(new Blob([new Uint8Array(bytes)]), { endpoint, metadata, transport: fetchTransport(), ...more });

const stored = async (url: string): Promise<Buffer> => readFile(join(directory, new URL(url).pathname.slice(7)));
const finished = async (task: ReturnType<typeof begin>): Promise<string> => {
  const result = await task.result;
  if (!result.ok) throw new Error(result.problem?.message ?? "canceled");
  return result.url;
};

test.each([0, 1, 262_144, 262_145, 5_000_000])("%i bytes arrive as they are", async (size) => {
  const bytes = randomBytes(size);
  const url = await finished(begin(bytes));
  expect((await stored(url)).equals(bytes)).toBe(true);
  const facts: unknown = JSON.parse(await readFile(join(directory, `${new URL(url).pathname.slice(7)}.json`), "utf8"));
  expect(facts).toMatchObject({ size, metadata });
});

test("a pause in the middle, and another task that continues with what is there", async () => {
  const bytes = randomBytes(5_000_000);
  let known: string | null = null;
  const onAddress = (url: string | null) => {
    known = url;
  };
  const first = begin(bytes, { onAddress });
  await new Promise<void>((done) => {
    first.subscribe(({ bytesSent, state }) => {
      if (bytesSent > 0) first.pause();
      if (state === "paused") done();
    });
  });
  const methods: string[] = [];
  const send = fetchTransport();
  const transport: Transport = (ask) => {
    methods.push(ask.method);
    return send(ask);
  };
  const url = await finished(begin(bytes, { known, transport }));
  expect(url).toBe(known);
  expect((await stored(url)).equals(bytes)).toBe(true);
  expect(methods.slice(0, 2)).toEqual(["HEAD", "PATCH"]);
});

test("a chunk that is cut on its way, a wrong offset, an upload that is gone", async () => {
  const bytes = randomBytes(3_000_000);
  const send = fetchTransport();
  let patches = 0;
  const troubles: Transport = async (ask) => {
    if (ask.method !== "PATCH") return send(ask);
    patches += 1;
    if (patches === 2) {
      await send({ ...ask, ...(ask.body && { body: ask.body.slice(0, 100_000) }) });
      throw new Error("cut");
    }
    if (patches === 3) return send({ ...ask, headers: { ...ask.headers, "upload-offset": "1" } });
    if (patches === 5)
      await send({ method: "DELETE", url: ask.url, headers: { "tus-resumable": "1.0.0" }, signal: ask.signal });
    return send(ask);
  };
  const task = begin(bytes, { transport: troubles });
  task.subscribe(({ waiting }) => waiting && task.hurry());
  const url = await finished(task);
  expect((await stored(url)).equals(bytes)).toBe(true);
  expect(patches).toBeGreaterThan(8);
});

test("cancel removes what was sent", async () => {
  let known = "";
  const task = begin(randomBytes(5_000_000), {
    onAddress: (url) => {
      if (url) known = url;
    },
  });
  task.subscribe(({ bytesSent }) => bytesSent > 0 && task.cancel());
  expect(await task.result).toEqual({ ok: false, problem: null });
  await expect(stored(known)).rejects.toThrow(/ENOENT/);
});

test("a file over the limit is refused in the server's words", async () => {
  const task = begin(randomBytes(8_000_001));
  expect(await task.result).toEqual({
    ok: false,
    problem: { kind: "refused", message: expect.stringMatching(/size exceeded/i) },
  });
});

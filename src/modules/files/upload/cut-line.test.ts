import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server as HttpServer } from "node:http";
import {
  type AddressInfo,
  connect,
  createServer as createLine,
  type Server as LineServer,
  type Socket,
} from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sized } from "#tests/support/full-run.ts";
import { fetchTransport } from "./fetch-transport.testing.ts";
import { FIRST_CHUNK } from "./retry-times.ts";
import { uploadTask } from "./upload-task.ts";

const rounds = sized(3, 50);

let directory: string;
let http: HttpServer;
let line: LineServer;
let endpoint: string;
/** After so many bytes the line is cut; each cut takes the next number. Empty: it holds. */
let cuts: number[] = [];
const carried = { bytes: 0, cuts: 0 };

const portOf = (server: LineServer | HttpServer) => (server.address() as AddressInfo).port;

/** Carries bytes in both directions until its time has come. */
const carry = (near: Socket) => {
  const far = connect(portOf(http), "127.0.0.1");
  const end = () => {
    near.destroy();
    far.destroy();
  };
  for (const socket of [near, far]) socket.on("error", end).on("close", end);
  far.pipe(near);
  near.on("data", (bytes) => {
    carried.bytes += bytes.length;
    const [next] = cuts;
    if (next !== undefined && carried.bytes >= next) {
      cuts = cuts.slice(1);
      carried.cuts += 1;
      end();
    } else if (!far.write(bytes)) {
      near.pause();
      far.once("drain", () => near.resume());
    }
  });
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cut-"));
  const tus = new Server({ path: "/files", datastore: new FileStore({ directory }), relativeLocation: true });
  http = createServer((request, response) => void tus.handle(request, response));
  line = createLine(carry);
  for (const server of [http, line]) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }
  endpoint = `http://127.0.0.1:${portOf(line)}/files`;
});

afterAll(async () => {
  http.closeAllConnections();
  http.close();
  line.close();
  await rm(directory, { recursive: true, force: true });
});

test("a line that is cut again and again costs at most a chunk each time", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const bytes = randomBytes(8_000_000 + Math.floor(Math.random() * 12_000_000));
    const start = carried.bytes;
    const wanted = Array.from({ length: 6 }, () => start + Math.floor(Math.random() * bytes.length)).sort(
      (a, b) => a - b,
    );
    cuts = wanted;
    const before = carried.cuts;
    let chunk = FIRST_CHUNK;
    const send = fetchTransport();
    const task = uploadTask(new Blob([new Uint8Array(bytes)]), {
      endpoint,
      metadata: { filename: "a.bin" },
      transport: (ask) => {
        chunk = Math.max(chunk, ask.body?.size ?? 0);
        return send(ask);
      },
    });
    task.subscribe(({ waiting }) => waiting && task.hurry());
    const result = await task.result;
    if (!result.ok) throw new Error(`${result.problem?.message} (cuts at ${wanted.join()})`);
    const stored = await readFile(join(directory, new URL(result.url).pathname.slice("/files/".length)));
    expect(stored.equals(bytes), `cuts at ${wanted.join()}`).toBe(true);
    const extra = carried.bytes - start - bytes.length;
    expect(extra, `cuts at ${wanted.join()}`).toBeLessThan((carried.cuts - before) * chunk + 50_000);
  }
  expect(carried.cuts).toBeGreaterThan(rounds);
});

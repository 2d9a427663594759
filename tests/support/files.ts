import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { limitBody } from "#src/http/body.ts";
import type { Env } from "#src/http/env.ts";
import { fileRoutes } from "#src/http/files.ts";
import { judge } from "#src/http/guard.ts";
import { setHeaders } from "#src/http/headers.ts";
import {
  type FileDoor,
  type FileScanner,
  type FileStorage,
  fileDoorsPort,
  fileWork,
  scannerPort,
  storagePort,
  workPort,
} from "#src/modules/files/index.server.ts";
import type { Reaction } from "#src/platform/facts.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { createTestHouse, type TestHouse } from "./house.ts";

export type FilesHouse = TestHouse & {
  url: string;
  folder: string;
  as: (person: Person) => string;
  end: () => Promise<void>;
};
type Wishes = {
  storage?: FileStorage;
  scanner?: FileScanner;
  doors?: readonly FileDoor[];
  env?: Record<string, string>;
  now?: Date;
  reactions?: readonly Reaction[];
};

/** A house with files behind a real web server; `as` gives the cookie by which a request is somebody's. */
export async function openFilesHouse(wishes: Wishes = {}): Promise<FilesHouse> {
  const folder = mkdtempSync(join(tmpdir(), "paperwright-files-"));
  const work = fileWork({ workers: 1 });
  const house = await createTestHouse({
    now: wishes.now ?? new Date(),
    env: { DATA_DIR: folder, ...wishes.env },
    reactions: wishes.reactions ?? [],
    ports: [
      [storagePort, wishes.storage ?? openDisk(join(folder, "files"))],
      [scannerPort, wishes.scanner ?? null],
      [workPort, work],
      [fileDoorsPort, wishes.doors ?? []],
    ],
  });
  const known = new Map<string, Person>();
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    const refused = judge(c.req.raw, house.config);
    if (refused) return c.text(refused.words, refused.status as 403);
    const viewer = known.get(c.req.header("cookie") ?? "") ?? guest;
    const request = { id: "test", address: "192.0.2.1" };
    c.set("scope", { house, viewer, request, nonce: "", look: "system" });
    await next();
    setHeaders(c.res.headers, house.config);
  });
  app.use(limitBody);
  fileRoutes(app, house);
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(house, {
    url: `http://127.0.0.1:${port}`,
    folder,
    as: (person: Person) => {
      known.set(`as=${person.id}`, person);
      return `as=${person.id}`;
    },
    end: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await work.close();
      await house.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

export const metadata = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

type Ask = { method?: string; headers?: Record<string, string>; body?: BodyInit | ReadableStream };

/** One request of somebody at the tus door. */
export const tus = (house: FilesHouse, person: Person | null, path: string, { headers, ...ask }: Ask = {}) =>
  fetch(house.url + path, {
    redirect: "manual",
    ...ask,
    ...(ask.body instanceof ReadableStream && { duplex: "half" }),
    headers: {
      "tus-resumable": "1.0.0",
      origin: house.url,
      ...(person && { cookie: house.as(person) }),
      ...headers,
    },
  } as RequestInit);

export const begin = (
  house: FilesHouse,
  person: Person | null,
  size: number | string,
  more: Record<string, string> = {},
) =>
  tus(house, person, "/files", {
    method: "POST",
    headers: {
      "upload-length": String(size),
      "upload-metadata": metadata({ filename: "essay.bin", place: "order" }),
      ...more,
    },
  });

export const patch = (
  house: FilesHouse,
  person: Person | null,
  path: string,
  offset: number,
  body: Uint8Array | ReadableStream,
) =>
  tus(house, person, path, {
    method: "PATCH",
    headers: { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body: body instanceof ReadableStream ? body : new Uint8Array(body),
  });

/** Sends a whole file in one request and gives its id. */
export async function send(
  house: FilesHouse,
  person: Person,
  file: { bytes?: Uint8Array; name?: string; place?: string; about?: string } = {},
): Promise<string> {
  const { bytes = randomBytes(1000), name = "essay.bin", place = "order", about } = file;
  const answer = await tus(house, person, "/files", {
    method: "POST",
    headers: {
      "upload-length": String(bytes.length),
      "upload-metadata": metadata({ filename: name, place, ...(about && { about }) }),
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes),
  });
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
  return (answer.headers.get("location") ?? "").replace("/files/", "");
}

import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { fileRoutes } from "#src/http/handlers.ts";
import {
  type FilePolicy,
  type FileScanner,
  type FileStorage,
  filePoliciesPort,
  fileWork,
  scannerPort,
  storagePort,
  workPort,
} from "#src/modules/files/index.server.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { createTestRuntime, type TestRuntime } from "./runtime.ts";
import { serve } from "./serve.ts";

export type FilesRuntime = TestRuntime & {
  url: string;
  folder: string;
  as: (person: Person) => string;
  end: () => Promise<void>;
};
type Wishes = {
  storage?: FileStorage;
  scanner?: FileScanner;
  filePolicies?: readonly FilePolicy[];
  env?: Record<string, string>;
  now?: Date;
  eventHandlers?: readonly EventHandler[];
};

/** A runtime with files behind a real web server; `as` gives the cookie by which a request is somebody's. */
export async function openFilesRuntime(wishes: Wishes = {}): Promise<FilesRuntime> {
  const folder = mkdtempSync(join(tmpdir(), "paperwright-files-"));
  const work = fileWork({ workers: 2 });
  const runtime = await createTestRuntime({
    now: wishes.now ?? new Date(),
    env: { DATA_DIR: folder, ...wishes.env },
    eventHandlers: wishes.eventHandlers ?? [],
    ports: [
      [storagePort, wishes.storage ?? openDisk(join(folder, "files"))],
      [scannerPort, wishes.scanner ?? null],
      [workPort, work],
      [filePoliciesPort, wishes.filePolicies ?? []],
    ],
  });
  const known = new Map<string, Person>();
  const served = await serve({
    runtime,
    resolveViewer: async (_runtime, headers) => known.get(headers.get("cookie") ?? "") ?? guest,
    handlers: (app) => fileRoutes(app, runtime),
  });
  return Object.assign(runtime, {
    url: served.url,
    folder,
    as: (person: Person) => {
      known.set(`pw_session=${person.id}`, person);
      return `pw_session=${person.id}`;
    },
    end: async () => {
      await served.close();
      await work.close();
      await runtime.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

export const metadata = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

type Ask = { method?: string; headers?: Record<string, string>; body?: BodyInit | ReadableStream };

/** One request of somebody at the tus handler. */
export const tus = (runtime: FilesRuntime, person: Person | null, path: string, { headers, ...ask }: Ask = {}) =>
  fetch(runtime.url + path, {
    redirect: "manual",
    ...ask,
    ...(ask.body instanceof ReadableStream && { duplex: "half" }),
    headers: {
      "tus-resumable": "1.0.0",
      origin: runtime.url,
      ...(person && { cookie: runtime.as(person) }),
      ...headers,
    },
  } as RequestInit);

export const begin = (
  runtime: FilesRuntime,
  person: Person | null,
  size: number | string,
  more: Record<string, string> = {},
) =>
  tus(runtime, person, "/files", {
    method: "POST",
    headers: {
      "upload-length": String(size),
      "upload-metadata": metadata({ filename: "essay.bin", purpose: "order" }),
      ...more,
    },
  });

export const patch = (
  runtime: FilesRuntime,
  person: Person | null,
  path: string,
  offset: number,
  body: Uint8Array | ReadableStream,
) =>
  tus(runtime, person, path, {
    method: "PATCH",
    headers: { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body: body instanceof ReadableStream ? body : new Uint8Array(body),
  });

/** Sends a whole file in one request and gives its id. */
export async function send(
  runtime: FilesRuntime,
  person: Person,
  file: { bytes?: Uint8Array; name?: string; purpose?: string; about?: string } = {},
): Promise<string> {
  const { bytes = Buffer.from(randomBytes(500).toString("hex")), name = "essay.bin", purpose = "order", about } = file;
  const answer = await tus(runtime, person, "/files", {
    method: "POST",
    headers: {
      "upload-length": String(bytes.length),
      "upload-metadata": metadata({ filename: name, purpose, ...(about && { about }) }),
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes),
  });
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
  return (answer.headers.get("location") ?? "").replace("/files/", "");
}

/** The body of a refusal without the number of its request. */
export const withoutId = (body: string): string => body.replace(/urn:request:[\w-]+/, "urn:request:");

type SentFile = { filename: string; body: Uint8Array; purpose?: string; about: string };

/** A file sent to a running product, for a delivery of an order unless another purpose is named, and checked. Returns its id. */
export async function sentFile(
  url: string,
  cookie: string,
  { filename, body, purpose = "delivery", about }: SentFile,
): Promise<string> {
  const headers = {
    ...{ origin: url, cookie, "tus-resumable": "1.0.0", "upload-length": String(body.length) },
    "upload-metadata": metadata({ filename, filetype: "", purpose, about }),
    "content-type": "application/offset+octet-stream",
  };
  const answer = await fetch(`${url}/files`, { method: "POST", body: new Uint8Array(body), headers });
  const id = (answer.headers.get("location") ?? "").replace("/files/", "");
  const checks = async () => (await fetch(`${url}/files/checks?ids=${id}`, { headers: { cookie } })).text();
  await vi.waitFor(async () => expect(await checks()).toContain(`"found":{`), 60_000);
  return id;
}

/** A document of the samples (files/clean/samples). */
export const sampleDocument = (filename: string): Buffer =>
  readFileSync(`src/modules/files/clean/samples/documents/${filename}`);

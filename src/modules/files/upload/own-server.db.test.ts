import { createHash, randomBytes } from "node:crypto";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { type FilesRuntime, openFilesRuntime } from "#tests/support/files.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { myUploads } from "../queries/my-uploads.ts";
import { withdrawUpload } from "./browser-lists.ts";
import { fetchTransport } from "./fetch-transport.testing.ts";
import type { Transport } from "./transport.ts";
import { type UploadOptions, type UploadTask, uploadTask } from "./upload-task.ts";

let runtime: FilesRuntime;
let owner: Person;
beforeAll(async () => {
  runtime = await openFilesRuntime({ env: { LIMITS_FACTOR: "1000" } });
  owner = await createPerson(runtime);
});
afterAll(() => runtime.end());

const endpoint = () => `${runtime.url}/files`;
const asOwner = () => fetchTransport({ cookie: runtime.as(owner), origin: runtime.url });
const begin = (bytes: Buffer, about: string, more: Partial<UploadOptions> = {}) =>
  uploadTask(new Blob([new Uint8Array(bytes)]), {
    endpoint: endpoint(),
    metadata: { filename: "Über den Fluß.bin", filetype: "", purpose: "order", about },
    transport: asOwner(),
    ...more,
  });

const finished = async (task: UploadTask): Promise<string> => {
  const result = await task.result;
  if (!result.ok) throw new Error(result.problem?.message ?? "canceled");
  return result.url;
};
const hash = (bytes: Buffer | ArrayBuffer) =>
  createHash("sha256")
    .update(Buffer.from(bytes as ArrayBuffer))
    .digest("hex");
const stored = async (url: string) =>
  hash(await (await fetch(`${url}/x`, { headers: { cookie: runtime.as(owner) } })).arrayBuffer());
const mine = async (about: string) => {
  const found = await myUploads(ctxFor(runtime, owner), { purpose: "order", about });
  return found.ok ? found.value : [];
};

test.each([1, 262_144, 262_145, 10_000_000])("%i bytes arrive as they are", async (size) => {
  const bytes = randomBytes(size);
  const about = newId();
  const url = await finished(begin(bytes, about));
  expect(await stored(url)).toBe(hash(bytes));
  expect(await mine(about)).toMatchObject([{ name: "Über den Fluß.bin", size, received: size }]);
  expect(url.endsWith((await mine(about))[0]?.id ?? "-")).toBe(true);
});

test("cut chunks, lost answers and a pause cost nothing but time", async () => {
  const bytes = randomBytes(6_000_000);
  const send = asOwner();
  let patches = 0;
  const troubles: Transport = async (ask) => {
    if (ask.method !== "PATCH") return send(ask);
    patches += 1;
    if (patches === 2) throw new Error("cut before the first byte");
    if (patches === 3) {
      await send(ask);
      throw new Error("the answer is lost");
    }
    return send(ask);
  };
  let known: string | null = null;
  const onAddress = (url: string | null) => {
    known = url;
  };
  const first = begin(bytes, newId(), { transport: troubles, onAddress });
  first.subscribe(({ waiting }) => waiting && first.hurry());
  await new Promise<void>((done) => {
    first.subscribe(({ bytesSent, state }) => {
      if (bytesSent >= 786_432) first.pause();
      if (state === "paused") done();
    });
  });
  const url = await finished(begin(bytes, newId(), { known }));
  expect(url).toBe(known);
  expect(await stored(url)).toBe(hash(bytes));
});

test("the proxy in between stops in the middle and starts again later", async () => {
  const bytes = randomBytes(3_000_000);
  const target = Number(new URL(runtime.url).port);
  const open = new Set<Socket>();
  let carried = 0;
  const carry = (near: Socket) => {
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
      one.pipe(other);
    }
    near.on("data", (some) => {
      const before = carried;
      carried += some.length;
      if (before <= 1_000_000 && carried > 1_000_000) stop();
    });
  };
  const proxy = createServer(carry);
  const listen = (port: number) => new Promise<void>((done) => proxy.listen(port, "127.0.0.1", done));
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  const stop = () => {
    proxy.close();
    for (const socket of open) socket.destroy();
  };
  onTestFinished(stop);
  const task = begin(bytes, newId(), { endpoint: `http://127.0.0.1:${port}/files` });
  let waits = 0;
  task.subscribe(({ waiting }) => {
    if (!waiting) return;
    waits += 1;
    // Two tries meet nobody, then the proxy is there again.
    if (waits === 3) void listen(port).then(task.hurry);
    else task.hurry();
  });
  const { pathname } = new URL(await finished(task));
  expect(waits).toBeGreaterThanOrEqual(3);
  expect(await stored(runtime.url + pathname)).toBe(hash(bytes));
});

test("cancel and taking back leave nothing", async () => {
  const about = newId();
  const task = begin(randomBytes(5_000_000), about);
  task.subscribe(({ bytesSent }) => bytesSent > 0 && task.cancel());
  expect(await task.result).toEqual({ ok: false, problem: null });
  const whole = await finished(begin(randomBytes(10), about));
  expect(await mine(about)).toHaveLength(1);
  await withdrawUpload({ endpoint: endpoint(), transport: asOwner() }, whole);
  expect(await mine(about)).toEqual([]);
});

test("a session that ends in the middle is reported, and what was sent is kept", async () => {
  const bytes = randomBytes(2_000_000);
  const [signedIn, signedOut] = [asOwner(), fetchTransport({ origin: runtime.url })];
  let asked = 0;
  let known: string | null = null;
  const transport: Transport = (ask) => {
    asked += 1;
    return (asked > 2 ? signedOut : signedIn)(ask);
  };
  const onAddress = (url: string | null) => {
    known = url;
  };
  const task = begin(bytes, newId(), { transport, onAddress });
  expect(await task.result).toMatchObject({ ok: false, problem: { kind: "signed-out" } });
  expect(await stored(await finished(begin(bytes, newId(), { known })))).toBe(hash(bytes));
});

test("refused in the server's words: a wrong name, a purpose that is none, a stranger's upload starts anew", async () => {
  const refusedFor = async (metadata: Record<string, string>) => {
    const result = await begin(randomBytes(10), newId(), { metadata }).result;
    return result.ok ? null : result.problem;
  };
  expect(await refusedFor({ filename: "a/b.txt", purpose: "order" })).toMatchObject({
    kind: "refused",
    message: /slashes/,
  });
  expect(await refusedFor({ filename: "a.txt", purpose: "moon" })).toMatchObject({
    kind: "refused",
    message: /belongs/,
  });
  const stranger = await createPerson(runtime);
  const theirs = fetchTransport({ cookie: runtime.as(stranger), origin: runtime.url });
  const known = await finished(begin(randomBytes(300_000), newId(), { transport: theirs }));
  const bytes = randomBytes(300_000);
  const url = await finished(begin(bytes, newId(), { known }));
  expect(url).not.toBe(known);
  expect(await stored(url)).toBe(hash(bytes));
});

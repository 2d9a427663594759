import { expect, test } from "vitest";
import { fakeClock, fakeServer, rangeFile, settled } from "./fake-server.testing.ts";
import { endpoint, start } from "./started.testing.ts";
import { uploadTask } from "./upload-task.ts";

test("another offset at the server: it is asked at once, and the upload continues from there", async () => {
  const { task, net, lines, server, clock } = start(600_000);
  await net("ok", "ok");
  const kept = server.uploads.get(`${endpoint}/u1`);
  if (kept) kept.got = 400_000;
  await net("ok", "ok", "ok");
  expect(await task.result).toMatchObject({ ok: true });
  expect(lines()).toEqual(["POST", "PATCH 262144", "PATCH 337856", "HEAD", "PATCH 200000"]);
  expect(clock.now()).toBe(0);
});

test("a server that never agrees is an error in the end", async () => {
  const { task, net, clock, server } = start(600_000);
  await net("ok");
  while (task.snapshot().state === "running") {
    if (server.open.length > 0) await net(server.open[0]?.ask.method === "HEAD" ? "ok" : "conflict");
    clock.next();
    await settled();
  }
  expect(await task.result).toMatchObject({ ok: false, problem: { kind: "connection" } });
  expect(clock.now()).toBeGreaterThan(500_000);
});

test("a lost answer: what arrived is not sent twice", async () => {
  const { task, net, lines } = start(600_000);
  await net("ok", "lost");
  expect(task.snapshot()).toMatchObject({ waiting: true, state: "running" });
  task.hurry();
  await net("ok", "ok", "ok");
  expect(await task.result).toMatchObject({ ok: true });
  expect(lines()).toEqual(["POST", "PATCH 262144", "HEAD", "PATCH 262144", "PATCH 75712"]);
});

test("an upload that the server forgot starts anew", async () => {
  const { task, net, lines, addresses } = start(300_000);
  await net("ok", "ok", "gone", "ok", "ok", "ok");
  expect(await task.result).toEqual({ ok: true, url: `${endpoint}/u2` });
  expect(lines()).toEqual(["POST", "PATCH 262144", "PATCH 37856", "POST", "PATCH 262144", "PATCH 37856"]);
  expect(addresses).toEqual([`${endpoint}/u1`, null, `${endpoint}/u2`]);
});

test("a server that forgets again and again is an error", async () => {
  const { task, net } = start(300_000);
  for (let tries = 0; tries < 6; tries += 1) await net("ok", "gone");
  expect(await task.result).toMatchObject({ ok: false, problem: { kind: "connection", message: /several times/ } });
});

test("an upload with more bytes than the file has is another one: the file starts anew", async () => {
  const { task, net, lines, server, addresses } = start(300_000, { known: `${endpoint}/old` });
  server.uploads.set(`${endpoint}/old`, { got: 300_001, length: 400_000, sound: true });
  await net("ok", "ok", "ok", "ok");
  expect(await task.result).toEqual({ ok: true, url: `${endpoint}/u1` });
  expect(lines()).toEqual(["HEAD", "POST", "PATCH 262144", "PATCH 37856"]);
  expect(addresses).toEqual([null, `${endpoint}/u1`]);
});

test.each([0, 300_000])(
  "a chunk that was taken up to byte %i cannot be: the server is asked what it has",
  async (offset) => {
    const { transport, asked } = fakeServer(endpoint);
    const clock = fakeClock();
    const task = uploadTask(rangeFile(600_000), {
      endpoint,
      metadata: {},
      clock,
      known: `${endpoint}/u1`,
      transport: async (ask) => {
        void transport(ask).catch(() => undefined);
        const at = ask.method === "HEAD" ? 0 : offset;
        return { status: 200, body: "", header: (name) => (name === "upload-offset" ? String(at) : null) };
      },
    });
    await settled();
    expect(asked.map(({ method }) => method)).toEqual(["HEAD", "PATCH", "HEAD", "PATCH"]);
    expect(clock.naps).toHaveLength(1);
    task.cancel();
  },
);

test("the session is over: an error that keeps what was sent", async () => {
  const { task, net, addresses } = start(300_000);
  await net("ok", "signed-out");
  expect(await task.result).toMatchObject({ ok: false, problem: { kind: "signed-out", message: /Sign in again/ } });
  expect(addresses).toEqual([`${endpoint}/u1`]);
});

test("a file over the limit is not tried again", async () => {
  const { task, net, clock } = start(300_000);
  await net("too-large");
  expect(await task.result).toMatchObject({ ok: false, problem: { kind: "refused", message: /limit/ } });
  expect(clock.naps).toEqual([]);
});

test("waits as long as the server says", async () => {
  const { task, clock } = start(10, {
    transport: async () => ({ status: 429, body: "", header: (name) => (name === "retry-after" ? "90" : null) }),
  });
  await settled();
  expect(clock.naps.map(({ at }) => at)).toEqual([90_000]);
  task.cancel();
});

test("a wait that the server asks for beyond the retry time is an error with its words", async () => {
  const message = "You have sent 60 files in this hour. Wait a while.";
  const { task } = start(10, {
    transport: async () => ({
      status: 429,
      body: JSON.stringify({ detail: message }),
      header: (name) => ({ "retry-after": "3600", "content-type": "application/problem+json" })[name] ?? null,
    }),
  });
  expect(await task.result).toMatchObject({ ok: false, problem: { kind: "connection", message } });
});

test("a page of something in between is no answer of the server", async () => {
  const { task, clock } = start(300_000, {
    transport: async () => ({ status: 200, body: "<h1>Hotel</h1>", header: () => null }),
  });
  await settled();
  expect(task.snapshot()).toMatchObject({ state: "running", waiting: true });
  expect(clock.naps).toHaveLength(1);
  task.cancel();
});

test("a file that cannot be read any more says so", async () => {
  const moved = Object.assign(rangeFile(10), { slice: () => moved });
  moved.arrayBuffer = () => Promise.reject(new Error("NotReadableError"));
  const { transport, open } = fakeServer(endpoint);
  const task = uploadTask(moved, { endpoint, metadata: {}, transport, clock: fakeClock() });
  await settled();
  open[0]?.end("dead");
  expect(await task.result).toMatchObject({ ok: false, problem: { kind: "unreadable" } });
});

test.each([
  ["maxUploadRetryTime", 600_000, null],
  ["maxOperationRetryTime", 120_000, `${endpoint}/u1`],
] as const)("tries again with growing waits until %s is used up", async (_, limit, known) => {
  const { task, net, clock } = start(300_000, { known });
  const waits: number[] = [];
  while (task.snapshot().state === "running") {
    await net("dead");
    const [nap] = clock.naps;
    if (nap) waits.push(nap.at - clock.now());
    clock.next();
    await settled();
  }
  expect(await task.result).toMatchObject({ ok: false, problem: { kind: "connection" } });
  expect(waits.slice(0, 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000].slice(0, waits.length));
  expect(clock.now()).toBeLessThanOrEqual(limit);
  expect(clock.now()).toBeGreaterThan(limit - 65_000);
});

test("with no retry time the first failure is the last", async () => {
  const { task, net } = start(300_000, { times: { maxUploadRetryTime: 0 } });
  await net("dead");
  expect(await task.result).toMatchObject({ ok: false });
});

test("each byte that arrives gives the retries their whole time again", async () => {
  const { task, net, clock } = start(40_000_000);
  await net("ok");
  for (let tries = 0; tries < 20; tries += 1) {
    await net("dead");
    clock.pass(300_000);
    clock.next();
    await settled();
    await net("ok", "cut");
    clock.next();
    await settled();
    await net("ok");
    if (task.snapshot().state !== "running") break;
  }
  expect(task.snapshot().state).toBe("running");
  task.cancel();
});

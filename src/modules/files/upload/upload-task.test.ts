import { describe, expect, test } from "vitest";
import { type Fate, fakeClock, fakeServer, rangeFile, settled } from "./fake-server.testing.ts";
import { type Snapshot, type UploadOptions, uploadTask } from "./upload-task.ts";

const endpoint = "http://shop.test/files";

const start = (size: number, more: Partial<UploadOptions> = {}) => {
  const server = fakeServer(endpoint);
  const clock = fakeClock();
  const places: (string | null)[] = [];
  const { transport } = server;
  const onPlace = (url: string | null) => void places.push(url);
  const metadata = { filename: "Ünit 1.pdf" };
  const task = uploadTask(rangeFile(size), { endpoint, metadata, transport, clock, luck: () => 0, onPlace, ...more });
  const seen: Snapshot[] = [];
  task.subscribe((snapshot) => void seen.push(snapshot));
  const net = async (...fates: Fate[]) => {
    for (const fate of fates) {
      await settled();
      const [one] = server.open;
      if (!one) throw new Error(`No request is open for "${fate}".`);
      one.end(fate);
      await settled();
    }
  };
  const lines = () => server.asked.map(({ method, body }) => (body ? `${method} ${body.size}` : method));
  return { server, clock, task, seen, net, places, lines };
};

const kB256 = 262_144;

describe("how the bytes travel", () => {
  test.each([1, 262_144])("%i bytes in one request", async (size) => {
    const { task, net, lines, seen, server } = start(size);
    await net("ok");
    expect(await task.result).toEqual({ ok: true, url: `${endpoint}/u1` });
    expect(lines()).toEqual([`POST ${size}`]);
    expect(seen.at(-1)).toMatchObject({ state: "success", bytesSent: size, total: size });
    expect(server.asked[0]?.headers).toMatchObject({
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
      "upload-metadata": "filename w5xuaXQgMS5wZGY=",
      "content-type": "application/offset+octet-stream",
    });
  });

  test("an empty file is only announced", async () => {
    const { task, net, lines } = start(0);
    await net("ok");
    expect(await task.result).toMatchObject({ ok: true });
    expect(lines()).toEqual(["POST"]);
  });

  test("more is sent in chunks that double up to 33,554,432 bytes", async () => {
    const { task, net, lines } = start(100_000_000);
    await net("ok", ...Array<Fate>(9).fill("ok"));
    expect(await task.result).toMatchObject({ ok: true });
    expect(lines()).toEqual([
      "POST",
      ...[kB256, 524_288, 1_048_576, 2_097_152, 4_194_304, 8_388_608, 16_777_216, 33_554_432].map((n) => `PATCH ${n}`),
      `PATCH ${100_000_000 - (67_108_864 - kB256)}`,
    ]);
  });

  test("a chunk that failed does not double the next one", async () => {
    const { net, lines, clock } = start(4_000_000);
    await net("ok", "ok", "dead");
    clock.next();
    await net("ok", "ok");
    expect(lines()).toEqual(["POST", "PATCH 262144", "PATCH 524288", "HEAD", "PATCH 524288", "PATCH 1048576"]);
  });

  test("another origin in the answer is not followed", async () => {
    const { server, task } = start(10);
    await settled();
    const [one] = server.open;
    const { transport } = server;
    expect(one?.ask.url).toBe(endpoint);
    const elsewhere = uploadTask(rangeFile(300_000), {
      endpoint,
      metadata: {},
      clock: fakeClock(),
      transport: async (ask) =>
        ask.method === "POST"
          ? { status: 201, body: "", header: (name) => (name === "location" ? "https://evil.test/files/u9" : null) }
          : transport(ask),
    });
    await settled();
    expect(server.asked.at(-1)?.url).toBe(`${endpoint}/u9`);
    elsewhere.cancel();
    task.cancel();
  });
});

describe("pause, resume, cancel", () => {
  test("pause stops the request at once; resume asks how much arrived and goes on", async () => {
    const { task, net, lines, seen } = start(1_000_000);
    await net("ok", "ok");
    expect([task.pause(), task.pause(), task.snapshot().state]).toEqual([true, false, "pausing"]);
    await settled();
    expect(task.snapshot().state).toBe("paused");
    expect([task.cancel(), task.pause(), task.resume(), task.resume()]).toEqual([false, false, true, false]);
    await net("ok", "ok", "ok");
    expect(await task.result).toMatchObject({ ok: true });
    expect(lines()).toEqual(["POST", "PATCH 262144", "PATCH 524288", "HEAD", "PATCH 524288", "PATCH 213568"]);
    const states = seen.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1]);
    expect(states).toEqual(["running", "pausing", "paused", "running", "success"]);
  });

  test("resume while pausing goes on", async () => {
    const { task, net } = start(300_000);
    await net("ok");
    expect([task.pause(), task.resume(), task.snapshot().state]).toEqual([true, true, "running"]);
    await net("ok", "ok", "ok");
    expect(await task.result).toMatchObject({ ok: true });
  });

  test("cancel throws away what the server has", async () => {
    const { task, net, lines, server, places } = start(1_000_000);
    await net("ok", "ok");
    expect([task.cancel(), task.cancel(), task.pause(), task.resume()]).toEqual([true, false, false, false]);
    await net("ok");
    expect(await task.result).toEqual({ ok: false, problem: null });
    expect(task.snapshot().state).toBe("canceled");
    expect(lines().at(-1)).toBe("DELETE");
    expect(server.uploads.size).toBe(0);
    expect(places).toEqual([`${endpoint}/u1`, null]);
  });

  test("cancel ends although the server cannot be reached any more", async () => {
    const { task, net, clock, lines } = start(1_000_000);
    await net("ok");
    task.cancel();
    for (let tries = 0; task.snapshot().state === "canceling" && tries < 50; tries += 1) {
      await net("dead");
      clock.next();
      await settled();
    }
    expect(task.snapshot().state).toBe("canceled");
    expect(clock.now()).toBeLessThanOrEqual(120_000);
    expect(lines().filter((line) => line === "DELETE").length).toBeGreaterThan(5);
  });

  test("calls inside an observer count like any other", async () => {
    const { task, net } = start(1_000_000);
    const answers: boolean[] = [];
    task.subscribe(({ state }) => {
      if (state === "pausing") answers.push(task.resume());
      if (state === "running" && answers.length === 0) answers.push(task.pause());
    });
    const order: string[] = [];
    task.subscribe(({ state }) => void order.push(state));
    await net("ok", "ok", "ok", "ok");
    expect(await task.result).toMatchObject({ ok: true });
    expect(order.slice(0, 3)).toEqual(["running", "pausing", "running"]);
    expect(answers).toEqual([true, true]);
  });
});

describe("what can go wrong", () => {
  test("another offset at the server: it is asked at once, and the upload goes on from there", async () => {
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
    const { task, net, lines, places } = start(300_000);
    await net("ok", "ok", "gone", "ok", "ok", "ok");
    expect(await task.result).toEqual({ ok: true, url: `${endpoint}/u2` });
    expect(lines()).toEqual(["POST", "PATCH 262144", "PATCH 37856", "POST", "PATCH 262144", "PATCH 37856"]);
    expect(places).toEqual([`${endpoint}/u1`, null, `${endpoint}/u2`]);
  });

  test("a server that forgets again and again is an error", async () => {
    const { task, net } = start(300_000);
    for (let tries = 0; tries < 6; tries += 1) await net("ok", "gone");
    expect(await task.result).toMatchObject({ ok: false, problem: { kind: "connection", words: /several times/ } });
  });

  test("the session is over: an error that keeps what was sent", async () => {
    const { task, net, places } = start(300_000);
    await net("ok", "signed-out");
    expect(await task.result).toMatchObject({ ok: false, problem: { kind: "signed-out", words: /Sign in again/ } });
    expect(places).toEqual([`${endpoint}/u1`]);
  });

  test("a file over the limit is not tried again", async () => {
    const { task, net, clock } = start(300_000);
    await net("too-large");
    expect(await task.result).toMatchObject({ ok: false, problem: { kind: "refused", words: /limit/ } });
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
    const words = "You have sent 60 files in this hour. Wait a while.";
    const { task } = start(10, {
      transport: async () => ({
        status: 429,
        body: JSON.stringify({ detail: words }),
        header: (name) => ({ "retry-after": "3600", "content-type": "application/problem+json" })[name] ?? null,
      }),
    });
    expect(await task.result).toMatchObject({ ok: false, problem: { kind: "connection", words } });
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
});

test("an earlier try of the same file goes on where it stopped", async () => {
  const { task, net, lines, server } = start(1_000_000, { known: `${endpoint}/old` });
  server.uploads.set(`${endpoint}/old`, { got: 900_000, length: 1_000_000, sound: true });
  await net("ok", "ok");
  expect(await task.result).toEqual({ ok: true, url: `${endpoint}/old` });
  expect(lines()).toEqual(["HEAD", "PATCH 100000"]);
});

test("wrong retry times are refused before anything is sent", () => {
  const { server } = start(0);
  const wrong = { times: { maxOperationRetryTime: -1 } };
  expect(() => start(10, wrong)).toThrow(/maxOperationRetryTime.*-1/);
  expect(server.asked).toEqual([]);
});

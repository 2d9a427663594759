import { describe, expect, test } from "vitest";
import { type Fate, fakeClock, rangeFile, settled } from "./fake-server.testing.ts";
import { endpoint, start } from "./started.testing.ts";
import { uploadTask } from "./upload-task.ts";

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
  test("pause stops the request at once; resume asks how much arrived and continues", async () => {
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

  test("resume while pausing continues", async () => {
    const { task, net } = start(300_000);
    await net("ok");
    expect([task.pause(), task.resume(), task.snapshot().state]).toEqual([true, true, "running"]);
    await net("ok", "ok", "ok");
    expect(await task.result).toMatchObject({ ok: true });
  });

  test("cancel throws away what the server has", async () => {
    const { task, net, lines, server, addresses } = start(1_000_000);
    await net("ok", "ok");
    expect([task.cancel(), task.cancel(), task.pause(), task.resume()]).toEqual([true, false, false, false]);
    await net("ok");
    expect(await task.result).toEqual({ ok: false, problem: null });
    expect(task.snapshot().state).toBe("canceled");
    expect(lines().at(-1)).toBe("DELETE");
    expect(server.uploads.size).toBe(0);
    expect(addresses).toEqual([`${endpoint}/u1`, null]);
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

test("an earlier try of the same file continues where it stopped", async () => {
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

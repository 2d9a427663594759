import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportThreat } from "#src/modules/accounts/index.server.ts";
import { openLive } from "#src/platform/live/live.ts";
import { guest, isSealedFor, type Person, type Viewer } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { openLiveHandler } from "./live.ts";
import type { Env } from "./scope.ts";

let runtime: TestRuntime;
let server: Server;
let origin: string;
let viewer: Viewer = guest;
const alive = new Set<string>();
/** Orders that whoever asks has now. */
const mine = new Set<string>();
let streams: ReturnType<typeof openLiveHandler>;
let live: ReturnType<typeof openLive>;
const versions = new Map([["mine", 3]]);
const held = Promise.withResolvers<boolean>();
const asked = Promise.withResolvers<void>();

beforeAll(async () => {
  runtime = await createAccountsRuntime();
  live = openLive({
    connection: runtime.database.connection,
    log: quietLog,
    id: "handler",
    kinds: [
      {
        kind: "thing",
        maySee: async (ctx, id) => ctx.viewer.kind === "person" && id === "mine",
        versions: async (_db, ids) => new Map([...versions].filter(([id]) => ids.includes(id))),
      },
      {
        kind: "order",
        maySee: async (_ctx, id) => mine.has(id),
        stillSee: async (_db, followers) => followers.map(({ id }) => mine.has(id)),
        versions: async (_db, ids) => new Map(ids.map((id) => [id, 1])),
      },
      {
        kind: "talk",
        maySee: async (ctx, id) => !isSealedFor(ctx.viewer, id, "messages"),
        versions: async (_db, ids) => new Map(ids.map((id) => [id, 1])),
      },
      {
        kind: "held",
        maySee: () => {
          asked.resolve();
          return held.promise;
        },
        versions: async () => new Map(),
      },
    ],
  });
  await live.open(runtime);
  streams = openLiveHandler(runtime, live, async () => alive);
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    c.set("scope", { ...ctxFor(runtime, viewer), nonce: "", theme: "system" });
    await next();
  });
  streams.addRoutes(app);
  server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await live.close();
  await runtime.drop();
});

const asPerson = async (): Promise<Person> => {
  const person = await createPerson(runtime);
  viewer = person;
  alive.add(person.sessionId);
  return person;
};

const asGuest = (): void => {
  viewer = guest;
};

/** An open stream with its lines so far. */
async function openStream(topics: string) {
  const stop = new AbortController();
  const response = await fetch(`${origin}/api/live?topics=${topics}`, { signal: stop.signal });
  const reader = response.body?.getReader();
  let text = "";
  const read = async (): Promise<boolean> => {
    const part = await reader?.read();
    text += new TextDecoder().decode(part?.value);
    return part?.done ?? true;
  };
  return {
    response,
    until: async (message: string): Promise<string> => {
      while (!text.includes(message)) if (await read()) throw new Error(`The stream ended: ${text}`);
      return text;
    },
    untilEnd: async (): Promise<string> => {
      while (!(await read()));
      return text;
    },
    stop: () => stop.abort(),
  };
}

test("sends the version of a topic, then each change, with the headers of every answer", async () => {
  await asPerson();
  const stream = await openStream("thing:mine");
  await stream.until("data: thing:mine 3");
  live.publish("thing:mine", 4);
  await stream.until("id: thing:mine@4\nevent: at\ndata: thing:mine 4\n\n");
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(stream.response.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(stream.response.headers.get("x-content-type-options")).toBe("nosniff");
  stream.stop();
});

test.each([
  ["a guest", asGuest, "thing:mine", 401],
  ["a person who asks for another's topic", asPerson, "thing:other", 404],
  ["one own and one foreign topic", asPerson, "thing:mine,thing:other", 404],
  ["a kind that does not exist", asPerson, "secret:mine", 404],
  ["everything", asPerson, "*", 404],
  ["nothing", asPerson, "", 422],
  ["too many topics", asPerson, Array.from({ length: 51 }, (_, i) => `thing:x${i}`).join(","), 422],
])("refuses %s", async (_who, enter, topics, status) => {
  await enter();
  const response = await fetch(`${origin}/api/live?topics=${topics}`);
  expect(response.status).toBe(status);
  await response.body?.cancel();
});

test("a topic that the viewer may no longer see is no longer sent to the open stream; without any topic the stream ends", async () => {
  await asPerson();
  for (const id of ["kept", "given"]) mine.add(id);
  const [both, given] = [await openStream("order:kept,order:given,thing:mine"), await openStream("order:given")];
  for (const stream of [both, given]) await stream.until("data: order:given 1");
  await streams.check();
  live.publish("order:given", 2);
  for (const stream of [both, given]) await stream.until("data: order:given 2");
  mine.delete("given");
  await streams.check();
  live.publish("order:given", 3);
  live.publish("order:kept", 3);
  live.publish("thing:mine", 4);
  const received = await both.until("data: thing:mine 4");
  expect(received).toContain("data: order:kept 3");
  expect(received).not.toContain("order:given 3");
  expect(await given.untilEnd()).toMatch(/retry: 60000\n\n$/);
  both.stop();
});

test("an admin who follows somebody's talk loses it when that person reports a threat", async () => {
  const client = await createPerson(runtime);
  const admin = await createPerson(runtime, { role: 3 });
  viewer = admin;
  alive.add(admin.sessionId);
  const stream = await openStream(`talk:${client.id}`);
  await stream.until(`data: talk:${client.id} 1`);
  await streams.check();
  live.publish(`talk:${client.id}`, 2);
  await stream.until(`data: talk:${client.id} 2`);
  const report = { orderId: null, channels: [], text: "" };
  expect(await reportThreat(ctxFor(runtime, client), report)).toMatchObject({ ok: true });
  await streams.check();
  live.publish(`talk:${client.id}`, 3);
  expect(await stream.untilEnd()).not.toContain(`talk:${client.id} 3`);
});

test("a session that ended anywhere loses its stream with the next check", async () => {
  const person = await asPerson();
  const stream = await openStream("thing:mine");
  await stream.until("thing:mine 3");
  alive.delete(person.sessionId);
  await streams.check();
  expect(await stream.untilEnd()).toContain("retry: 60000");
});

test("a session has five streams at most; one that closes makes room", async () => {
  await asPerson();
  const five = await Promise.all(Array.from({ length: 5 }, () => openStream("thing:mine")));
  const sixth = await fetch(`${origin}/api/live?topics=thing:mine`);
  expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "60"]);
  for (const one of five) one.stop();
  while (streams.count() > 0) await new Promise((done) => setImmediate(done));
  const again = await openStream("thing:mine");
  expect(again.response.status).toBe(200);
  again.stop();
});

test("who is gone before the stream stands leaves none behind", async () => {
  await asPerson();
  const gone = once(server, "connection").then(([socket]) => once(socket, "close"));
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  client.write("GET /api/live?topics=held:x HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  await asked.promise;
  client.destroy();
  await gone;
  held.resolve(true);
  await held.promise;
  await new Promise((done) => setImmediate(done));
  expect(streams.count()).toBe(0);
});

test("bytes that come while a stream is open are no second request", async () => {
  await asPerson();
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  const request = "GET /api/live?topics=thing:mine HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
  let text = "";
  client.on("data", (chunk) => {
    text += chunk;
  });
  const until = async (message: string) => {
    while (!text.includes(message)) await once(client, "data");
  };
  client.write(request);
  await until("data: thing:mine 3");
  client.write(request);
  live.publish("thing:mine", 8);
  await until("data: thing:mine 8");
  expect([text.match(/HTTP\/1\.1/g)?.length, streams.count()]).toEqual([1, 1]);
  client.end();
  while (streams.count() > 0) await new Promise((done) => setImmediate(done));
});

test("when the process stops, streams end with a time to reconnect, and new ones are sent elsewhere", async () => {
  await asPerson();
  const stream = await openStream("thing:mine");
  await stream.until("thing:mine 3");
  streams.leave();
  expect(await stream.untilEnd()).toMatch(/retry: \d+\n\n$/);
  expect((await fetch(`${origin}/api/live?topics=thing:mine`)).status).toBe(503);
});

import { Agent, get } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { cookieOf } from "#tests/support/product.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { type App, startReady } from "./fixture.ts";
import { openEvents } from "./live-streams.ts";

const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  fetch(url, { headers: { connection: "close", ...headers } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );

/** What becomes of a connection that a proxy would keep: the answer's header says it. */
const keptAfter = (url: string, agent: Agent): Promise<string | undefined> =>
  new Promise((done, fail) => {
    get(url, { agent }, (answer) => answer.resume().once("end", () => done(answer.headers.connection))).once(
      "error",
      fail,
    );
  });

/** What the chat of this person is followed by. */
async function ownTopic(app: App, cookie: string): Promise<string> {
  const { chatId } = (await (await fetch(`${app.url}/api/chat`, { headers: { cookie } })).json()) as { chatId: string };
  return `chat:${chatId}`;
}

const size = 20_000;

/** An upload of which half was sent, until the rest is. */
async function halfSent(app: App, cookie: string) {
  const tus = { cookie, origin: app.url, "tus-resumable": "1.0.0" };
  const metadata = `filename ${btoa("work.bin")},purpose ${btoa("order")}`;
  const headers = { ...tus, "upload-length": String(size), "upload-metadata": metadata };
  const begun = await fetch(`${app.url}/files`, { method: "POST", headers });
  const socket = connect(app.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const head = {
    ...tus,
    host: `127.0.0.1:${app.port}`,
    "upload-offset": "0",
    "content-type": "application/offset+octet-stream",
    "content-length": String(size),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const path = new URL(begun.headers.get("location") ?? "", app.url).pathname;
  socket.write(`PATCH ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.write(Buffer.alloc(size / 2));
  const answer = new Promise<string>((done) => socket.once("data", (bytes) => done(String(bytes).slice(0, 12))));
  return { finish: () => socket.write(Buffer.alloc(size / 2)), answer };
}

test("at the end the port closes, streams end, and what runs is finished", async () => {
  const app = await startReady({ dataDir: demoFolder(onTestFinished), env: { DRAIN_SECONDS: "2" } });
  const cookie = await cookieOf(app.url, "client@demo.test");
  const topic = await ownTopic(app, cookie);
  const stream = await openEvents(app.url, cookie, topic);
  const sending = await halfSent(app, cookie);

  const ended = app.leave();
  // A slow machine may be too late with it: the next test asks what is answered meanwhile.
  const late = await openEvents(app.url, cookie, topic).catch(() => null);
  await eventually(async () => (await statusOf(`${app.url}/healthz`)) === 0);
  await Promise.all([stream.ended, late?.ended]);
  sending.finish();
  expect(await sending.answer).toBe("HTTP/1.1 204");
  expect(await ended).toEqual({ code: 0, signal: null });
});

test("until the port closes /readyz says so, everything is still answered, and kept connections end; a second signal, later than its echo, ends the process at once", async () => {
  const app = await startReady({ dataDir: demoFolder(onTestFinished), env: { DRAIN_SECONDS: "300" } });
  const cookie = await cookieOf(app.url, "client@demo.test");
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  expect(await keptAfter(`${app.url}/about`, agent)).toBe("keep-alive");
  const ended = app.leave();
  process.kill(app.pid, "SIGTERM");
  await eventually(async () => (await statusOf(`${app.url}/readyz`)) === 503);
  expect(await keptAfter(`${app.url}/about`, agent), "kept connections end while the process drains").toBe("close");
  const pages = ["/healthz", "/about", "/dashboard"];
  expect(await Promise.all(pages.map((path) => statusOf(app.url + path, { cookie })))).toEqual([200, 200, 200]);
  expect((await openEvents(app.url, cookie, await ownTopic(app, cookie))).status).toBe(200);
  await new Promise((done) => setTimeout(done, 1_500));
  expect(await statusOf(`${app.url}/healthz`)).toBe(200);
  process.kill(app.pid, "SIGTERM");
  expect(await ended).toEqual({ code: 1, signal: null });
});

import { readFileSync } from "node:fs";
import { get as getPlain } from "node:http";
import { get } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { chatOf } from "../../../bench/support/chat-messages.ts";
import { signInClients } from "../../../bench/support/clients.ts";
import { formOf, placeOne } from "../../../bench/support/order-form.ts";
import { withBooks } from "../app/books.ts";
import { startReady } from "../app/fixture.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { nginx } from "./nginx.ts";
import { openShop } from "./open-shop.ts";

/** For how long each of the two shops is used: 20 s, or LOAD_SECONDS (600 for the figures of docs/scaling.md). */
const seconds = Number(process.env.LOAD_SECONDS ?? 20);
/** A second of a busy shop; LOAD_SHARE makes less of it where the machine is too small for itself and its visitors. */
const share = Number(process.env.LOAD_SHARE ?? 1);
const perSecond = { orders: (200 / 60) * share, messages: 50 * share, publicPages: 240 * share, ownPages: 60 * share };
const clients = 400;
const streamsOfClient = 5;

type Kind = keyof typeof perSecond;
type Figures = Record<Kind, { asked: number; failed: string[]; p50: number; p99: number }>;
type Shop = { url: string; dataDir: string; pids: () => number[] };

/** Asks at a fixed rate, whatever the answers take; each is timed from the moment at which it was due. */
async function atRate(rate: number, ask: (n: number) => Promise<string | null>) {
  const began = performance.now();
  const took: number[] = [];
  const failed: string[] = [];
  const asking: Promise<void>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = began + (n * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const asked = ask(n).catch((error: Error) => String(error.cause ?? error));
    asking.push(
      asked.then((wrong) => {
        took.push(performance.now() - due);
        if (wrong) failed.push(wrong);
      }),
    );
  }
  await Promise.all(asking);
  took.sort((a, b) => a - b);
  const at = (part: number) => Math.round(took[Math.floor(took.length * part)] ?? 0);
  return { asked: took.length, failed, p50: at(0.5), p99: at(0.99) };
}

/** Before and after the load: a crowd of its own would be refused. */
async function oneByOne<T, V>(all: readonly T[], ask: (one: T) => Promise<V>): Promise<V[]> {
  const answers: V[] = [];
  for (const one of all) answers.push(await ask(one));
  return answers;
}

/** Follows a chat; `version` is the newest that the stream has said. */
function follow(url: string, cookie: string, chatId: string): Promise<{ version: () => number }> {
  const ask = url.startsWith("https") ? get : getPlain;
  return new Promise((done, fail) => {
    const asked = ask(`${url}/api/live?topics=chat:${chatId}`, { headers: { cookie }, agent: false }, (answer) => {
      let newest = 0;
      answer.setEncoding("utf8").on("data", (text: string) => {
        for (const [, version] of text.matchAll(/^data: chat:\S+ (\d+)$/gm)) newest = Math.max(newest, Number(version));
      });
      if (answer.statusCode === 200) done({ version: () => newest });
      else fail(new Error(`a stream was answered with ${answer.statusCode}`));
    });
    asked.once("error", fail);
    onTestFinished(() => void asked.destroy());
  });
}

const processorMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * 10;
  }, 0);

/** Orders, messages to open streams, and pages, all at once. What was acknowledged must be stored, and reach every stream. */
async function use({ url, dataDir, pids }: Shop): Promise<Figures & { processorMs: number }> {
  const cookies = await withBooks(dataDir, ({ pool }) => signInClients(pool, clients, url.startsWith("https")));
  const chats = await oneByOne(cookies, (cookie) => chatOf(url, cookie));
  const streams: { version: () => number }[][] = [];
  for (const [at, cookie] of cookies.entries())
    streams.push(
      await Promise.all(Array.from({ length: streamsOfClient }, () => follow(url, cookie, chats[at]?.chatId ?? ""))),
    );
  // A form is its person's alone.
  const buyers = await oneByOne(cookies.slice(0, 20), async (cookie) => ({
    cookie,
    form: await formOf({ url }, cookie),
  }));
  const turn = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;
  const page = async (path: string, cookie = "") => {
    const answer = await fetch(url + path, { headers: { accept: "text/html", cookie }, redirect: "manual" });
    await answer.text();
    return answer.status === 200 ? null : `${path} ${answer.status}`;
  };
  const [orders, messages]: [string[], string[]] = [[], []];
  const say = async (n: number) => {
    const id = newId();
    const headers = { cookie: turn(cookies, n), origin: url, "content-type": "application/json" };
    const body = JSON.stringify({ id, message: `Message ${n}` });
    const answer = await fetch(`${url}/api/chat/messages`, { method: "POST", headers, body });
    await answer.text();
    if (answer.ok) messages.push(id);
    return answer.ok ? null : `a message ${answer.status}`;
  };
  const place = async (n: number) => {
    const { cookie, form } = turn(buyers, n);
    orders.push((await placeOne(form, cookie)).id);
    return null;
  };
  const before = processorMs(pids());
  const [orderFigures, messageFigures, publicPages, ownPages] = await Promise.all([
    atRate(perSecond.orders, place),
    atRate(perSecond.messages, say),
    atRate(perSecond.publicPages, (n) => page(turn(["/", "/faq", "/about"], n))),
    atRate(perSecond.ownPages, (n) => page(turn(["/dashboard", "/accountSettings", "/notices"], n), turn(cookies, n))),
  ]);
  const spent = processorMs(pids()) - before;
  await withBooks(dataDir, async ({ rows }) => {
    const kept = async (table: string, ids: readonly string[]) =>
      (await rows<{ n: number }>(`select count(*)::int as n from ${table} where id = any($1)`, [[...ids]]))[0]?.n;
    expect([await kept("orders.orders", orders), await kept("chat.messages", messages)]).toEqual([
      orders.length,
      messages.length,
    ]);
  });
  const newest = await oneByOne(cookies, async (cookie) => (await chatOf(url, cookie)).version);
  await eventually(() =>
    streams.every((own, at) =>
      own.every(({ version }) => (newest[at] ?? 0) <= Math.max(version(), chats[at]?.version ?? 0)),
    ),
  );
  return { orders: orderFigures, messages: messageFigures, publicPages, ownPages, processorMs: spent };
}

const kinds = Object.keys(perSecond) as Kind[];
const shown = (name: string, figures: Figures & { processorMs: number }): string =>
  `${name}: ${kinds.map((kind) => `${kind} ${figures[kind].asked} (p50 ${figures[kind].p50} ms, p99 ${figures[kind].p99} ms)`).join(", ")}; ${(figures.processorMs / seconds).toFixed(0)} ms of processor a second`;

test.runIf(isFullRun)(
  "a busy shop, on two web processes and a worker behind nginx, and on one process: no request fails, nothing is lost",
  async ({ skip }) => {
    skip(nginx.version() === undefined, "nginx is not installed: apt-get install nginx-light");
    const many = await openShop(nginx, { DRAIN_SECONDS: "0" });
    const ofMany = await use(many);
    await many.leave();
    const dataDir = demoFolder(onTestFinished);
    const one = await startReady({ dataDir });
    const ofOne = await use({ url: one.url, dataDir, pids: () => [one.pid] });
    const ratios = kinds.map((kind) => `${kind} ${(ofMany[kind].p50 / Math.max(1, ofOne[kind].p50)).toFixed(2)}`);
    console.log(
      `${seconds} s, ${clients * streamsOfClient} streams\n${shown("three processes behind nginx", ofMany)}\n${shown("one process", ofOne)}\nratio of the middle times: ${ratios.join(", ")}; of the processor ${(ofMany.processorMs / ofOne.processorMs).toFixed(2)}`,
    );
    for (const figures of [ofMany, ofOne]) expect(kinds.flatMap((kind) => figures[kind].failed)).toEqual([]);
  },
);

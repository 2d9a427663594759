import { randomFillSync } from "node:crypto";
import { get } from "node:http";
import { connect } from "node:http2";
import { request } from "node:https";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { cookieOf } from "#tests/support/product.ts";
import { withBooks } from "../app/books.ts";
import { openChatter } from "../app/chat-people.ts";
import { openEvents } from "../app/live-streams.ts";
import { eventually } from "../database/fixture.ts";
import { expectSame, sendFile } from "../files/senders.ts";
import { caddy } from "./caddy.ts";
import { nginx } from "./nginx.ts";
import { openShop } from "./open-shop.ts";

const rounds = 5;
const mib = 1024 * 1024;

const proxies = { nginx, caddy };
const names = ["nginx", "caddy"] as const;
const reason = (name: string) => `${name} is not installed: apt-get install ${name === "nginx" ? "nginx-light" : name}`;

/** Status and target of what the proxy answers without TLS. */
const withoutTls = (plain: object, path: string): Promise<[number | undefined, string | undefined]> =>
  new Promise((done, fail) => {
    const asked = get({ ...plain, path, headers: { host: "localhost" } }, (answer) => {
      answer.resume();
      done([answer.statusCode, answer.headers.location]);
    });
    asked.once("error", fail);
  });

/** The cipher that is agreed on with a client of TLS 1.2 that offers this one; null: the proxy refuses. */
const agreed = (port: number, ciphers: string): Promise<string | null> =>
  new Promise((done) => {
    const socket: TLSSocket = connectTls({
      port,
      host: "localhost",
      servername: "localhost",
      ciphers,
      maxVersion: "TLSv1.2",
    });
    socket.once("secureConnect", () => {
      done(socket.getCipher().name);
      socket.destroy();
    });
    socket.once("error", () => done(null));
  });

/** The first bytes of an answer by HTTP/2. */
const byHttp2 = (url: string, path: string, cookie: string): Promise<{ status: unknown; text: string }> =>
  new Promise((done, fail) => {
    const session = connect(url);
    session.once("error", fail);
    const asked = session.request({ ":path": path, cookie });
    let status: unknown;
    asked.once("response", (headers) => {
      status = headers[":status"];
    });
    asked.once("data", (bytes) => {
      done({ status, text: String(bytes) });
      session.destroy();
    });
  });

const signInFrom = (url: string, localAddress: string): Promise<number | undefined> =>
  new Promise((done, fail) => {
    const headers = { "content-type": "application/json", origin: url, "x-forwarded-for": "203.0.113.9" };
    const asked = request(
      `${url}/api/auth/sign-in/email`,
      { method: "POST", localAddress, family: 4, headers },
      (answer) => {
        answer.resume().once("end", () => done(answer.statusCode));
      },
    );
    asked.once("error", fail);
    asked.end(JSON.stringify({ email: "writer@demo.test", password: "paper boat in the rain" }));
  });

test.runIf(isFullRun).for(names)(
  "the example of %s: TLS alone, news as they happen, compressed answers, 200 MB, and who asks",
  async (name, { skip }) => {
    skip(proxies[name].version() === undefined, reason(name));
    const { url, port, plain, dataDir } = await openShop(proxies[name]);
    const cookie = await cookieOf(url, "client@demo.test");

    expect(await withoutTls(plain, "/faq?a=1"), "pages are led to https").toEqual([301, "https://localhost/faq?a=1"]);
    expect(await withoutTls(plain, "/api/quotes"), "programs are refused").toEqual([403, undefined]);
    expect(await agreed(port, "ECDHE-ECDSA-AES128-GCM-SHA256")).toBe("ECDHE-ECDSA-AES128-GCM-SHA256");
    for (const weak of ["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384", "AES128-GCM-SHA256"])
      expect([weak, await agreed(port, weak)]).toEqual([weak, null]);

    const { chatId } = (await (await fetch(`${url}/api/chat`, { headers: { cookie } })).json()) as { chatId: string };
    const live = await openEvents(url, cookie, `chat:${chatId}`);
    const before = live.news.length;
    const headers = { cookie, origin: url, "content-type": "application/json" };
    const sent = { method: "POST", headers, body: JSON.stringify({ id: newId(), message: "Are you there?" }) };
    expect((await fetch(`${url}/api/chat/messages`, sent)).ok).toBe(true);
    await eventually(() => live.news.length > before);
    live.close();
    const stream = await byHttp2(url, `/api/live?topics=${encodeURIComponent(`chat:${chatId}`)}`, cookie);
    expect(stream).toEqual({ status: 200, text: expect.stringMatching(/^(:|event|id|retry|data)/) });

    for (const path of ["/", "/dashboard"])
      for (const encoding of ["br", "gzip"]) {
        const answer = await fetch(url + path, { headers: { cookie, "accept-encoding": encoding } });
        expect([path, answer.status, answer.headers.get("content-encoding")]).toEqual([path, 200, encoding]);
        expect(await answer.text()).toContain("</html>");
      }

    const bytes = randomFillSync(Buffer.alloc(200 * mib));
    await expectSame(url, cookie, await sendFile({ url, cookie, bytes, chunk: 32 * mib }));

    expect(await signInFrom(url, "127.0.0.2")).toBe(200);
    const newest = "select ip_address as address from accounts.sessions order by created_at desc limit 1";
    expect(await withBooks(dataDir, ({ rows }) => rows(newest))).toEqual([{ address: "127.0.0.2" }]);
  },
);

/** Asks one thing after the other until it is stopped, and writes down each answer that is none. */
function keepAsking(ask: () => Promise<Response>) {
  let stop = false;
  let asked = 0;
  const failed: string[] = [];
  const asking = (async () => {
    while (!stop) {
      asked += 1;
      try {
        const answer = await ask();
        const text = await answer.text();
        if (!answer.ok)
          failed.push(`${answer.url} ${answer.status} ${answer.headers.get("server")} ${text.slice(0, 90)}`);
      } catch (error) {
        failed.push(error instanceof Error ? String(error.cause ?? error) : "no answer");
      }
    }
  })();
  const end = async () => {
    stop = true;
    await asking;
    return { asked, failed };
  };
  return end;
}

test.runIf(isFullRun).for(names)(
  `two web processes behind %s start anew one after the other, ${rounds} times under load: no request fails, no message is lost`,
  async (name, { skip }) => {
    skip(proxies[name].version() === undefined, reason(name));
    const { url, restart, complaints } = await openShop(proxies[name]);
    const [asClient, asAdmin] = [await cookieOf(url, "client@demo.test"), await cookieOf(url, "admin@demo.test")];
    const client = await openChatter(() => url, asClient);
    await eventually(() => client.open());

    const sent: string[] = [];
    const say = async (): Promise<Response> => {
      const id = newId();
      const headers = { cookie: asAdmin, origin: url, "content-type": "application/json" };
      const body = JSON.stringify({ id, message: `${sent.length + 1}`, chatId: client.chatId });
      const answer = await fetch(`${url}/api/chat/messages`, { method: "POST", headers, body });
      if (answer.ok) sent.push(id);
      return answer;
    };
    const page = (path: string, cookie = "") => fetch(url + path, { headers: { accept: "text/html", cookie } });
    const visitors = [
      ...["/", "/faq", "/about"].map((path) => keepAsking(() => page(path))),
      ...["/dashboard", "/accountSettings"].map((path) => keepAsking(() => page(path, asClient))),
      keepAsking(() => page("/admin/orders", asAdmin)),
      keepAsking(say),
      keepAsking(say),
    ];
    for (let n = 0; n < rounds; n += 1) for (const at of [0, 1]) await restart(at);
    const ends = await Promise.all(visitors.map((end) => end()));
    console.log(`${ends.reduce((sum, { asked }) => sum + asked, 0)} requests, ${sent.length} of them messages`);
    expect([ends.flatMap(({ failed }) => failed), complaints()]).toEqual([[], expect.any(String)]);
    // Behind the last message stand all the others; the chat had some before.
    await say();
    await eventually(() => client.shown.some(({ id }) => id === sent.at(-1)));
    const shown = client.shown.map(({ id }) => id);
    expect(sent.filter((id) => !shown.includes(id))).toEqual([]);
    expect(new Set(shown).size).toBe(shown.length);
  },
);

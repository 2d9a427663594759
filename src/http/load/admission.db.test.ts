import { request } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { requestBudgets } from "#src/platform/guest-budgets.ts";
import { guest } from "#src/shared/viewer.ts";
import { person } from "#tests/support/payments.ts";
import { createTestRuntime } from "#tests/support/runtime.ts";
import { serve } from "#tests/support/serve.ts";

/** A twentieth of the budgets, so that each is used up at once. */
const share = 0.05;
const made = await createTestRuntime({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
const runtime = { ...made, config: { ...made.config, limitsFactor: share } };
const ann = person();
/** Receives each reading of a session. */
let onRead = (): void => undefined;
const served = await serve({
  runtime,
  resolveViewer: async (_runtime, headers) => {
    onRead();
    return headers.get("cookie") === "pw_session=ann" ? ann : guest;
  },
});
afterAll(async () => {
  await served.close();
  await made.drop();
});

type Asked = { from?: string; method?: string; cookie?: string };
const ask = async (path: string, { from = "2001:db8::1", method = "GET", cookie }: Asked = {}) => {
  const headers = { origin: served.url, "x-forwarded-for": from, ...(cookie && { cookie }) };
  const { status, headers: head } = await fetch(served.url + path, { method, headers });
  return { status, wait: head.get("retry-after") };
};

/** One address of each budget. */
const examples: Readonly<Record<string, readonly [method: string, path: string]>> = {
  prices: ["POST", "/api/quotes"],
  routes: ["GET", "/__manifest?p=%2Forder"],
  "payment events": ["POST", "/webhooks/sandbox"],
  "browser reports": ["POST", "/csp-report"],
  quotes: ["GET", "/order/quotes/x.pdf"],
  "price tables": ["HEAD", "/api/prices"],
  "API description": ["GET", "/api/openapi.json"],
  "social cards": ["GET", "/og/site/card.png"],
  "files for crawlers": ["GET", "/sitemap.xml"],
  reads: ["GET", "/login.data"],
  forms: ["POST", "/order"],
};

describe("budgets of guests", () => {
  test.each(requestBudgets)(
    "$what: the next request of the network waits, those of others are answered",
    async (one) => {
      const [method, path] = examples[one.what] ?? [];
      if (!path) throw new Error(`Give ${one.what} an example.`);
      const at = requestBudgets.indexOf(one) + 1;
      made.setNow(new Date("2026-03-10T12:00:30Z"));
      const network = `2001:db8:1:${at}`;
      for (let n = 0; n < one.perMinute * share; n += 1)
        expect((await ask(path, { method, from: `${network}::${n}` })).status).not.toBe(429);
      expect(await ask(path, { method, from: `${network}:f::1` })).toEqual({ status: 429, wait: "30" });
      expect((await ask(path, { method, from: `2001:db8:2:${at}::1` })).status).not.toBe(429);
      expect((await ask(path, { method, from: `192.0.2.${at}` })).status).not.toBe(429);
      const signedIn = await ask(path, { method, from: `${network}::1`, cookie: "pw_session=ann" });
      expect(signedIn.status === 429).toBe(one.everybody === true);
      for (const cookie of ["pw_session=none", "theme=dark"])
        expect((await ask(path, { method, from: `${network}::1`, cookie })).status).toBe(429);
      made.setNow(new Date("2026-03-10T12:01:00Z"));
      expect((await ask(path, { method, from: `${network}::1` })).status).not.toBe(429);
    },
  );

  test("a form that is refused says that what was typed is still there", async () => {
    const post = {
      method: "POST",
      headers: { origin: served.url, accept: "text/html", "x-forwarded-for": "192.0.2.99" },
    };
    let answer = await fetch(`${served.url}/contact`, post);
    while (answer.status !== 429) answer = await fetch(`${served.url}/contact`, post);
    expect(await answer.text()).toContain("Go back: what you typed is still there.");
  });
});

describe("the session of a form", () => {
  /** How often it is read while a form is sent, whose second half leaves `later` ms after its first reading. */
  const readings = (later: number): Promise<number> =>
    new Promise((done, fail) => {
      let count = 0;
      const headers = {
        ...{ cookie: "pw_session=ann", origin: served.url, "x-forwarded-for": "2001:db8:3::1" },
        ...{ "content-type": "application/x-www-form-urlencoded", "content-length": "4" },
      };
      made.setNow(new Date("2026-03-10T12:05:00Z"));
      const sending = request(`${served.url}/order`, { method: "POST", headers }, (answer) => {
        answer.resume().on("end", () => done(count));
      }).on("error", fail);
      onRead = () => {
        count += 1;
        if (count > 1) return;
        made.setNow(new Date(Date.parse("2026-03-10T12:05:00Z") + later));
        sending.end("=b");
      };
      sending.write("a=");
    });

  test.each([
    ["once for all parts of the request", 0, 1],
    ["again after a body that took a second: it may have ended", 1_000, 2],
  ])("is read %s", async (_, later, times) => {
    expect(await readings(later)).toBe(times);
  });
});

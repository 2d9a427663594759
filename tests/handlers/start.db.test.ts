import { describe, expect } from "vitest";
import type { Product } from "../support/product.ts";
import { demoTest as test } from "../support/shared-demo.ts";
import { shownVersions } from "../support/shown-versions.ts";

let product: Product;
test.beforeAll(({ demo }) => {
  product = demo.product;
});

const page = "/start?next=%2Forder%3Fpages%3D2";

/** A browser without scripts: it keeps cookies, and asks or sends. */
function openBrowser() {
  const jar = new Map<string, string>();
  return async (fields?: Record<string, string>): Promise<{ status: number; to: string | null; html: string }> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(product.url + page, {
      redirect: "manual",
      headers: { origin: product.url, cookie },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, to: answer.headers.get("location"), html: await answer.text() };
  };
}

test("a code that is sent once more, from the page before, continues instead of being called used", async () => {
  const go = openBrowser();
  await go({ email: "twice@people.test" });
  const code = /(\d{6}) is your code/.exec((await go()).html)?.[1] ?? "";
  for (const time of ["once", "again"]) {
    const { status, to } = await go({ intent: "code", code });
    expect([time, status, to]).toEqual([time, 303, page]);
  }
  expect((await go()).html).toContain(">Your name</h1>");
  expect(await go({ intent: "open", name: "Linh", terms: "on", ...shownVersions })).toMatchObject({
    status: 302,
    to: "/order?pages=2",
  });
  const late: Record<string, string>[] = [
    { intent: "code", code },
    { intent: "open", name: "Linh", terms: "on", ...shownVersions },
  ];
  for (const fields of [...late, { email: "other@people.test" }])
    expect(await go(fields)).toMatchObject({ status: 302, to: "/order?pages=2" });
});

test("a form that had shown other texts keeps what was typed, takes the tick back and names what changed", async () => {
  const go = openBrowser();
  await go({ email: "texts@people.test" });
  await go({ intent: "code", code: /(\d{6}) is your code/.exec((await go()).html)?.[1] ?? "" });
  const sent = { name: "Linh Tran", terms: "on", password: "seven grey herons fly", ...shownVersions };
  const box = (html: string) => /<input[^>]*name="terms"[^>]*>/.exec(html)?.[0] ?? "";
  const pages = {
    start: () => go({ intent: "open", ...sent, privacyVersion: "2026-01-1" }),
    register: async () => {
      const answer = await fetch(`${product.url}/register`, {
        method: "POST",
        headers: { origin: product.url },
        body: new URLSearchParams({ ...sent, email: "texts-too@people.test", privacyVersion: "2026-01-1" }),
      });
      return { status: answer.status, html: await answer.text() };
    },
  };
  for (const answer of [await pages.start(), await pages.register()]) {
    expect(answer.status).toBe(409);
    expect(answer.html).toContain("What you accept with an account changed while this form was open.");
    expect(answer.html).toMatch(/<li><a[^>]*href="\/privacy-policy"/);
    expect(answer.html).not.toMatch(/<li><a[^>]*href="\/terms"/);
    expect(answer.html).toContain('value="Linh Tran"');
    expect(answer.html).not.toContain(sent.password);
    expect(box(answer.html)).not.toContain("checked");
    expect(answer.html).toContain(`value="${shownVersions.privacyVersion}"`);
  }
  expect(await go({ intent: "open", ...sent })).toMatchObject({ status: 302, to: "/order?pages=2" });
});

test("who comes back after the session ended reads why, and where the sign-in leads", async () => {
  const textOf = async (path: string, cookie: string) =>
    (await fetch(product.url + path, { headers: { cookie } })).text();
  const over = `pw_session=${"x".repeat(43)}`;
  const [back, first, own] = await Promise.all([
    textOf("/login?next=%2Fdashboard", over),
    textOf("/login?next=%2Fdashboard", ""),
    textOf("/login", over),
  ]);
  expect(back).toContain("Sign in again to continue");
  expect(back).toContain("You come back to the page that you opened.");
  for (const page of [first, own]) expect(page).not.toContain("again to continue");
});

describe("a browser that blocks cookies gets a message after it signed in", () => {
  const blocked = "You are not signed in: your browser blocks cookies.";

  /** Sends the form of a page and follows redirects as a browser does that keeps no cookie; gives the last page. */
  async function follow(from: string, fields: Record<string, string>): Promise<string> {
    const headers = { origin: product.url, referer: product.url + from };
    const body = new URLSearchParams(fields);
    let answer = await fetch(product.url + from, { method: "POST", redirect: "manual", headers, body });
    for (let times = 0; times < 5 && answer.status >= 300 && answer.status < 400; times += 1)
      answer = await fetch(new URL(answer.headers.get("location") ?? "", product.url), { redirect: "manual", headers });
    expect(answer.status).toBe(200);
    return answer.text();
  }
  const password = "seven grey herons fly";
  const email = "no-cookies@people.test";

  test.each<[string, Record<string, string>]>([
    ["/register", { name: "Noor", email, password, terms: "on", ...shownVersions }],
    ["/login", { email, password }],
    ["/login?next=%2Forder%3Fpages%3D2", { email, password }],
    [page, { email: "no-cookies-either@people.test" }],
  ])("from %s", async (from, fields) => {
    expect(await follow(from, fields)).toContain(blocked);
  });

  test("and who keeps cookies, or comes from elsewhere, is not", async () => {
    for (const referer of [`${product.url}/`, "https://elsewhere.example/login"])
      expect(await (await fetch(`${product.url}/login`, { headers: { referer } })).text()).not.toContain(blocked);
    const headers = { referer: `${product.url}/login`, cookie: "theme=dark" };
    expect(await (await fetch(`${product.url}/login`, { headers })).text()).not.toContain(blocked);
  });
});

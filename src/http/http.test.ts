import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { checkRequest, ourHost } from "./guard.ts";
import { beganHere, pagePolicy, setHeaders } from "./headers.ts";
import { hashesOf } from "./pages.ts";
import { callerAddress } from "./scope.ts";

const configOf = (env: Record<string, string> = {}) => {
  const read = readConfig("/", env);
  if (!read.ok) throw new Error(read.errors.join());
  return read.config;
};
const local = configOf();
const shop = configOf({ BASE_URL: "https://help.example" });

const ask = (method: string, url: string, headers: Record<string, string> = {}) =>
  new Request(url, { method, headers: { host: new URL(url).host, ...headers } });

describe("whose host", () => {
  test.each([
    ["localhost:3000", true],
    ["127.0.0.1:3000", true],
    ["[::1]:3000", true],
    ["evil.example", false],
    ["localhost.evil.example:3000", false],
    ["", false],
  ])("local mode: %s is %s", (host, ours) => expect(ourHost(host, local)).toBe(ours));
  test.each([
    ["help.example", true],
    ["help.example:444", false],
    ["localhost", false],
  ])("a real shop: %s is %s", (host, ours) => expect(ourHost(host, shop)).toBe(ours));
});

describe("who may write", () => {
  const at = "https://help.example/order";
  test.each<[string, Record<string, string>, number | null]>([
    ["own origin", { origin: "https://help.example" }, null],
    ["same-origin by the browser's word", { "sec-fetch-site": "same-origin" }, null],
    ["no word at all", {}, 403],
    ["foreign origin", { origin: "https://evil.example" }, 403],
    ["sibling", { origin: "https://a.help.example" }, 403],
    ["http twin", { origin: "http://help.example" }, 403],
    ["null origin", { origin: "null" }, 403],
    ["own host in a foreign origin's path", { origin: "https://evil.example/help.example" }, 403],
    ["cross-site by the browser's word", { "sec-fetch-site": "cross-site" }, 403],
  ])("%s", (_name, headers, status) =>
    expect(checkRequest(ask("POST", at, headers), shop)?.status ?? null).toBe(status),
  );

  test("a script without cookie may ask for a price, a browser's foreign page may not", () => {
    const quotes = "https://help.example/api/quotes";
    expect(checkRequest(ask("POST", quotes), shop)).toBeNull();
    expect(checkRequest(ask("POST", quotes, { cookie: "a=b" }), shop)?.status).toBe(403);
    expect(checkRequest(ask("POST", quotes, { "sec-fetch-site": "cross-site" }), shop)?.status).toBe(403);
  });

  test("a program with a key may write under /api/, a page with one not", () => {
    const authorization = "Bearer pwk_a";
    const status = (path: string, headers: Record<string, string>) =>
      checkRequest(ask("POST", `https://help.example${path}`, headers), shop)?.status ?? null;
    expect(status("/api/checks", { authorization })).toBeNull();
    expect(status("/api/checks", { authorization: "Basic YQ==" })).toBe(403);
    expect(status("/api/checks", { authorization, cookie: "a=b" })).toBe(403);
    expect(status("/api/checks", { authorization, origin: "https://evil.example" })).toBe(403);
    expect(status("/api/checks", { authorization, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(status("/order", { authorization })).toBe(403);
  });

  test("a load balancer asks each process by its address whether it lives and is ready", () => {
    for (const path of ["/healthz", "/readyz"])
      expect(checkRequest(ask("GET", `http://10.0.0.7:3000${path}`), shop)).toBeNull();
    expect(checkRequest(ask("GET", "http://10.0.0.7:3000/readyz/more"), shop)?.status).toBe(421);
  });

  test("foreign host 421, long address 414, unknown method 405", () => {
    expect(checkRequest(ask("GET", "https://evil.example/"), shop)?.status).toBe(421);
    expect(checkRequest(ask("GET", "https://evil.example/healthz"), shop)).toBeNull();
    expect(checkRequest(ask("GET", `https://help.example/${"a".repeat(8200)}`), shop)?.status).toBe(414);
    expect(checkRequest(ask("PROPFIND", "https://help.example/"), shop)?.status).toBe(405);
  });

  test.each(["%", "%zz", "%FF", "%ED%A0%80", "a%E2%82"])("an address that is no text (%j) 400", (name) => {
    expect(checkRequest(ask("GET", `https://help.example/dashboard/orders/${name}`), shop)?.status).toBe(400);
    expect(checkRequest(ask("GET", "https://help.example/a%20%F0%9F%98%80%00"), shop)).toBeNull();
  });

  test.each(["%2e%2e", "%2E", "..", ".%2e"])("the data of a page above (%s.data) 400", (name) => {
    expect(checkRequest(ask("GET", `https://help.example/terms/${name}.data`), shop)?.status).toBe(400);
    expect(checkRequest(ask("GET", `https://help.example/terms/a${name}.data`), shop)).toBeNull();
  });
});

describe("the address that limits count", () => {
  const proxied = configOf({ TRUSTED_PROXIES: "10.0.0.1, 10.0.0.2" });
  test.each([
    ["no proxy trusted: the header is ignored", local, "203.0.113.9", "1.2.3.4", "203.0.113.9"],
    ["one proxy", proxied, "10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["a forged chain is read right to left", proxied, "10.0.0.1", "9.9.9.9, 1.2.3.4, 10.0.0.2", "1.2.3.4"],
    ["an untrusted socket cannot speak for others", proxied, "203.0.113.9", "1.2.3.4", "203.0.113.9"],
    ["mapped IPv4", local, "::ffff:203.0.113.9", null, "203.0.113.9"],
    ["IPv6 is counted by its /64", local, "2001:db8:1:2:aaaa::1", null, "2001:db8:1:2::/64"],
    ["short IPv6", local, "2001:db8::1", null, "2001:db8:0:0::/64"],
    ["a proxy that the socket writes as mapped IPv4", proxied, "::ffff:10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["ports and other spellings of proxies", proxied, "10.0.0.1", "1.2.3.4:99, [::FFFF:A00:2]:80", "1.2.3.4"],
    [
      "what is no address is not believed, nor what stands before it",
      proxied,
      "10.0.0.1",
      "1.2.3.4, unknown",
      "10.0.0.1",
    ],
    ["an empty header", proxied, "10.0.0.1", "", "10.0.0.1"],
    ["no socket", local, undefined, null, ""],
  ])("%s", (_name, config, socket, forwarded, expected) =>
    expect(callerAddress(socket, forwarded, config)).toBe(expected),
  );
});

test("a trusted proxy that is no address is refused by name", () => {
  expect(readConfig("/", { TRUSTED_PROXIES: "10.0.0.0/8, proxy.local" })).toEqual({
    ok: false,
    errors: ['TRUSTED_PROXIES: "proxy.local" is no address and no network'],
  });
});

describe("headers", () => {
  test("a page's policy names only its own scripts", () => {
    const policy = pagePolicy({ nonce: "abc" }, shop, false);
    expect(policy).toContain("script-src 'self' 'nonce-abc';");
    expect(policy).toContain("upgrade-insecure-requests");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(pagePolicy({ scripts: ["x="], styles: ["y="] }, local, false)).toMatch(
      /script-src 'self' 'sha256-x='; style-src 'self' 'sha256-y=';/,
    );
  });

  test("pages may reach the counter of the operator where there is one, and nothing else", () => {
    expect(pagePolicy({ nonce: "abc" }, shop, false)).toContain("connect-src 'self';");
    const counting = { ...shop, analyticsUrl: new URL("https://count.example/visits?site=1") };
    expect(pagePolicy({ nonce: "abc" }, counting, false)).toContain("connect-src 'self' https://count.example;");
  });

  test("every answer is sandboxed unless it is a page, and never cached unless it says so", () => {
    const headers = new Headers();
    setHeaders(headers, shop);
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
  });

  test.each([
    ["text/css; charset=utf-8", false],
    ["text/javascript; charset=utf-8", false],
    ["font/woff2", false],
    ["text/html; charset=utf-8", true],
    ["image/svg+xml", true],
    ["application/octet-stream", true],
    [null, true],
  ])("headers for documents only are set on %s: %s", (type, message) => {
    const headers = new Headers(type ? { "content-type": type } : {});
    setHeaders(headers, shop);
    const ofDocuments = [
      "cross-origin-opener-policy",
      "origin-agent-cluster",
      "permissions-policy",
      "reporting-endpoints",
      "x-permitted-cross-domain-policies",
    ];
    for (const name of ofDocuments) expect(headers.has(name), name).toBe(message);
    const ofAll = ["content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options"];
    for (const name of [...ofAll, "cross-origin-resource-policy", "strict-transport-security"])
      expect(headers.has(name), name).toBe(true);
  });

  test.each([
    ["none", true],
    ["same-origin", true],
    ["same-site", false],
    ["cross-site", false],
    ["none, none", false],
    ["", false],
    [null, false],
  ])("another site had no part in a request from %j: %s", (site, own) => expect(beganHere(site)).toBe(own));

  test("hashes cover inline scripts and styles, and leave files and data alone", () => {
    const data = '<script type="application/json" id="page-data">{}</script>';
    expect(hashesOf(`<style>a{}</style><script src="/a.js"></script>${data}<script>alert(1)</script>`)).toEqual({
      scripts: ["bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI="],
      styles: [createHash("sha256").update("a{}").digest("base64")],
    });
  });
});

describe("configuration", () => {
  test.each([
    [{ PORT: "x" }, /PORT/],
    [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL/],
    [{ DATABASE_URL: "postgres://localhost/x" }, /SECRET/],
    [{ BASE_URL: "http://shop.example" }, /https/],
    [{ BASE_URL: "https://shop.example/path" }, /origin/],
    [{ SECRET: "short" }, /32/],
    [{ MAIL_FROM: "Pen & Paper" }, /MAIL_FROM: must be one e-mail address/],
    [{ MAIL_FROM: "a@shop.example, b@shop.example" }, /MAIL_FROM/],
    [{ MAIL_FROM: "Pen <a@shop.example> <b@shop.example>" }, /MAIL_FROM/],
  ])("refuses %j", (env, message) => {
    const read = readConfig("/", env as unknown as Record<string, string>);
    expect(read).toMatchObject({ ok: false, errors: [expect.stringMatching(message)] });
  });

  test.each([
    ["orders@shop.example", "orders@shop.example"],
    ["Pen & Paper <orders@shop.example>", "orders@shop.example"],
    ["<orders@shop.example>", "orders@shop.example"],
    ["", "no-reply@localhost"],
  ])("of MAIL_FROM %j the address counts: the name of the sender is the shop's", (given, mailFrom) => {
    expect(readConfig("/", { MAIL_FROM: given })).toMatchObject({ ok: true, config: { mailFrom } });
  });
});

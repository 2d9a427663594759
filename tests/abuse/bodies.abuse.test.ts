import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { addresses } from "../../scripts/docs/routes.ts";
import { drawer } from "../support/full-run.ts";
import { cookieOf } from "../support/product.ts";
import { type Connection, openConnection, type RawAnswer } from "../support/raw-http.ts";
import { startWatched } from "./fixture.ts";

const product = await startWatched();
const cookie = await cookieOf(product.url, "client@demo.test");
const kib = 1024;
const formType = "application/x-www-form-urlencoded";

type Asked = { method?: string; path?: string; headers?: Record<string, string>; body?: Uint8Array | string };
const crlf = "\r\n";

const head = ({ method = "POST", path = "/login", headers = {} }: Asked): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ host: `127.0.0.1:${product.port}`, origin: product.url, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    crlf,
  ].join(crlf);

const withLength = (asked: Asked): string =>
  head({ ...asked, headers: { "content-length": String(Buffer.byteLength(asked.body ?? "")), ...asked.headers } });

const ask = async (connection: Connection, asked: Asked): Promise<RawAnswer | null> => {
  await connection.send(withLength(asked));
  await connection.send(asked.body ?? "");
  return connection.next(asked.method === "HEAD");
};

const once = async (asked: Asked): Promise<RawAnswer | null> => {
  const connection = await openConnection(product.port);
  try {
    return await ask(connection, asked);
  } finally {
    connection.close();
  }
};

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "LOCK"];
const paths = [
  "/",
  "/login",
  "/login.data",
  "/dashboard/orders/none",
  "/__manifest",
  "/no/such",
  "/api/quotes",
  "/api/chat/open",
  "/api/theme",
  "/api/auth/sign-in/email",
  "/api/auth/callback/apple",
  "/api/none",
  "/webhooks/sandbox",
  "/csp-report",
  "/files",
  "/files/none",
  "/files/none/name",
  "/files/plain",
  "/files/checks",
  "/assets/none.js",
  "/healthz",
  "/readyz",
  ...(await addresses()).map(({ path }) => path.replaceAll(/:\w+|\*/g, "none")),
];
const shapes: Record<string, string> = {
  "no body": "",
  "an empty body in chunks": `transfer-encoding: chunked${crlf}${crlf}0${crlf}${crlf}`,
  "JSON in chunks": `transfer-encoding: chunked${crlf}content-type: application/json${crlf}${crlf}1${crlf}{${crlf}1${crlf}}${crlf}0${crlf}${crlf}`,
  "JSON with its length": `content-length: 2${crlf}content-type: application/json${crlf}${crlf}{}`,
  "a form": `content-length: 3${crlf}content-type: ${formType}${crlf}${crlf}a=b`,
  "bytes of no type": `content-length: 3${crlf}${crlf}a=b`,
  "half a multipart form": `content-length: 6${crlf}content-type: multipart/form-data; boundary=xx${crlf}${crlf}--xx\r\n`,
  "a multipart form without a boundary": `content-length: 3${crlf}content-type: multipart/form-data${crlf}${crlf}abc`,
};

/** A short run sends each shape of body to each address with a share of the methods. */
const drawn = drawer(8);

describe("every method with every shape of body", () => {
  test.each([...new Set(paths)])("%s answers, and the connection continues or says that it ends", async (path) => {
    for (const [name, rest] of Object.entries(shapes)) {
      let connection = await openConnection(product.port);
      for (const method of methods.filter(drawn)) {
        const what = `${method} ${path} with ${name}`;
        await connection.send(head({ method, path }).slice(0, rest === "" ? undefined : -2) + rest);
        const answer = await connection.next(method === "HEAD");
        expect(answer, what).not.toBeNull();
        expect(answer?.status, what).toBeGreaterThanOrEqual(200);
        expect(answer?.status, what).toBeLessThan(500);
        if (answer?.headers.get("connection") === "close") {
          connection.close();
          connection = await openConnection(product.port);
        }
      }
      connection.close();
    }
  });
});

describe("how large a body may be", () => {
  const withFiles = "multipart/form-data; boundary=x";
  const rows: [string, string, number, string, { cookie: string }?][] = [
    ["a form", "/login", 512 * kib, formType],
    ["a guest's delivery", "/dashboard/orders/0190-1", 512 * kib, formType],
    ["a delivery", "/dashboard/orders/0190-1", 2048 * kib, formType, { cookie }],
    ["a delivery, sent by a script of the page", "/dashboard/orders/0190-1.data", 2048 * kib, formType, { cookie }],
    ["a delivery of an admin", "/admin/orders/0190-1", 2048 * kib, formType, { cookie }],
    ["a guest's order form", "/order", 512 * kib, formType],
    ["a guest's order form with a file", "/order", 512 * kib, withFiles],
    ["an order form with a session that is none", "/order", 512 * kib, withFiles, { cookie: "pw_session=none" }],
    ["an order form without a file", "/order", 512 * kib, formType, { cookie }],
    ["an order form with a file", "/order", 11 * 1024 * kib, withFiles, { cookie }],
    ["a guest's text to check", "/aichecker", 512 * kib, formType],
    ["a file to check", "/aichecker.data", 11 * 1024 * kib, withFiles, { cookie }],
    ["JSON", "/api/quotes", 64 * kib, "application/json"],
    ["a provider's message", "/webhooks/sandbox", 1024 * kib, "application/json"],
    ["a report of blocked content", "/csp-report", 16 * kib, "application/csp-report"],
  ];
  test.each(rows)(
    "%s: so large and no larger, with its length or in chunks, coded or not",
    async (_what, path, most, type, known) => {
      const headers = { "content-type": type, ...known };
      const bytes = (size: number) => Buffer.alloc(size, "x");
      const chunks = (size: number): Asked => ({
        path,
        headers: { ...headers, "transfer-encoding": "chunked" },
        body: Buffer.concat([
          Buffer.from(size.toString(16) + crlf),
          bytes(size),
          Buffer.from(`${crlf}0${crlf}${crlf}`),
        ]),
      });
      const inChunks = async (size: number) => {
        const connection = await openConnection(product.port);
        const asked = chunks(size);
        await connection.send(head(asked));
        await connection.send(asked.body ?? "");
        const answer = await connection.next();
        connection.close();
        return answer?.status;
      };
      const coded = (size: number, coding: string, make: (from: Buffer) => Buffer) =>
        once({ path, headers: { ...headers, "content-encoding": coding }, body: make(bytes(size)) });
      expect((await once({ path, headers, body: bytes(most) }))?.status).not.toBe(413);
      expect((await once({ path, headers, body: bytes(most + 1) }))?.status).toBe(413);
      expect(await inChunks(most)).not.toBe(413);
      expect(await inChunks(most + 1)).toBe(413);
      for (const [coding, make] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
        expect((await coded(most, coding, make))?.status, coding).not.toBe(413);
        expect((await coded(most + 1, coding, make))?.status, coding).toBe(413);
      }
    },
  );
});

test("the list of routes looks up the addresses of a long list at once and no more", async () => {
  const asked = (count: number) => {
    const list = Array.from({ length: count }, (_, at) => `/${at}`).join(",");
    return once({ method: "GET", path: `/__manifest?version=x&paths=${encodeURIComponent(list)}` });
  };
  expect((await asked(150))?.status).not.toBe(400);
  expect((await asked(500))?.status).toBe(400);
});

describe("a refusal before the body was read", () => {
  const large = { headers: { "content-type": formType }, body: Buffer.alloc(600 * kib, "a") };

  test("reaches the sender every time on a kept connection", async () => {
    const connection = await openConnection(product.port);
    for (let round = 0; round < 20; round += 1) {
      const answer = await ask(connection, large);
      expect([answer?.status, answer?.headers.get("connection")], `round ${round}`).toEqual([413, "keep-alive"]);
      expect((await ask(connection, { method: "GET", path: "/healthz" }))?.body).toBe("ok");
    }
    connection.close();
  });

  test.each([
    ["another site's form", { ...large, headers: { ...large.headers, origin: "https://evil.example" } }, 403],
    ["a method that is not used", { ...large, method: "PROPFIND" }, 405],
    ["a guest's file", { ...large, path: "/files/none", method: "PATCH", headers: { "tus-resumable": "1.0.0" } }, 401],
    ["a coding we do not know", { ...large, headers: { "content-encoding": "zstd", "content-type": formType } }, 415],
  ])("%s", async (_what, asked, status) => {
    const connection = await openConnection(product.port);
    for (let round = 0; round < 5; round += 1) expect((await ask(connection, asked))?.status).toBe(status);
    connection.close();
  });

  test("arrives while an endless body is still being sent; then the connection ends", async () => {
    const connection = await openConnection(product.port);
    await connection.send(head({ headers: { "content-type": formType, "content-length": String(2 ** 40) } }));
    const piece = Buffer.alloc(256 * kib, "a");
    let sending = true;
    const sender = (async () => {
      while (sending && !connection.socket.destroyed) await connection.send(piece);
    })();
    const answer = await connection.next();
    expect([answer?.status, answer?.headers.get("connection")]).toEqual([413, "close"]);
    expect(await connection.next()).toBeNull();
    sending = false;
    connection.close();
    await sender;
  });
});

describe("a body that is not what its address takes", () => {
  const json = { "content-type": "application/json", cookie };
  test.each<[string, Asked, number]>([
    ["JSON at a form", { path: "/contact", headers: json, body: "{}" }, 415],
    ["JSON at a form, by a script", { path: "/contact.data", headers: json, body: "{}" }, 415],
    ["text at a form", { path: "/contact", headers: { "content-type": "text/plain" }, body: "name=x" }, 415],
    [
      "a broken multipart form",
      { path: "/contact", headers: { "content-type": "multipart/form-data; boundary=x" }, body: "--x" },
      400,
    ],
    ["a form at an API", { path: "/api/quotes", headers: { "content-type": formType, cookie }, body: "a=b" }, 415],
    ["a form at the chat", { path: "/api/chat/open", headers: { "content-type": formType, cookie }, body: "a=b" }, 415],
    [
      "a form at the notices",
      { path: "/api/notices/read", headers: { "content-type": formType, cookie }, body: "a=b" },
      415,
    ],
    [
      "a form at the passkeys",
      { path: "/api/passkeys", headers: { "content-type": formType, cookie }, body: "a=b" },
      415,
    ],
    ["JSON at the choice of a theme", { path: "/api/theme", headers: json, body: "{}" }, 415],
    [
      "text at sign-in",
      { path: "/api/auth/sign-in/email", headers: { "content-type": "text/plain" }, body: "{}" },
      415,
    ],
    ["half of JSON", { path: "/api/chat/open", headers: json, body: "{" }, 400],
    ["half of JSON at sign-in", { path: "/api/auth/sign-in/email", headers: json, body: "{" }, 400],
    ["half of JSON for a price", { path: "/api/quotes", headers: json, body: "{" }, 400],
    [
      "what is no gzip",
      { path: "/contact", headers: { "content-type": formType, "content-encoding": "gzip" }, body: "a=b" },
      400,
    ],
    [
      "two codings",
      { path: "/contact", headers: { "content-type": formType, "content-encoding": "gzip, br" }, body: "a=b" },
      415,
    ],
    [
      "a coded file",
      { path: "/files/none", method: "PATCH", headers: { "content-encoding": "gzip", cookie }, body: "abc" },
      415,
    ],
    ["a thousand fields", { path: "/contact", headers: { "content-type": formType }, body: "a=b&".repeat(1000) }, 400],
  ])("%s: refused in words", async (_what, asked, status) => {
    const answer = await once(asked);
    expect(answer?.status).toBe(status);
    if (/\.data$|^\/(api|files)/.test(asked.path ?? ""))
      expect(JSON.parse(answer?.body ?? "")).toMatchObject({ status, title: expect.stringMatching(/^[A-Z].*\.$/) });
    else expect(answer?.body).toContain("We cannot take this");
  });

  test("a coded form is read like a plain one", async () => {
    const body = new URLSearchParams({ email: "client@demo.test", password: "paper boat in the rain" }).toString();
    for (const [coding, make] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
      const headers = { "content-type": formType, "content-encoding": coding };
      const answer = await once({ headers, body: make(body) });
      expect([answer?.status, answer?.headers.get("location")], coding).toEqual([302, "/dashboard"]);
    }
  });
});

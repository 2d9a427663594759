import { request } from "node:http";
import { expect } from "vitest";
import { addresses } from "../../scripts/docs/routes.ts";
import { drawer, sized } from "../support/full-run.ts";
import { cookieOf, type Product } from "../support/product.ts";
import { demoTest as test } from "../support/shared-demo.ts";
import { shownVersions } from "../support/shown-versions.ts";

/** What a browser, or a server on its way, may read as another host. */
const elsewhere = [
  "//evil.example",
  "///evil.example/dashboard",
  "/\\evil.example",
  "\\\\evil.example",
  "/%2fevil.example",
  "/%5cevil.example",
  "/%252fevil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/\t/evil.example",
  "/%09/evil.example",
  "/%0d%0aLocation:https://evil.example",
  "https://evil.example/",
  "https:evil.example",
  "javascript:alert(`evil.example`)",
];

let product: Product;
const cookies: Record<string, string> = { guest: "" };
test.beforeAll(async ({ demo }) => {
  product = demo.product;
  for (const who of ["client", "admin"]) cookies[who] = await cookieOf(product.url, `${who}@demo.test`);
});

type Asked = { who?: string; form?: Record<string, string>; headers?: Record<string, string> };
type Answer = { status: number; location: string | undefined; body: string };

/** Sends the address to the letter; `fetch` would tidy it. */
const ask = (path: string, { who = "guest", form, headers }: Asked = {}): Promise<Answer> =>
  new Promise((done, fail) => {
    const body = form && new URLSearchParams(form).toString();
    const sent = request(
      {
        ...{ host: "127.0.0.1", port: product.port, path, method: form ? "POST" : "GET" },
        headers: {
          cookie: cookies[who] ?? "",
          ...(form && { origin: product.url, "content-type": "application/x-www-form-urlencoded" }),
          ...headers,
        },
      },
      async (answer) => {
        let text = "";
        for await (const chunk of answer.setEncoding("utf8")) text += chunk;
        done({ status: answer.statusCode ?? 0, location: answer.headers.location, body: text });
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });

/** Where a link, a form or a redirect of this answer leads a browser, when it leaves the site. */
function strangers({ location, body }: Answer): string[] {
  const links = [...body.matchAll(/\s(?:href|action|formaction|src)="([^"]*)"/g)].map(([, to = ""]) =>
    to.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"),
  );
  return [...(location === undefined ? [] : [location]), ...links].filter(
    (to) => !URL.canParse(to, product.url) || /evil/.test(new URL(to, product.url).host) || /^javascript:/i.test(to),
  );
}

const asNext = elsewhere.map((next) => encodeURIComponent(next));
/** Names under which an address may say where to continue; a page that knows none of them shows the same for all. */
const names = ["next", "to", "return", "back", "from", "form", "link"];
const everywhere = async (): Promise<string[]> =>
  (await addresses()).map(({ path }) => path.replace(/:\w+/g, "x").replace("*", "x"));

test("every address with a redirect parameter stays on the site", async () => {
  const pages = [
    ...(await everywhere()),
    "/files",
    "/api/theme",
    "/api/auth/sign-in/google",
    "/api/auth/callback/google",
  ];
  const drawn = drawer(30);
  const asked = pages.flatMap((page) =>
    Object.keys(cookies).flatMap((who) =>
      asNext
        .filter(drawn)
        .map((next) => ({ who, path: `${page}?${names.map((name) => `${name}=${next}`).join("&")}` })),
    ),
  );
  const led: string[] = [];
  const worker = async () => {
    for (let one = asked.pop(); one; one = asked.pop())
      for (const to of strangers(await ask(one.path, { who: one.who }))) led.push(`${one.who} ${one.path}: ${to}`);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(led).toEqual([]);
});

test("a sign-in, a registration and a proof of who it is continue to paths of the site only", async () => {
  const password = "paper boat in the rain";
  for (const [i, next] of elsewhere.slice(0, sized(2, 4)).entries()) {
    const signedIn = await ask("/login", { form: { email: "client@demo.test", password, next } });
    expect([signedIn.status, signedIn.location], next).toEqual([302, "/dashboard"]);
    const ada = { name: "Ada", email: `ada-${i}@next.test`, password: "seven grey herons fly", next };
    const wanted = { ...ada, terms: "on", ...shownVersions };
    const made = await ask(`/register?next=${asNext[i]}`, { form: wanted });
    expect([made.status, made.location], next).toEqual([302, "/dashboard"]);
    const proved = await ask(`/confirm-identity?next=${asNext[i]}`, { who: "client", form: { password, next } });
    expect([proved.status, proved.location], next).toEqual([302, "/confirm-identity"]);
    cookies.client = await cookieOf(product.url, "client@demo.test");
  }
});

test("a letter that is asked for carries no way to another site", async () => {
  for (const next of elsewhere.slice(0, 6)) {
    const asked = await ask("/start", { form: { email: "somebody@start.test", next } });
    expect(strangers(asked), next).toEqual([]);
    expect(asked.status, next).toBeLessThan(500);
  }
});

test("the popup's page, the plain upload form and the choice of the theme return to the site", async () => {
  for (const [i, next] of elsewhere.entries()) {
    expect(strangers(await ask(`/auth/popup-done?n=${"x".repeat(22)}&to=${asNext[i]}`)), next).toEqual([]);
    const look = { form: { theme: "dark" }, headers: { referer: product.url + next } };
    expect(
      strangers(await ask("/api/theme", look).catch(() => ({ status: 0, location: undefined, body: "" }))),
    ).toEqual([]);
  }
});

test("an address that begins as another host's is answered with a path of the site, on every route", async () => {
  const prefixes = ["//evil.example", "/\\evil.example", "/%2fevil.example", "/%5cevil.example"];
  const drawn = drawer(8);
  const paths = ["", "/", ...(await everywhere())];
  for (const prefix of prefixes)
    for (const who of ["guest", "admin"])
      await Promise.all(
        paths.filter(drawn).map(async (path) => {
          const answer = await ask(prefix + path, { who });
          expect(strangers(answer), prefix + path).toEqual([]);
          expect(answer.status, prefix + path).toBeLessThan(500);
          expect(strangers(await ask(`${prefix}${path}.data`, { who })), prefix + path).toEqual([]);
        }),
      );
});

import { request } from "node:http";
import { renderSVG } from "uqr";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { keyAddress } from "#src/modules/accounts/index.server.ts";
import { openPdfium } from "#src/modules/files/clean/pdf/open-pdfium.ts";
import { listedPages } from "#src/modules/site/domain/public-pages.ts";
import { formsIn } from "../abuse/pages-forms.ts";
import { readable } from "../access/readable.ts";
import { type Demo, type DemoPerson, openDemo } from "../support/demo.ts";
import { formWith } from "../support/driver-forms.ts";

/** Pages that everybody can open, beside those of the sitemap. */
const others = ["/custom", "/quizzesorder", "/login", "/register", "/passreset"];
const name = "Quill House";

let demo: Demo;
let listed: readonly string[] = [];
const text = async (path: string) => (await demo.ask(null, path)).text();

const of = async (who: DemoPerson, path: string) => (await demo.ask(who, path)).text();
const card = "/og/site/card.png";
let cardBefore: Buffer;

/** Renames the shop in its settings, as an admin does. */
async function rename(before: string, after: string): Promise<void> {
  const page = "/admin/settings?group=site";
  const html = await (await demo.ask("admin", page)).text();
  const form = formsIn(html, page).find(({ fields }) => fields["site:name"] === before);
  if (!form) throw new Error("The settings have no field for the name of the shop");
  const saved = await demo.ask("admin", form.path, { ...form.fields, "site:name": after });
  expect(saved.status).toBe(303);
}

beforeAll(async () => {
  demo = await openDemo();
  cardBefore = await bytes(demo.ask(null, card));
  await rename("Paperwright", name);
  const found = [...(await text("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)];
  listed = found.map(([, address = ""]) => new URL(address).pathname);
});
afterAll(() => demo.product.stop());

const decoded = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

type Structured = Record<string, unknown> & { "@type": string };
const structuredScript = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs;
const structuredIn = (html: string): Structured[] =>
  [...html.matchAll(structuredScript)].map(([, json = ""]) => JSON.parse(json) as Structured);

test("the sitemap lists every public page, and its dates are days on which something was published", async () => {
  expect(listed.length).toBeGreaterThanOrEqual(listedPages([]).length);
  for (const [, day] of (await text("/sitemap.xml")).matchAll(/<lastmod>([^<]*)</g))
    expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test("each public page has a title, one description, its one address, and names no other shop", async () => {
  for (const path of [...listed, ...others]) {
    const html = await text(path);
    const descriptions = [...html.matchAll(/<meta name="description" content="([^"]*)"/g)];
    expect(descriptions, path).toHaveLength(1);
    expect(decoded(descriptions[0]?.[1] ?? "").length, path).toBeGreaterThan(30);
    expect(html, path).toContain(`<link rel="canonical" href="${demo.product.url}${path}"`);
    expect(/<title>([^<]*)</.exec(html)?.[1], path).toContain(name);
    expect(html, path).not.toMatch(/Paperwright/);
    for (const one of structuredIn(html)) expect(JSON.stringify(one), path).not.toMatch(/rating|review":/i);
  }
});

test("what programs read of the shop has its name, too: manifest, robots, errors", async () => {
  for (const path of ["/manifest.webmanifest", "/robots.txt", "/sitemap.xml", "/no/such/page", "/dashboard"])
    expect(await text(path), path).not.toMatch(/Paperwright/);
  expect(JSON.parse(await text("/manifest.webmanifest"))).toMatchObject({ name });
});

/** A request to the letter, as a broken or hostile program makes it; the words of the page that refuses it. */
const refusal = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ status: number | undefined; html: string }>((done, fail) => {
    const { port } = demo.product;
    request({ host: "127.0.0.1", port, path, method, headers: { accept: "text/html", ...headers } }, async (answer) => {
      let html = "";
      for await (const chunk of answer.setEncoding("utf8")) html += chunk;
      done({ status: answer.statusCode, html });
    })
      .on("error", fail)
      .end();
  });

test("no page of an error names another shop", async () => {
  const session = { cookie: demo.cookies.get("client") ?? "" };
  const refused = await Promise.all([
    refusal("/%zz"),
    refusal("/dashboard/orders/no-such-order", session),
    refusal(`/${"x".repeat(9_000)}`),
    refusal("/", { host: "evil.example" }),
    refusal(
      "/contact",
      { "content-type": "text/plain", "content-length": "0", origin: "https://evil.example" },
      "POST",
    ),
    refusal("/about", { origin: demo.product.url }, "DELETE"),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([400, 404, 414, 421, 403, 405]);
  for (const { status, html } of refused) {
    expect(html, `${status}`).toMatch(/<h1/);
    expect(html, `${status}`).not.toMatch(/Paperwright/);
  }
  const offline = await text("/sw.js");
  expect(offline.includes(`<span>${name}</span>`) && !offline.includes("Paperwright")).toBe(true);
});

test("pages behind a sign-in have its name in their title", async () => {
  const pages = [
    ...["/dashboard", "/accountSettings", "/order", "/aichecker", "/notices"].map((path) => ["client", path] as const),
    ...["/dashboard", "/dashboard/earnings"].map((path) => ["writer", path] as const),
    ...[
      "/admin",
      "/admin/orders",
      "/admin/site",
      "/admin/site/emails",
      "/admin/settings",
      "/admin/system",
      "/setup",
    ].map((path) => ["admin", path] as const),
  ];
  for (const [who, path] of pages) {
    const [, title = ""] = /<title>([^<]*)</.exec(await of(who, path)) ?? [];
    expect(title, path).toContain(name);
    expect(title, path).not.toMatch(/Paperwright/);
  }
});

const bytes = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());

test("a quote as a PDF and the picture beside a link have its name", async () => {
  const made = await fetch(`${demo.product.url}/api/quotes`, {
    ...{ method: "POST", body: JSON.stringify({ service: "quiz" }) },
    headers: { "content-type": "application/json" },
  });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const words = await readable(await bytes(demo.ask(null, `/order/quotes/${id}.pdf`)));
  expect(words.includes(name)).toBe(true);
  expect(/Paperwright/i.exec(words)).toBeNull();
  expect((await bytes(demo.ask(null, card))).equals(cardBefore)).toBe(false);
});

test("a receipt names its seller of the day it was issued, and nothing else of the product", async () => {
  const [, order] = /\/dashboard\/orders\/([0-9a-f-]{36})/.exec(await of("client", "/dashboard?tab=completed")) ?? [];
  const page = await of("client", `/checkout/${order}/receipt`);
  const [path = "none"] = /\/checkout\/[^"]+\/documents\/[^"]+\.pdf/.exec(page) ?? [];
  const document = await (await openPdfium()).loadDocument(await bytes(demo.ask("client", path)));
  const text = Array.from({ length: document.getPageCount() }, (_, at) => document.getPage(at).getText()).join("\n");
  expect(text.match(/Paperwright/gi)).toEqual(["Paperwright"]);
});

test("an authenticator app shows its name, and a passkey the host of its address", async () => {
  const html = await (await demo.ask("client", "/accountSettings/second-factor", { intent: "begin" })).text();
  const picture = /data:image\/svg\+xml;base64,([^"]+)/.exec(html)?.[1] ?? "";
  const secret = /(?:[A-Z2-7]{4} ){3,}[A-Z2-7]{1,4}/.exec(html)?.[0].replaceAll(" ", "") ?? "";
  const shown = renderSVG(await keyAddress(secret, name, "client@demo.test"), { border: 4, pixelSize: 6 });
  expect(Buffer.from(picture, "base64").toString()).toBe(shown);
  const asked = await fetch(`${demo.product.url}/api/passkeys`, {
    ...{ method: "POST", body: JSON.stringify({ purpose: "add" }) },
    headers: {
      ...{ cookie: demo.cookies.get("client") ?? "", origin: demo.product.url },
      "content-type": "application/json",
    },
  });
  const { hostname } = new URL(demo.product.url);
  expect(await asked.json()).toMatchObject({ rp: { id: hostname, name: hostname } });
});

test("who searches finds who sells, what it costs, and the answers, as the pages show them", async () => {
  expect(structuredIn(await text("/"))).toContainEqual(
    expect.objectContaining({ "@type": "Organization", name, url: `${demo.product.url}/` }),
  );
  const service = await text("/non-technical-writing/essays");
  const [sold, way] = structuredIn(service);
  expect(sold).toMatchObject({
    "@type": "Service",
    provider: { name },
    offers: { "@type": "Offer", price: expect.stringMatching(/^\d+\.\d{2}$/), priceCurrency: "USD" },
  });
  const { price } = z.object({ price: z.string() }).parse(sold?.offers);
  const words = service.replaceAll(/<script.*?<\/script>/gs, "");
  expect(words, "the price of its calculator").toContain(`$${price}`);
  expect(way).toMatchObject({ "@type": "BreadcrumbList" });
  const steps = z.array(z.object({ item: z.string() })).parse(way?.itemListElement);
  expect(steps.map(({ item }) => new URL(item).pathname)).toEqual([
    "/",
    "/non-technical-writing",
    "/non-technical-writing/essays",
  ]);
  const faq = await text("/faq");
  const asked = z.object({ name: z.string(), acceptedAnswer: z.object({ text: z.string() }) });
  const questions = z.array(asked).parse(structuredIn(faq)[0]?.mainEntity);
  expect(questions.length).toBeGreaterThan(5);
  for (const one of questions) {
    expect(decoded(faq)).toContain(one.name);
    expect(one.acceptedAnswer.text).not.toBe("");
  }
});

test("words of an operator end no script and begin none", async () => {
  const hostile = "Q </script><script>alert(1)</script><!-- & \u2028 House";
  await rename(name, hostile);
  for (const path of ["/", "/non-technical-writing/essays", "/faq"]) {
    const html = await text(path);
    expect(html, path).not.toContain("<script>alert");
    expect(html.replaceAll(structuredScript, ""), path).not.toContain("ld+json");
    expect(JSON.stringify(structuredIn(html)).includes(JSON.stringify(hostile).slice(1, -1)), path).toBe(
      path !== "/faq",
    );
  }
  await rename(hostile, name);
});

test("a closed shop says so on its home page; its quotes keep price and status, and say why nothing can be ordered", async () => {
  const quote = async () => {
    const answer = await fetch(`${demo.product.url}/api/quotes`, {
      ...{ method: "POST", body: JSON.stringify({ service: "quiz" }) },
      headers: { "content-type": "application/json" },
    });
    const { totalCents, orderable, reason } = z.record(z.string(), z.unknown()).parse(await answer.json());
    return { status: answer.status, totalCents, orderable, reason };
  };
  const page = "/admin/settings?group=shop";
  const save = async (typed: Record<string, string>, off: readonly string[]) => {
    const { fields } = formWith(await of("admin", page), "shop:closedWords");
    const kept = [...fields].filter(([field]) => !off.includes(field));
    expect((await demo.ask("admin", page, { ...Object.fromEntries(kept), ...typed })).status).toBe(303);
  };
  const open = await quote();
  expect(open).toMatchObject({ status: 200, orderable: true, reason: null });
  const closed = "We open again in May.";
  await save({ "shop:closedWords": closed }, ["shop:open"]);
  expect(await text("/")).toContain(closed);
  expect(await quote()).toEqual({ ...open, orderable: false, reason: closed });
  await save({ "shop:open": "on" }, []);
  expect(await quote()).toEqual(open);
  expect(await text("/")).not.toContain(closed);
});

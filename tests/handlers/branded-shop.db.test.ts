import { request } from "node:http";
import { renderSVG } from "uqr";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { startWebhookReceiver } from "#fakes/webhook-receiver.ts";
import { keyAddress } from "#src/modules/accounts/index.server.ts";
import { openPdfium } from "#src/modules/files/clean/pdf/open-pdfium.ts";
import { newId } from "#src/platform/ids.ts";
import { readable } from "../access/readable.ts";
import { type Demo, type DemoPerson, openDemo, renameShop } from "../support/demo.ts";
import { openVisitor, type Page, type Visitor } from "../support/driver.ts";
import { formWith, textOf } from "../support/driver-forms.ts";
import { checkoutOf, openOrderForm, openPayment, orderFields } from "../support/driver-people.ts";

// Nothing that a shop with a name of its own shows, sends or hands out names the product: asked through its real address.
// Bank transfers and e-mails as they are sent are asked in journeys/full/setup.journey.ts: a demo has none.

const name = "Quill House";
const product = /paperwright/i;

let demo: Demo;
let client: Visitor;
const card = "/og/site/card.png";
let cardBefore: Buffer;

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

beforeAll(async () => {
  demo = await openDemo();
  cardBefore = await bytesOf(await demo.ask(null, card));
  await renameShop(demo, name);
  client = openVisitor(() => demo.product.url);
  await client.signIn("client@demo.test");
});
afterAll(() => demo.product.stop());

const of = async (who: DemoPerson | null, path: string) => (await demo.ask(who, path)).text();

/** All that an answer says: its headers, its bytes, what is packed in them. */
async function allOf(answer: Response): Promise<string> {
  const headers = [...answer.headers].map((pair) => pair.join(": ")).join("\n");
  return `${headers}\n\n${await readable(await bytesOf(answer))}`;
}

/** Asks these addresses; gives what each says that is there, and fails on one that names the product. */
async function nameless(who: DemoPerson | null, paths: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of paths) {
    const answer = await demo.ask(who, path);
    const all = await allOf(answer);
    const at = all.search(product);
    expect(at < 0 ? "" : all.slice(Math.max(0, at - 80), at + 40), `${path} names the product`).toBe("");
    expect(answer.status, path).toBeLessThan(400);
    answers.set(path, all);
  }
  return answers;
}

const titleOf = (html: string): string => /<title>([^<]*)</.exec(html)?.[1] ?? "";

test("public pages, in their titles, headers and all that stands in them", async () => {
  const sitemap = await of(null, "/sitemap.xml");
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  const others = ["/custom", "/quizzesorder", "/login", "/register", "/passreset", "/api/docs", "/mailbox", "/start"];
  const answers = await nameless(null, [...listed, ...others, "/embed/calculator"]);
  for (const path of [...listed, ...others.slice(0, -2)])
    expect(titleOf(answers.get(path) ?? ""), path).toContain(name);
});

test("what programs read: manifest, robots, sitemap, the API's description, prices, scripts and pictures", async () => {
  const icons = z.object({ name: z.string(), icons: z.array(z.object({ src: z.string() })) });
  const manifest = icons.parse(await (await demo.ask(null, "/manifest.webmanifest")).json());
  expect(manifest.name).toBe(name);
  const answers = await nameless(null, [
    ...["/manifest.webmanifest", "/robots.txt", "/sitemap.xml", "/api/openapi.json", "/api/prices"],
    ...["/embed/calculator.js", "/embed/height.js", "/sw.js", "/favicon.svg", "/pinned.svg"],
    ...manifest.icons.map(({ src }) => src),
    card,
  ]);
  expect(answers.get("/sw.js"), "the page without a connection").toContain(`<span>${name}</span>`);
  expect((await bytesOf(await demo.ask(null, card))).equals(cardBefore)).toBe(false);
});

test("pages behind a sign-in have its name in their title", async () => {
  const pages: Readonly<Record<DemoPerson, readonly string[]>> = {
    client: ["/dashboard", "/accountSettings", "/accountSettings/data", "/order", "/aichecker", "/notices"],
    writer: ["/dashboard", "/dashboard/earnings", "/hiring"],
    admin: [
      "/admin",
      "/admin/orders",
      "/admin/site",
      "/admin/site/emails",
      "/admin/settings",
      "/admin/system",
      "/setup",
    ],
  };
  for (const [who, paths] of Object.entries(pages))
    for (const path of paths) {
      const title = titleOf(await of(who as DemoPerson, path));
      expect(title, path).toContain(name);
      expect(title, path).not.toMatch(product);
    }
});

/** A request to the letter, as a broken or hostile program makes it; all of the answer. */
const refusal = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ status: number | undefined; text: string }>((done, fail) => {
    const { port } = demo.product;
    request({ host: "127.0.0.1", port, path, method, headers: { accept: "text/html", ...headers } }, async (answer) => {
      let text = JSON.stringify(answer.rawHeaders);
      for await (const chunk of answer.setEncoding("utf8")) text += chunk;
      done({ status: answer.statusCode, text });
    })
      .on("error", fail)
      .end();
  });

test("pages of errors, and refusals to programs", async () => {
  const session = { cookie: demo.cookies.get("client") ?? "" };
  const posted = { "content-type": "text/plain", "content-length": "0", origin: "https://evil.example" };
  const refused = await Promise.all([
    refusal("/%zz"),
    refusal("/dashboard/orders/no-such-order", session),
    refusal(`/${"x".repeat(9_000)}`),
    refusal("/", { host: "evil.example" }),
    refusal("/contact", posted, "POST"),
    refusal("/about", { origin: demo.product.url }, "DELETE"),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([400, 404, 414, 421, 403, 405]);
  const programs = await Promise.all([
    refusal("/api/orders", { authorization: "Bearer pwk_nothing" }),
    refusal("/api/no-such-address"),
    refusal("/webhooks/none", { origin: demo.product.url, "content-length": "0" }, "POST"),
  ]);
  expect(programs.map(({ status }) => status)).toEqual([401, 404, 404]);
  for (const { status, text } of refused) expect(text, `${status}`).toMatch(/<h1/);
  for (const { status, text } of [...refused, ...programs]) expect(text, `${status}`).not.toMatch(product);
});

/** An order of the demo's client, placed under the name. */
async function placed(): Promise<string> {
  const page = await openOrderForm(client);
  return checkoutOf(await client.send(page, formWith(page.html, "idempotencyKey"), orderFields));
}

const linked = (page: Pick<Page, "html">, pattern: RegExp): string[] => [
  ...new Set([...page.html.matchAll(pattern)].map(([path]) => path.replaceAll("&amp;", "&"))),
];

test("an order that is paid: its pages, receipt, calendar file, e-mails and what its client takes away", async () => {
  const id = await placed();
  const practice = await openPayment(client, id);
  expect(practice.html).not.toMatch(product);
  await client.send(practice, formWith(practice.html, "choice", "pay"), { choice: "pay" });
  const receipt = `/checkout/${id}/receipt`;
  const papers = linked({ html: await of("client", receipt) }, /\/checkout\/[^"]+\/documents\/[^"]+\.pdf/g);
  expect(papers).not.toEqual([]);
  const own = [`/dashboard/orders/${id}`, receipt, `/dashboard/orders/${id}/deadline.ics`, ...papers];
  const answers = await nameless("client", own);
  for (const path of [own[2] ?? "", ...papers]) expect(answers.get(path), path).toContain(name);
  const [quote] = linked(await client.get("/order?service=quiz"), /\/order\/quotes\/[^"]+\.pdf/g);
  if (quote) await nameless("client", [quote]);
  const [number = ""] = /\b[A-Z0-9]{7}\b/.exec(textOf(answers.get(own[0] ?? "") ?? "")) ?? [];
  await vi.waitFor(async () => {
    const mails = linked({ html: await of(null, "/mailbox") }, /\/mailbox\?mail=[0-9a-f-]{36}/g);
    const texts = await Promise.all(mails.map((path) => of(null, path)));
    const about = texts.filter((html) => html.includes(number));
    expect(about.some((html) => html.includes("Receipt"))).toBe(true);
    for (const html of about) expect(html).not.toMatch(product);
  }, 20_000);
  await nameless("admin", [`/admin/orders/${id}`, `/admin/orders/${id}/case-file.zip`]);
});

test("a quote as a PDF", async () => {
  const made = await fetch(`${demo.product.url}/api/quotes`, {
    ...{ method: "POST", body: JSON.stringify({ service: "quiz" }) },
    headers: { "content-type": "application/json" },
  });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const path = `/order/quotes/${id}.pdf`;
  expect((await nameless(null, [path])).get(path)).toContain(name);
});

test("a receipt of older days names its seller of the day it was issued, and nothing else of the product", async () => {
  const [, order] = /\/dashboard\/orders\/([0-9a-f-]{36})/.exec(await of("client", "/dashboard?tab=completed")) ?? [];
  const page = await of("client", `/checkout/${order}/receipt`);
  const [path = "none"] = /\/checkout\/[^"]+\/documents\/[^"]+\.pdf/.exec(page) ?? [];
  const document = await (await openPdfium()).loadDocument(await bytesOf(await demo.ask("client", path)));
  const text = Array.from({ length: document.getPageCount() }, (_, at) => document.getPage(at).getText()).join("\n");
  expect(text.match(/Paperwright/gi)).toEqual(["Paperwright"]);
});

test("every e-mail, as its editor shows it to an admin", async () => {
  const list = await of("admin", "/admin/site/emails");
  const paths = linked({ html: list }, /\/admin\/site\/emails\/[a-z0-9.-]+/g);
  expect(paths.length).toBeGreaterThan(40);
  const answers = await nameless("admin", paths);
  for (const [path, html] of answers) expect(html, path).toContain(name);
});

test("files that admins and writers take away", async () => {
  // The audit alone has the name of before: it says what was changed.
  const files = ["/admin/orders/export.csv", "/admin/people/export.csv", "/admin/figures.csv"];
  await nameless("admin", [...files, "/admin/payments/export.csv", "/admin/payments/rows.csv"]);
  const earnings = linked({ html: await of("writer", "/dashboard/earnings") }, /\/dashboard\/earnings\/[^"]+\.\w+/g);
  expect(earnings).not.toEqual([]);
  await nameless("writer", earnings);
});

test("a message to a partner's program", async () => {
  const receiver = await startWebhookReceiver();
  const id = newId();
  const made = await demo.ask("admin", "/admin/api/webhooks", { id, url: receiver.url, events: "order.paid" });
  expect(await made.text()).toContain("The webhook is made.");
  expect((await demo.ask("admin", `/admin/api/webhooks/${id}`, { step: "test" })).status).toBe(303);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 20_000);
  expect(receiver.received[0]?.agent).toBe(`Webhooks/1 (+${demo.product.url})`);
  expect(JSON.stringify(receiver.received)).not.toMatch(product);
  await receiver.close();
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

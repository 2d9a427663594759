import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { listedPages } from "#src/modules/site/domain/public-pages.ts";
import { type Demo, type DemoPerson, openDemo, renameShop } from "../support/demo.ts";
import { formWith } from "../support/driver-forms.ts";

/** Pages that everybody can open, beside those of the sitemap. */
const others = ["/custom", "/quizzesorder", "/login", "/register", "/passreset"];
const name = "Quill House";

let demo: Demo;
let listed: readonly string[] = [];
const text = async (path: string) => (await demo.ask(null, path)).text();

const of = async (who: DemoPerson, path: string) => (await demo.ask(who, path)).text();

beforeAll(async () => {
  demo = await openDemo();
  await renameShop(demo, name);
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

test("each public page has a title, one description and its one address", async () => {
  for (const path of [...listed, ...others]) {
    const html = await text(path);
    const descriptions = [...html.matchAll(/<meta name="description" content="([^"]*)"/g)];
    expect(descriptions, path).toHaveLength(1);
    expect(decoded(descriptions[0]?.[1] ?? "").length, path).toBeGreaterThan(30);
    expect(html, path).toContain(`<link rel="canonical" href="${demo.product.url}${path}"`);
    expect(/<title>([^<]*)</.exec(html)?.[1], path).toContain(name);
    for (const one of structuredIn(html)) expect(JSON.stringify(one), path).not.toMatch(/rating|review":/i);
  }
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
  await renameShop(demo, hostile);
  for (const path of ["/", "/non-technical-writing/essays", "/faq"]) {
    const html = await text(path);
    expect(html, path).not.toContain("<script>alert");
    expect(html.replaceAll(structuredScript, ""), path).not.toContain("ld+json");
    expect(JSON.stringify(structuredIn(html)).includes(JSON.stringify(hostile).slice(1, -1)), path).toBe(
      path !== "/faq",
    );
  }
  await renameShop(demo, name);
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

import { readFileSync } from "node:fs";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterContextProvider, RouterProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { servicesSetting } from "#src/modules/catalogue/index.server.ts";
import { catalogue } from "#src/modules/catalogue/index.ts";
import { checkerPort, checkerWork } from "#src/modules/checker/index.server.ts";
import { textPage } from "#src/modules/operator/pages/pages.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import Hiring, { loader as hiring } from "#src/modules/writing/screens/hiring.tsx";
import { requestContext } from "#src/platform/request-context.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { firstQuestions } from "./common-questions.server.ts";
import Guarantees, { loader as guarantees } from "./guarantees.tsx";
import Home, { loader as home } from "./home.tsx";
import { loader as overview } from "./overview.tsx";
import Samples, { loader as samples } from "./samples.tsx";
import { loader as service, meta as serviceMeta } from "./service.tsx";
import { loader as card } from "./social-card.ts";

/** A shop as it is installed. */
const runtime = await forThisFile(
  createTestRuntime({ ports: [[checkerPort, checkerWork("no model")], pageValuesPlug] }),
);

const faqSetting = (() => {
  const page = textPage("faq");
  if (!page) throw new Error("There is no page of questions");
  return page.setting;
})();

const ask = (path: string, params: Record<string, string> = {}) => {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctxFor(runtime), nonce: "", theme: "system" });
  const url = new URL(path, "http://localhost:3000");
  return { context, url, request: new Request(url), params, pattern: path } as never;
};

/** The page as its visitors get it, one element a line. */
function render(page: unknown, loaderData: unknown): string {
  const element = createElement(page as FunctionComponent, { loaderData } as never);
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router })).replaceAll("><", ">\n<");
}

const pages = [
  [
    "home",
    Home,
    home,
    [
      /<div>\s*<p [^>]*>Essays[\s\S]*?<p class="lede">.*<\/p>/,
      /<section [^>]*id="how"[\s\S]*?<\/section>/,
      /<div [^>]*>\s*<div>\s*<h3 class="t2">[\s\S]*?<\/section>/,
    ],
  ],
  ["hiring", Hiring, hiring, [/<header[\s\S]*?<\/header>/]],
  ["samples", Samples, samples, [/<main[\s\S]*<\/main>/]],
] as const;

/** What is said, and by which elements; what they look like may change. */
const unstyled = (html: string) => html.replaceAll(/ class="[^"]*"/g, "");

test.each(pages)("the shipped text of /%s is what stood in the source before", async (name, page, loader, parts) => {
  const html = render(page, await loader(ask(name === "home" ? "/" : `/${name}`)));
  const shown = parts.map((part) => part.exec(html)?.[0]).join("\n");
  const before = new URL(`pages-before/${name}.html`, import.meta.url);
  expect(unstyled(`${shown}\n`)).toBe(unstyled(readFileSync(before, "utf8")));
});

test("a shop that is closed says so above everything else of the home page", async () => {
  const words = async () => render(Home, await home(ask("/")));
  expect(await words()).not.toContain("We are on holiday.");
  const closed = { ...shopSetting.default, open: false, closedWords: "We are on holiday." };
  await storeSetting(runtime, shopSetting, closed);
  expect(await words()).toMatch(/<section class="wrap hero">[\s\S]*We are on holiday\.[\s\S]*<h1 /);
  await storeSetting(runtime, shopSetting, shopSetting.default);
});

test("an address of before leads on with what was asked, without what the router asks of a link", async () => {
  await storeSetting(runtime, servicesSetting, {
    ...servicesSetting.default,
    number: 1,
    services: { essays: { slug: "model-essays", name: "Essays by {{shop}}" } },
    forwards: [{ family: "non-technical-writing", slug: "essays", id: "essays" }],
  });
  for (const path of ["essays?pages=3", "essays.data?pages=3&_routes=service-non-technical-writing"]) {
    const asked = service(ask(`/non-technical-writing/${path}`, { serviceType: "essays" }));
    const answer = await Promise.resolve(asked).catch((thrown: unknown) => thrown);
    expect(answer).toBeInstanceOf(Response);
    const { status, headers } = answer as Response;
    expect([status, headers.get("location")]).toEqual([301, "/non-technical-writing/model-essays?pages=3"]);
  }
});

test("the picture beside a link to an address of before is found, also of a service that is off", async () => {
  await storeSetting(runtime, servicesSetting, {
    ...servicesSetting.default,
    number: 1,
    services: { essays: { slug: "model-essays" }, "research-papers": { on: false } },
    forwards: [{ family: "non-technical-writing", slug: "essays", id: "essays" }],
  });
  const asked = async (slug: string) => {
    const found = card(
      ask(`/og/non-technical-writing/${slug}.png`, { family: "non-technical-writing", card: `${slug}.png` }),
    );
    const { status, headers } = (await Promise.resolve(found).catch((thrown: unknown) => thrown)) as Response;
    return [status, headers.get("location") ?? headers.get("content-type")];
  };
  expect(await asked("essays")).toEqual([301, "/og/non-technical-writing/model-essays.png"]);
  expect(await asked("model-essays")).toEqual([200, "image/png"]);
  expect(await asked("research-papers")).toEqual([302, "/og/site/card.png"]);
  expect(await asked("no-such-service")).toEqual([404, null]);
});

test("the page of a family of which nothing is offered leads home", async () => {
  const family = catalogue.filter((one) => one.family === "technical-writing");
  const services = Object.fromEntries(family.map(({ slug }) => [slug, { on: false }]));
  await storeSetting(runtime, servicesSetting, { ...servicesSetting.default, number: 2, services });
  const answer = await overview(ask("/technical-writing")).catch((thrown: unknown) => thrown);
  expect([(answer as Response).status, (answer as Response).headers.get("location")]).toEqual([302, "/"]);
  expect(await overview(ask("/non-technical-writing"))).toMatchObject({ title: "Non-technical writing" });
});

describe("questions that an operator marks for other pages", () => {
  const question = (ask: string, on: string) => `### ${ask} {on: ${on}}\n\nSee the [terms](/terms).\n`;
  const marked = [1, 2, 3, 4, 5, 6].map((at) =>
    question(`Question ${at} of {{shop}}?`, at === 6 ? "home, services, guarantees" : "home"),
  );
  const keep = (text: string | null) =>
    storeSetting(runtime, faqSetting, { ...faqSetting.default, number: text === null ? 0 : 1, text });
  const asked = async (page: unknown, loader: (args: never) => Promise<unknown>, path: string, params = {}) =>
    [...render(page, await loader(ask(path, params))).matchAll(/<div class="qa [\s\S]*?>[\s\S]*?<\/div>/g)].flatMap(
      ([list]) => [...list.matchAll(/<summary[^>]*>([^<]*)/g)].map(([, words]) => words),
    );
  const place = { serviceType: "term-papers" };

  test("stand there in their order, at most five on Home; a shop that marks none shows those of the product", async () => {
    const before = await asked(Home, home, "/");
    expect(before).toEqual(firstQuestions.map((one) => one.ask));
    await keep(`# Q\n\nShort.\n\n## All\n\n${marked.join("\n")}`);
    expect(await asked(Home, home, "/")).toEqual([1, 2, 3, 4, 5].map((at) => `Question ${at} of Paperwright?`));
    expect(render(Home, await home(ask("/")))).toContain('See the <a href="/terms"');
    expect(await asked(Guarantees, guarantees, "/guarantees")).toEqual(["Question 6 of Paperwright?"]);
    await keep(null);
    expect(await asked(Home, home, "/")).toEqual(before);
    expect(await asked(Guarantees, guarantees, "/guarantees")).toEqual([]);
  });

  test("stand on pages of services after the service's own, for search engines too", async () => {
    const read = async () => (await service(ask("/non-technical-writing/term-papers", place))) as never;
    const before = (await read()) as { service: { questions: object[] }; questions: object[] };
    await keep(`# Q\n\nShort.\n\n## All\n\n${marked.join("\n")}`);
    const loaderData = (await read()) as typeof before;
    expect(loaderData.questions).toEqual([
      ...before.service.questions,
      { ask: "Question 6 of Paperwright?", answer: [expect.objectContaining({ kind: "text" })] },
    ]);
    const found = serviceMeta({ loaderData } as never)?.flatMap((one) =>
      "script:ld+json" in one ? [one["script:ld+json"]] : [],
    );
    const list = found?.find((one) => (one as { "@type": string })["@type"] === "FAQPage") as { mainEntity: object[] };
    expect(list.mainEntity).toHaveLength(loaderData.questions.length);
    expect(list.mainEntity.at(-1)).toMatchObject({
      name: "Question 6 of Paperwright?",
      acceptedAnswer: { text: "See the terms (/terms)." },
    });
    await keep(null);
    expect(await read()).toEqual(before);
  });
});

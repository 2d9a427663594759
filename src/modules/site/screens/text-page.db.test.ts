import { readFileSync } from "node:fs";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { shownPage, textPages } from "#src/modules/operator/index.server.ts";
import { ladderBars, standardRules } from "#src/modules/orders/index.ts";
import { exampleCents } from "#src/modules/pricing/index.server.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createTestRuntime, forThisFile } from "#tests/support/runtime.ts";
import Contact from "./contact.tsx";
import Faq from "./faq.tsx";
import Guarantees from "./guarantees.tsx";
import LegalPage from "./legal-page.tsx";
import TextPage from "./text-page.tsx";

/** A shop as it is installed. */
const runtime = await forThisFile(createTestRuntime({ ports: [pageValuesPlug] }));

/** The page as its visitors get it. */
function render(page: unknown, loaderData: unknown): string {
  const element = createElement(page as FunctionComponent, { loaderData } as never);
  return renderToStaticMarkup(createElement(RouterProvider, { router: createMemoryRouter([{ path: "/", element }]) }));
}

/** Without what only addresses parts or says what they look like, one element a line. */
const plain = (html: string): string =>
  html
    .replaceAll(/ (?:data-discover="true"|rel="noopener"|class="[^"]*"|id="(?!main)[^"]*")/g, "")
    .replaceAll("><", ">\n<")
    .trim();

const { refund } = standardRules;
const question = {
  title: "Ask a question",
  action: "/contact",
  text: "Question",
  order: true,
  send: "Send the question",
};
const legal = (name: string) => [LegalPage, { name, past: null }] as const;
const screens: Readonly<Record<string, readonly [screen: unknown, data: object]>> = {
  terms: legal("terms"),
  "privacy-policy": legal("privacy-policy"),
  faq: [Faq, {}],
  contact: [Contact, { asks: question, order: null, sent: false, known: {} }],
  guarantees: [
    Guarantees,
    {
      bars: ladderBars(await exampleCents(runtime), refund),
      credit: { dayPercent: refund.creditDayPercent, mostPercent: refund.creditMaxPercent },
    },
  ],
};

/** The promise is a part of the terms and of the forms of orders; others have parts that their page draws. */
const elsewhere = ["fair-use-promise", "home", "hiring", "samples"];
const madeAsTexts = ["licence", "honest-use-students", "honest-use-never", "honest-use-teachers"];
const pages = textPages.filter(({ name }) => ![...elsewhere, ...madeAsTexts].includes(name));

test.each(pages)("the shipped text of $label is the page that stood in the source before", async ({ name }) => {
  const before = readFileSync(new URL(`pages-before/${name}.html`, import.meta.url), "utf8");
  const [screen, data] = screens[name] ?? [TextPage, {}];
  expect(plain(render(screen, { ...(await shownPage(runtime, name)), ...data }))).toBe(plain(before));
});

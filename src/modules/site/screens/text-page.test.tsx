import { readFileSync } from "node:fs";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { exampleCents, shownPage } from "#src/modules/admin/index.server.ts";
import { textPages } from "#src/modules/operator/index.server.ts";
import { ladderBars, standardRules } from "#src/modules/orders/index.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import Contact from "./contact.tsx";
import Guarantees from "./guarantees.tsx";
import TextPage from "./text-page.tsx";

/** A shop without a stored setting; its price list cannot be read, which shows the standard one. */
const runtime = {
  config: { home: process.cwd() },
  settings: { get: async (setting: { default: unknown }) => setting.default },
  clock: () => new Date(),
  log: { error: () => undefined },
} as unknown as Runtime;

/** The page as its visitors get it. */
function render(page: unknown, loaderData: unknown): string {
  const element = createElement(page as FunctionComponent, { loaderData } as never);
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

/** Without what only addresses parts, one element a line. */
const plain = (html: string): string =>
  html
    .replaceAll(/ (?:data-discover="true"|rel="noopener"|id="(?!main)[^"]*")/g, "")
    .replaceAll("><", ">\n<")
    .trim();

const { refund } = standardRules;
const screens: Readonly<Record<string, readonly [screen: unknown, data: object]>> = {
  contact: [Contact, { order: null, sent: false, known: {} }],
  guarantees: [
    Guarantees,
    {
      bars: ladderBars(await exampleCents(runtime), refund),
      credit: { dayPercent: refund.creditDayPercent, mostPercent: refund.creditMaxPercent },
    },
  ],
};

test.each(textPages)("the shipped text of $label is the page that stood in the source before", async ({ name }) => {
  const before = readFileSync(new URL(`pages-before/${name}.html`, import.meta.url), "utf8");
  const [screen, data] = screens[name] ?? [TextPage, {}];
  expect(plain(render(screen, { ...(await shownPage(runtime, name)), ...data }))).toBe(plain(before));
});

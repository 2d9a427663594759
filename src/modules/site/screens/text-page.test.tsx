import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { shownPage } from "#src/modules/admin/index.server.ts";
import { textPages } from "#src/modules/operator/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import TextPage from "./text-page.tsx";

const runtime = {
  config: { home: process.cwd() },
  settings: { get: async (setting: { default: unknown }) => setting.default },
} as unknown as Runtime;

/** The page as its visitors get it. */
function render(loaderData: unknown): string {
  const element = createElement(TextPage, { loaderData } as never);
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

/** Without what only addresses parts, one element a line. */
const plain = (html: string): string =>
  html
    .replaceAll(/ (?:data-discover="true"|rel="noopener"|id="(?!main)[^"]*")/g, "")
    .replaceAll("><", ">\n<")
    .trim();

test.each(textPages)("the shipped text of $label is the page that stood in the source before", async ({ name }) => {
  const before = readFileSync(new URL(`pages-before/${name}.html`, import.meta.url), "utf8");
  expect(plain(render(await shownPage(runtime, name)))).toBe(plain(before));
});

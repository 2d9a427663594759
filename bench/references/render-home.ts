// renderToString of the product's own document, layout and home screen, with the product's own data, on bare node. Built before it runs.
import { type ComponentType, createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, UNSAFE_decodeViaTurboStream as decode, Outlet } from "react-router";
import * as home from "#src/modules/site/screens/home.tsx";
import * as layout from "#src/modules/site/screens/public-layout.tsx";
import { VisitorContext, type VisitorPage } from "#src/public-pages/visitor-page.ts";
import * as root from "#src/root.tsx";
import publicStyles from "#src/ui/styles/public.css?inline";
import { serve } from "./serve.ts";

const Layout = root.Layout as ComponentType<{ children: ReactNode }>;
const homeId = "modules/site/screens/home";

await serve(async ({ url = "" }) => {
  const loaderData = await dataOf(`${url}/_.data?from=bench`);
  if (!(homeId in loaderData)) throw new Error(`no data of the home page, only ${Object.keys(loaderData)}`);
  const Stub = createRoutesStub([
    {
      id: "root",
      path: "/",
      Component: () => createElement(Layout, null, createElement(Outlet)),
      children: [
        {
          id: "layout",
          Component: layout.default,
          children: [{ id: homeId, index: true, Component: home.default }],
        },
      ],
    },
  ] as Parameters<typeof createRoutesStub>[0]);
  const visitor: VisitorPage = {
    entry: "/assets/entry.js",
    files: ["/assets/entry.js"],
    styles: publicStyles,
    fonts: "",
    atRest: true,
    counted: false,
    matches: Object.entries(loaderData).map(([id, data]) => ({ id, data })),
    location: { pathname: "/", search: "", hash: "", state: null, key: "default", mask: undefined },
    params: {},
    actionData: null,
  };
  return (_request, response) => {
    const stub = createElement(Stub, { initialEntries: ["/"], hydrationData: { loaderData } });
    const html = renderToString(createElement(VisitorContext, { value: visitor }, stub));
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": Buffer.byteLength(html) });
    response.end(html);
  };
});

/** What the product's loaders answer for the page, in React Router's own transport. */
async function dataOf(url: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url);
  if (answer.status !== 200 || !answer.body) throw new Error(`${url} answered ${answer.status}`);
  const { value } = await decode(answer.body, globalThis as unknown as Window & typeof globalThis);
  const results = value as Record<string, { data: unknown }>;
  return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, result.data]));
}

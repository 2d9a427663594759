// renderToString of the product's own document, layout and home screen, with the product's own data, on bare node.
import { resolve } from "node:path";
import { type ComponentType, createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, UNSAFE_decodeViaTurboStream as decode, Outlet } from "react-router";
import { serve } from "./serve.ts";

type Module = { default?: ComponentType; Layout?: ComponentType<{ children: ReactNode }> };
type Screen = { id: string; parentId?: string; index?: boolean; module: Module };

await serve(async ({ url = "" }) => {
  const { routes } = (await import(resolve("build/server/index.js"))) as { routes: Record<string, Screen> };
  const home = Object.values(routes).find((r) => r.index && r.id.endsWith("screens/home"));
  const layout = routes[home?.parentId ?? ""];
  const root = routes.root;
  const Layout = root?.module.Layout;
  if (!home || !layout || !root || !Layout) throw new Error("the home route was not found in the build");
  const loaderData = await dataOf(`${url}/_.data?from=bench`);
  if (!(home.id in loaderData)) throw new Error(`no data of the home page, only ${Object.keys(loaderData)}`);
  const Stub = createRoutesStub([
    {
      id: root.id,
      path: "/",
      Component: () => createElement(Layout, null, createElement(Outlet)),
      children: [
        {
          id: layout.id,
          Component: layout.module.default,
          children: [{ id: home.id, index: true, Component: home.module.default }],
        },
      ],
    },
  ] as Parameters<typeof createRoutesStub>[0]);
  return (_request, response) => {
    const html = renderToString(createElement(Stub, { initialEntries: ["/"], hydrationData: { loaderData } }));
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

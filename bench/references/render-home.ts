// renderToString of the product's own home screen and layout, with the product's own data, on bare node.
import { resolve } from "node:path";
import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, UNSAFE_decodeViaTurboStream as decode } from "react-router";
import { serve } from "./serve.ts";

type Screen = { id: string; parentId?: string; index?: boolean; module: { default?: ComponentType } };

await serve(async ({ url = "" }) => {
  const { routes } = (await import(resolve("build/server/index.js"))) as { routes: Record<string, Screen> };
  const home = Object.values(routes).find((r) => r.index && r.id.endsWith("screens/home"));
  const layout = routes[home?.parentId ?? ""];
  const root = routes.root;
  if (!home || !layout || !root) throw new Error("the home route was not found in the build");
  const answer = await fetch(`${url}/_root.data?from=bench`);
  if (!answer.body) throw new Error("no data");
  const { value } = await decode(answer.body, globalThis as unknown as Window & typeof globalThis);
  const loaderData = Object.fromEntries(
    Object.entries(value as Record<string, { data: unknown }>).map(([id, result]) => [id, result.data]),
  );
  const Stub = createRoutesStub([
    {
      id: root.id,
      path: "/",
      Component: root.module.default,
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

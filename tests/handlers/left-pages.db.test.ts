import { createElement, Suspense, use } from "react";
import { createRequestHandler, Outlet, RouterContextProvider, type ServerBuild } from "react-router";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import * as entry from "#src/entry.server.tsx";
import { query } from "#src/platform/query.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { done } from "#src/shared/outcome.ts";
import { person } from "../support/payments.ts";
import { createTestRuntime } from "../support/runtime.ts";
import { serve } from "../support/serve.ts";

// A page that nobody waits for any more: the browser closed its connection while the page's data was slow.

/** What the page of this test has done, and a promise that it waits for. */
let did: string[] = [];
let gate = Promise.withResolvers<void>();
const ask = query("test.ask", {
  input: z.string(),
  run: async ({ db }, what) => {
    await db.execute("select 1");
    did.push(`asked ${what}`);
    return done(what);
  },
});

const loader: NonNullable<ServerBuild["routes"][string]>["module"]["loader"] = async ({ context, request }) => {
  const ctx = context.get(requestContext);
  await ask(ctx, "first");
  if (new URL(request.url).searchParams.has("data")) await gate.promise;
  return await ask(ctx, "second");
};

const Late = () => {
  if (did.at(-1) !== "begun") did.push("begun"); // React begins again where it waited
  use(gate.promise);
  did.push("drawn");
  return "the end";
};
const Page = () =>
  createElement(
    "html",
    null,
    createElement("body", null, createElement(Suspense, null, createElement(Late)), createElement(Outlet)),
  );

const route = { id: "root", path: "", parentId: undefined };
const build = {
  entry: { module: entry },
  routes: { root: { ...route, module: { default: Page, loader } } },
  assets: {
    ...{ version: "", url: "", entry: { module: "/none.js", imports: [] } },
    routes: { root: { ...route, module: "/none.js", hasLoader: true } },
  },
  ...{
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
  },
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as ServerBuild;
const handler = createRequestHandler(build, "production");

const runtime = await createTestRuntime();
const served = await serve({
  runtime,
  resolveViewer: async () => person(),
  page: async (request, scope) => {
    const context = new RouterContextProvider();
    context.set(requestContext, scope);
    try {
      return await handler(request, context);
    } finally {
      did.push("over");
    }
  },
});
afterAll(async () => {
  await served.close();
  await runtime.drop();
});
beforeEach(() => {
  did = [];
  gate = Promise.withResolvers();
});

const open = (path: string) => {
  const leave = new AbortController();
  const headers = { cookie: "pw_session=ann" };
  const answer = fetch(served.url + path, { headers, signal: leave.signal }).then(
    (one) => one.text(),
    () => null,
  );
  return { answer, leave };
};

test("a client that stays connected gets the page", async () => {
  const { answer } = open("/?data");
  await expect.poll(() => did).toEqual(["asked first"]);
  gate.resolve();
  expect(await answer).toContain("the end");
  expect(did).toEqual(["asked first", "asked second", "begun", "drawn", "over"]);
});

test("left while its data is read: the answer ends at once, nothing more is asked and nothing is drawn", async () => {
  const { answer, leave } = open("/?data");
  await expect.poll(() => did).toEqual(["asked first"]);
  leave.abort();
  expect(await answer).toBeNull();
  await expect.poll(() => did).toEqual(["asked first", "over"]);
  gate.resolve();
  expect(await open("/").answer).toContain("the end");
  expect(did).toEqual(["asked first", "over", "asked first", "asked second", "begun", "drawn", "over"]);
});

test("left while it is drawn: the drawing ends at once", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { answer, leave } = open("/");
  await expect.poll(() => did.at(-1)).toBe("begun");
  const before = [...did];
  leave.abort();
  expect(await answer).toBeNull();
  await expect.poll(() => did).toEqual([...before, "over"]);
  gate.resolve();
  await open("/").answer;
  expect(did.filter((one) => one === "drawn")).toHaveLength(1);
  // The development build of React counts the parts of a drawing that was ended; the other one says nothing.
  for (const [message] of errors.mock.calls) expect(message).toMatch(/^There was still abortable task/);
  errors.mockClear();
});

import { Hono } from "hono";
import { expect, test } from "vitest";
import { addHandlers } from "#src/http/handlers.ts";
import type { Env } from "#src/http/scope.ts";
import { operations } from "#src/modules/api/contract/operations.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** Addresses under /api/ that are not described, each with the reason. */
const undescribed: Readonly<Record<string, string>> = {
  "POST /api/theme": "the form that changes the look of a browser",
  "POST /api/passkeys": "begins the dialog of a browser with its owner's device",
  "ALL /api/passkeys": "says that POST is meant",
  "GET /api/openapi.json": "the description itself",
  "GET /api/installation/:code": "shows the set-up guide that this installation answers at its address",
  "ALL /api/prices": "says which method is meant",
  "ALL /api/quotes": "says which method is meant",
  "ALL /api/quotes/:id": "says which method is meant",
  "GET /api/checks": "the place in the line that the page of the checker shows while it waits",
  "GET /api/chat": "the open chat of a page, with a session alone",
  "POST /api/chat/:what": "the open chat of a page, with a session alone",
  "GET /api/threads": "the open conversation of a page, with a session alone",
  "POST /api/threads/:what": "the open conversation of a page, with a session alone",
  "GET /api/notices": "the count beside the bell of a page",
  "POST /api/notices/read": "the count beside the bell of a page",
  "ALL /api/auth/*": "signing in, which nobody but its person does",
};

/** Nothing is asked while routes are added. */
const runtime = { config: {}, port: () => ({}) } as unknown as Runtime;

const handlersUnderApi = (): string[] => {
  const app = new Hono<Env>();
  addHandlers(app, runtime);
  const all = app.routes.map(({ method, path }) => `${method} ${path}`).filter((one) => one.includes(" /api/"));
  return [...new Set(all)].sort();
};

test("each handler under /api/ is described, or stands in the list above with its reason", () => {
  const described = operations.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
  );
  expect(handlersUnderApi()).toEqual([...described, ...Object.keys(undescribed)].sort());
});

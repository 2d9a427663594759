import { Hono } from "hono";
import type { Env } from "#src/http/env.ts";
import { addHandlers } from "#src/http/handlers.ts";
import { openLiveHandler } from "#src/http/live.ts";
import { openLive } from "#src/platform/live/live.ts";
import type { Person } from "#src/shared/viewer.ts";
import type { TestRuntime } from "../support/runtime.ts";

type Known = {
  orders: { paid: string; unpaid: string; attempts: readonly string[] };
  client: Person;
  writer: Person;
  enquiryId: string;
  ratingId: string;
  checkId: string;
  applicationId: string;
  codeId: string;
};

/** Puts what exists in the place of each name in an address; a name without a line here fails. */
export function openFill({
  orders,
  client,
  writer,
  enquiryId,
  ratingId,
  checkId,
  applicationId,
  codeId,
}: Known): (pattern: string) => string[] {
  const fillings: Readonly<Record<string, readonly string[]>> = {
    ":orderId": [orders.paid, orders.unpaid],
    ":attempt": orders.attempts,
    ":personId": [client.id, writer.id],
    ":chatId": [client.id, writer.id],
    ":enquiryId": [enquiryId],
    ":ratingId": [ratingId],
    ":checkId": [checkId],
    ":applicationId": [applicationId],
    ":codeId": [codeId],
    ":number": ["1", "2"],
    ":endpointId": ["01a00000-0000-7000-8000-000000000000"],
    ":runId": ["01a00000-0000-7000-8000-000000000000"],
    ":family": ["technical-writing"],
    ":card": ["research-papers.png"],
    ":file": ["1.docx", "2.docx"],
    ":serviceType": ["research-papers"],
    "*": ["no/such/page"],
  };
  const fill = (pattern: string): string[] => {
    const name = /:\w+|\*/.exec(pattern)?.[0];
    if (!name) return [pattern];
    const values = fillings[name];
    if (!values) throw new Error(`Nothing fills ${name} of ${pattern}: give it a line.`);
    return values.flatMap((value) => fill(pattern.replace(name, value)));
  };
  return fill;
}

/** Every address that is no page, as "METHOD /path", from the handlers themselves. */
export function handlerAddresses(runtime: TestRuntime): string[] {
  const app = new Hono<Env>();
  addHandlers(app, runtime);
  openLiveHandler(
    runtime,
    openLive({ connection: runtime.database.connection, log: runtime.log, id: "test", kinds: [] }),
    async () => new Set(),
  ).addRoutes(app);
  return [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))].sort();
}

/** The address under which a page's script asks for its data. */
export const dataOf = (page: string): string => {
  const [path = "", query] = page.split("?");
  return `${path === "/" ? "/_" : path}.data${query === undefined ? "" : `?${query}`}`;
};

import { Hono } from "hono";
import { addHandlers } from "#src/http/handlers.ts";
import { openLiveHandler } from "#src/http/live.ts";
import type { Env } from "#src/http/scope.ts";
import { openLive } from "#src/platform/live/live.ts";
import type { Person } from "#src/shared/viewer.ts";
import type { TestRuntime } from "../support/runtime.ts";
import { shownVersions } from "../support/shown-versions.ts";

type Known = {
  orders: { paid: string; unpaid: string; requested: string; attempts: readonly string[] };
  client: Person;
  writer: Person;
} & Record<
  "enquiryId" | "ratingId" | "checkId" | "applicationId" | "codeId" | "endpointId" | "runId" | "quoteId" | "receipt",
  string
>;

/** Puts what exists in the place of each name in an address; a name without a line here fails. */
export function openFill({ orders, client, writer, ...known }: Known): (pattern: string) => string[] {
  const fillings: Readonly<Record<string, readonly string[]>> = {
    ":orderId": [orders.paid, orders.unpaid],
    ":requestId": [orders.requested],
    ":attempt": orders.attempts,
    ":personId": [client.id, writer.id],
    ":chatId": [client.id, writer.id],
    ":enquiryId": [known.enquiryId],
    ":ratingId": [known.ratingId],
    ":checkId": [known.checkId],
    ":applicationId": [known.applicationId],
    ":codeId": [known.codeId],
    ":number": ["1", "2"],
    ":endpointId": [known.endpointId],
    ":runId": [known.runId],
    ":family": ["technical-writing"],
    ":card": ["research-papers.png"],
    ":serviceType": ["research-papers"],
    ":page": ["about"],
    ":service": ["essays"],
    ":mail": ["order.delivered"],
    ":slug": ["no-such-page"],
    "*": ["no/such/page"],
  };
  /** What a file or a version is called depends on where it is asked for. */
  const namesAt: Readonly<Record<string, readonly string[]>> = {
    "/dashboard/orders/:orderId/text/:file": ["1.docx", "1.pdf", "2.docx"],
    "/dashboard/earnings/:file": ["statement.csv", "statement.pdf"],
    "/order/quotes/:file": [`${known.quoteId}.pdf`],
    "/checkout/:orderId/documents/:file": [known.receipt],
    "/terms/:version": [shownVersions.termsVersion],
    "/privacy-policy/:version": [shownVersions.privacyVersion],
  };
  const valuesOf = (name: string, pattern: string) => namesAt[pattern] ?? fillings[name];
  const fill = (pattern: string, path = pattern): string[] => {
    const name = /:\w+|\*/.exec(path)?.[0];
    if (!name) return [path];
    const values = valuesOf(name, pattern);
    if (!values) throw new Error(`Nothing fills ${name} of ${pattern}: give it a line.`);
    return values.flatMap((value) => fill(pattern, path.replace(name, value)));
  };
  return (pattern) => fill(pattern);
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

/** Handlers that read nothing that belongs to somebody. */
export const ofNobody: readonly string[] = [
  "POST /api/theme",
  "POST /csp-report",
  "POST /api/passkeys",
  "ALL /api/passkeys",
  "POST /api/quotes",
  "GET /api/openapi.json",
  "GET /api/installation/:code",
  "GET /embed/calculator.js",
  "GET /embed/height.js",
  "GET /api/prices",
  "ALL /api/prices",
  "ALL /api/quotes",
  "ALL /api/quotes/:id",
  "POST /api/checks",
  "ALL /files",
  "POST /files/plain",
  "POST /webhooks/:provider",
  "ALL /webhooks/:provider",
  "POST /api/notices/read",
  "GET /brand/:file",
];

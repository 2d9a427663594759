import { createHash } from "node:crypto";
import { z } from "zod";
import { versionedJson } from "#src/platform/json.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Operation, refusedBecause, type Wire } from "./contract/operation.ts";
import { operations } from "./contract/operations.ts";
import { eventTypes } from "./webhooks/event-types.ts";
import { webhookWire } from "./webhooks/message.ts";

export type Json = Record<string, unknown>;

/** A zod schema as JSON Schema (draft 2020-12), as it travels. */
export const jsonSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  return rest;
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** A file has no schema: its media type says that it is bytes (OpenAPI 3.1, "Considerations for File Uploads"). */
const bytes = { "application/octet-stream": {} };
const json = ({ name, example }: Wire) => ({ "application/json": { schema: ref(name), example } });
const problem = { "application/problem+json": { schema: ref("Problem") } };

const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } } };
const etag = { ETag: { description: "Names this version of the answer.", schema: { type: "string" } } };

const refusalsOf = ({ refusals }: Operation): Json =>
  Object.fromEntries(
    refusals.map((status) => [
      String(status),
      { description: refusedBecause[status], content: problem, ...(status === 429 && { headers: retryAfter }) },
    ]),
  );

const answersOf = (operation: Operation): Json => ({
  "200": {
    description: "Done.",
    content: operation.answer ? json(operation.answer) : bytes,
    ...(operation.kept && { headers: etag }),
  },
  ...(operation.kept && { "304": { description: "You have the newest version.", headers: etag } }),
  ...refusalsOf(operation),
  "503": {
    description: "Not at the moment. Retry-After says when to try again.",
    content: problem,
    headers: retryAfter,
  },
  default: { description: "Any other refusal.", content: problem },
});

/** Alternatives: any one of them is enough; `{}` is nobody at all. */
const securityOf = ({ open, session, scopes }: Operation): readonly Json[] => [
  ...scopes.map((scope) => ({ key: [scope] })),
  ...(session ? [{ session: [] }] : []),
  ...(open ? [{}] : []),
];

const describe = (operation: Operation): Json => ({
  operationId: operation.id,
  summary: operation.summary,
  description: operation.description,
  security: securityOf(operation),
  ...(operation.parameters.length > 0 && {
    parameters: operation.parameters.map(({ schema, ...rest }) => ({ ...rest, schema: jsonSchema(schema) })),
  }),
  ...(operation.body && { requestBody: { required: true, content: json(operation.body) } }),
  responses: answersOf(operation),
});

const pathsOf = (): Json =>
  Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, all]) => [
      path,
      Object.fromEntries(all.map((operation) => [operation.method, describe(operation)])),
    ]),
  );

const header = (name: string, description: string, schema: Json = { type: "string" }): Json => ({
  ...{ name, in: "header", required: true },
  ...{ description, schema },
});
const webhookHeaders: readonly Json[] = [
  header("webhook-id", "The same at each try. A receiver that knows it does nothing."),
  header("webhook-timestamp", "Of this try, in seconds since 1970.", { type: "integer" }),
  header(
    "webhook-signature",
    "v1, and the HMAC-SHA256 of id, timestamp and body, joined by dots, in base64 (Standard Webhooks). Two with a blank between them for a day after the secret was changed.",
  ),
];

/** What this installation sends: one entry for each event that an endpoint can choose. */
const webhooksOf = (): Json =>
  Object.fromEntries(
    Object.entries(eventTypes).map(([type, summary]) => {
      const schema = { allOf: [ref(webhookWire.name), { properties: { type: { const: type } } }] };
      const post = {
        operationId: type,
        summary,
        parameters: webhookHeaders,
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: {
          "2XX": { description: "Received, within ten seconds." },
          "410": { description: "Nothing is sent to this endpoint any more." },
          default: { description: "Not received. It is sent again, ten times in 76 hours." },
        },
      };
      return [type, { post }];
    }),
  );

const schemasOf = (): Json => {
  const wires = operations.flatMap(({ body, answer }) => [body, answer].filter((wire) => wire !== null));
  const problems: Wire = { name: "Problem", schema: problemWire, example: problemExample };
  return Object.fromEntries(
    [...wires, webhookWire, problems].map(({ name, schema, example }) => [
      name,
      { ...jsonSchema(schema), examples: [example] },
    ]),
  );
};

/** The OpenAPI 3.1 description of the addresses for programs, served from `baseUrl`. Schemas come from the zod schemas of the modules. */
function openApiDocument(baseUrl: URL): Json {
  return {
    openapi: "3.1.1",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Prices, checks and orders for programs",
      version: "1.0.0",
      description:
        "Money is in cents of a US dollar beside its text. Times are RFC 3339. A field that is not known is refused.",
    },
    servers: [{ url: baseUrl.origin }],
    paths: pathsOf(),
    webhooks: webhooksOf(),
    components: {
      schemas: schemasOf(),
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: "A key that an admin made under API. It does only what it was made for.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: `${baseUrl.protocol === "https:" ? "__Host-" : ""}pw_session`,
          description: "The sign-in of a browser. It is no way for programs: it needs this site's own pages.",
        },
      },
    },
  };
}

/** Every refusal (RFC 9457, application/problem+json). */
const problemWire = z.looseObject({
  type: z.string().startsWith("urn:problem:").describe("The kind of refusal; the part that programs compare."),
  title: z.string().describe("A sentence for people."),
  status: z.int().min(400).max(599),
  instance: z.string().startsWith("urn:request:").describe("Names the request; tell it to support."),
  errors: z
    .array(
      z.strictObject({
        field: z.string(),
        detail: z.string(),
        allowed: z.array(z.string()).optional().describe("The choices, where there are any."),
      }),
    )
    .optional()
    .describe("One entry for each wrong field."),
});

const problemExample = {
  type: "urn:problem:invalid",
  title: "Some answers need a second look.",
  status: 422,
  instance: "urn:request:Rk3vQ1pLx0aS",
  errors: [{ field: "pages", detail: "Write a whole number from 1 to 500." }],
};

type Kept = { text: string; etag: string };
const kept = new Map<string, Kept>();

function documentFor(baseUrl: URL): Kept {
  const known = kept.get(baseUrl.origin);
  if (known) return known;
  const text = JSON.stringify(openApiDocument(baseUrl), null, 2);
  const made = { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
  kept.set(baseUrl.origin, made);
  return made;
}

/** `GET /api/openapi.json`: the description of the API, for everybody. Who names the version that it has gets 304. */
export function descriptionHandler(request: Request, { runtime }: Ctx): Response {
  const { text, etag } = documentFor(runtime.config.baseUrl);
  return versionedJson(request, text, { etag, "cache-control": "public, max-age=300" });
}

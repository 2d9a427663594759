import {
  apiDocs,
  type DocsField,
  type DocsOperation,
  eventTypes,
  mostOfKey,
  webhookWire,
} from "#src/modules/api/index.server.ts";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { LongPage, LongPart } from "#src/ui/long-page.tsx";
import type { Route } from "./+types/api-docs.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { baseUrl } = context.get(requestContext).runtime.config;
  return {
    facts: await pageFacts(context, "/api/docs"),
    base: baseUrl.origin,
    operations: apiDocs(baseUrl),
    keyRequests: mostOfKey,
    events: Object.entries(eventTypes),
    message: JSON.stringify(webhookWire.example, null, 2),
  };
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "API",
    "Prices, quotes, text checks and orders for programs: every address, field and refusal.",
  );

const Code = ({ label, children }: { label: string; children: string }) => (
  <figure className="mt-5 overflow-hidden rounded-sm border border-rule bg-well">
    <figcaption className="px-4 pt-2 text-xs text-ink-3">{label}</figcaption>
    <pre className="m-0 px-4 pt-1 pb-3.5 font-mono text-[0.875rem]/5.5 whitespace-pre-wrap wrap-anywhere [tab-size:2]">
      <code translate="no">{children}</code>
    </pre>
  </figure>
);

const Fields = ({ title, fields }: { title: string; fields: readonly DocsField[] }) => (
  <>
    <h3 className="t3 mt-6">{title}</h3>
    <dl className="api-fields">
      {fields.map(({ name, type, needed, says }) => (
        <div key={name}>
          <dt>
            <code translate="no">{name}</code>
            <span className="meta">{needed ? type : `${type}, optional`}</span>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </>
);

const Answer = ({ answer: { example, fields } }: { answer: NonNullable<DocsOperation["answer"]> }) => (
  <details className="mt-5">
    <summary className="inline-flex min-h-11 items-center text-pen">{`Answer: an example, and its ${fields.length} fields`}</summary>
    <Code label="Answer">{example}</Code>
    <Fields title="What the answer contains" fields={fields} />
  </details>
);

const Refusals = ({ refusals }: Pick<DocsOperation, "refusals">) => (
  <>
    <h3 className="t3 mt-6">Refusals</h3>
    <dl className="api-fields">
      {refusals.map(({ status, says }) => (
        <div key={status}>
          <dt>
            <code translate="no">{status}</code>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </>
);

const Operation = ({ of }: { of: DocsOperation }) => (
  <LongPart id={of.id} title={of.summary}>
    <p className="mt-2 wrap-anywhere">
      <b className="font-semibold">{of.method}</b> <code translate="no">{of.path}</code>
    </p>
    <p className="soft">{of.description}</p>
    <p className="small muted mt-2">{of.who}</p>
    <Code label="Ask">{of.curl}</Code>
    {of.parameters.length > 0 && <Fields title="What the address accepts" fields={of.parameters} />}
    {of.body && <Fields title="What the body accepts" fields={of.body.fields} />}
    {of.answer ? <Answer answer={of.answer} /> : <p className="soft mt-4">The answer is the bytes of the file.</p>}
    {of.refusals.length > 0 && <Refusals refusals={of.refusals} />}
  </LongPart>
);

type Sent = { events: readonly (readonly [string, string])[]; message: string };

const Webhooks = ({ events, message }: Sent) => (
  <LongPart id="webhooks" title="Webhooks">
    <p className="soft">
      {
        "Events of orders and payments can be sent to a program of the operator: a POST with JSON, signed as Standard Webhooks says. Compare "
      }
      <code translate="no">webhook-signature</code>
      {
        " with the HMAC-SHA256 of id, timestamp and body, joined by dots, and answer with a status from 200 to 299 within ten seconds. What is not accepted is sent again, ten times in three days, always with the same "
      }
      <code translate="no">webhook-id</code>
      {": if you know the id already, do nothing. Messages can arrive in any order."}
    </p>
    <Code label="A message">{message}</Code>
    <dl className="api-fields">
      {events.map(([type, says]) => (
        <div key={type}>
          <dt>
            <code translate="no">{type}</code>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </LongPart>
);

export default function ApiDocs({
  loaderData: { base, operations, keyRequests, events, message },
}: Route.ComponentProps) {
  const lines = [
    { id: "begin", label: "How to begin" },
    ...operations.map(({ id, summary }) => ({ id, label: summary })),
    { id: "webhooks", label: "Webhooks" },
    { id: "refused", label: "When something is refused" },
  ];
  return (
    <LongPage
      title="API"
      lede="The same prices, checks and orders as on these pages, for programs. This page is made from the same definitions that the API itself uses."
      lines={lines}
    >
      <LongPart id="begin" title="How to begin">
        <p className="soft">
          {"Addresses begin with "}
          <code translate="no">{base}</code>
          {". Bodies and answers are JSON. Money is in US dollars, as text and in cents; times are RFC 3339."}
        </p>
        <p className="soft">
          <a className="link" href="/api/openapi.json">
            The OpenAPI 3.1 document
          </a>
          {" describes the same for tools that make clients."}
        </p>
        <p className="soft">
          {"An admin of this site makes a key, with only the rights that it needs. Send it as "}
          <code translate="no">Authorization: Bearer</code>
          {`, from a server and never from a page. A key has ${keyRequests} requests a minute.`}
        </p>
      </LongPart>
      {operations.map((operation) => (
        <Operation key={operation.id} of={operation} />
      ))}
      <Webhooks events={events} message={message} />
      <LongPart id="refused" title="When something is refused">
        <p className="soft">
          {"The answer is "}
          <code translate="no">application/problem+json</code>
          {
            ": a type for programs, a sentence for people, and for wrong fields one entry each. Where waiting helps, Retry-After says how many seconds."
          }
        </p>
        <Code label="A wrong field">
          {
            '{\n  "type": "urn:problem:invalid",\n  "title": "Some answers need a second look.",\n  "status": 422,\n  "instance": "urn:request:Rk3vQ1pLx0aS",\n  "errors": [{ "field": "pages", "detail": "Write a whole number from 1 to 500." }]\n}'
          }
        </Code>
      </LongPart>
    </LongPage>
  );
}

import { afterAll, expect, test } from "vitest";
import { eventsOf, spansOf, startObservers } from "#fakes/observers.ts";
import { everybody } from "../access/cast.ts";
import type { Visitor } from "../access/marks.ts";
import { drawer } from "../support/full-run.ts";
import { handlerBodies } from "./handler-bodies.ts";
import { shownForms } from "./shown-forms.ts";

// A shop that reports its errors and traces, and whose database is broken in three places: every form sends a marked text,
// and nothing of it may arrive where the reports go.

const mark = "Quagga4711";
const observers = await startObservers();
afterAll(observers.close);
const cast = await everybody({
  env: {
    SENTRY_DSN: observers.dsn,
    OTEL_EXPORTER_OTLP_ENDPOINT: observers.endpoint,
  },
  onLine: () => undefined, // its errors are meant
});
const { ask, runtime } = cast;
const readers: readonly Visitor[] = ["guest", "client", "writer", "admin for orders", "admin for settings"];

/** The fields with the mark in each that people type into: as it is, and as an address of e-mail where one is asked for. */
function marked(fields: Readonly<Record<string, string>>): Record<string, string> {
  const typed = Object.entries(fields).map(([name, value]): [string, string] => {
    if (/mail/i.test(name)) return [name, `${mark}@example.test`];
    return [
      name,
      value === "" || /name|text|title|note|reason|topic|message|words/i.test(name) ? `${mark} ${name}` : value,
    ];
  });
  return Object.fromEntries(typed);
}

test("of marked texts in every form, in addresses and in what programs send, nothing is reported or traced", async () => {
  const forms = await shownForms(cast, readers);
  const bodies = Object.values(handlerBodies(cast)).flat();
  for (const table of ["platform.audit", "chat.messages", "accounts.failed_sign_ins"])
    await runtime.database.pool.query(`alter table ${table} rename to elsewhere`);
  let failed = 0;
  const send = async (who: Visitor, path: string, init?: RequestInit): Promise<void> => {
    const answer = await ask(who, path, init);
    // An export whose first rows have left can only break off.
    const isWhole = await answer.arrayBuffer().then(
      () => true,
      () => false,
    );
    if (answer.status >= 500 || !isWhole) failed += 1;
  };
  const isAsked = drawer(6);
  for (const { who, form } of forms) {
    if (!isAsked()) continue;
    const query = new URLSearchParams(marked(form.fields));
    if (form.method === "get") await send(who, `${form.path.split("?")[0]}?${query}`);
    else await send(who, form.path, { method: "POST", body: query });
  }
  for (const { path, json } of bodies) {
    const body = JSON.stringify(json, (_name, value) => (value === "" ? mark : value));
    await send("client", `${path}?q=${mark}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
  }
  // A read of the audit fails in code of ours; a write fails in the driver, whose error names none of it.
  await send("admin for settings", "/admin/settings");
  await send("guest", `/order/${mark}`);
  await send("guest", `/login?email=${mark}@example.test`, { headers: { "user-agent": mark, referer: `/x?${mark}` } });
  await expect.poll(() => eventsOf(observers.received).length).toBeGreaterThan(3);
  await expect.poll(() => spansOf(observers.received).map(({ name }) => name)).toContain("GET /login");

  const heard = observers.received.map(({ body }) => body).join("\n");
  expect(heard.toLowerCase()).not.toContain(mark.toLowerCase());
  console.log(`observed: ${failed} requests failed, ${eventsOf(observers.received).length} reports`);
  expect(failed).toBeGreaterThan(3);
});

test("reports and traces carry the pattern, the status, ids and places in our code; a command is a part of its request", () => {
  const reported = eventsOf(observers.received).filter(({ tags }) => tags.route);
  expect(reported.length).toBeGreaterThan(0);
  for (const { tags, transaction } of reported)
    expect([tags.requestId?.length, transaction]).toEqual([12, `${tags.method} ${tags.route}`]);
  const frames = reported.flatMap(({ exception }) => exception?.values[0]?.stacktrace.frames ?? []);
  expect(frames.filter(({ filename }) => filename.startsWith("/src/")).length).toBeGreaterThan(0);
  const spans = spansOf(observers.received);
  const parts = spans.filter(({ parentSpanId }) => parentSpanId);
  expect(parts.length).toBeGreaterThan(10);
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  const allowedKeys = [
    "error.type",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "paperwright.request.id",
  ];
  expect([...keys].filter((key) => !allowedKeys.includes(key))).toEqual([]);
});

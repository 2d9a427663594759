import { and, eq, like } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { reportThreat } from "#src/modules/accounts/index.server.ts";
import { people } from "#src/modules/accounts/tables.ts";
import { notices } from "#src/modules/notifications/tables.ts";
import { deliveries } from "#src/modules/orders/tables.ts";
import { newId } from "#src/platform/ids.ts";
import { audit } from "#src/platform/tables.ts";
import { addresses } from "../../scripts/docs/routes.ts";
import { must } from "../support/payments.ts";
import { ctxFor } from "../support/runtime.ts";
import { everybody } from "./cast.ts";
import { dataOf, handlerAddresses, openFill } from "./fill.ts";
import { type Mark, marks } from "./marks.ts";
import { readable } from "./readable.ts";

// An admin sees the pages as a client or a writer does: at every address of the product only pages on the list answer,
// none says a word of a conversation or a check, and nothing that is sent is done.

const cast = await everybody();
const { runtime, ask, client, writer, orders, files } = cast;
const fill = openFill(cast);
const admin = "admin for people";

/** What stays the person's alone. */
const closed: readonly Mark[] = [
  ...(["clientChat", "chatFile", "writerChat", "thread", "threadFile", "ratingComment", "supportNote"] as const),
  ...(["keptCheck", "legalName", "proofFile", "enquiry", "application", "sampleFile"] as const),
];
const own = {
  client: [
    "/accountSettings",
    "/accountSettings/appearance",
    "/accountSettings/notices",
    "/checkout/:orderId/receipt",
    "/custom/sent/:orderId",
    "/dashboard",
    "/dashboard/orders/:orderId",
    "/dashboard/requests/:requestId",
    "/notices",
  ],
  writer: [
    "/accountSettings",
    "/accountSettings/appearance",
    "/accountSettings/notices",
    "/dashboard",
    "/dashboard/orders/:orderId",
    "/notices",
  ],
};

/** What other sites show in a frame has no viewer: it is the same for everybody. */
const routes = (await addresses()).map(({ path }) => path).filter((path) => !path.startsWith("/embed/"));
const isOwn = (pattern: string) =>
  /^\/(?:admin|setup|dashboard|accountSettings|checkout|notices|order|custom|quizz|aichecker(?!\/how)|hiring|mailbox)/.test(
    pattern,
  );
const views = (page: string) => (/\/orders\/[^/]+$/.test(page) ? [page, `${page}?text=1`, `${page}?text=2`] : [page]);
const handlers = handlerAddresses(runtime).map((one) => {
  const [method = "", path = ""] = one.split(" ");
  const filled = path
    .replace("/api/orders/:number", `/api/orders/${marks.number}`)
    .replace("/api/quotes/:id", `/api/quotes/${cast.quoteId}`)
    .replace("/files/:id", `/files/${files.chat}`)
    .replace(/:(\w+)/g, "read")
    .replace("/api/auth/*", "/api/auth/get-session");
  return { method: method === "ALL" ? "PATCH" : method, path: filled };
});
const asked = [
  `/api/chat?chatId=${client.id}`,
  `/api/threads?threadId=${orders.thread}`,
  ...Object.values(files).map((id) => `/files/${id}/file.txt`),
  ...[`chat:${client.id}`, `thread:${orders.thread}`, `notices:${client.id}`].map((one) => `/api/live?topics=${one}`),
  ...handlers
    .filter(({ method, path }) => method === "GET" && !/^\/(?:brand|embed)\//.test(path))
    .map(({ path }) => path),
];

const start = (personId: string, reason = "The client cannot find the receipt.") =>
  ask(admin, `/admin/people/${personId}`, {
    method: "POST",
    body: new URLSearchParams({ step: "see-as", "see-as.reason": reason }),
  });
const end = () => ask(admin, "/see-as/end", { method: "POST" });
const words = async (path: string): Promise<{ status: number; text: string }> => {
  const answer = await ask(admin, path);
  return { status: answer.status, text: await readable(Buffer.from(await answer.arrayBuffer())) };
};
const entries = (action: string, personId: string) =>
  runtime.db
    .select()
    .from(audit)
    .where(and(like(audit.action, action), eq(audit.subject, personId)));
/** What every table holds, but for the audit, the clock of the jobs, and the minute in which the clock was seen last. */
async function everyRow(): Promise<Map<string, string>> {
  const { rows } = await runtime.database.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('information_schema', 'pg_catalog', 'drizzle', 'jobs')`,
  );
  const found = new Map<string, string>();
  for (const { name } of rows.filter((table) => !["platform.audit", "platform.clock_watch"].includes(table.name))) {
    const asked = `select md5(string_agg(row::text, ',' order by row::text)) as sum, count(*) as many from ${name} row`;
    const [one] = (await runtime.database.pool.query<{ sum: string; many: string }>(asked)).rows;
    found.set(name, `${one?.many} rows ${one?.sum}`);
  }
  return found;
}
const doneBy = (id: string) => runtime.db.$count(audit, eq(audit.actor, id));

beforeAll(async () => {
  const [one] = await runtime.db
    .select()
    .from(people)
    .where(eq(people.capabilities, ["people"]));
  await runtime.db
    .update(people)
    .set({ capabilities: ["people", "orders", "money"] })
    .where(eq(people.id, one?.id ?? ""));
  // The client has not opened the work yet: the first look would start the time to read it.
  await runtime.db.update(deliveries).set({ openedAt: null });
  for (const [personId, kind] of [
    [client.id, "thread.for-client"],
    [writer.id, "thread.for-writer"],
    [client.id, "chat.answers"],
  ] as const)
    await runtime.db.insert(notices).values({
      ...{ id: newId(), personId, kind, path: "/dashboard", title: marks.thread, text: marks.clientChat },
      ...{ at: runtime.clock(), onceKey: `test:${kind}` },
    });
});

describe.each(["client", "writer"] as const)("as a %s", (who) => {
  const person = { client, writer }[who];

  test("a reason is asked for, and the pages open", async () => {
    expect((await start(person.id, "short")).status).toBe(422);
    const before = await words("/");
    const started = await start(person.id);
    expect([started.status, started.headers.get("location")]).toEqual([302, "/dashboard"]);
    const { status, text } = await words("/dashboard");
    expect([status, text.includes(`You see the pages as ${person.name}`)]).toEqual([200, true]);
    expect(text).not.toMatch(/<script[^>]*(?:src=|type="module")/);
    expect(before.text).not.toContain("You see the pages as");
    expect(await entries("impersonation.started", person.id)).toHaveLength(1);
  });

  test("no address says a word of a conversation or a check, and each that opens is in the audit", async () => {
    const before = await doneBy(person.id);
    const rows = await everyRow();
    const opened = new Set<string>();
    const found: string[] = [];
    let pages = 0;
    for (const pattern of routes)
      for (const page of fill(pattern).flatMap(views)) {
        const { status, text } = await words(page);
        const data = await words(dataOf(page));
        if (status >= 500 || data.status !== 403) found.push(`${page}: ${status}, its data ${data.status}`);
        if (status !== 403) pages += 1;
        if (isOwn(pattern) && (status === 200 || status === 302)) opened.add(pattern);
        else if (own[who].includes(pattern) && status !== 404) found.push(`${page}: ${status}`);
        if (status !== 302 && !text.includes("You see the pages as") && text.includes("<html"))
          found.push(`${page}: no banner`);
        for (const mark of closed) if ((text + data.text).includes(marks[mark])) found.push(`${page}: ${mark}`);
      }
    for (const path of asked) {
      const { status, text } = await words(path);
      if (status !== 403) found.push(`${path}: ${status}`);
      for (const mark of closed) if (text.includes(marks[mark])) found.push(`${path}: ${mark}`);
    }
    expect(found).toEqual([]);
    expect([...opened].sort()).toEqual(own[who]);
    const seen = await entries("impersonation.page-seen", person.id);
    expect(seen.length).toBe(pages + 1); // the dashboard of the test above
    expect(seen.every(({ detail }) => routes.includes(String(detail.page)))).toBe(true);
    expect(await doneBy(person.id)).toBe(before);
    expect(await everyRow(), "nothing but the audit is written").toEqual(rows);
  });

  test("nothing that is sent anywhere is done", async () => {
    const wrong: string[] = [];
    const before = await runtime.db.$count(audit);
    const send = async (path: string, method: string) => {
      const answer = await ask(admin, path, {
        method,
        body: new URLSearchParams({ step: "cancel", intent: "profile" }),
      });
      await answer.body?.cancel();
      if (answer.status !== 403) wrong.push(`${method} ${path}: ${answer.status}`);
    };
    const ends = ["/see-as/end", "/signout"];
    for (const page of routes.flatMap((pattern) => fill(pattern)))
      if (!ends.includes(page)) for (const path of [page, dataOf(page)]) await send(path, "POST");
    for (const { method, path } of handlers)
      if (method !== "GET") for (const one of ["POST", "PUT", "PATCH", "DELETE"]) await send(path, one);
    expect(wrong).toEqual([]);
    expect(await runtime.db.$count(audit)).toBe(before);
  });

  test("visitors meet the public pages as they were", async () => {
    for (const path of ["/", "/faq", "/contact"]) {
      expect((await words(path)).text).toContain("You see the pages as");
      expect(await (await ask("guest", path)).text()).not.toContain("You see the pages as");
    }
    expect((await ask(who, "/dashboard")).status).toBe(200);
  });

  test("it is ended by its button, and the person reads when and why", async () => {
    const ended = await end();
    expect([ended.status, ended.headers.get("location")]).toEqual([302, `/admin/people/${person.id}`]);
    expect((await words("/admin")).text).not.toContain("You see the pages as");
    expect(await entries("impersonation.ended", person.id)).toHaveLength(1);
    expect(await (await ask(who, "/accountSettings/sign-in")).text()).toContain("The client cannot find the receipt.");
  });
});

test("a session that is signed out sees nothing more, and nobody's pages open without both rights", async () => {
  for (const other of ["admin for orders", "admin for money", "client"] as const) {
    const body = new URLSearchParams({ step: "see-as", "see-as.reason": "Because I am curious." });
    const answer = await ask(other, `/admin/people/${writer.id}`, { method: "POST", body });
    expect(answer.status).toBe(302);
    expect((await ask(other, "/dashboard")).headers.get("content-type") ?? "").not.toContain("see-as");
  }
  expect(await entries("impersonation.started", writer.id)).toHaveLength(1);
});

test("a threat that is reported closes the pages of the client and of the writer at once", async () => {
  await start(client.id);
  expect((await words("/dashboard")).text).toContain("You see the pages as");
  must(await reportThreat(ctxFor(runtime, client), { orderId: null, channels: ["email"], text: "They want money." }));
  expect((await words("/admin")).text).not.toContain("You see the pages as");
  expect(await entries("impersonation.ended", client.id)).toHaveLength(2);
  expect(await (await start(client.id)).text()).toContain("the data is sealed");
  expect(await (await start(writer.id)).text()).toContain("whose data is sealed");
  expect((await words("/admin")).text).not.toContain("You see the pages as");
});

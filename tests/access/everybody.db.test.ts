import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { topicKinds } from "#src/composition/parts.ts";
import { people } from "#src/modules/accounts/tables.ts";
import { orders as orderRows } from "#src/modules/orders/tables.ts";
import { documentsOf } from "#src/modules/payments/documents/document-rows.ts";
import { accountAsked } from "#src/modules/payments/index.server.ts";
import { payoutLines } from "#src/modules/payments/payouts/payout-tables.ts";
import { byHandProvider } from "#src/modules/payments/refunds/refund-rows.ts";
import { refunds, settlements } from "#src/modules/payments/tables.ts";
import { newId } from "#src/platform/ids.ts";
import { addresses } from "../../scripts/docs/routes.ts";
import { drawer } from "../support/full-run.ts";
import { sessionCookie } from "../support/people.ts";
import { everybody } from "./cast.ts";
import { dataOf, handlerAddresses, ofNobody, openFill } from "./fill.ts";
import { allMarks, type Mark, marks, sees, type Visitor } from "./marks.ts";
import { readable } from "./readable.ts";

// What each transport gives to whom: every page, its data, and every other address, asked by everybody. Addresses come
// from the route table and from the handlers themselves; one that is not known here fails until it has a line.

const cast = await everybody();
const { runtime, ask, visitors, client, writer, orders, files } = cast;

/** What a page shows beside its first view. */
const views: Readonly<Record<string, readonly string[]>> = {
  "/dashboard/orders/:orderId": ["", "?text=1", "?text=2", "?step=cancel"],
  "/order": ["", cast.prepared.query],
  "/admin/orders/:orderId": ["", "?text=1", "?text=2"],
  "/admin/orders": ["", `?search=${marks.title.toLowerCase()}`],
  "/admin/search": ["", `?search=${marks.title.toLowerCase()}`, `?search=${marks.clientName.toLowerCase()}`],
  "/admin/people": ["", `?search=${marks.clientName.toLowerCase()}`],
  "/admin/chats": ["", "?tab=all", "?tab=all&select=1"],
};

const fill = openFill(cast);
const routes = await addresses();
const pages = routes.map(({ path }) => path);
/** Answers of their own instead of a page. */
const plain = routes.filter(({ file }) => file.endsWith(".ts")).map(({ path }) => path);
const pagesOf = (pattern: string): string[] =>
  fill(pattern).flatMap((path) => (views[pattern] ?? [""]).map((view) => path + view));

type Asked = { path: string; method?: string; json?: unknown; headers?: Record<string, string> };
const post = (path: string, json: unknown): Asked => ({ path, method: "POST", json });
const tus = { "tus-resumable": "1.0.0" };
const topics = topicKinds.flatMap(({ kind }) => {
  const ids: Readonly<Record<string, readonly string[]>> = {
    chat: [client.id, writer.id],
    inbox: ["support"],
    notices: [client.id, writer.id],
    thread: [orders.thread],
    order: [orders.paid],
    orders: ["all"],
    changed: ["orders", "chat"],
  };
  const known = ids[kind];
  if (!known) throw new Error(`Nothing follows ${kind} here: give it a line.`);
  return known.map((id) => `${kind}:${id}`);
});
const fileIds = Object.values(files);
const nothing: readonly Asked[] = [];

/** How every address that is no page is asked for what is another's. */
const handlers: Readonly<Record<string, readonly Asked[]>> = {
  ...Object.fromEntries(ofNobody.map((address) => [address, nothing])),
  "GET /api/quotes/:id": [{ path: `/api/quotes/${cast.quoteId}` }],
  "GET /api/orders": [{ path: "/api/orders" }],
  "POST /api/orders": [post("/api/orders", { service: "quiz" })],
  "GET /api/orders/prepared/:id": [{ path: `/api/orders/prepared/${cast.prepared.id}` }],
  "GET /api/orders/:number": [{ path: `/api/orders/${marks.number}` }],
  "GET /api/orders/:number/files": [{ path: `/api/orders/${marks.number}/files` }],
  "GET /api/orders/:number/files/:id": fileIds.map((id) => ({ path: `/api/orders/${marks.number}/files/${id}` })),
  "GET /api/checks": [{ path: "/api/checks" }],
  "GET /files/checks": [{ path: `/files/checks?ids=${fileIds.join(",")}` }],
  "ALL /files/:id": fileIds.flatMap((id) => [
    { path: `/files/${id}`, method: "HEAD", headers: tus },
    { path: `/files/${id}`, method: "DELETE", headers: tus },
  ]),
  "ALL /files/:id/:name": fileIds.flatMap((id) => [
    { path: `/files/${id}/file.txt` },
    { path: `/files/${id}/file.txt`, headers: { range: "bytes=0-" } },
    { path: `/files/${id}/picture?small=1` },
  ]),
  "GET /api/chat": ["", `?chatId=${client.id}`, `?chatId=${writer.id}`].map((query) => ({ path: `/api/chat${query}` })),
  "POST /api/chat/:what": [client, writer].flatMap(({ id: chatId }) => [
    post("/api/chat/read", { chatId, to: new Date().toISOString() }),
    post("/api/chat/typing", { chatId }),
  ]),
  "GET /api/threads": [{ path: `/api/threads?threadId=${orders.thread}` }],
  "POST /api/threads/:what": [
    post("/api/threads/read", { threadId: orders.thread, to: new Date().toISOString() }),
    post("/api/threads/typing", { threadId: orders.thread }),
    post("/api/threads/messages", { threadId: orders.thread }),
  ],
  "GET /api/notices": [{ path: "/api/notices" }],
  "ALL /api/auth/*": [{ path: "/api/auth/get-session" }],
  "GET /api/live": topics.map((topic) => ({ path: `/api/live?topics=${topic}` })),
};

const marksIn = (text: string): Mark[] => allMarks.filter((mark) => text.includes(marks[mark]));

/** All that an answer says; of a stream its first piece. */
async function responseText(who: Visitor, { path, method = "GET", json, headers }: Asked): Promise<string> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const answer = await ask(who, path, { method, ...body, headers: { "content-type": "application/json", ...headers } });
  const about = (answer.headers.get("upload-metadata") ?? "").split(",").map((one) => one.split(" ")[1] ?? "");
  const facts = about.map((one) => Buffer.from(one, "base64").toString("utf8"));
  const head = `${answer.status} ${JSON.stringify([...answer.headers, facts])}`;
  if (!answer.headers.get("content-type")?.startsWith("text/event-stream"))
    return `${head}\n${await readable(Buffer.from(await answer.arrayBuffer()))}`;
  const reader = answer.body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  return `${head}\n${new TextDecoder().decode(piece?.value)}`;
}

async function gives(who: Visitor, asked: readonly Asked[]): Promise<Mark[]> {
  const found = new Set<Mark>();
  for (const one of asked) for (const mark of marksIn(await responseText(who, one))) found.add(mark);
  return allMarks.filter((mark) => found.has(mark));
}

/** The topics that somebody's open page may follow. */
async function follows(who: Visitor): Promise<string[]> {
  const followed: string[] = [];
  for (const topic of topics)
    if ((await responseText(who, { path: `/api/live?topics=${topic}` })).startsWith("200")) followed.push(topic);
  return followed;
}

/** What everybody met, by transport; filled by the tests below in their order. */
const met = new Map(visitors.map((who) => [who, new Set<Mark>()]));
const note = (who: Visitor, found: readonly Mark[]): void => {
  for (const mark of found) met.get(who)?.add(mark);
};
const beyond = (who: Visitor, found: readonly Mark[]): Mark[] => found.filter((mark) => !sees[who].includes(mark));

/** The data of every page is asked for; the page drawn of it, which must give the same, in a share of a short run. */
const drawn = drawer(12);

describe("everybody at every address", () => {
  test("each handler has a line here, and each line a handler", () => {
    expect(handlerAddresses(runtime)).toEqual(Object.keys(handlers).sort());
  });

  test.each(pages)("page %s", async (pattern) => {
    for (const who of visitors)
      for (const page of pagesOf(pattern)) {
        const data = await gives(who, [{ path: dataOf(page) }]);
        const html = drawn() || plain.includes(pattern) ? await gives(who, [{ path: page }]) : data;
        expect({ who, page, html: beyond(who, html), data: beyond(who, data) }).toEqual({
          who,
          page,
          html: [],
          data: [],
        });
        if (!plain.includes(pattern)) expect({ who, page, marks: data }).toEqual({ who, page, marks: html });
        note(who, html);
      }
  });

  test.each(Object.keys(handlers))("%s", async (handler) => {
    for (const who of visitors) {
      const found = await gives(who, handlers[handler] ?? nothing);
      expect({ who, found: beyond(who, found) }).toEqual({ who, found: [] });
      note(who, found);
    }
  });

  test("live topics are for those who may read what they are about", async () => {
    const followed: Partial<Record<Visitor, string[]>> = {};
    for (const who of visitors) {
      const found = await follows(who);
      if (found.length > 0) followed[who] = found;
    }
    expect(followed).toEqual({
      client: [`chat:${client.id}`, `thread:${orders.thread}`, `notices:${client.id}`, `order:${orders.paid}`],
      writer: [`chat:${writer.id}`, `thread:${orders.thread}`, `notices:${writer.id}`, `order:${orders.paid}`],
      "admin for orders": [`thread:${orders.thread}`, `order:${orders.paid}`, "orders:all", "changed:orders"],
      "writer without factor": [`chat:${writer.id}`],
      "admin for chat": [`chat:${client.id}`, `chat:${writer.id}`, "inbox:support", "changed:chat"],
    });
  });

  test("what somebody may see is found somewhere", () => {
    for (const who of visitors)
      expect({ who, missing: sees[who].filter((mark) => !met.get(who)?.has(mark)) }).toEqual({ who, missing: [] });
  });
});

/** 10.00 of the paid order go back, and a person sends them. */
async function oweByHand(): Promise<void> {
  const [paid] = await runtime.db
    .update(settlements)
    .set({ provider: byHandProvider })
    .where(eq(settlements.orderId, orders.paid))
    .returning();
  const refund = { orderId: orders.paid, settlementId: paid?.id ?? "", cents: 1_000, currency: "USD" };
  const decided = { kind: "order", paidBy: "operator", reason: "Late.", cause: newId(), state: "by_hand" } as const;
  await runtime.db.insert(refunds).values({ id: newId(), ...refund, ...decided, createdAt: runtime.clock() });
}

describe("a client who is a writer by now", () => {
  test("keeps the receipt of the old order, page and data and PDF, and pays nothing any more", async () => {
    await runtime.db.update(people).set({ role: 2 }).where(eq(people.id, client.id));
    const headers = { cookie: await sessionCookie(runtime, { ...client, role: 2 }) };
    const [paper] = await documentsOf(runtime.db, orders.paid);
    const receipt = `/checkout/${orders.paid}/receipt`;
    for (const path of [receipt, dataOf(receipt)])
      expect(await gives("client", [{ path, headers }])).toContain("payment");
    const pdf = await ask("client", `/checkout/${orders.paid}/documents/${paper?.number}.pdf`, { headers });
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    for (const page of ["", "/return", "/transfer"]) {
      const answer = await ask("client", `/checkout/${orders.paid}${page}`, { headers });
      expect([page, answer.status, answer.headers.get("location")]).toEqual([page, 302, "/dashboard"]);
    }
    await runtime.db.update(people).set({ role: 1 }).where(eq(people.id, client.id));
  });

  test("names the account for a refund that goes out by hand; before the second factor it is asked for first", async () => {
    await oweByHand();
    await runtime.db.update(people).set({ role: 2 }).where(eq(people.id, client.id));
    const page = `/checkout/${orders.paid}/refund-account`;
    const headers = { cookie: await sessionCookie(runtime, { ...client, role: 2 }) };
    const account = { holder: "Linh Tran", account: "DE89 3704 0044 0532 0130 00", bank: "COBADEFF" };
    const post = { method: "POST", body: new URLSearchParams(account) };
    const order = await ask("client", `/dashboard/orders/${orders.paid}`, { headers });
    expect(await order.text()).toContain(`href="${page}"`);
    for (const path of [page, dataOf(page)]) expect(await gives("client", [{ path, headers }])).toContain("title");
    const early = { cookie: await sessionCookie(runtime, { ...client, role: 2 }, { factor: false }) };
    for (const more of [{}, post]) {
      const answer = await ask("client", page, { headers: early, ...more });
      expect(answer.headers.get("location")).toBe(`/accountSettings/second-factor?next=${encodeURIComponent(page)}`);
    }
    for (const other of ["other client", "writer", "other writer", "admin for money"] as const)
      for (const more of [{}, post]) expect([other, (await ask(other, page, more)).status]).toEqual([other, 404]);
    expect(await accountAsked(runtime.db, orders.paid)).toMatchObject({ given: false });
    const given = await ask("client", page, { headers, ...post });
    expect([given.status, given.headers.get("location")]).toEqual([303, `/dashboard/orders/${orders.paid}`]);
    expect(await accountAsked(runtime.db, orders.paid)).toEqual({ cents: 1_000, given: true });
    await runtime.db.update(people).set({ role: 1 }).where(eq(people.id, client.id));
  });
});

describe("who was a writer of the order", () => {
  const all = () => [
    ...pages
      .flatMap((pattern) =>
        pagesOf(pattern).flatMap((page) => [...(drawn() || plain.includes(pattern) ? [page] : []), dataOf(page)]),
      )
      .map((path) => ({ path })),
    ...Object.values(handlers).flat(),
  ];
  // The own words of a question are in the own download, like those of the own chat and the own account for payouts.
  const left: readonly Mark[] = ["question", "writerName", "writerChat", "legalName"];

  test("has nothing of it as a client", async () => {
    await runtime.db.update(people).set({ role: 1 }).where(eq(people.id, writer.id));
    expect(await gives("writer", all())).toEqual(allMarks.filter((mark) => left.includes(mark)));
    expect(await follows("writer")).toEqual([`chat:${writer.id}`, `notices:${writer.id}`]);
    await runtime.db.update(people).set({ role: 2 }).where(eq(people.id, writer.id));
  });

  test("has nothing of it when another writer has it", async () => {
    await runtime.db.update(orderRows).set({ writerId: null, writerName: null }).where(eq(orderRows.id, orders.paid));
    // A payout continues to name what it was for, to whom it was paid: this writer was paid nothing.
    await runtime.db.delete(payoutLines).where(eq(payoutLines.orderId, orders.paid));
    const notice: readonly Mark[] = [...left, "writerNotice"];
    expect(await gives("writer", all())).toEqual(allMarks.filter((mark) => notice.includes(mark)));
    expect(await follows("writer")).toEqual([`chat:${writer.id}`, `notices:${writer.id}`]);
  });
});

test("a receipt and a statement are PDFs at their addresses, whatever scripts a name is in", async () => {
  const name = "王小明 علي דוד शिव สมชาย 😀";
  await runtime.db.update(orderRows).set({ clientName: name }).where(eq(orderRows.id, orders.paid));
  await runtime.db.update(people).set({ name }).where(eq(people.id, writer.id));
  const [paper] = await documentsOf(runtime.db, orders.paid);
  const receipt = `/checkout/${orders.paid}/documents/${paper?.number}.pdf`;
  for (const [who, path] of Object.entries({ client: receipt, writer: "/dashboard/earnings/statement.pdf" })) {
    const answer = await ask(who as Visitor, path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "application/pdf"]);
    const text = await readable(Buffer.from(await answer.arrayBuffer()));
    for (const word of name.split(" ")) expect(text, path).toContain(word);
  }
});

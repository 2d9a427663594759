import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { liftSeal, reportThreat } from "#src/modules/accounts/index.server.ts";
import { sealOpenings } from "#src/modules/accounts/protection/seal-tables.ts";
import { people } from "#src/modules/accounts/tables.ts";
import { files as fileRows } from "#src/modules/files/tables.ts";
import { notices } from "#src/modules/notifications/tables.ts";
import { newId } from "#src/platform/ids.ts";
import { noticeKey } from "#src/platform/mail/mail-records.ts";
import { audit } from "#src/platform/tables.ts";
import { type Capability, capabilities } from "#src/shared/viewer.ts";
import { addresses } from "../../scripts/docs/routes.ts";
import { metadata } from "../support/files.ts";
import { drawer } from "../support/full-run.ts";
import { must } from "../support/payments.ts";
import { ctxFor } from "../support/runtime.ts";
import { everybody } from "./cast.ts";
import { dataOf, openFill } from "./fill.ts";
import { type Mark, marks, type Visitor } from "./marks.ts";
import { readable } from "./readable.ts";

// A client reports a threat: from then on no admin address says a word of that client, who reads everything as before.

const cast = await everybody();
const { runtime, ask, client, orders, files } = cast;
const fill = openFill(cast);

/** What the client wrote, sent, got, or is called. */
const sealed: readonly Mark[] = [
  ...(["title", "brief", "question", "thread", "threadFile", "orderFile", "evidenceFile", "proofFile"] as const),
  ...(["openedWork", "openedFile", "unopenedWork", "unopenedFile", "reportFile", "rating", "request"] as const),
  ...(["clientName", "clientChat", "chatFile", "ratingComment", "supportNote"] as const),
];
const admins = capabilities.map((one) => `admin for ${one}` as const);

const words = ["clientname", "title", "brief", "clientchat", "thread"].map((one) => `mark${one}`);
const searches = [
  "/admin/search",
  "/admin/orders",
  "/admin/people",
  "/admin/chats",
  "/admin/payments",
  "/admin/notices",
];
const views = (page: string): string[] => [
  page,
  ...(searches.includes(page) ? words.flatMap((word) => [`${page}?search=${word}&tab=all&group=all`]) : []),
  ...(page.startsWith("/admin/orders/") ? ["?text=1", "?text=2"].map((query) => page + query) : []),
];
const routes = (await addresses()).filter(({ path }) => /^\/(?:admin|setup|checkout|dashboard)/.test(path));
const pages = routes.flatMap(({ path }) => fill(path)).flatMap(views);
const csvs = ["/admin/orders/export.csv?group=all", "/admin/people/export.csv", "/admin/audit.csv"];
const others = [
  ...csvs,
  ...["register", "payouts", "ledger"].map((what) => `/admin/payments/export.csv?what=${what}`),
  ...["received", "refunds", "ledger"].map((list) => `/admin/payments/rows.csv?list=${list}`),
  ...Object.values(files).map((id) => `/files/${id}/file.txt`),
  `/files/checks?ids=${Object.values(files).join(",")}`,
  `/api/chat?chatId=${client.id}`,
  `/api/threads?threadId=${orders.thread}`,
  "/api/orders",
  "/api/notices",
];

async function answerOf(who: Visitor, path: string): Promise<string> {
  const answer = await ask(who, path);
  if (answer.status >= 500) throw new Error(`${who} at ${path}: ${answer.status}`);
  return `${JSON.stringify([...answer.headers])}\n${await readable(Buffer.from(await answer.arrayBuffer()))}`;
}

/** The searched words stand in the answer, because the form shows them again. */
const sealedIn = (text: string, path: string): string[] => [
  ...sealed.filter((mark) => text.includes(marks[mark])),
  ...(text.includes(client.email) && !path.includes("search=") ? ["e-mail"] : []),
];

async function leaks(who: Visitor, asked: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of asked)
    for (const mark of sealedIn(await answerOf(who, path), path)) found.push(`${who} at ${path}: ${mark}`);
  return found;
}

const asClient = ctxFor(runtime, client);
const report = { orderId: orders.paid, channels: ["email" as const], text: "They want 300 dollars." };

beforeAll(async () => {
  for (const one of admins) expect((await ask(one, "/admin")).status).toBe(200);
  await runtime.db.insert(audit).values({
    ...{ id: newId(), at: runtime.clock(), actor: "guest", action: "account.start-asked", subject: "somebody" },
    ...{ detail: { email: client.email }, requestId: "test" },
  });
  const led = [
    { kind: "admin.order-paid", path: `/admin/orders/${orders.paid}` },
    { kind: "admin.refund-waits", path: "/admin/payments#waiting-refunds" },
  ];
  for (const { id } of await runtime.db.select({ id: people.id }).from(people).where(eq(people.role, 3)))
    for (const { kind, path } of led)
      await runtime.db.insert(notices).values({
        ...{ id: newId(), personId: id, kind, path, title: marks.title, text: marks.brief, at: runtime.clock() },
        onceKey: `${noticeKey(kind, orders.paid, runtime.clock())}:${id}`,
      });
});

test("before a report admins read what they may", async () => {
  const text = await answerOf("admin for orders", dataOf(`/admin/orders/${orders.paid}`));
  expect(sealedIn(text, "")).toEqual(expect.arrayContaining(["title", "brief", "clientName", "e-mail"]));
});

describe("after the report", () => {
  beforeAll(async () => void must(await reportThreat(asClient, report)));

  // A short run asks each address as a third of the admins, by its seed.
  const isAsked = drawer(3);
  test.each(admins)("%s finds no word of the client at any address", async (who) => {
    expect(await leaks(who, pages.filter(isAsked).map(dataOf))).toEqual([]);
    expect(await leaks(who, others)).toEqual([]);
  });

  test("drawn pages give nothing more than their data", async () => {
    const drawn = [`/admin/orders/${orders.paid}`, `/admin/people/${client.id}`, `/admin/sealed/${client.id}`];
    for (const who of ["admin for orders", "admin for people"] as const) expect(await leaks(who, drawn)).toEqual([]);
  });

  test("no open page follows the client's conversations, and the order can be worked on", async () => {
    const status = async (topic: string) => {
      const answer = await ask("admin for orders", `/api/live?topics=${topic}`);
      await answer.body?.cancel();
      return answer.status;
    };
    expect(await status(`thread:${orders.thread}`)).not.toBe(200);
    expect(await status(`order:${orders.paid}`)).toBe(200);
    expect((await ask("admin for orders", `/admin/orders/${orders.paid}`)).status).toBe(200);
  });

  test("client and writer have everything as before", async () => {
    const order = `/dashboard/orders/${orders.paid}`;
    expect(sealedIn(await answerOf("client", dataOf(order)), "")).toEqual(expect.arrayContaining(["title", "brief"]));
    expect(sealedIn(await answerOf("writer", dataOf(order)), "")).toEqual(expect.arrayContaining(["title", "brief"]));
    expect(await answerOf("writer", `/files/${files.order}/file.txt`)).toContain(marks.orderFile);
    expect(await answerOf("client", `/files/${files.opened}/file.txt`)).toContain(marks.openedFile);
  });

  test("a picture of the threat is for the person, and for the owner who opened the report", async () => {
    const body = new TextEncoder().encode("MARKthreat");
    const upload = { filename: "threat.txt", filetype: "text/plain", purpose: "threat", about: client.id };
    const sent = await ask("client", "/files", {
      method: "POST",
      body,
      headers: {
        ...{ "tus-resumable": "1.0.0", "upload-length": String(body.length), "upload-metadata": metadata(upload) },
        "content-type": "application/offset+octet-stream",
      },
    });
    const file = sent.headers.get("location") ?? "";
    const id = file.replace("/files/", "");
    await vi.waitFor(
      async () =>
        expect(await runtime.db.$count(fileRows, and(eq(fileRows.id, id), eq(fileRows.state, "ready")))).toBe(1),
      20_000,
    );
    const form = new URLSearchParams({ step: "add", text: "They wrote this.", files: id });
    expect((await ask("client", "/accountSettings/threat", { method: "POST", body: form })).status).toBe(303);
    const has = async (who: Visitor) => (await answerOf(who, `${file}/threat.txt`)).includes("MARKthreat");
    const names = async (who: Visitor, page: string) => (await answerOf(who, page)).includes("threat.txt");
    expect([await has("client"), await names("client", "/accountSettings/threat")]).toEqual([true, true]);
    const page = `/admin/sealed/${client.id}`;
    for (const who of [...admins, "writer", "other client", "guest"] as const)
      expect([who, await has(who)]).toEqual([who, false]);
    const [owner] = await runtime.db
      .select()
      .from(people)
      .where(eq(people.capabilities, ["settings"]));
    const held = (capability: readonly Capability[]) =>
      runtime.db
        .update(people)
        .set({ capabilities: [...capability] })
        .where(eq(people.id, owner?.id ?? ""));
    await held(capabilities);
    expect([await has("admin for settings"), await names("admin for settings", page)]).toEqual([false, false]);
    await ask("admin for settings", page, { method: "POST", body: new URLSearchParams({ step: "read" }) });
    expect([await has("admin for settings"), await names("admin for settings", page)]).toEqual([true, true]);
    await held(["settings"]);
    for (const who of admins) expect([who, await has(who)]).toEqual([who, false]);
  });

  test("a part is opened from inside the order by two admins, and closes again", async () => {
    const second = "admin for settings";
    const [other] = await runtime.db
      .select()
      .from(people)
      .where(eq(people.capabilities, ["settings"]));
    await runtime.db
      .update(people)
      .set({ capabilities: ["settings", "orders"] })
      .where(eq(people.id, other?.id ?? ""));
    const page = `/admin/orders/${orders.paid}`;
    const post = (who: Visitor, fields: Record<string, string>) =>
      ask(who, page, { method: "POST", body: new URLSearchParams(fields) });
    const asked = { step: "ask", reason: "The police ask for the brief.", secondId: other?.id ?? "", minutes: "15" };
    const refused = await post("admin for orders", asked);
    const html = await refused.text();
    expect([refused.status, html.includes("Choose what to open."), html.includes(asked.reason)]).toEqual([
      422,
      true,
      true,
    ]);
    const done = await post("admin for orders", { ...asked, "part-work": "on" });
    expect([done.status, done.headers.get("location")]).toEqual([303, page]);
    const shown = await answerOf(second, page);
    expect([sealedIn(shown, ""), shown.includes("Confirm and open")]).toEqual([[], true]);
    const openingId = /name="openingId" value="([^"]+)"/.exec(shown)?.[1] ?? "";
    expect((await post("admin for orders", { step: "confirm", openingId })).status).toBe(404);
    expect((await post(second, { step: "confirm", openingId })).status).toBe(303);
    for (const who of ["admin for orders", second] as const)
      expect(sealedIn(await answerOf(who, page), "")).toContain("title");
    await runtime.db.update(sealOpenings).set({ endsAt: runtime.clock() });
    for (const who of ["admin for orders", second] as const)
      expect(sealedIn(await answerOf(who, page), "")).toEqual([]);
  });

  test("the person takes the seal off, and admins read as before", async () => {
    must(await liftSeal(asClient, {}));
    expect(sealedIn(await answerOf("admin for orders", dataOf(`/admin/orders/${orders.paid}`)), "")).toContain("title");
  });
});

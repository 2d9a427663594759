import { and, eq } from "drizzle-orm";
import { afterAll, expect, vi } from "vitest";
import { startSmtp } from "#fakes/smtp.ts";
import { people, sessions } from "#src/modules/accounts/tables.ts";
import { orderThread, sendMessage, sendToThread } from "#src/modules/chat/index.server.ts";
import { chats, enquiries, notes, ratings } from "#src/modules/chat/tables.ts";
import { keepCheck } from "#src/modules/checker/index.server.ts";
import { attachFiles } from "#src/modules/files/index.server.ts";
import { files as fileRows } from "#src/modules/files/tables.ts";
import { notices } from "#src/modules/notifications/tables.ts";
import { addFiles, deliverWork, openDelivery, placeOrder } from "#src/modules/orders/index.server.ts";
import { originalityReports } from "#src/modules/orders/storage/report-tables.ts";
import { deliveries, orderHistory, ratings as orderRatings } from "#src/modules/orders/tables.ts";
import { promotionCodes } from "#src/modules/payments/codes/code-tables.ts";
import { settlements } from "#src/modules/payments/tables.ts";
import { makeWriter } from "#src/modules/writing/index.server.ts";
import { applications } from "#src/modules/writing/tables.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { capabilities, type Person } from "#src/shared/viewer.ts";
import { metadata } from "../support/files.ts";
import { begin, doAct, must, openPaymentsRuntime, type PaymentsRuntime, place, placing } from "../support/payments.ts";
import { createPerson, sessionCookie } from "../support/people.ts";
import { startProduct } from "../support/product.ts";
import { ctxFor } from "../support/runtime.ts";
import { castOfMoney, castOfPrograms } from "./cast-apart.ts";
import { type Mark, marks, type Visitor } from "./marks.ts";

const shortCheck: Parameters<typeof keepCheck>[1] = {
  text: marks.keptCheck,
  kind: "",
  left: [],
  facts: { sha256: "", at: "2026-03-10T12:00:00.000Z" },
  report: {
    ...{ band: "too-short", words: 1, register: "common", weak: true, doubts: [], position: 0.5, model: "" },
    ...{ folded: { invisible: 0, lookalikes: 0 }, left: { code: 0, table: 0, references: 0 } },
    ...{ highlights: [], moved: [], rates: [] },
  },
};

/** An application that is open again, so that its applicant reads it as well. */
async function apply({ db }: PaymentsRuntime, { id: personId }: Person): Promise<string> {
  const [id, at] = [newId(), new Date()];
  const moments = { sentAt: at, createdAt: at, updatedAt: at };
  await db
    .insert(applications)
    .values({ id, personId, state: "asked", fields: { task: marks.application }, ...moments });
  return id;
}

/** A promotion code that no order has. */
async function offer({ db, clock }: PaymentsRuntime): Promise<string> {
  const [id, at] = [newId(), clock()];
  const row = { id, code: marks.code, kind: "percent" as const, percent: 10, createdBy: "gone" };
  await db.insert(promotionCodes).values({ ...row, createdAt: at, updatedAt: at });
  return id;
}

type Used = {
  orderId: string;
  threadId: string;
  applicationId: string;
  client: Person;
  writer: Person;
  applicant: Person;
};
type OnLine = NonNullable<Parameters<typeof startProduct>[0]>["onLine"];
type Purpose = Parameters<typeof attachFiles>[1]["purpose"];
type Ask = (who: Visitor, path: string, more?: RequestInit) => Promise<Response>;

type Wishes = {
  onLine?: OnLine;
  env?: Record<string, string>;
  /** Who closes it: the end of the file, or of the test that asks for it. */
  atEnd?: (work: () => Promise<void>) => void;
};

/** An installation of the built product with one of everything that has an owner, and somebody of every kind. */
export async function everybody({ onLine, env, atEnd = afterAll }: Wishes = {}) {
  const runtime = await openPaymentsRuntime({ mode: "real", now: new Date(), env: { PAYMENTS_SANDBOX: "on" } });
  const client = await named(runtime, "client");
  const writer = await named(runtime, "writer");
  const others: Record<string, Person> = {
    "other client": await createPerson(runtime),
    "other writer": await createPerson(runtime, { role: 2 }),
    "admin without capabilities": await createPerson(runtime, { role: 3 }),
  };
  for (const one of capabilities) others[`admin for ${one}`] = await createPerson(runtime, { role: 3 });
  for (const [who, { id, role }] of Object.entries(others)) {
    const capability = capabilities.filter((one) => who === `admin for ${one}`);
    if (role === 3) await runtime.db.update(people).set({ capabilities: capability }).where(eq(people.id, id));
  }
  for (const { id } of [writer, others["other writer"] as Person])
    must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, id))));
  const orders = await ordersOf(runtime, client, writer);
  const applicationId = await apply(runtime, others["other client"] as Person);
  const enquiryId = await tell(runtime, client, writer);
  const codeId = await offer(runtime);
  const ratingId = await tellOfChat(runtime, client);
  const { id: checkId } = must(await keepCheck(ctxFor(runtime, client), shortCheck));
  const money = await castOfMoney(runtime, { client, writer, orderId: orders.paid });
  const { keys, endpointId } = await castOfPrograms(runtime);

  const smtp = await startSmtp();
  const product = await startProduct({
    env: {
      DATABASE_URL: runtime.database.url,
      DEMO: "off",
      ALLOW_DATA_LOSS: "on",
      SECRET: runtime.secret,
      PAYMENTS_SANDBOX: "on",
      SMTP_URL: smtp.url,
      ...env,
    },
    ...(onLine && { onLine }),
  });
  atEnd(async () => {
    await product.stop();
    await smtp.close();
    await runtime.drop();
  });
  const cookies = new Map<Visitor, string>();
  const enter = async (visitor: Visitor, person: Person, factor = true) => {
    cookies.set(visitor, await sessionCookie(runtime, person, { factor }));
    // Whoever asks has just proved who it is, however long all the asking takes.
    await runtime.db.update(sessions).set({ freshAt: new Date(runtime.clock().getTime() + dayMs) });
  };
  await enter("client", client);
  await enter("writer", writer);
  await enter("writer without factor", writer, false);
  await enter("admin without factor", others["admin for orders"] as Person, false);
  for (const [visitor, person] of Object.entries(others)) await enter(visitor as Visitor, person);
  const known = await runtime.db.select().from(people);
  /** Undoes what visitors did to accounts, and signs them in anew. */
  const renew = async (): Promise<void> => {
    for (const { id, ...row } of known) await runtime.db.update(people).set(row).where(eq(people.id, id));
    const all = { ...others, client, writer };
    for (const [visitor, person] of Object.entries(all)) await enter(visitor as Visitor, person);
  };

  const idOf = (who: Visitor): Record<string, string> => {
    const [cookie, key] = [cookies.get(who), keys.get(who)];
    return { ...(cookie && { cookie }), ...(key && { authorization: `Bearer ${key}` }) };
  };
  const ask: Ask = (who, path, { headers, ...more } = {}) =>
    fetch(product.url + path, {
      redirect: "manual",
      ...more,
      headers: { origin: product.url, ...idOf(who), ...headers },
    });
  const applicant = others["other client"] as Person;
  const used = { orderId: orders.paid, threadId: orders.thread, applicationId, client, writer, applicant };
  const files = await filesOf(runtime, ask, used);
  const visitors: readonly Visitor[] = ["guest", ...cookies.keys(), ...keys.keys()];
  const ids = { enquiryId, ratingId, checkId, applicationId, codeId, endpointId, ...money };
  const cookieOf = (who: Visitor): string | undefined => cookies.get(who);
  return { runtime, product, ask, cookieOf, renew, visitors, client, writer, orders, files, ...ids };
}

const emailOf: Partial<Record<Visitor, string>> = {
  client: `${marks.clientName.toLowerCase()}@people.test`,
  writer: `${marks.writerName.toLowerCase()}@people.test`,
};
const named = (runtime: PaymentsRuntime, who: "client" | "writer"): Promise<Person> =>
  createPerson(runtime, { role: who === "client" ? 1 : 2, name: marks[`${who}Name`], email: emailOf[who] });

/** One order that is paid and in work, and one that waits for its money with a page open to pay it. */
async function ordersOf(runtime: PaymentsRuntime, client: Person, writer: Person) {
  const admin = await createPerson(runtime, { role: 3 });
  const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
  const fields = { ...placing().fields, deadline, title: marks.title, instructions: marks.brief };
  const { orderId: paid } = await place(runtime, client, placing(fields));
  const attemptId = await begin(runtime, { client, orderId: paid });
  await runtime.sandbox.controls.act(attemptId, "pay");
  await runtime.db.update(settlements).set({ method: marks.payment });
  must(await doAct(runtime, admin, paid, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, paid, "accept"));
  must(await doAct(runtime, writer, paid, "hold", { question: marks.question }));
  must(await doAct(runtime, client, paid, "answer", { answer: "The second." }));
  const orderRating = { text: marks.rating, reply: marks.ratingReply, repliedBy: admin.id, repliedAt: runtime.clock() };
  await runtime.db
    .insert(orderRatings)
    .values({ orderId: paid, writerId: writer.id, stars: 4, at: runtime.clock(), ...orderRating });
  const { orderId: unpaid } = await place(runtime, client, placing(fields));
  const unsure = { ...fields, title: `${marks.request} My quiz is proctored.` };
  const { orderId: requested } = must(await placeOrder(ctxFor(runtime, client), placing(unsure)));
  const thread = (await orderThread(ctxFor(runtime, client), paid))?.thread?.id ?? "";
  return { paid, unpaid, requested, thread, attempts: [attemptId, await begin(runtime, { client, orderId: unpaid })] };
}

/** Notices of the client and of the writer, and a question by somebody without an account. */
async function tell(runtime: PaymentsRuntime, client: Person, writer: Person): Promise<string> {
  const at = runtime.clock();
  const noted = { text: "It happened.", path: "/dashboard", at };
  await runtime.db.insert(notices).values([
    { ...noted, id: newId(), personId: client.id, kind: "order.started", title: marks.clientNotice, onceKey: "test:1" },
    { ...noted, id: newId(), personId: writer.id, kind: "order.offered", title: marks.writerNotice, onceKey: "test:2" },
  ]);
  const id = newId();
  const asked = { name: "Somebody", email: "somebody@people.test", text: marks.enquiry, idempotencyKey: newId() };
  await runtime.db.insert(enquiries).values({ id, ...asked, createdAt: at });
  return id;
}

/** What Support notes about the client's chat, and the client's rating of it. */
async function tellOfChat({ db, clock }: PaymentsRuntime, { id: chatId, name, email }: Person): Promise<string> {
  const [id, at] = [newId(), clock()];
  const who = { userName: name, userEmail: email, userRole: 1 };
  await db.insert(chats).values({ id: chatId, ...who, createdAt: at, updatedAt: at });
  await db.insert(notes).values({ id: newId(), chatId, text: marks.supportNote, byId: newId(), byName: "Petra", at });
  const chatRating = { rating: "good", comment: marks.ratingComment, askedAt: at, ratedAt: at } as const;
  await db.insert(ratings).values({ id, chatId, ...chatRating });
  return id;
}

/** Files of the order, of an opened and of an unopened draft, and of a chat: sent to the product, then used. */
async function filesOf(runtime: PaymentsRuntime, ask: Ask, used: Used) {
  const { orderId, threadId, client, writer } = used;
  const send = (who: Visitor, mark: Mark, purpose: string, about: string) => upload(ask, who, { mark, purpose, about });
  const files = {
    order: await send("client", "orderFile", "order", orderId),
    opened: await send("writer", "openedFile", "delivery", orderId),
    unopened: await send("writer", "unopenedFile", "delivery", orderId),
    chat: await send("client", "chatFile", "chat", client.id),
    thread: await send("client", "threadFile", "thread", threadId),
    evidence: await send("client", "evidenceFile", "evidence", orderId),
    report: await send("writer", "reportFile", "report", orderId),
    proof: await send("client", "proofFile", "proof", orderId),
    sample: await send("other client", "sampleFile", "application", "application"),
  };
  const checked = eq(fileRows.state, "ready");
  await vi.waitFor(async () => expect(await runtime.db.$count(fileRows, checked)).toBe(9), 60_000);
  const [asClient, asWriter] = [ctxFor(runtime, client), ctxFor(runtime, writer)];
  const draft = (text: string, id: string) => deliverWork(asWriter, { orderId, text, files: [id], final: false });
  must(await addFiles(asClient, { orderId, files: [files.order] }));
  must(await draft(marks.openedWork, files.opened));
  must(await openDelivery(asClient, { orderId, number: 1 }));
  must(await draft(marks.unopenedWork, files.unopened));
  must(await sendMessage(asClient, { id: newId(), message: marks.clientChat, fileId: files.chat }));
  must(await sendMessage(asWriter, { id: newId(), message: marks.writerChat }));
  must(await sendToThread(asClient, { threadId, id: newId(), message: marks.thread, fileId: files.thread }));
  await attachApart(runtime, files, used);
  return files;
}

/** Files that no order's page attaches here: to a step that both sides saw, a report on the opened draft, its transfer, an application. */
async function attachApart(
  runtime: PaymentsRuntime,
  { evidence, proof, sample, report }: Record<"evidence" | "proof" | "sample" | "report", string>,
  { orderId, applicationId, client, writer, applicant }: Used,
): Promise<void> {
  const asked = and(eq(orderHistory.orderId, orderId), eq(orderHistory.action, "hold"));
  const [step] = await runtime.db.select({ id: orderHistory.id }).from(orderHistory).where(asked);
  const attach = async (person: Person, id: string, purpose: Purpose, subject: string) =>
    must(await inTransaction(ctxFor(runtime, person), (work) => attachFiles(work, { ids: [id], purpose, subject })));
  const [version] = await runtime.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
    .orderBy(deliveries.number);
  const reportId = newId();
  const shown = { name: "Report", maker: "Example", madeOn: "2026-03-01", link: null, byKind: "W" as const };
  const added = { id: reportId, deliveryId: version?.id ?? "", byId: writer.id, createdAt: runtime.clock() };
  await runtime.db.insert(originalityReports).values({ ...shown, ...added });
  await attach(writer, report, "report", reportId);
  await attach(client, evidence, "evidence", step?.id ?? "");
  await attach(client, proof, "proof", orderId);
  await attach(applicant, sample, "application", applicationId);
}

async function upload(
  ask: Ask,
  who: Visitor,
  { mark, purpose, about }: { mark: Mark; purpose: string; about: string },
): Promise<string> {
  const body = new TextEncoder().encode(marks[mark]);
  const answer = await ask(who, "/files", {
    method: "POST",
    body,
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(body.length),
      "upload-metadata": metadata({
        // Contact details that the other side of the order must not read.
        filename: `${marks[mark]}${purpose === "report" ? ` of ${marks.writerName}` : ""} ${emailOf[who] ?? ""}.txt`,
        filetype: "text/plain",
        purpose,
        about,
      }),
      "content-type": "application/offset+octet-stream",
    },
  });
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
  return (answer.headers.get("location") ?? "").replace("/files/", "");
}

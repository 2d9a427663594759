import { eq, isNull } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orderThread, sendToThread } from "#src/modules/chat/index.server.ts";
import { deliverWork } from "#src/modules/orders/index.server.ts";
import { finished } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import { mails, outbox } from "#src/platform/tables.ts";
import type { Person } from "#src/shared/viewer.ts";
import { isFullRun } from "../support/full-run.ts";
import { begin, doAct, must, person, place, placing } from "../support/payments.ts";
import { ctxFor } from "../support/runtime.ts";
import { everybody } from "./cast.ts";
import { dataOf } from "./fill.ts";
import { marks } from "./marks.ts";
import { readable } from "./readable.ts";

// Client and writer know each other by pseudonym: in a whole order's life nothing that one of them receives, by any
// transport, holds the name, the address or the id of the other one.

const { runtime, ask, client, writer, orders, files } = await everybody();
const orderId = orders.paid;
const [asClient, asWriter] = [ctxFor(runtime, client), ctxFor(runtime, writer)];

const identityOf = ({ id, name, email }: Person): string[] => [id, name, email].map((one) => one.toLowerCase());
const sides = { client: { own: client, other: writer }, writer: { own: writer, other: client } } as const;
type Side = keyof typeof sides;

const order = `/dashboard/orders/${orderId}`;
const pages = ["/dashboard", order, `${order}?text=1`, `${order}?with=support`, "/notices", "/accountSettings/notices"];
const addresses: Record<Side, string[]> = {
  client: [...pages, `${order}?text=3&compare=1`, `/checkout/${orderId}/receipt`, "/accountSettings/data"],
  writer: [...pages, "/dashboard/earnings", "/dashboard/earnings/statement.csv", "/accountSettings/data"],
};

/** Everything that one side receives now; answers by their address. */
async function received(side: Side, threadId: string): Promise<[string, string][]> {
  const others = [
    `/api/threads?threadId=${threadId}`,
    "/api/notices",
    "/api/chat",
    "/accountSettings/data/download",
    `${order}/text/1.docx`,
    `${order}/text/1.pdf`,
    `${order}/deadline.ics`,
    ...Object.values(files).map((id) => `/files/${id}/file.txt`),
  ];
  const asked = [...addresses[side].flatMap((page) => [page, dataOf(page)]), ...others];
  const answers: [string, string][] = [];
  for (const path of asked) {
    const answer = await ask(side, path);
    const head = JSON.stringify([...answer.headers]);
    answers.push([path, `${head}\n${await readable(Buffer.from(await answer.arrayBuffer()))}`.toLowerCase()]);
  }
  const stream = await ask(side, `/api/live?topics=thread:${threadId},notices:${sides[side].own.id}`);
  const reader = stream.body?.getReader();
  let streamText = "";
  while (!streamText.includes("event: at")) streamText += new TextDecoder().decode((await reader?.read())?.value);
  answers.push(["the live stream", streamText.toLowerCase()]);
  await reader?.cancel();
  return answers;
}

/** Where a word about the other side stands, with the words before it. */
async function leaks(threadId: string): Promise<string[]> {
  const found: string[] = [];
  for (const side of ["client", "writer"] as const)
    for (const [path, text] of await received(side, threadId))
      for (const word of identityOf(sides[side].other)) {
        const at = text.indexOf(word);
        if (at >= 0) found.push(`${side} at ${path}: …${text.slice(Math.max(0, at - 60), at + word.length)}`);
      }
  return found;
}

test("what is packed in downloads and files is read, too", async () => {
  const threadId = (await orderThread(asClient, orderId))?.thread?.id ?? "";
  const answers = new Map(await received("client", threadId));
  expect(answers.get("/accountSettings/data/download")).toContain(client.email);
  for (const kind of ["docx", "pdf"])
    expect(answers.get(`${order}/text/1.${kind}`)).toContain(marks.openedWork.toLowerCase());
  expect(answers.get("the live stream")).toContain(`thread:${threadId}`);
});

test("a message is published at once to the other side's open page, through its socket", async () => {
  const threadId = (await orderThread(asClient, orderId))?.thread?.id ?? "";
  const stream = await ask("client", `/api/live?topics=thread:${threadId}`);
  const reader = stream.body?.getReader();
  let streamText = "";
  const until = async (mark: RegExp): Promise<void> => {
    while (!mark.test(streamText)) streamText += new TextDecoder().decode((await reader?.read())?.value);
  };
  await until(/event: at/);
  const versions = () => [...streamText.matchAll(/data: thread:\S+ (\d+)/g)].map(([, version]) => Number(version));
  const [before = 0] = versions();
  const id = newId();
  const post = () =>
    ask("writer", "/api/threads/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ threadId, id, message: "Live" }),
    });
  expect((await Promise.all([post(), post()])).map(({ status }) => status)).toEqual([200, 200]);
  await until(new RegExp(`data: thread:\\S+ ${before + 1}`));
  await reader?.cancel();
  const page = await (await ask("client", `/api/threads?threadId=${threadId}`)).json();
  expect(page.messages.filter((one: { id: string }) => one.id === id)).toHaveLength(1);
});

test("no byte of an order's whole life names the other side", async () => {
  const threadId = (await orderThread(asClient, orderId))?.thread?.id ?? "";
  const say = async (who: typeof asClient, message: string) =>
    must(await sendToThread(who, { threadId, id: newId(), message }));
  await say(asClient, `Write to me at ${client.email}, please.`);
  await say(asWriter, `Mine is ${writer.email}.`);
  expect(await leaks(threadId), "in work").toEqual([]);
  const [toClient, toWriter] = [`Reach me at ${client.email}.`, `Reach me at ${writer.email}.`];
  must(await doAct(runtime, writer, orderId, "hold", { question: `Which year? ${toWriter}` }));
  must(await doAct(runtime, client, orderId, "answer", { answer: `2013. ${toClient}` }));
  must(
    await deliverWork(asWriter, { orderId, ...finished, text: "The first version.", note: `It is there. ${toWriter}` }),
  );
  must(await doAct(runtime, client, orderId, "request-revision", { points: `Name the year. ${toClient}` }));
  must(await deliverWork(asWriter, { orderId, ...finished, text: "The second version, 2013.", note: toWriter }));
  if (isFullRun) expect(await leaks(threadId), "delivered again").toEqual([]);
  const claim = { reason: `The year is wrong. ${toClient}`, outcome: `Mend it. ${toClient}` };
  must(await doAct(runtime, client, orderId, "open-dispute", claim));
  must(await doAct(runtime, writer, orderId, "answer-dispute", { answer: `It is right. ${toWriter}` }));
  if (isFullRun) expect(await leaks(threadId), "in dispute").toEqual([]);
  // People are notified of these events by the product that runs in another process.
  await runtime.db.update(outbox).set({ nextTryAt: runtime.clock() }).where(isNull(outbox.nextTryAt));
  const mailsTo = ({ email }: Person) => runtime.db.select().from(mails).where(eq(mails.to, email));
  await vi.waitFor(
    async () => expect((await mailsTo(client)).map(({ kind }) => kind)).toContain("order.disputed"),
    60_000,
  );
  for (const { own, other } of Object.values(sides)) {
    const mailText = JSON.stringify(await mailsTo(own)).toLowerCase();
    expect(identityOf(other).filter((word) => mailText.includes(word))).toEqual([]);
  }
  expect(await leaks(threadId), "told").toEqual([]);
});

test("contact details in each text of the form of an order stay hidden from its writer", async () => {
  const places = ["title", "instructions", "checklist"] as const;
  const typed = Object.fromEntries(places.map((one) => [one, `The ${one}: write to ${one}@reach.example first`]));
  const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
  const { orderId: placed } = await place(runtime, client, placing({ ...placing().fields, deadline, ...typed }));
  await runtime.sandbox.controls.act(await begin(runtime, { client, orderId: placed }), "pay");
  must(await doAct(runtime, person(3), placed, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, placed, "accept"));
  const page = `/dashboard/orders/${placed}`;
  for (const path of [page, dataOf(page), "/dashboard", dataOf("/dashboard"), "/notices"]) {
    const answer = await ask("writer", path);
    const text = await answer.text();
    expect([path, answer.status, /\w+@reach\.example/.exec(text)?.[0]]).toEqual([path, 200, undefined]);
    if (path === page) expect(places.filter((one) => !text.includes(`The ${one}`))).toEqual([]);
  }
});

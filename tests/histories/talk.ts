import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { readChat, sendMessage } from "#src/modules/chat/index.server.ts";
import { cursorOf } from "#src/modules/chat/panel/conversation.ts";
import type { ChatPage, ShownMessage } from "#src/modules/chat/queries/message-page.ts";
import { threads } from "#src/modules/chat/tables.ts";
import { openThread } from "#src/modules/chat/threads/follow-order.ts";
import { readThread } from "#src/modules/chat/threads/read-thread.ts";
import { sendToThread } from "#src/modules/chat/threads/send-to-thread.ts";
import { newId } from "#src/platform/ids.ts";
import { must, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import type { Fixture } from "./fixture.ts";
import type { Action, Life, Lines } from "./life.ts";

type Side = keyof Life["talk"];
const sides = ["client", "support", "clientToWriter", "writerToClient"] as const satisfies readonly Side[];

/** The conversation of the order's client and writer; null until they have one. */
async function threadOf(runtime: Fixture["runtime"], { orderId, writer }: Life): Promise<string | null> {
  const rows = await runtime.db.select().from(threads).where(eq(threads.orderId, orderId));
  return rows.find(({ writerId }) => writerId === writer.id)?.id ?? null;
}

/** Sends one message; null: there is no conversation that could take it. */
async function send(fixture: Fixture, life: Life, side: Side, one: { id: string; message: string }) {
  const as = (who: Life["client"]) => ctxFor(fixture.runtime, who);
  if (side === "client") return sendMessage(as(life.client), one);
  if (side === "support") return sendMessage(as(life.admin), { ...one, chatId: life.client.id });
  const writes = side === "clientToWriter" ? life.client : life.writer;
  await openThread(as(writes), { orderId: life.orderId });
  const threadId = await threadOf(fixture.runtime, life);
  return threadId === null ? null : sendToThread(as(writes), { ...one, threadId });
}

/**
 * Sends what waits, in its order, as a browser does that asks again with the same ids. A refused one was never written,
 * unless an earlier request wrote it, whose answer died with the process.
 */
async function sendAll(fixture: Fixture, life: Life, side: Side): Promise<unknown> {
  const { sent, unsent, unsure }: Lines = life.talk[side];
  let last: unknown = null;
  for (let [one] = unsent; one; [one] = unsent) {
    const isAgain = one.isTried;
    one.isTried = true;
    const answer = await send(fixture, life, side, { id: one.id, message: one.message });
    if (answer?.ok) sent.push(one.message);
    else if (isAgain) unsure.push(one.message);
    unsent.shift();
    last = answer;
  }
  return last;
}

/** Somebody writes, up to three messages at a go. */
export const talk: Action = async (fixture, life) => {
  const side = fixture.dice.oneOf(sides);
  const { sent, unsent, unsure } = life.talk[side];
  for (let more = 1 + fixture.dice.upTo(3); more > 0; more -= 1)
    unsent.push({ id: newId(), message: `${side} ${sent.length + unsent.length + unsure.length + 1}`, isTried: false });
  return sendAll(fixture, life, side);
};

/** Browsers whose process died send what it had not acknowledged. */
export async function sendRest(fixture: Fixture, life: Life): Promise<void> {
  for (const side of sides) await sendAll(fixture, life, side);
}

type Read = (who: Life["client"], before?: string) => Promise<ChatPage>;

/** All of a conversation as one of its people reads it, page by page from its last message. */
async function whole(read: Read, who: Life["client"]): Promise<readonly ShownMessage[]> {
  let page = await read(who);
  const all = [...page.messages];
  for (let [first] = all; page.older && first; [first] = all) {
    page = await read(who, cursorOf(first));
    all.unshift(...page.messages);
  }
  return all;
}

/** What an order's steps say in its conversation is not of these histories' writing. */
const isOurs = ({ message }: ShownMessage): boolean => sides.some((side) => message.startsWith(`${side} `));

/** Both sides of both conversations read the same messages: each acknowledged one once, in the order of writing. */
export async function checkTalk({ runtime }: Fixture, life: Life, at: string): Promise<readonly ShownMessage[]> {
  const { client, writer, admin, talk: written } = life;
  const compare = async (read: Read, other: Life["client"] | null, own: Side, theirs: Side) => {
    const mine = await whole(read, client);
    const ids = (all: readonly ShownMessage[]) => all.map(({ id }) => id);
    if (other) expect(ids(await whole(read, other)), `${at}: one order for both`).toEqual(ids(mine));
    const unsure = [...written[own].unsure, ...written[theirs].unsure];
    const sure = mine.filter((one) => isOurs(one) && !unsure.includes(one.message));
    const wrote = (own: boolean) => sure.filter((one) => one.mine === own).map(({ message }) => message);
    expect([wrote(true), wrote(false)], `${at}: messages`).toEqual([written[own].sent, written[theirs].sent]);
    return mine;
  };
  const inChat: Read = async (who, before) =>
    must(await readChat(ctxFor(runtime, who), { chatId: client.id, ...(before && { before }) }));
  const chat = written.client.sent.length + written.support.sent.length > 0;
  const threadId = await threadOf(runtime, life);
  const inThread: Read = async (who, before) =>
    must(await readThread(ctxFor(runtime, who), { threadId, ...(before && { before }) }));
  // Who has the order no more reads nothing of its conversation.
  const reader = (await rowOf(runtime, life.orderId)).writerId === writer.id ? writer : null;
  return [
    ...(chat ? await compare(inChat, admin, "client", "support") : []),
    ...(threadId ? await compare(inThread, reader, "clientToWriter", "writerToClient") : []),
  ];
}

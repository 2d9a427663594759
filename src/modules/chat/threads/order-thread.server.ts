import { fileFieldData } from "#src/modules/files/index.server.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import { orderForTalk, type TalkOrder } from "#src/modules/orders/index.server.ts";
import { talkSideOf } from "#src/modules/orders/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { TalkNames } from "../domain/message.ts";
import { type ThreadSide, threadClosed } from "../domain/policy.ts";
import type { ChatPage } from "../queries/message-page.ts";
import { threadSetting } from "../settings.ts";
import { openThread } from "./follow-order.ts";
import { readThread } from "./read-thread.ts";
import { type ThreadRow, threadOf, threadsOf } from "./thread-row.ts";

const namesFor = (side: ThreadSide, { client, writer }: TalkOrder, current: boolean): TalkNames => {
  const known = (current ? writer : null) ?? "Earlier writer";
  if (side === "writer") return { me: "You", other: client };
  return { me: side === "client" ? "You" : client, other: known };
};

/** Who has an order, and the messages from before they had it. */
const waitLabel = (side: ThreadSide, { status, writerId }: TalkOrder): string => {
  if (side === "writer") return "You can write to the client when you have accepted the order.";
  if (writerId !== null && status === "assigned") return "You can write to each other when the writer has accepted.";
  return "You can write to your writer here when somebody has your order.";
};

async function openedThread(ctx: Ctx, order: TalkOrder, side: ThreadSide): Promise<ThreadRow | null> {
  const known = await threadOf(ctx.runtime.db, order);
  if (known || side === "admin" || order.writerId === null || order.status === "assigned") return known;
  // What cannot be written now does not keep anybody from the page.
  await openThread(ctx, { orderId: order.id });
  return threadOf(ctx.runtime.db, order);
}

async function pageOf(ctx: Ctx, threadId: string): Promise<ChatPage | null> {
  const page = await readThread(ctx, { threadId });
  return page.ok ? page.value : null;
}

/**
 * What client and writer of an order wrote to each other, for the page of the order: the conversation of now, and for
 * clients and admins those with earlier writers. Null for everybody whom the order does not concern.
 */
export async function orderThread(ctx: Ctx, orderId: string) {
  const { runtime, viewer } = ctx;
  const order = await orderForTalk(runtime.db, orderId);
  const side = order && talkSideOf(order, viewer);
  if (!order || !side || viewer.kind !== "person") return null;
  const row = await openedThread(ctx, order, side);
  const page = row && (await pageOf(ctx, row.id));
  const { openDays } = await runtime.settings.get(threadSetting);
  const before = side === "writer" ? [] : (await threadsOf(runtime.db, order.id)).filter(({ id }) => id !== row?.id);
  const earlier = await Promise.all(before.map(({ id }) => pageOf(ctx, id)));
  return {
    me: viewer.id,
    orderId: order.id,
    number: order.number,
    side,
    status: order.status,
    names: namesFor(side, order, true),
    zone: await readingZone(ctx),
    wait: waitLabel(side, order),
    thread: page && {
      id: page.chatId,
      page,
      closed: threadClosed({ ...order, current: true }, side, openDays, runtime.clock()),
      files: side === "admin" ? null : await fileFieldData(ctx, { purpose: "thread", about: page.chatId }),
      /** The id of the next message of a form without scripts. */
      nextId: newId(runtime.clock().getTime()),
    },
    earlier: earlier.flatMap((one) =>
      one && one.messages.length > 0 ? [{ page: one, names: namesFor(side, order, false) }] : [],
    ),
  };
}
export type OrderThreadData = NonNullable<Awaited<ReturnType<typeof orderThread>>>;
export type OpenThread = NonNullable<OrderThreadData["thread"]>;

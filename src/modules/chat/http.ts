import { sendAsItIs } from "#src/modules/files/index.server.ts";
import { answerJson, jsonAnswer } from "#src/platform/json.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Outcome, refuse } from "#src/shared/outcome.ts";
import { markRead, openChat, sendMessage } from "./commands/chat-messages.ts";
import { rateChat } from "./commands/rate-chat.ts";
import { publishThreadTyping, publishTyping } from "./messages/topics.ts";
import { readChat } from "./queries/read-chat.ts";
import { markThreadRead, readThread } from "./threads/read-thread.ts";
import { sendToThread } from "./threads/send-to-thread.ts";

type Post = (ctx: Ctx, body: unknown) => Promise<Outcome<unknown>>;

/** What the open panel and the inbox say to the server; everything else is pages. */
const posts: Readonly<Record<string, Post>> = {
  open: openChat,
  messages: sendMessage,
  read: markRead,
  rate: rateChat,
  "send-as-it-is": (ctx, body) => sendAsItIs(ctx, body),
  typing: async (ctx, body) => publishTyping(ctx, idOf(body, "chatId")),
};

const threadPosts: Readonly<Record<string, Post>> = {
  messages: sendToThread,
  read: markThreadRead,
  typing: (ctx, body) => publishThreadTyping(ctx, idOf(body, "threadId")),
};

const idOf = (body: unknown, name: string): string => {
  const id: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : null;
  return typeof id === "string" ? id : "";
};

const postTo =
  (all: Readonly<Record<string, Post>>) =>
  async (what: string, request: Request, ctx: Ctx): Promise<Response> => {
    const run = Object.hasOwn(all, what) ? all[what] : undefined;
    if (!run) return jsonAnswer(refuse("not-found", "There is nothing at this address."), ctx);
    return answerJson(request, ctx, (body) => run(ctx, body));
  };

/** GET /api/chat and POST /api/chat/{open,messages,read,rate,send-as-it-is,typing}, as web-standard functions. */
export const chatHandlers = {
  /** Messages of a chat; without `chatId` the viewer's own. */
  get: async (request: Request, ctx: Ctx): Promise<Response> => {
    const { chatId = ctx.viewer.kind === "person" ? ctx.viewer.id : "", ...rest } = Object.fromEntries(
      new URL(request.url).searchParams,
    );
    if (ctx.viewer.kind !== "person") return jsonAnswer(refuse("signed-out", "Sign in to chat with support."), ctx);
    return jsonAnswer(await readChat(ctx, { chatId, ...rest }), ctx);
  },
  post: postTo(posts),
};

/** GET /api/threads and POST /api/threads/{messages,read,typing}: what client and writer of an order write. */
export const threadHandlers = {
  get: async (request: Request, ctx: Ctx): Promise<Response> => {
    if (ctx.viewer.kind !== "person") return jsonAnswer(refuse("signed-out", "Sign in to read this."), ctx);
    const asked = Object.fromEntries(new URL(request.url).searchParams);
    return jsonAnswer(await readThread(ctx, asked), ctx);
  },
  post: postTo(threadPosts),
};

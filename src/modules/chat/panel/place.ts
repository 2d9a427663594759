const threadKey = /^thread:(.+)$/;

/** Where a conversation lives at the server. Its key on this device: the id of a chat, or "thread:" and a thread's id. */
export type Place = {
  readonly api: "/api/chat" | "/api/threads";
  /** The name under which the server takes the id. */
  readonly field: "chatId" | "threadId";
  readonly id: string;
  readonly topic: string;
  /** Where its files belong. */
  readonly purpose: "chat" | "thread";
};

export function placeOf(key: string): Place {
  const id = threadKey.exec(key)?.[1];
  if (id === undefined) return { api: "/api/chat", field: "chatId", id: key, topic: `chat:${key}`, purpose: "chat" };
  return { api: "/api/threads", field: "threadId", id, topic: key, purpose: "thread" };
}

import { notInitialized } from "../domain/message.ts";
import type { ChatPage } from "../queries/message-page.ts";
import type { Answer, Unsent } from "./outbox.ts";

/** What came of a question to the server. `away`: no answer, or none that says anything. */
export type Answered<T> =
  | { readonly kind: "ok"; readonly value: T }
  | { readonly kind: "signed-out" | "none" | "away" }
  | { readonly kind: "refused"; readonly text: string };

export type Talk = {
  readonly open: () => Promise<Answered<{ chatId: string }>>;
  readonly read: (asked: {
    chatId: string;
    before?: string;
    after?: string;
    again?: string;
  }) => Promise<Answered<ChatPage>>;
  readonly send: (one: Unsent) => Promise<Answer>;
  readonly seen: (chatId: string, to: string) => Promise<boolean>;
  readonly sentAsItIs: (fileId: string) => Promise<boolean>;
  readonly typing: (chatId: string) => void;
};

const idleTimeoutMs = 20_000;

const ask = async (path: string, init: RequestInit = {}): Promise<Response | null> => {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(idleTimeoutMs) });
  } catch {
    return null;
  }
};

const post = (path: string, body: unknown, more: RequestInit = {}): Promise<Response | null> =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...more,
  });

const jsonOf = async (response: Response): Promise<unknown> => response.json().catch(() => null);

const has = <K extends string>(found: unknown, key: K): found is Record<K, unknown> =>
  typeof found === "object" && found !== null && key in found;

/** The sentence of problem details (RFC 9457), and whether a person may be asked to read what was refused. */
async function refusedBy(response: Response, otherwise: string): Promise<Extract<Answer, { kind: "refused" }>> {
  const found = await jsonOf(response);
  const text = has(found, "title") && typeof found.title === "string" ? found.title : otherwise;
  return { kind: "refused", text, ...(has(found, "mayAsk") && { mayAsk: true }) };
}

const isBusy = ({ status }: Response): boolean => status >= 500 || status === 429 || status === 408 || status === 425;

async function readAnswer<T>(response: Response | null): Promise<Answered<T>> {
  if (!response || isBusy(response)) return { kind: "away" };
  if (response.status === 401) return { kind: "signed-out" };
  if (response.status === 404 || response.status === 409) return { kind: "none" };
  if (!response.ok) return refusedBy(response, notInitialized);
  const found = await jsonOf(response);
  return found === null ? { kind: "away" } : { kind: "ok", value: found as T };
}

/** Seconds or nothing; an unreadable answer of a server on its way down counts as no answer. */
export async function answerOf(response: Response | null, gone: string | null = notInitialized): Promise<Answer> {
  if (!response) return { kind: "later" };
  if (response.status === 401) return { kind: "signed-out" };
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  if (isBusy(response)) return { kind: "later", wait: Number.isFinite(seconds) ? seconds * 1000 : 0 };
  if ((response.status === 404 || response.status === 409) && gone !== null) return { kind: "refused", text: gone };
  if (!response.ok) return refusedBy(response, "The server does not accept this message.");
  const found = await jsonOf(response);
  return has(found, "timestamp") && typeof found.timestamp === "string"
    ? { kind: "sent", timestamp: found.timestamp }
    : { kind: "later" };
}

const query = (asked: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(asked).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ).toString();

/** The server's handlers for an open conversation. Nothing here rejects. */
export const browserTalk: Talk = {
  open: async () => readAnswer(await post("/api/chat/open", {})),
  read: async ({ chatId, ...asked }) => {
    const { api, field, id } = placeOf(chatId);
    return readAnswer(await ask(`${api}?${query({ [field]: id, ...asked })}`, { cache: "no-store" }));
  },
  send: async ({ id, chatId, text, over, file, askPerson }) => {
    const place = placeOf(chatId);
    const sent = {
      [place.field]: place.id,
      id,
      message: text,
      ...(over && { over }),
      ...(file && { fileId: file.id }),
      askPerson,
    };
    // A conversation of an order says itself why it is closed.
    return answerOf(await post(`${place.api}/messages`, sent), place.purpose === "chat" ? notInitialized : null);
  },
  seen: async (chatId, to) => {
    const { api, field, id } = placeOf(chatId);
    return (await post(`${api}/read`, { [field]: id, to }))?.ok ?? false;
  },
  sentAsItIs: async (fileId) => (await post("/api/chat/send-as-it-is", { id: fileId }))?.ok ?? false,
  typing: (chatId) => {
    const { api, field, id } = placeOf(chatId);
    void post(`${api}/typing`, { [field]: id });
  },
};

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

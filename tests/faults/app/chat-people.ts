import { onTestFinished } from "vitest";
import { cursorOf } from "#src/modules/chat/panel/conversation.ts";
import { newId } from "#src/platform/ids.ts";
import { type EventStream, openEvents } from "./live-streams.ts";

type Shown = { id: string; message: string; timestamp: string };
type Page = { chatId: string; messages: Shown[]; newer: boolean };

export type Chatter = {
  /** What this side has on its screen, in order, and when each message came (performance.now). */
  shown: Shown[];
  cameAt: Map<string, number>;
  /** Acknowledged messages of this side, in the order of sending. */
  acknowledged: string[];
  /** Sends until the server took it; the same id again and again. @returns milliseconds when it was first sent. */
  say(text: string): Promise<{ id: string; sentAt: number }>;
  chatId: string;
  open(): boolean;
};

/** Ends a blocked request: a server that is gone refuses at once. */
const idleTimeoutMs = 60_000;
const pauseMs = 50;
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, pauseMs));

/**
 * One side of a chat, as the panel is: follows the chat's topic, catches up by the query of the page after each news,
 * reconnects when its stream ends, and sends each message under one id until it is acknowledged.
 */
export async function openChatter(base: () => string, cookie: string, support?: { chatId: string }): Promise<Chatter> {
  const headers = () => ({ cookie, origin: base(), "content-type": "application/json" });
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const signal = AbortSignal.timeout(idleTimeoutMs);
    const answer = await fetch(`${base()}/api/chat${path}`, { ...init, headers: headers(), signal });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const chatId = support?.chatId ?? ((await ask("/open", {})) as { chatId: string }).chatId;
  const shown: Shown[] = [];
  const cameAt = new Map<string, number>();
  const acknowledged: string[] = [];

  const catchUp = async (): Promise<void> => {
    for (let more = true; more; ) {
      const last = shown.at(-1);
      const after = last ? `&after=${cursorOf(last)}` : "";
      const page = (await ask(`?chatId=${chatId}${after}`)) as Page;
      for (const one of page.messages) cameAt.set(one.id, performance.now());
      shown.push(...page.messages);
      more = page.newer;
    }
  };
  let gone = false;
  let wanted = false;
  let busy = false;
  const soon = async (): Promise<void> => {
    wanted = true;
    if (busy) return;
    busy = true;
    while (wanted) {
      wanted = false;
      await catchUp().catch(async () => {
        await pause();
        wanted = !gone;
      });
    }
    busy = false;
  };

  let stream: EventStream | null = null;
  const follow = async (): Promise<void> => {
    while (!gone) {
      stream = await openEvents(base(), cookie, `chat:${chatId}`, ({ event }) => event === "at" && void soon()).catch(
        () => null,
      );
      await stream?.ended;
      stream = null;
      if (!gone) await pause();
    }
  };
  onTestFinished(() => {
    gone = true;
    stream?.close();
  });
  void follow();

  const say = async (text: string): Promise<{ id: string; sentAt: number }> => {
    const id = newId();
    const sentAt = performance.now();
    const body = { id, message: text, ...(support && { chatId }) };
    while (!gone && !(await ask("/messages", body).catch(() => null))) await pause();
    acknowledged.push(id);
    return { id, sentAt };
  };
  return { shown, cameAt, acknowledged, say, chatId, open: () => stream?.status === 200 };
}

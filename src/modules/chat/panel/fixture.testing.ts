import type { Listener } from "#src/ui/live/follow.ts";
import type { ChatPage, ShownMessage } from "../queries/message-page.ts";
import { openChat } from "./chat.ts";
import { cursorOf } from "./conversation.ts";
import type { Answer } from "./outbox.ts";
import { memoryKeeper } from "./outbox.ts";
import type { Answered, Talk } from "./talk.ts";

const perPage = 5;
const chatId = "a";

/** What becomes of a request: lost before or after the server took it, or answered. */
export type How = "ok" | "lost-before" | "lost-after" | "busy" | "signed-out" | "refused";

/** A server that keeps the rules of ours, behind a line on which every request waits until the test settles it. */
export function serverOf() {
  const rows: ShownMessage[] = [];
  const waiting: ((how: How) => void)[] = [];
  /** Messages that a person is asked to read. */
  const asked: string[] = [];
  const seen: string[] = [];
  let version = 0;
  let unread = 0;

  const say = (message: string, fromSupport: boolean, id?: string): ShownMessage => {
    const known = rows.find((row) => row.id === id);
    if (known) return known;
    const row: ShownMessage = {
      id: id ?? `o-${rows.length}`,
      message,
      timestamp: new Date(1_800_000_000_000 + rows.length).toISOString(),
      mine: !fromSupport,
      senderType: "user",
      fromSupport,
      attachment: null,
      attachmentName: null,
      file: null,
    };
    rows.push(row);
    if (fromSupport) unread += 1;
    version += 1;
    return row;
  };

  const read = (asked: { before?: string; after?: string }): ChatPage => {
    const { before, after } = asked;
    const found = rows.filter((row) => (before ? cursorOf(row) < before : after ? cursorOf(row) > after : true));
    const forward = after !== undefined && before === undefined;
    const messages = forward ? found.slice(0, perPage) : found.slice(-perPage);
    const more = found.length > perPage;
    return {
      chatId,
      side: "person",
      version,
      state: "open",
      unread,
      readByOther: null,
      messages,
      again: [],
      older: forward ? true : more,
      newer: forward ? more : before !== undefined,
    };
  };

  /** A request on the line: `work` runs at the server, `failed` says how a failure looks. */
  const onLine = <T>(work: () => T, failed: (how: How) => T): Promise<T> =>
    new Promise((resolve) => {
      waiting.push((how) => {
        if (how === "ok") return resolve(work());
        if (how === "lost-after") work();
        resolve(failed(how));
      });
    });

  const failedRead = (how: How): Answered<never> => ({ kind: how === "signed-out" ? "signed-out" : "away" });
  const failedAnswer = (how: How): Answer =>
    how === "refused" ? { kind: "refused", text: "We found:", mayAsk: true } : notTaken(how);
  const notTaken = (how: How): Answer =>
    how === "signed-out" ? { kind: "signed-out" } : { kind: "later", ...(how === "busy" && { wait: 5_000 }) };

  const talk: Talk = {
    open: () => onLine<Answered<{ chatId: string }>>(() => ({ kind: "ok", value: { chatId } }), failedRead),
    read: (asked) => {
      // Answered as it stood when it was asked: late answers are old answers.
      const answer = read(asked);
      return onLine<Answered<ChatPage>>(() => ({ kind: "ok", value: answer }), failedRead);
    },
    send: ({ id, text, askPerson }) => {
      if (askPerson) asked.push(id);
      return onLine((): Answer => ({ kind: "sent", timestamp: say(text, false, id).timestamp }), failedAnswer);
    },
    seen: (_chatId, to) => {
      seen.push(to);
      unread = 0;
      return Promise.resolve(true);
    },
    sentAsItIs: () => Promise.resolve(true),
    typing: () => undefined,
  };

  const settle = (at: number, how: How): void => {
    const [one] = waiting.splice(at % Math.max(1, waiting.length), 1);
    one?.(how);
  };

  return {
    rows,
    asked,
    seen,
    waits: () => waiting.length,
    talk,
    say,
    settle,
    version: () => version,
    /** The line is good again: everything is answered until nothing more is asked. */
    heal: async (rest: () => Promise<void>): Promise<void> => {
      for (let quiet = 0; quiet < 2; quiet += 1) {
        await rest();
        if (waiting.length === 0) continue;
        settle(0, "ok");
        quiet = -1;
      }
    },
  };
}

/** One browser: a store and a lock that its tabs share, and a clock that the test turns. */
export function deviceOf() {
  const keeper = memoryKeeper();
  const timers = new Set<{ at: number; run: () => void }>();
  const tabs = new Set<() => void>();
  let now = 0;
  let line: Promise<unknown> = Promise.resolve();
  let made = 0;
  return {
    keeper,
    tabs,
    // Later ids sort first: an order that rests on the id alone shows.
    newId: () => `w-${String(9_999 - made++).padStart(4, "0")}`,
    now: () => now,
    later: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    alone: <T>(_name: string, work: () => Promise<T>): Promise<T> => {
      const mine = line.then(work);
      line = mine.catch(() => undefined);
      return mine;
    },
    pass: (ms: number): void => {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.run();
      }
    },
    /** Until everything that needs no answer has run. */
    rest: async (): Promise<void> => {
      await new Promise((done) => setImmediate(done));
    },
  };
}

type Server = ReturnType<typeof serverOf>;
type Device = ReturnType<typeof deviceOf>;

/** A page of the browser. A reload leaves the old one with its requests and opens a new one. */
export function tabOf(server: Server, device: Device) {
  const open = () => {
    const listeners = new Set<Listener>();
    let subscribed: (() => void) | null = null;
    const chat = openChat(
      { account: "a", chatId, side: "person" },
      {
        keeper: device.keeper,
        alone: device.alone,
        now: device.now,
        later: device.later,
        newId: device.newId,
        luck: () => 0.5,
        talk: server.talk,
        visible: () => true,
        tabs: {
          notify: () => {
            for (const notify of device.tabs) if (notify !== subscribed) notify();
          },
          hear: (run) => {
            subscribed = run;
            device.tabs.add(run);
            return () => void device.tabs.delete(run);
          },
        },
        follow: (listener) => {
          listeners.add(listener);
          // News arrive by the stream alone: nothing is asked for by the clock.
          listener.connected?.(true);
          return () => void listeners.delete(listener);
        },
      },
    );
    const stop = chat.start();
    void chat.show(true);
    return { chat, stop, listeners };
  };
  let page = open();
  return {
    chat: () => page.chat,
    hear: (state: Readonly<Record<string, string>>): void => {
      for (const listener of page.listeners) listener.ephemeral?.("chat:a", state);
    },
    connect: (open: boolean): void => {
      for (const listener of page.listeners) listener.connected?.(open);
    },
    notify: (version: number): void => {
      for (const listener of page.listeners) listener.at?.("chat:a", version);
    },
    reload: (): void => {
      page.stop();
      page = open();
    },
  };
}

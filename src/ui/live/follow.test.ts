import { describe, expect, test } from "vitest";
import { openFollowing, type Parts } from "./follow.ts";

/** A browser with tabs: one channel, one lock, and streams whose server is the test. */
function openBrowser() {
  const channels = new Set<{ onmessage: ((event: MessageEvent) => void) | null }>();
  const queue: (() => void)[] = [];
  const streams: { url: string; on: Map<string, (event: Event) => void>; readyState: number }[] = [];
  const delays = new Set<() => void>();
  const lines: (() => void)[] = [];
  let seed = 0;
  const parts: Parts = {
    source: (url) => {
      const on = new Map<string, (event: Event) => void>();
      const stream = { url, on, readyState: 1 };
      streams.push(stream);
      return {
        get readyState() {
          return stream.readyState;
        },
        close: () => {
          stream.readyState = 2;
        },
        addEventListener: (name: string, run: unknown) => void on.set(name, run as (event: Event) => void),
      } as never;
    },
    channel: () => {
      const me = {
        onmessage: null as ((event: MessageEvent) => void) | null,
        postMessage: (data: unknown) => {
          for (const one of channels) if (one !== me) one.onmessage?.({ data: structuredClone(data) } as MessageEvent);
        },
        close: () => void channels.delete(me),
      };
      channels.add(me);
      return me;
    },
    lead: () =>
      new Promise((done) => {
        queue.push(() => done(undefined));
        if (queue.length === 1) queue[0]?.();
      }),
    later: (_ms, run) => {
      delays.add(run);
      return () => void delays.delete(run);
    },
    online: (run) => void lines.push(run),
    random: () => ++seed / 1000,
  };
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await Promise.resolve();
    for (const run of [...delays]) {
      delays.delete(run);
      run();
    }
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  return {
    parts,
    settle,
    streams,
    /** The leader's tab closes: its lock goes to the next one. */
    closeLeader: () => {
      queue.shift();
      queue[0]?.();
    },
    last: () => decodeURIComponent(streams.at(-1)?.url ?? ""),
    say: (event: string, data = "") => streams.at(-1)?.on.get(event)?.({ data } as never),
    lineIsBack: () => {
      for (const run of lines) run();
    },
    fail: () => {
      const stream = streams.at(-1);
      if (stream) stream.readyState = 2;
      stream?.on.get("error")?.({} as never);
    },
  };
}

const hearing = () => {
  const heard: string[] = [];
  return {
    heard,
    listener: {
      at: (topic: string, version: number) => void heard.push(`${topic} ${version}`),
      ephemeral: (topic: string, state: Readonly<Record<string, string>>) => void heard.push(`${topic} ${state.who}`),
      connected: (open: boolean) => void heard.push(open ? "open" : "away"),
    },
  };
};

describe("following", () => {
  test("two tabs share one stream with the topics of both, and both are notified", async () => {
    const browser = openBrowser();
    const [a, b] = [openFollowing("p", browser.parts), openFollowing("p", browser.parts)];
    const [one, two] = [hearing(), hearing()];
    a.follow(["chat:1"], one.listener);
    b.follow(["notices:p"], two.listener);
    await browser.settle();
    expect(browser.streams).toHaveLength(1);
    expect(browser.last()).toBe("/api/live?topics=chat:1,notices:p");
    browser.say("at", "notices:p 4");
    browser.say("at", "chat:1 2");
    browser.say("ephemeral", JSON.stringify({ topic: "chat:1", state: { who: "Support" } }));
    expect([one.heard, two.heard]).toEqual([["chat:1 2", "chat:1 Support"], ["notices:p 4"]]);
  });

  test("old and repeated versions are not passed on; a late listener receives the newest", async () => {
    const browser = openBrowser();
    const a = openFollowing("p", browser.parts);
    const one = hearing();
    a.follow(["chat:1"], one.listener);
    await browser.settle();
    for (const version of [3, 3, 2, 5]) browser.say("at", `chat:1 ${version}`);
    const late = hearing();
    a.follow(["chat:1"], late.listener);
    expect([one.heard, late.heard]).toEqual([["chat:1 3", "chat:1 5"], ["chat:1 5"]]);
  });

  test("when the leading tab closes, the next one opens a stream for what is still followed", async () => {
    const browser = openBrowser();
    const [a, b] = [openFollowing("p", browser.parts), openFollowing("p", browser.parts)];
    a.follow(["chat:1"], hearing().listener);
    const two = hearing();
    b.follow(["chat:2"], two.listener);
    await browser.settle();
    a.leave();
    browser.closeLeader();
    await browser.settle();
    expect(browser.last()).toBe("/api/live?topics=chat:2");
    browser.say("at", "chat:2 1");
    expect(two.heard).toEqual(["chat:2 1"]);
  });

  test("a refused stream is asked for again later; pages learn that news do not arrive", async () => {
    const browser = openBrowser();
    const a = openFollowing("p", browser.parts);
    const one = hearing();
    a.follow(["chat:1"], one.listener);
    await browser.settle();
    browser.say("open");
    browser.fail();
    await browser.settle();
    expect(browser.streams).toHaveLength(2);
    browser.say("open");
    expect(one.heard).toEqual(["open", "away", "open"]);
  });

  test("a line that is back is used at once, also when the old stream still looks open", async () => {
    const browser = openBrowser();
    const [a, b] = [openFollowing("p", browser.parts), openFollowing("p", browser.parts)];
    const [one, two] = [hearing(), hearing()];
    a.follow(["chat:1"], one.listener);
    b.follow(["chat:1"], two.listener);
    await browser.settle();
    browser.say("open");
    browser.lineIsBack();
    expect(browser.streams.at(-1)?.readyState).toBe(2);
    await browser.settle();
    expect(browser.streams).toHaveLength(2);
    browser.say("open");
    browser.say("at", "chat:1 7");
    expect([one.heard, two.heard]).toEqual([
      ["open", "away", "open", "chat:1 7"],
      ["open", "away", "open", "chat:1 7"],
    ]);
  });

  test("a topic that nobody follows any more leaves the stream", async () => {
    const browser = openBrowser();
    const a = openFollowing("p", browser.parts);
    const stop = a.follow(["chat:1"], hearing().listener);
    a.follow(["chat:2"], hearing().listener);
    await browser.settle();
    stop();
    await browser.settle();
    expect(browser.last()).toBe("/api/live?topics=chat:2");
  });
});

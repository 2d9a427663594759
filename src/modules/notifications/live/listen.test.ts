import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Listener } from "#src/ui/live/follow.ts";
import { listen, newSince, toastText } from "./listen.ts";

/** A line that the test speaks into. */
function openLine() {
  const listeners: Listener[] = [];
  return {
    follow: (_topics: readonly string[], listener: Listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    tell: (topic: string, version: number) => {
      for (const { at } of listeners) at?.(topic, version);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  const page = { visibilityState: "hidden", addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { pathname: "/dashboard" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a toast is for what is unread and later than what the page knew", () => {
  const one = (id: string, at: string, read = false) => ({
    ...{ id, kind: "admin.late", title: id, text: "", path: "/", at, read },
  });
  const answer = { unread: 2, answers: 0, notices: [one("c", "3"), one("b", "2", true), one("a", "1")] };
  expect(newSince(answer, "1", "/elsewhere").map(({ id }) => id)).toEqual(["c"]);
  expect(newSince(answer, "", "/elsewhere").map(({ id }) => id)).toEqual(["c", "a"]);
  expect(newSince(answer, "3", "/elsewhere")).toEqual([]);
  expect(newSince(answer, "", "/")).toEqual([]);
});

test("a toast of an admin says what happened to what; a client's title says it alone", () => {
  const news = { title: "Regression in R (K7M2QXR)", text: "A refund of $5.10 failed. You can try again." };
  expect(toastText({ ...news, kind: "admin.refund-failed" })).toBe(
    "Regression in R (K7M2QXR): A refund of $5.10 failed.",
  );
  expect(toastText({ ...news, text: "Is Friday\npossible", kind: "admin.chat-waits" })).toBe(
    "Regression in R (K7M2QXR): Is Friday\npossible",
  );
  expect(toastText({ ...news, kind: "order.refunded" })).toBe(news.title);
});

test("a page asks once, however many topics say where they stand, and once more for what comes later", async () => {
  const ask = vi.fn(async () => Response.json({ unread: 0, answers: 0, notices: [] }));
  vi.stubGlobal("fetch", ask);
  const line = openLine();
  const { stop } = listen("me", line);
  await vi.advanceTimersByTimeAsync(150);
  line.tell("notices:me", 7);
  line.tell("chat:me", 3);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(1);
  line.tell("notices:me", 8);
  await vi.advanceTimersByTimeAsync(100);
  expect(ask).toHaveBeenCalledTimes(2);
  line.tell("notices:me", 9);
  stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a page without updates polls all the same", async () => {
  const ask = vi.fn(async () => Response.json({ unread: 0, answers: 0, notices: [] }));
  vi.stubGlobal("fetch", ask);
  const { stop } = listen("me", openLine());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});

test("a question without an answer is asked again; one that the server refuses is not", async () => {
  const answers = [new Response(null, { status: 503 }), new Response(null, { status: 401 })];
  const ask = vi.fn(async () => answers.shift() ?? Promise.reject(new TypeError("no line")));
  vi.stubGlobal("fetch", ask);
  const line = openLine();
  const { stop } = listen("me", line);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
  line.tell("notices:me", 8);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(ask).toHaveBeenCalledTimes(4);
  stop();
});

test("a request without an answer is aborted, and the next one is sent", async () => {
  const stalled = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(stalled.signal);
  const ask = vi.fn(
    (_path: string, { signal }: RequestInit) =>
      new Promise<Response>((_done, failed) => signal?.addEventListener("abort", () => failed(signal.reason))),
  );
  vi.stubGlobal("fetch", ask);
  const line = openLine();
  const { stop } = listen("me", line);
  await vi.advanceTimersByTimeAsync(1_000);
  line.tell("notices:me", 8);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ask).toHaveBeenCalledTimes(1);
  stalled.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

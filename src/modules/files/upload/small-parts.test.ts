import { describe, expect, test } from "vitest";
import {
  CHUNK_TOP,
  checkedTimes,
  FIRST_CHUNK,
  failedAgain,
  inOneRequest,
  isOver,
  nextChunk,
  waitMs,
} from "./retry-times.ts";
import { retryAfterMs, serverMessage } from "./transport.ts";
import { observers } from "./upload-task.ts";

test("chunks double from 262,144 bytes while they are below 33,554,432", () => {
  const sizes = [FIRST_CHUNK];
  for (let at = 0; at < 9; at += 1) sizes.push(nextChunk(sizes[at] ?? 0));
  expect(sizes).toEqual([
    262_144, 524_288, 1_048_576, 2_097_152, 4_194_304, 8_388_608, 16_777_216, 33_554_432, 33_554_432, 33_554_432,
  ]);
  expect(CHUNK_TOP).toBe(33_554_432);
  expect([inOneRequest(262_144), inOneRequest(262_145)]).toEqual([true, false]);
});

describe("retry times", () => {
  test("standards", () => {
    expect(checkedTimes()).toEqual({ maxUploadRetryTime: 600_000, maxOperationRetryTime: 120_000 });
    expect(checkedTimes({ maxUploadRetryTime: 0 }).maxUploadRetryTime).toBe(0);
  });

  test.each(["maxUploadRetryTime", "maxOperationRetryTime"] as const)("%s is no such number", (name) => {
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => checkedTimes({ [name]: wrong })).toThrow(RangeError);
      expect(() => checkedTimes({ [name]: wrong })).toThrow(new RegExp(`${name}.*${wrong}`));
    }
    const text: unknown = "600";
    expect(() => checkedTimes({ [name]: text as number })).toThrow(RangeError);
  });

  test("waits double, with chance in the upper half", () => {
    expect([1, 2, 3, 7, 8, 40].map((nth) => waitMs(nth, 0))).toEqual([500, 1_000, 2_000, 32_000, 32_000, 32_000]);
    expect([1, 2, 3, 7].map((nth) => waitMs(nth, 1))).toEqual([1_000, 2_000, 4_000, 64_000]);
  });

  test("a row of failures is over when the next wait goes past its time", () => {
    const row = failedAgain(failedAgain(null, 1_000, "maxUploadRetryTime"), 2_000, "maxOperationRetryTime");
    expect(row).toEqual({ since: 1_000, failures: 2, limit: "maxUploadRetryTime" });
    const times = { maxUploadRetryTime: 5_000, maxOperationRetryTime: 0 };
    expect([isOver(row, times, 4_000, 2_000), isOver(row, times, 4_000, 2_001)]).toEqual([false, true]);
  });
});

describe("words of a refusal", () => {
  const answer = (status: number, type: string, body: string) => ({
    status,
    body,
    header: (name: string) => (name === "content-type" ? type : null),
  });

  test("problem details, then plain lines, then our own", () => {
    const both = JSON.stringify({ title: "Too large", detail: "Files here have at most 512 MB." });
    expect(serverMessage(answer(413, "application/problem+json", both))).toBe("Files here have at most 512 MB.");
    expect(serverMessage(answer(415, "application/json", '{"title":"No bombs."}'))).toBe("No bombs.");
    expect(serverMessage(answer(413, "text/plain; charset=utf-8", "Maximum size exceeded\n"))).toBe(
      "Maximum size exceeded",
    );
    expect(serverMessage(answer(413, "text/html", "<h1>413</h1>"))).toBe("This file is over the limit.");
    expect(serverMessage(answer(415, "application/json", "{"))).toBe("This type of file is not accepted.");
    expect(serverMessage(answer(499, "text/plain", "x".repeat(301)))).toBe("The server did not accept this file.");
  });

  test("Retry-After in seconds or as a date", () => {
    const now = Date.parse("2026-03-10T12:00:00Z");
    expect(retryAfterMs("30", now)).toBe(30_000);
    expect(retryAfterMs("Tue, 10 Mar 2026 12:00:05 GMT", now)).toBe(5_000);
    expect(retryAfterMs("Tue, 10 Mar 2026 11:00:00 GMT", now)).toBe(0);
    expect([retryAfterMs(null, now), retryAfterMs("soon", now)]).toEqual([null, null]);
  });
});

test("an observer that throws does not keep the news from the others", () => {
  const { subscribe, notify } = observers<number>();
  const heard: number[] = [];
  subscribe(() => {
    throw new Error("mine alone");
  });
  const stop = subscribe((news) => void heard.push(news));
  notify(1);
  stop();
  notify(2);
  expect(heard).toEqual([1]);
});

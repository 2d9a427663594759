import { expect, onTestFinished, test } from "vitest";
import { eventsOf, startObservers } from "#fakes/observers.ts";
import { readConfig } from "#src/config.ts";
import type { Log } from "../log.ts";
import { openErrorReports } from "./error-reports.ts";
import { withinRequest } from "./observer.ts";

const id = "019a0000-0000-7000-8000-000000000000";

async function open(status = 200) {
  const observers = await startObservers({ status });
  onTestFinished(observers.close);
  const read = readConfig("/", { SENTRY_DSN: observers.dsn });
  if (!read.ok || !read.config.errorReports) throw new Error("no address");
  const logged: [level: string, facts: object, message: string][] = [];
  const say = (level: string) => (facts: object, message: string) => void logged.push([level, facts, message]);
  const log: Log = {
    debug: say("debug"),
    info: say("info"),
    warn: say("warn"),
    error: say("error"),
    fatal: say("fatal"),
  };
  let now = new Date("2026-03-10T12:00:00Z");
  const reports = openErrorReports(read.config.errorReports, { home: process.cwd(), limitsFactor: 1 }, () => now);
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { ...observers, logged, log: reports.reporting(log), flushed: reports.flushed, later };
}

test("an error becomes an event of the protocol: our sentence, its kind and places, ids; not its words", async () => {
  const { log, flushed, received, logged } = await open();
  const err = Object.assign(new TypeError("Jane typed this\n    at Jane (/home/jane.txt:1:2)"), { code: "42P01" });
  const facts = { err, order: id, tries: 2, job: "sweep-mails", name: "Jane Doe", provider: "a card of Jane" };
  log.error(facts, "a job failed");
  log.warn({ err }, "not an error");
  await flushed();
  expect(logged.map(([level]) => level)).toEqual(["error", "warn"]);
  const [event] = eventsOf(received);
  expect(event).toMatchObject({
    logentry: { formatted: "a job failed" },
    exception: { values: [{ type: "TypeError" }] },
  });
  expect(event?.tags).toEqual({ order: id, tries: "2", job: "sweep-mails", errorCode: "42P01" });
  const newest = event?.exception?.values[0]?.stacktrace.frames.at(-1);
  expect(newest).toMatchObject({ filename: "/src/platform/observing/error-reports.test.ts", in_app: true });
  expect(received).toHaveLength(1);
  expect(received[0]?.headers["x-sentry-auth"]).toContain("sentry_key=abc123");
  expect(received[0]?.body).not.toContain("Jane");
});

test("in a request the event waits for the answer, and names its pattern and status", async () => {
  const { log, flushed, received } = await open();
  const answered = { id: "r1", method: "POST", route: "/order/:id", status: 500 };
  let tell = () => undefined as void;
  await withinRequest(
    async () => {
      log.error({ err: new Error("x") }, "request failed");
      expect(received).toEqual([]);
      tell = () => log.error({}, "after the answer");
    },
    () => answered,
  );
  tell();
  await flushed();
  const [first, second] = eventsOf(received);
  expect(first).toMatchObject({
    transaction: "POST /order/:id",
    tags: { route: "/order/:id", method: "POST", status: "500", requestId: "r1" },
  });
  expect(second?.transaction).toBeUndefined();
});

test("a storm is cut at thirty a minute; a receiver that refuses is a warning and nothing more", async () => {
  const { log, flushed, received, logged, later } = await open(429);
  for (let at = 0; at < 100; at += 1) log.error({}, "again");
  await flushed();
  expect(received).toHaveLength(30);
  later(60_000);
  log.error({}, "again");
  await flushed();
  expect(received).toHaveLength(31);
  expect(logged.filter(([level]) => level === "warn")).toHaveLength(31);
});

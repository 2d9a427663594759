import { expect, test } from "vitest";
import { briefError, openLog } from "./log.ts";

test("an error in the log names its cause and never a statement's parameters", () => {
  const cause = Object.assign(new Error("duplicate key\nDetail: (email)=(ann@example.org)"), { code: "23505" });
  const wrapped = new Error("Failed query: insert … params: ann@example.org", { cause });
  expect(briefError(wrapped)).toMatchObject({ type: "Error", errorCode: "23505", message: "duplicate key" });
  expect(JSON.stringify(briefError(wrapped))).not.toContain("ann@example.org");
});

test("a line is JSON with its time in UTC, and has no secret by any of its names", () => {
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => void lines.push(line) });
  const forged = 'x\r\n{"level":30,"msg":"signed in"}\u001b[2J';
  log.info({ route: forged, password: "one", of: { token: "two", by: { email: "three@example.org" } } }, "refused");
  expect(lines).toHaveLength(1);
  expect([...(lines[0]?.trimEnd() ?? "")].filter((sign) => sign < " ")).toEqual([]);
  const entry = JSON.parse(lines[0] ?? "");
  expect(entry).toMatchObject({ level: 30, msg: "refused", route: forged, password: "[hidden]" });
  expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(lines[0]).not.toMatch(/one|two|three/);
});

test("a name is hidden in lists and in objects of a class too", () => {
  class Asked {
    email = "one@example.org";
    at = new Date("2026-03-10T12:00:00Z");
  }
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => void lines.push(line) });
  const failed = Object.assign(new Error("no"), { code: "23505", email: "four@example.org" });
  log.info({ rows: [{ token: "two", n: 1 }], asked: new Asked(), cause: failed, err: failed }, "refused");
  const entry = JSON.parse(lines[0] ?? "");
  expect(entry).toMatchObject({ rows: [{ token: "[hidden]", n: 1 }], err: { errorCode: "23505", message: "no" } });
  expect(entry.asked).toEqual({ email: "[hidden]", at: "2026-03-10T12:00:00.000Z" });
  expect(lines[0]).not.toMatch(/one@|two|four@/);
});

test("what is no error keeps its words", () => {
  expect(briefError({ message: "queue away" })).toEqual({ message: "queue away" });
  expect(briefError("plain")).toEqual({ message: "plain" });
});

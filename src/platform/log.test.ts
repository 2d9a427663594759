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

test("what is no error keeps its words", () => {
  expect(briefError({ message: "queue away" })).toEqual({ message: "queue away" });
  expect(briefError("plain")).toEqual({ message: "plain" });
});

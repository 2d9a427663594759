import { expect, test } from "vitest";
import { briefError } from "./log.ts";

test("an error in the log names its cause and never a statement's parameters", () => {
  const cause = Object.assign(new Error("duplicate key\nDetail: (email)=(ann@example.org)"), { code: "23505" });
  const wrapped = new Error("Failed query: insert … params: ann@example.org", { cause });
  expect(briefError(wrapped)).toMatchObject({ type: "Error", errorCode: "23505", message: "duplicate key" });
  expect(JSON.stringify(briefError(wrapped))).not.toContain("ann@example.org");
});

test("what is no error keeps its words", () => {
  expect(briefError({ message: "queue away" })).toEqual({ message: "queue away" });
  expect(briefError("plain")).toEqual({ message: "plain" });
});

import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { isDatabaseAway } from "./errors.ts";

const withCode = (code: string, message = "x"): Error => Object.assign(new Error(message), { code });
const connecting = (target: { port: number; host: string } | { path: string }): Promise<unknown> =>
  new Promise((resolve) => connect(target).once("error", resolve));

test.each(["57P01", "57P02", "57P03", "08000", "08006", "53100", "53300"])("SQLSTATE %s means away", (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true);
});

test.each(["57014", "55P03", "23505", "40001", "XX001"])("SQLSTATE %s does not", (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(false);
});

test("a refused connection and a missing socket mean away, a missing file does not", async () => {
  expect(isDatabaseAway(await connecting({ port: 1, host: "127.0.0.1" }))).toBe(true);
  expect(isDatabaseAway(await connecting({ path: "/nowhere/.s.PGSQL.5432" }))).toBe(true);
  expect(isDatabaseAway(await readFile("/nowhere/at-all").catch((error: unknown) => error))).toBe(false);
});

test.each(["EMFILE", "ENFILE"])("%s for a connection means away, for a file it does not", (code) => {
  expect(isDatabaseAway(Object.assign(withCode(code), { syscall: "connect" }))).toBe(true);
  expect(isDatabaseAway(Object.assign(withCode(code), { syscall: "open" }))).toBe(false);
});

test("it looks through wrapped errors and lists of errors, also circular ones", () => {
  const circle = new Error("outer");
  circle.cause = circle;
  expect(isDatabaseAway(new Error("Failed query", { cause: withCode("57P01") }))).toBe(true);
  expect(isDatabaseAway(new AggregateError([withCode("08001")]))).toBe(true);
  expect(isDatabaseAway(new Error("Failed query", { cause: withCode("23505") }))).toBe(false);
  expect(isDatabaseAway(circle)).toBe(false);
  expect(isDatabaseAway("57P01")).toBe(false);
});

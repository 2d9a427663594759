import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files that decide who may see or do something, one a noun. */
const policy = /\/domain\/policy\.ts$/;
const sources = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\.testing\.ts$|test-support/.test(file));

/** Who owns a row, compared with who asks: in TypeScript and in the conditions of a query. */
const ownership = [
  /\b(clientId|writerId|chatId)\s*[!=]==?\s*[\w.]*\b(viewer|person|admin)\.id\b/,
  /\b(viewer|person|admin)\.id\s*[!=]==?\s*[\w.]*\b(clientId|writerId|chatId|ownerId)\b/,
  /\beq\((orders\.(clientId|writerId)|chats\.id), [\w.]*viewer\.id\)/,
];
/** A capability that has a policy, asked beside it. */
const capability = /\bmay\([\w.]+, "orders"\)/;

test("only policies compare the people of an order or a chat with who asks", () => {
  const found = sources.filter((file) => {
    const text = readFileSync(file, "utf8");
    return !policy.test(file) && ownership.some((one) => one.test(text));
  });
  expect(found).toEqual([]);
});

test("only the policy of orders asks for the capability of orders", () => {
  expect(sources.filter((file) => !policy.test(file) && capability.test(readFileSync(file, "utf8")))).toEqual([]);
});

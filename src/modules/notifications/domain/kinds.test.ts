import { describe, expect, test } from "vitest";
import { choicesFor, isWanted, type NoticeKind, noticeKinds, noticesFor } from "./kinds.ts";

const all = Object.keys(noticeKinds) as NoticeKind[];

describe("kinds of notices", () => {
  test("what is about money that waits, or about a threat, comes whatever was chosen; every other kind can be off", () => {
    expect(all.filter((kind) => isWanted(kind, all))).toEqual([
      "order.paid",
      "order.transfer",
      "order.refund-account",
      "protection.answer",
      "admin.threat",
      "admin.seal-opening",
      "admin.refund-waits",
    ]);
    expect(all.filter((kind) => !isWanted(kind, []))).toEqual([]);
    expect(all.filter((kind) => !isWanted(kind, ["order.cancelled", "unknown.kind"]))).toEqual(["order.cancelled"]);
  });

  test.each([
    [{ role: 1 }, ["client"]],
    [{ role: 2 }, ["client", "writer"]],
    [{ role: 3 }, ["client"]],
    [{ role: 1, capabilities: ["chat"] }, ["client"]],
    [{ role: 3, capabilities: ["chat"] }, ["client", "admin"]],
  ] as const)("%j sees the kinds for %j", (reader, to) => {
    expect([...new Set(noticesFor(reader).map((line) => line.to))]).toEqual(to);
  });

  test("an admin chooses among what the own capabilities bring", () => {
    const kinds = noticesFor({ role: 3, capabilities: ["money"] }).filter(({ to }) => to === "admin");
    expect(kinds.map(({ kind }) => kind)).toEqual([
      "admin.refund-failed",
      "admin.refund-waits",
      "admin.transfer",
      "admin.chargeback",
    ]);
  });

  test("each kind has words for a person, and a name that an account can keep", () => {
    for (const kind of all) {
      expect(kind).toMatch(/^[a-z][a-z-]*\.[a-z-]{1,40}$/);
      expect(noticeKinds[kind].label).not.toMatch(/[.!]$/);
      expect(noticeKinds[kind].note).toMatch(/\.$/);
    }
  });

  test("a writer chooses among a writer's kinds alone", () => {
    expect([...new Set(choicesFor({ role: 2 }).map(({ to }) => to))]).toEqual(["writer"]);
    expect([...new Set(choicesFor({ role: 3, capabilities: ["chat"] }).map(({ to }) => to))]).toEqual([
      "client",
      "admin",
    ]);
  });
});

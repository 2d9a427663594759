import { expect, test } from "vitest";
import { minuteMs } from "./units.ts";
import { guest, isFresh, isWriter, type Person, type Role } from "./viewer.ts";

const who = (role: Role, waitingRole: Role | null): Person => ({
  kind: "person",
  id: "p",
  name: "Ann",
  email: "ann@example.test",
  emailVerified: true,
  role,
  waitingRole,
  capabilities: [],
  timeZone: null,
  sessionId: "s",
  freshAt: null,
});

test.each<[Role, Role | null, boolean]>([
  [2, null, true],
  [1, 2, true],
  [1, null, false],
  [1, 3, false],
  [3, null, false],
])("role %i that waits for %s: a writer is %s", (role, waiting, is) => {
  expect(isWriter(who(role, waiting))).toBe(is);
});

test("a guest is no writer", () => expect(isWriter(guest)).toBe(false));

test("a person is fresh for ten minutes, and at their end no more", () => {
  const at = new Date("2026-11-20T12:00:00Z");
  const proven = { ...who(3, null), freshAt: at };
  const after = (ms: number) => isFresh(proven, new Date(at.getTime() + ms));
  expect([after(0), after(10 * minuteMs - 1), after(10 * minuteMs)]).toEqual([true, true, false]);
  expect([isFresh(who(3, null), at), isFresh(guest, at)]).toEqual([false, false]);
});

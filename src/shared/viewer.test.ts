import { expect, test } from "vitest";
import { guest, isWriter, type Person, type Role } from "./viewer.ts";

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

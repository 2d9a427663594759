import { expect, test } from "vitest";
import { guest, type Person, type Role } from "#src/shared/viewer.ts";
import { canChangeHoliday, closedToApply } from "./policy.ts";

const person = (role: Role, waitingRole: Role | null = null): Person => ({
  ...{ kind: "person", id: "one", name: "N", email: "n@example.test", emailVerified: true, role, waitingRole },
  ...{ capabilities: role === 3 ? ["people"] : [], timeZone: null, sessionId: "s", freshAt: null },
});

test.each([
  ["a writer, the own days", person(2), "one", true],
  ["a writer, another's days", person(2), "other", false],
  ["a writer before the second factor", person(1, 2), "one", false],
  ["a client, the days of the own past", person(1), "one", false],
  ["an admin for people", person(3), "other", true],
  ["an admin before the second factor", person(1, 3), "other", false],
  ["a guest", guest, "one", false],
] as const)("%s", (_what, viewer, personId, may) => {
  expect(canChangeHoliday({ personId }, viewer)).toBe(may);
});

test.each([
  ["a guest", guest, "guest"],
  ["a client", person(1), null],
  ["a writer", person(2), "writer"],
  ["a writer before the second factor", person(1, 2), "writer"],
  ["an admin", person(3), "admin"],
  ["an admin before the second factor", person(1, 3), "admin"],
] as const)("who applies: %s", (_what, viewer, closed) => {
  expect(closedToApply(viewer)).toBe(closed);
});

import { expect, test } from "vitest";
import type { people } from "../../tables.ts";
import { toUserProfile } from "./my-account.ts";

const row: typeof people.$inferSelect = {
  id: "0190c000-0000-7000-8000-000000000001",
  name: "Linh Tran",
  email: "linh@example.test",
  emailVerified: true,
  image: null,
  createdAt: new Date("2026-03-10T12:00:00Z"),
  updatedAt: new Date("2026-03-11T12:00:00Z"),
  role: 2,
  capabilities: [],
  passwordHash: "managed",
  appleIdToken: null,
  timeZone: "Asia/Saigon",
  termsAcceptedAt: null,
  termsVersion: null,
  privacyVersion: null,
  blockedAt: null,
  blockedFor: null,
  factorRemovalAskedAt: null,
  theme: null,
  noticesOff: [],
  deletionDueAt: null,
  anonymisedAt: null,
  demo: false,
};

test("a profile has the spelling that programs read, and nothing else", () => {
  expect(toUserProfile(row)).toEqual({
    userid: "0190c000-0000-7000-8000-000000000001",
    name: "Linh Tran",
    email: "linh@example.test",
    role: 2,
    dateCreated: "2026-03-10T12:00:00.000Z",
    passwordHash: "managed",
  });
});

test("a provider's token is shown only where it is asked for", () => {
  const withToken = { ...row, appleIdToken: "sealed" };
  expect(toUserProfile(withToken)).not.toHaveProperty("appleIdToken");
  expect(toUserProfile(withToken, { withTokens: true }).appleIdToken).toBe("sealed");
});

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 1],
  [-3, 1],
])("role %i counts as %i", (role, shown) => {
  expect(toUserProfile({ ...row, role }).role).toBe(shown);
});

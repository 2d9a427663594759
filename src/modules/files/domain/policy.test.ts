import { expect, test } from "vitest";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { fileAccess } from "./policy.ts";

const person = (id: string): Viewer => ({
  ...{ kind: "person", id, name: "N", email: "n@example.test", emailVerified: true, role: 1, waitingRole: null },
  ...{ capabilities: [], timeZone: null, sessionId: "s", freshAt: null },
});
const [owner, other] = [person("owner"), person("other")];
const loose = { ownerId: "owner", attachedTo: null };
const attached = { ownerId: "owner", attachedTo: "order" };

test.each([
  ["an unused file, its owner", loose, owner, false, "original"],
  ["an unused file, somebody else", loose, other, false, null],
  ["a guest", loose, guest, false, null],
  ["a used file, its owner, who sees the subject", attached, owner, true, "original"],
  ["a used file, its owner, who does not see the subject any more", attached, owner, false, null],
  ["a used file, somebody who sees the subject", attached, other, true, "copy"],
  ["a used file, somebody who does not", attached, other, false, null],
] as const)("%s", (_what, file, viewer, seesSubject, access) => {
  expect(fileAccess(file, viewer, seesSubject)).toBe(access);
});

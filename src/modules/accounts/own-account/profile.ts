import { toRole } from "#src/shared/viewer.ts";
import type { people } from "../tables.ts";

/** A user profile in the spelling that programs read. `passwordHash` is a fixed word, never a hash. */
export type UserProfile = {
  userid: string;
  name: string;
  email: string;
  role: number;
  dateCreated: string;
  passwordHash: string;
  appleIdToken?: string;
};

type Row = typeof people.$inferSelect;

/** Columns -> that spelling. `appleIdToken` stays out unless asked for: exports need it, screens do not. */
export const toUserProfile = (row: Row, { withTokens = false } = {}): UserProfile => ({
  userid: row.id,
  name: row.name,
  email: row.email,
  role: toRole(row.role),
  dateCreated: row.createdAt.toISOString(),
  passwordHash: row.passwordHash,
  ...(withTokens && row.appleIdToken ? { appleIdToken: row.appleIdToken } : {}),
});

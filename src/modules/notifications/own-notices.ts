import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Viewer } from "#src/shared/viewer.ts";
import { noticesFor } from "./domain/kinds.ts";
import { notices } from "./tables.ts";

/**
 * The notices that a viewer may read: what was told to the account, of the kinds that concern it in its role of now.
 * Nothing for guests, and nothing before a second factor that is due was shown: notices name orders.
 */
export const ownNotices = (viewer: Viewer): SQL | undefined => {
  const person = viewer.kind === "person" && viewer.waitingRole === null ? viewer : null;
  const kinds = person ? noticesFor(person).map(({ kind }) => kind) : [];
  return and(eq(notices.personId, person?.id ?? ""), inArray(notices.kind, kinds));
};

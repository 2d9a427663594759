import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#src/shared/viewer.ts";
import { type AdminKind, noticesFor } from "../domain/kinds.ts";
import { noticesIdOf } from "../domain/policy.ts";
import { notices } from "../tables.ts";

/** The notices that a viewer may read: those of the account, of the kinds that concern its current role. */
export const ownNotices = (viewer: Viewer): SQL | undefined => {
  const id = noticesIdOf(viewer);
  if (id === null || viewer.kind !== "person") return sql`false`;
  const kinds = noticesFor(viewer).map(({ kind }) => kind);
  return and(eq(notices.personId, id), inArray(notices.kind, kinds));
};

export const paid: AdminKind = "admin.order-paid";
export const isPaid = eq(notices.kind, paid);

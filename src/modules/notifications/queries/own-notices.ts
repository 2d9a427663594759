import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { isImpersonated, type Viewer } from "#src/shared/viewer.ts";
import { type AdminKind, noticesFor } from "../domain/kinds.ts";
import { noticesIdOf } from "../domain/policy.ts";
import { notices } from "../tables.ts";

/** Kinds that quote or lead to what an admin does not read as somebody else. */
const privateKinds = /^(?:chat|thread|protection)\./;

/** The kinds of notices that a viewer may read: those that concern the current role of the account. */
export const ownKinds = (viewer: Viewer): readonly string[] => {
  if (noticesIdOf(viewer) === null || viewer.kind !== "person") return [];
  const all = noticesFor(viewer).map(({ kind }) => kind);
  return isImpersonated(viewer) ? all.filter((kind) => !privateKinds.test(kind)) : all;
};

/** The notices that a viewer may read. */
export const ownNotices = (viewer: Viewer): SQL | undefined => {
  const id = noticesIdOf(viewer);
  return id === null ? sql`false` : and(eq(notices.personId, id), inArray(notices.kind, [...ownKinds(viewer)]));
};

export const paid: AdminKind = "admin.order-paid";
export const isPaid = eq(notices.kind, paid);

import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { isImpersonated, type Viewer } from "#src/shared/viewer.ts";
import { type AdminKind, noticesFor } from "../domain/kinds.ts";
import { noticesIdOf } from "../domain/policy.ts";
import { notices } from "../tables.ts";

/** Kinds that quote or lead to what an admin does not read as somebody else. */
const privateKinds = /^(?:chat|thread|protection)\./;

/** The notices that a viewer may read: those of the account, of the kinds that concern its current role. */
export const ownNotices = (viewer: Viewer): SQL | undefined => {
  const id = noticesIdOf(viewer);
  if (id === null || viewer.kind !== "person") return sql`false`;
  const all = noticesFor(viewer).map(({ kind }) => kind);
  const kinds = isImpersonated(viewer) ? all.filter((kind) => !privateKinds.test(kind)) : all;
  return and(eq(notices.personId, id), inArray(notices.kind, kinds));
};

export const paid: AdminKind = "admin.order-paid";
export const isPaid = eq(notices.kind, paid);

import { type AdminPerson, personForAdmin } from "#src/modules/accounts/index.server.ts";
import { canSeeAllOrders, openOrdersOf, orderCountsOf } from "#src/modules/orders/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isFresh, type Person } from "#src/shared/viewer.ts";
import { auditOfPerson } from "../../queries/audit-of-person.ts";

/** Orders placed as a client and in work as a writer; null for admins who do not see orders. */
async function ordersOf(ctx: Ctx, admin: Person, { id }: AdminPerson) {
  if (!canSeeAllOrders(admin, "admin")) return null;
  const { db } = ctx.runtime;
  const [placed, open] = await Promise.all([orderCountsOf(db, [id]), openOrdersOf(db, [id])]);
  return { placed: placed.get(id) ?? 0, inWork: open.get(id) ?? 0 };
}

/** Everything an admin with `people` may see of somebody, for one page; `older` and `newer` walk the audit trail. */
export async function adminPerson(ctx: Ctx, request: Request, admin: Person, personId: string) {
  const person = orPage(await personForAdmin(ctx, { personId }), request);
  const asked = new URL(request.url).searchParams;
  const cursors = Object.fromEntries(
    ["older", "newer"].flatMap((name) => {
      const value = asked.get(name)?.slice(0, 100);
      return value ? [[name, value]] : [];
    }),
  );
  const [trail, orders] = await Promise.all([
    auditOfPerson(ctx, { personId: person.id, ...cursors }),
    ordersOf(ctx, admin, person),
  ]);
  return {
    person,
    orders,
    trail: orPage(trail, request),
    mine: admin.capabilities,
    /** Only a fresh sign-in changes accounts: without one the page offers no form. */
    fresh: isFresh(admin, ctx.runtime.clock()),
  };
}
export type ShownPerson = Awaited<ReturnType<typeof adminPerson>>;

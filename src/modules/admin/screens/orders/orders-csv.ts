import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { adminOrderPages } from "#src/modules/orders/index.server.ts";
import { listFile, listLines } from "#src/platform/documents/csv.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { isId } from "#src/shared/id.ts";
import { askedOf, blankAsk, readAdminAsk } from "../../domain/admin-address.ts";
import type { Route } from "./+types/orders-csv.ts";
import { orderFile } from "./order-list.tsx";

/** The orders of a list, or those that were chosen in it, for a spreadsheet; sent while they are read. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const { zone, now } = await readerClock(ctx, person);
  const params = new URL(request.url).searchParams;
  const ids = params.getAll("order").map((value) => value.split(":")[0] ?? "");
  const chosen = ids.filter(isId).slice(0, 200);
  const ask =
    ids.length > 0 ? { ...askedOf({ ...blankAsk, group: "all" }, zone), chosen } : askedOf(readAdminAsk(params), zone);
  const pages = adminOrderPages(ctx, { ...ask, older: undefined, newer: undefined });
  return listFile("orders", now, listLines(orderFile(), pages));
}

import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { orderForClient } from "#src/modules/orders/index.server.ts";
import { calendarFile, dueAt } from "#src/modules/orders/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep, orPage } from "#src/platform/respond.ts";
import type { Route } from "./+types/deadline-ics.ts";

/** The deadline of an own order, or the date of its revision, for the client's calendar. Foreign, unknown and open-ended orders have none: 404. */
export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  const order = orPage(await orderForClient(ctx, { orderId }), request);
  const { id, number, title } = order;
  const at = dueAt(order);
  if (!at) throw new Response(null, { status: 404 });
  const { name } = await ctx.runtime.settings.get(siteSetting);
  const base = new URL(ctx.runtime.config.baseUrl);
  const file = calendarFile(
    {
      uid: `order-${number}@${base.hostname}`,
      at,
      title: `${order.revisionDueAt ? "New version" : "Ready"} to read: ${title}`,
      text: `The latest time for order ${number} at ${name}. You find the work on the page of the order.`,
      url: new URL(`/dashboard/orders/${id}`, base).href,
    },
    name,
    ctx.runtime.clock(),
  );
  return fileToKeep(file, { type: "text/calendar; charset=utf-8", name: `order-${number}.ics` });
}

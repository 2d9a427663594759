import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/checker.css";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Route } from "./+types/style-admin.ts";
import { lookAtWork, workStylePage } from "./work-style.server.ts";
import { WorkStyle } from "./work-style.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "orders");
  return workStylePage(ctx, request, params);
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "orders");
  return lookAtWork(ctx, request, params);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Style", matches);

export default function StyleForAdmin({ loaderData, actionData, params }: Route.ComponentProps) {
  const busy = useSent() !== undefined;
  const home = { to: `/admin/orders/${params.orderId}`, label: `Order ${loaderData.number}` };
  return <WorkStyle page={loaderData} answer={actionData} home={home} busy={busy} />;
}

import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/checker.css";
import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Route } from "./+types/style-writer.ts";
import { lookAtWork, workStylePage } from "./work-style.server.ts";
import { WorkStyle } from "./work-style.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  return workStylePage(ctx, request, params);
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  return lookAtWork(ctx, request, params);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Style", matches);

export default function StyleForWriter({ loaderData, actionData, params }: Route.ComponentProps) {
  const busy = useSent() !== undefined;
  const home = { to: `/dashboard/orders/${params.orderId}`, label: `Order ${loaderData.number}` };
  return (
    <main id="main" className="wrap page">
      <WorkStyle page={loaderData} answer={actionData} home={home} busy={busy} />
    </main>
  );
}

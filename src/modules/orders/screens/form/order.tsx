import { redirect } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { services } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { pageUrl } from "#src/platform/respond.ts";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import type { Route } from "./+types/order.ts";
import { OrderPage } from "./order-page.tsx";
import { orderData } from "./page-data.server.ts";
import { submitOrder } from "./submit-order.server.ts";
import { sendOrder } from "./unsent.tsx";

export const handle = { trail: { steps: ["Order", "Payment", "Done"], at: 0 } };

export async function loader({ context, request }: Route.LoaderArgs) {
  requirePerson(context.get(requestContext), request);
  const { search, searchParams } = pageUrl(request);
  if (searchParams.get("service") === "custom") throw redirect(`/custom${search}`);
  return orderData(context, request, services, "non-technical");
}

export const action = (args: Route.ActionArgs) => submitOrder(args, "/order");

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => sendOrder(request, serverAction);

/** A refused form may come with new prices, so they are read again. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("New order", matches);

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  return <OrderPage loaded={loaderData} answer={actionData} path="/order" heading="New order" />;
}

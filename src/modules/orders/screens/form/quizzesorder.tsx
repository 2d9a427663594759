import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import type { Route } from "./+types/quizzesorder.ts";
import { OrderPage } from "./order-page.tsx";
import { orderData } from "./page-data.server.ts";
import { sendOrder } from "./send-order.ts";
import { submitOrder } from "./submit-order.server.ts";

export const handle = { footer: true, trail: { steps: ["Order", "Payment", "Done"], at: 0 } };

/** Quizzes and tests: practice papers with worked solutions. Guests may fill it in. */
export const loader = ({ context, request }: Route.LoaderArgs) => orderData(context, request, ["quiz", "test"], "quiz");

export const action = (args: Route.ActionArgs) => submitOrder(args, "/quizzesorder");

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => sendOrder(request, serverAction);

/** A refused form may come with new prices, so they are read again. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Order a practice quiz or test", matches);

export default function QuizzesOrder({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <OrderPage loaded={loaderData} answer={actionData} path="/quizzesorder" heading="Order a practice quiz or test" />
  );
}

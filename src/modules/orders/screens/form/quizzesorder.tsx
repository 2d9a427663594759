import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import type { Route } from "./+types/quizzesorder.ts";
import { OrderPage } from "./order-page.tsx";
import { orderData } from "./page-data.server.ts";
import { submitOrder } from "./submit-order.server.ts";
import { sendOrder } from "./unsent.tsx";

export const handle = { footer: true, trail: { steps: ["Order", "Payment", "Done"], at: 0 } };

/** Quizzes and tests: practice papers with worked solutions. Guests may fill it in. */
export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  ...(await orderData(context, request, ["quiz", "test"], "quiz")),
  facts: await pageFacts(context, "/quizzesorder"),
});

export const action = (args: Route.ActionArgs) => submitOrder(args, "/quizzesorder");

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => sendOrder(request, serverAction);

/** A refused form may come with new prices, so they are read again. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Order a practice quiz or test",
    "Practice papers with worked solutions, made for your course. See the price at once.",
  );

export default function QuizzesOrder({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <OrderPage loaded={loaderData} answer={actionData} path="/quizzesorder" heading="Order a practice quiz or test" />
  );
}

import type { Route } from "./+types/quizzesorder.ts";
import { OrderPage } from "./order-page.tsx";
import { orderData } from "./page-data.server.ts";
import { takeOrder } from "./take-order.server.ts";

export const handle = { chat: true, trail: { steps: ["Order", "Payment", "Done"], at: 0 } };

/** Quizzes and tests: practice papers with worked solutions. Guests may fill it in. */
export const loader = ({ context, request }: Route.LoaderArgs) => orderData(context, request, ["quiz", "test"], "quiz");

export const action = (args: Route.ActionArgs) => takeOrder(args, "/quizzesorder");

/** A refused form may come with new prices, so they are read again. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Order a practice quiz or test · ${loaderData?.shop ?? ""}` },
];

export default function QuizzesOrder({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <OrderPage loaded={loaderData} answer={actionData} path="/quizzesorder" heading="Order a practice quiz or test" />
  );
}

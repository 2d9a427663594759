import { useEffect } from "react";
import { redirect, useNavigate, useNavigation } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { canBuy } from "#src/modules/orders/index.server.ts";
import type { OrderStatus } from "#src/modules/orders/index.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { Spinner } from "#src/ui/spinner.tsx";
import { type ReturnResult, returnFromProvider } from "../index.server.ts";
import type { Route } from "./+types/return.ts";
import { Review, Reviewing } from "./checkout-stage.tsx";
import { PaidEnding } from "./paid.tsx";
import { paidData } from "./shown-checkout.server.ts";

/** Later the page of the order says more than the end of the payment. */
const waitsForWriter: readonly OrderStatus[] = ["confirmed", "assigned"];
/** A later payment of a running order is confirmed on the order's page. */
const later: Readonly<Record<string, string>> = { second: "rest-paid", change: "change-paid", tip: "tip-paid" };
const askAgainSeconds = 5;
const mostAsks = 24;

export const handle = { footer: true, trail: { steps: ["Order", "Payment", "Done"], at: 1 } };

/** Asks the provider before anything is shown; the page reloads itself while the result is open. */
export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!canBuy(requirePerson(ctx, request))) throw redirect("/dashboard");
  const asked = new URL(request.url).searchParams;
  const attemptId = asked.get("attempt") ?? undefined;
  const back = orPage(await returnFromProvider(ctx, { orderId, attemptId }), request);
  if (back.result === "none") throw redirect(`/dashboard/orders/${back.order.id}`);
  const { id, number, title, status } = back.order;
  const more = later[back.purpose ?? "full"];
  if (back.result === "paid" && more) throw redirectWithFlash(`/dashboard/orders/${id}`, more);
  if (back.result === "paid" && !waitsForWriter.includes(status)) throw redirect(`/dashboard/orders/${id}`);
  const times = Math.max(0, Math.floor(Number(asked.get("asked")) || 0));
  const asksAgain = back.result === "confirming" && times < mostAsks;
  const query = new URLSearchParams({ ...(attemptId && { attempt: attemptId }), asked: String(times + 1) });
  return {
    result: back.result,
    order: { id, number, title },
    paid: back.result === "paid" ? await paidData(ctx, request, back.order) : null,
    next: asksAgain ? `/checkout/${id}/return?${query}` : null,
    done: back.result === "paid",
  };
}

const titles: Readonly<Record<ReturnResult["result"], string>> = {
  paid: "We have your order",
  extra: "We send this payment back",
  review: "We are looking at your payment",
  reviewing: "Your payment is being reviewed",
  confirming: "Confirming your payment",
  failed: "The payment did not go through",
  unpaid: "Nothing was paid",
  released: "This payment was not taken",
  none: "Nothing was paid",
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(loaderData ? titles[loaderData.result] : "Payment", matches);

type Shown = Route.ComponentProps["loaderData"];

const TryAgain = ({ order, children }: Pick<Shown, "order"> & { children: string }) => (
  <Notice
    tone="warn"
    live
    title="Nothing was charged."
    actions={
      <>
        <LinkButton to={`/checkout/${order.id}`}>Try again</LinkButton>
        <LinkButton variant="outline" to={`/contact?order=${order.number}`}>
          Write to support
        </LinkButton>
      </>
    }
  >
    {children}
  </Notice>
);

/** With scripts the page asks by itself; without them the browser loads it again. */
const AskAgain = ({ next }: { next: string }) => {
  const navigate = useNavigate();
  const moving = useNavigation().state !== "idle";
  useEffect(() => {
    // Who presses something leaves for there: asking again would end that.
    if (moving) return;
    const timer = setTimeout(() => navigate(next, { replace: true, preventScrollReset: true }), askAgainSeconds * 1000);
    return () => clearTimeout(timer);
  }, [next, navigate, moving]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${askAgainSeconds};url=${next}`} />
    </noscript>
  );
};

const Confirming = ({ order, next }: Pick<Shown, "order" | "next">) => (
  <div className="stack [--gap:24px]">
    {next && <AskAgain next={next} />}
    <p className="row [--gap:12px]" role="status">
      {next && <Spinner />}
      <span className="min-w-0 flex-1">
        {next
          ? "We ask the payment company. This page checks again every few seconds."
          : "We have no answer about your payment yet. If you paid, you see it here as soon as we get the answer."}
      </span>
    </p>
    <p className="soft">If you did not pay, nothing was charged.</p>
    <div className="row [--gap:12px]">
      <LinkButton to={`/checkout/${order.id}/return`} replace>
        Look again
      </LinkButton>
      <LinkButton variant="outline" to={`/checkout/${order.id}`}>
        Back to payment
      </LinkButton>
    </div>
  </div>
);

const Result = ({ result, order, next }: Pick<Shown, "result" | "order" | "next">) => {
  switch (result) {
    case "extra":
      return (
        <Notice
          live
          title="You paid once more than needed."
          actions={<LinkButton to={`/dashboard/orders/${order.id}`}>See your order</LinkButton>}
        >
          Your order was paid already, or there is nothing left to pay for it. We send back all of this payment, to the
          payment method that you used.
        </Notice>
      );
    case "released":
      return (
        <Notice
          live
          title="No money was taken for this payment."
          actions={<LinkButton to={`/dashboard/orders/${order.id}`}>See your order</LinkButton>}
        >
          Your order was paid in another way already, or its total had changed. We did not take the money. If your
          account shows it as reserved, the payment company releases it.
        </Notice>
      );
    case "review":
      return <Review order={order} />;
    case "reviewing":
      return <Reviewing order={order} />;
    case "confirming":
      return <Confirming order={order} next={next} />;
    case "failed":
      return (
        <TryAgain order={order}>The payment was declined. You can try again, or choose another way to pay.</TryAgain>
      );
    default:
      return <TryAgain order={order}>The payment page was closed, or its time was over, before you paid.</TryAgain>;
  }
};

export default function ReturnPage({ loaderData: { result, order, next, paid } }: Route.ComponentProps) {
  if (paid) return <PaidEnding data={paid} />;
  return (
    <main id="main" className="wrap page">
      <div className="max-w-160">
        <PageHead title={titles[result]} lede={`Order ${order.number}: ${order.title}`} />
        <Result result={result} order={order} next={next} />
      </div>
    </main>
  );
}

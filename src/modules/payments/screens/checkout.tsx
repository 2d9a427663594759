import { redirect } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { canBuy, type Repriced, repriceAfterLock } from "#src/modules/orders/index.server.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome, Refusal } from "#src/shared/outcome.ts";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import { confirmFreeOrder, enterCode, openCheckout, removeCode, startAttempt } from "../index.server.ts";
import type { Route } from "./+types/checkout.ts";
import { type Answer, Stage } from "./checkout-stage.tsx";
import { OrderBreakdown } from "./order-breakdown.tsx";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { codeRefused, type ShownCheckout, shownCheckout } from "./shown-checkout.server.ts";

export const handle = { footer: true, trail: { steps: ["Order", "Payment", "Done"], at: 1 } };

/** Writers do not pay; foreign and unknown orders are the same 404. A request without a price has no payment. */
async function openFor(ctx: Ctx, request: Request, orderId: string) {
  const person = requirePerson(ctx, request);
  if (!canBuy(person)) throw redirect("/dashboard");
  const checkout = orPage(await openCheckout(ctx, { orderId }), request);
  if (checkout.stage.kind === "quote") throw redirect(`/dashboard/orders/${checkout.order.id}`);
  return checkout;
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const checkout = await openFor(ctx, request, params.orderId);
  const shown = await shownCheckout(ctx, checkout);
  const code = new URL(request.url).searchParams.get("code")?.slice(0, 40);
  return { shown, done: shown.stage.kind === "paid", code };
}

export async function action({ context, request, params: { orderId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  await openFor(ctx, request, orderId);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const method = text("method");
  if (text("intent") === "later") return submitLater(ctx, orderId, text("later"));
  if (text("intent") === "code") return submitCode(ctx, orderId, text("code"));
  if (text("intent") === "remove-code") return dropCode(ctx, orderId);
  const seenCents = text("seenCents");
  const priceCents = text("priceCents") || (text("intent") === "confirm" ? seenCents : "");
  if (priceCents) {
    const confirmed = await repriceAfterLock(ctx, { orderId, confirmTotalCents: priceCents });
    if (!confirmed.ok) return again(confirmed, method);
  }
  if (text("intent") === "free") return confirmFree(ctx, orderId);
  const parts = text("parts");
  const started = await startAttempt(ctx, { orderId, method, seenCents, ...(parts && { parts }) });
  return started.ok ? redirect(started.value.redirect, 303) : again(started, method, parts || undefined);
}

/** The price is another one with the code; the page shows it. */
async function submitCode(ctx: Ctx, orderId: string, code: string) {
  const entered = await enterCode(ctx, { orderId, code });
  if (entered.ok) return redirect(`/checkout/${orderId}`, 303);
  const fields = entered.fields ?? [{ path: "code", message: await codeRefused(ctx, entered) }];
  return refusedForm({ ...entered, fields }, {}, { typed: code.slice(0, 40) });
}

async function dropCode(ctx: Ctx, orderId: string) {
  const removed = await removeCode(ctx, { orderId });
  return removed.ok ? redirect(`/checkout/${orderId}`, 303) : again(removed, undefined);
}

async function confirmFree(ctx: Ctx, orderId: string) {
  const taken = await confirmFreeOrder(ctx, { orderId });
  return taken.ok ? redirect(`/checkout/${orderId}/return`, 303) : again(taken, undefined);
}

/** A later deadline with the total that stood beside it; the page then asks for the payment. */
async function submitLater(ctx: Ctx, orderId: string, chosen: string) {
  const [deadline = "", confirmTotalCents = ""] = chosen.split("|");
  const taken: Outcome<Repriced> = await repriceAfterLock(ctx, { orderId, deadline, confirmTotalCents });
  return taken.ok ? redirect(`/checkout/${orderId}`, 303) : again(taken, undefined);
}

const again = (refusal: Refusal, chosen: string | undefined, chosenParts?: string) =>
  refusedForm(refusal, {}, { chosen, chosenParts });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(`Payment for order ${loaderData?.shown.order.number ?? ""}`, matches);

const canPay: readonly string[] = ["pay", "changed", "too-near"];

const titleOf = ({ stage, order: { number } }: ShownCheckout): string => {
  const purpose = stage.kind === "pay" ? stage.purpose : "full";
  if (purpose === "second") return `Pay the rest of order ${number}`;
  if (purpose === "change") return `Pay for the change of order ${number}`;
  if (purpose === "tip") return `A tip for order ${number}`;
  if (stage.kind === "pay" && stage.cents === 0) return `Confirm order ${number}`;
  return `${canPay.includes(stage.kind) ? "Pay" : "Payment"} for order ${number}`;
};

export default function Checkout({ loaderData: { shown, code }, actionData }: Route.ComponentProps) {
  const { answer: given, since, onInput } = useMended(actionData);
  const answer: Answer = { errors: {}, typed: code, ...given };
  const { order } = shown;
  return (
    <main id="main" className="wrap order" onInput={onInput}>
      <h1 className="d2">{titleOf(shown)}</h1>
      <p className="soft mt-2">
        {order.title} {order.test && <TagMark>test order, no real money</TagMark>}
      </p>
      {actionData && !answer.errors.code && (
        <div className="mt-6">
          <ErrorSummary
            errors={{ ...answer.errors, code: undefined }}
            labels={{ method: "Payment method" }}
            message={answer.message}
            since={since}
          />
        </div>
      )}
      <div className="split-form mt-10">
        <Stage shown={shown} answer={answer} />
        <aside className="stack [--gap:32px]" aria-label="Your order">
          <OrderBreakdown shown={shown} />
          {shown.preview && (
            <details className="group">
              <summary className="no-print flex min-h-14 items-center justify-between gap-4 border-t border-rule-strong font-semibold">
                Receipt preview
                <Icon of={ChevronDown} className="[transition:rotate_var(--duration-base)] group-open:rotate-180" />
              </summary>
              <ReceiptSheet receipt={shown.preview} />
            </details>
          )}
        </aside>
      </div>
    </main>
  );
}

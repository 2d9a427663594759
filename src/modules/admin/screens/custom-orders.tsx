import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { act, customOrdersQueue, lifeSetting, orderForAdmin } from "#src/modules/orders/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Empty } from "#src/ui/empty.tsx";
import { sendOrKeep, unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import { quoteField, readQuoteForm } from "../domain/quote-form.ts";
import type { Route } from "./+types/custom-orders.ts";
import { adminClock } from "./admin-clock.server.ts";
import { type QuoteRefused, RequestPanel } from "./custom-request.tsx";
import { RequestList } from "./request-list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const params = new URL(request.url).searchParams;
  const [queue, clock, life] = await Promise.all([
    customOrdersQueue(ctx, {}),
    adminClock(ctx, person),
    ctx.runtime.settings.get(lifeSetting),
  ]);
  const requests = orPage(queue, request).map(({ instructions: _, ...row }) => row);
  const wanted = params.get("order") ?? requests[0]?.id;
  const found = wanted ? await orderForAdmin(ctx, { orderId: wanted }) : null;
  const chosen = found?.ok && found.value.order.kind === "custom" ? found.value : null;
  return {
    ...clock,
    requests,
    alarmHours: life.quoteAlarmHours,
    leadHours: life.minimumLeadHours,
    chosen: chosen && {
      order: chosen.order,
      quote: chosen.quote,
      shown: chosen.shown,
      quotable: chosen.actions.some(({ action }) => action === "quote"),
    },
    gone: wanted !== undefined && chosen === null,
    did: flashOf(request),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "orders");
  const { orderId = "", seenVersion = "", ...typed } = await textsOf(request);
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { orderId }, quoteField);
  const read = readQuoteForm(typed);
  if (!read.ok) return again(read);
  const sent = await act(ctx, { orderId, action: "quote", seenVersion, quote: read.value });
  if (!sent.ok) return again(sent);
  return redirectWithFlash(`/admin/custom-orders?order=${orderId}`, "quote");
}

/** A scope that was written does not go with a page that cannot be reached. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const orderId = String((await request.clone().formData()).get("orderId") ?? "");
  return sendOrKeep(serverAction, { orderId });
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Custom orders · ${loaderData?.shop ?? ""}` }];

export default function CustomOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { requests, chosen, gone, now, zone, alarmHours, leadHours } = loaderData;
  const did = useFlash(loaderData.did || null);
  const refused: QuoteRefused | undefined = actionData;
  const clock = { now, zone };
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Custom orders</h1>
          <p className="soft">Requests that need a price, and quotes that wait for the client.</p>
        </div>
      </div>
      {did === "quote" && !refused && (
        <Notice tone="ok" title="The quote is sent. The client can pay now." live className="mb-6" />
      )}
      {gone && <Notice tone="warn" title="This request is not there any more." className="mb-6" />}
      {requests.length === 0 && !chosen ? (
        <div className="panel">
          <Empty title="No request waits" art>
            When a client asks for a quote, it shows up here. You write a price, the scope and a deadline.
          </Empty>
        </div>
      ) : (
        <div className="admin-grid requests-grid">
          <RequestList requests={requests} chosen={chosen?.order.id} clock={clock} alarmHours={alarmHours} />
          {chosen && (
            <RequestPanel
              key={`${chosen.order.id}-${chosen.order.version}`}
              chosen={chosen}
              clock={clock}
              leadHours={leadHours}
              refused={refused?.orderId === chosen.order.id ? refused : undefined}
            />
          )}
        </div>
      )}
    </>
  );
}

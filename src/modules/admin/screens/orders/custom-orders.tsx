import { data } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  act,
  customOrdersQueue,
  guidePrice,
  lifeSetting,
  orderForAdmin,
  type QueuedRequest,
  quoteTextsSetting,
  shownRounds,
} from "#src/modules/orders/index.server.ts";
import { mustRepeat } from "#src/modules/payments/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { Empty } from "#src/ui/empty.tsx";
import { sendOrKeep, unlessNotSent } from "#src/ui/keep-page.ts";
import { News } from "#src/ui/list/news.tsx";
import { useLiveList } from "#src/ui/live/use-live-list.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import { partsOf, quoteField, readQuoteForm } from "../../domain/quote-form.ts";
import { topicsOf } from "../../live-topics.ts";
import type { Route } from "./+types/custom-orders.ts";
import { RequestPanel } from "./custom-request.tsx";
import { RequestList } from "./request-list.tsx";
import type { QuoteRefused } from "./request-props.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const params = new URL(request.url).searchParams;
  const [queue, clock, life, texts] = await Promise.all([
    customOrdersQueue(ctx, {}),
    readerClock(ctx, person),
    ctx.runtime.settings.get(lifeSetting),
    ctx.runtime.settings.get(quoteTextsSetting),
  ]);
  const requests = orPage(queue, request).map(({ instructions: _, ...row }) => row);
  const wanted = params.get("order") ?? requests[0]?.id;
  const found = wanted ? await orderForAdmin(ctx, { orderId: wanted }) : null;
  const chosen = found?.ok && found.value.order.kind === "custom" ? found.value : null;
  const quotable = chosen?.actions.some(({ action }) => action === "quote") ?? false;
  const guide = chosen && quotable ? await guidePrice(ctx, { orderId: chosen.order.id }) : null;
  return {
    ...clock,
    ...{ rows: requests, me: person.id, topics: topicsOf(person, ["orders"]) },
    alarmHours: life.quoteAlarmHours,
    form: { leadHours: life.minimumLeadHours, validHours: life.quoteHours, scope: texts.scope },
    chosen: chosen && {
      order: chosen.order,
      quote: chosen.quote,
      rounds: shownRounds(chosen.rounds, { zone: clock.zone, client: chosen.order.clientName }),
      shown: chosen.shown,
      quotable,
      guide: guide?.ok ? guide.value : null,
    },
    gone: wanted !== undefined && chosen === null,
    did: flashOf(request),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "orders");
  const { orderId = "", seenVersion = "", ...typed } = await textsOf(request);
  if (typed.intent === "more") {
    const values = { ...typed, parts: String(partsOf(typed) + 1) };
    return data<QuoteRefused>({ errors: {}, values, orderId });
  }
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { orderId }, quoteField);
  const read = readQuoteForm(typed);
  if (!read.ok) return again(read);
  const { cents } = read.value;
  const asked = await mustRepeat(ctx, typed.repeat ?? "", [{ cents, text: `Quote of ${formatUsd(cents)}` }]);
  if (asked) return again(asked);
  const sent = await act(ctx, { orderId, action: "quote", seenVersion, quote: read.value });
  if (!sent.ok) return again(sent);
  const next = await nextRequest(ctx, orderId);
  return redirectWithFlash(`/admin/custom-orders?order=${next ?? orderId}`, next ? "quote-next" : "quote");
}

const needsQuote = ({ status, quoteEnded }: QueuedRequest): boolean => status === "pending" && !quoteEnded;

/** The request that has waited longest for a price, beside the one that was just answered. */
async function nextRequest(ctx: Ctx, done: string): Promise<string | undefined> {
  const queue = await customOrdersQueue(ctx, {});
  return queue.ok ? queue.value.find((row) => row.id !== done && needsQuote(row))?.id : undefined;
}

const sentMessages: Readonly<Record<string, string>> = {
  quote: "The quote is sent, and the client can accept it now. No other request waits.",
  "quote-next": "The quote is sent. This is the next request.",
};

/** A scope that was written does not go with a page that cannot be reached. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const orderId = String((await request.clone().formData()).get("orderId") ?? "");
  return sendOrKeep(serverAction, { orderId });
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Custom orders", matches);

export default function CustomOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, changes, show } = useLiveList(loaderData);
  const { chosen, gone, now, zone, alarmHours, form } = loaderData;
  const requests = shown.rows;
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
        <News changes={changes} show={show} />
      </div>
      {did && sentMessages[did] && !refused && <Notice tone="ok" title={sentMessages[did]} live className="mb-6" />}
      {gone && <Notice tone="warn" title="This request no longer waits." className="mb-6" />}
      {requests.length === 0 && !chosen ? (
        <div className="panel">
          <Empty title="No request waits" art>
            When a client asks for a quote, you see it here. You write a price, the scope and a deadline.
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
              form={form}
              refused={refused?.orderId === chosen.order.id ? refused : undefined}
            />
          )}
        </div>
      )}
    </>
  );
}

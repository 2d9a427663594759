import { data } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  act,
  customOrdersQueue,
  guidePrice,
  guidePrices,
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
import { countUpTo } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { invalid, type Refusal } from "#src/shared/outcome.ts";
import { matchesSearch } from "#src/shared/search.ts";
import { sendOrKeep, unlessNotSent } from "#src/ui/keep-page.ts";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { type RequestGroup, requestsAddress } from "../../domain/admin-address.ts";
import { isScopeUntouched, partsOf, quoteField, readQuoteForm, withGuide } from "../../domain/step-form.ts";
import { topicsOf } from "../../live-topics.ts";
import type { Route } from "./+types/custom-orders.ts";
import type { QuoteRefused } from "./custom-request.tsx";
import { OpenedRequest } from "./custom-request.tsx";
import { needsQuote, requestList } from "./request-list.tsx";

type Asked = Pick<QueuedRequest, "status" | "quoteEnded">;
const inGroup: Readonly<Record<RequestGroup, (row: Asked) => boolean>> = {
  all: () => true,
  quote: needsQuote,
  sent: ({ status }) => status === "quoted",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "orders");
  const ask = requestsAddress.read(new URL(request.url).searchParams);
  const [queue, clock, life, texts] = await Promise.all([
    customOrdersQueue(ctx, {}),
    readerClock(ctx, person),
    ctx.runtime.settings.get(lifeSetting),
    ctx.runtime.settings.get(quoteTextsSetting),
  ]);
  const all = orPage(queue, request).map(({ instructions: _, ...row }) => row);
  const waiting = all.filter(needsQuote);
  const guides = orPage(await guidePrices(ctx, { orderIds: waiting.map(({ id }) => id) }), request);
  const fits = ({ title, number, clientName }: (typeof all)[number]) =>
    matchesSearch(`${title} ${number} ${clientName}`, ask.search);
  const rows = all
    .filter((row) => inGroup[ask.group](row) && fits(row))
    .map((row) => ({
      ...row,
      guideCents: guides.get(row.id) ?? null,
    }));
  const wanted = ask.order || rows[0]?.id;
  const found = wanted ? await orderForAdmin(ctx, { orderId: wanted }) : null;
  const chosen = found?.ok && found.value.order.kind === "custom" ? found.value : null;
  const quotable = chosen?.actions.some(({ action }) => action === "quote") ?? false;
  const guide = chosen && quotable ? await guidePrice(ctx, { orderId: chosen.order.id }) : null;
  return {
    ...clock,
    ...{ ask, rows, me: person.id, topics: topicsOf(person, ["orders"]) },
    counts: {
      all: countUpTo(all.length),
      quote: countUpTo(waiting.length),
      sent: countUpTo(all.filter(inGroup.sent).length),
    },
    opened: chosen?.order.id,
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
  if (typed.intent === "guide") {
    const guide = await guidePrice(ctx, { orderId });
    const values = withGuide(typed, guide.ok ? guide.value.suggested : null);
    return data<QuoteRefused>({ errors: {}, values, orderId });
  }
  const again = (refusal: Refusal, more: Record<string, string> = {}) =>
    refusedForm(refusal, { ...typed, ...more }, { orderId }, quoteField);
  const read = readQuoteForm(typed);
  if (!read.ok) return again(read);
  if (typed.scopeAsked !== "1" && (await isScopeAsIs(ctx, orderId, read.value.scope)))
    return again(invalid([{ path: "scope", message: scopeQuestion }]), { scopeAsked: "1" });
  const { cents } = read.value;
  const asked = await mustRepeat(ctx, typed.repeat ?? "", [{ cents, text: `Quote of ${formatUsd(cents)}` }]);
  if (asked) return again(asked);
  const sent = await act(ctx, { orderId, action: "quote", seenVersion, quote: read.value });
  if (!sent.ok) return again(sent);
  const next = await nextRequest(ctx, orderId);
  return redirectWithFlash(`/admin/custom-orders?order=${next ?? orderId}`, next ? "quote-next" : "quote");
}

const scopeQuestion = "This is the template as it is. Write what this price includes, or send it once more as it is.";

/** Whether a first quote goes out with the operator's template, in which nothing was written. */
async function isScopeAsIs(ctx: Ctx, orderId: string, scope: string): Promise<boolean> {
  const [found, texts] = await Promise.all([
    orderForAdmin(ctx, { orderId }),
    ctx.runtime.settings.get(quoteTextsSetting),
  ]);
  return found.ok && !found.value.quote && isScopeUntouched(scope, texts.scope, found.value.order);
}

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
  const { chosen, gone, rows } = loaderData;
  const did = useFlash(loaderData.did || null);
  return (
    <ListPage
      title="Custom orders"
      lede="Requests that need a price, and quotes that wait for the client."
      list={requestList}
      loaded={loaderData}
    >
      {did && sentMessages[did] && !actionData && <Notice tone="ok" title={sentMessages[did]} live className="mb-6" />}
      {gone && <Notice tone="warn" title="This request no longer waits." className="mb-6" />}
      {chosen && !rows.some(({ id }) => id === chosen.order.id) && (
        <div className="panel panel-pad mb-6">
          <OpenedRequest />
        </div>
      )}
    </ListPage>
  );
}

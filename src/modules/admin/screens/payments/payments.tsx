import { redirect } from "react-router";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  compareNow,
  differences,
  ledgerList,
  moneyCountMost,
  moneyReports,
  moneySums,
  moneyToDo,
  receivedList,
  refundList,
  retryEvent,
} from "#src/modules/payments/index.server.ts";
import { type Balances, receivedOf, releasedOf } from "#src/modules/payments/index.ts";
import { flashOf } from "#src/platform/flash.ts";
import { answerStep } from "#src/platform/posted-steps.ts";
import { refusedForm, textsIn, typedIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd, percentIn } from "#src/shared/money.ts";
import type { Refusal, RefusedForm } from "#src/shared/outcome.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { moneyAddress, monthChoices, monthNow, periodOf } from "../../domain/money-address.ts";
import { topicsOf } from "../../live-topics.ts";
import { again, type Refused, refundSteps, waitingRefundFlashes } from "../orders/submit-order-step.server.ts";
import type { Route } from "./+types/payments.ts";
import { LedgerSums, ledgerTab, receivedTab, refundTab } from "./money-lists.tsx";
import { reportLists, reportsTab } from "./money-reports.tsx";
import { CheckLine, todoCount, todoOf, todoTab } from "./money-todo-list.tsx";
import { WaitingRefunds } from "./waiting-refunds.tsx";

/** "3 percent", "under 1 percent" */
const share = (cents: number, all: number): string => {
  const percent = percentIn(Math.max(0, cents), all);
  return percent === 0 && cents > 0 ? "under 1 percent" : counted(percent, "percent", "percent");
};

/** The sentence of the ledger as a picture: what is held, released, gone and left over is all that was received. */
const MoneyBar = ({ balances }: { balances: Balances }) => {
  const { held, surplus, refunds, chargebacks } = balances;
  const [received, released] = [receivedOf(balances), releasedOf(balances)];
  const difference = held + surplus + released + refunds + chargebacks - received;
  const parts = [
    { key: "held", fill: "fill-chart-1", mark: "bg-chart-1", name: "Held", cents: held, note: "for work in progress" },
    {
      key: "out",
      fill: "fill-chart-2",
      mark: "bg-chart-2",
      name: "Released",
      cents: released,
      note: "writers, us, fees",
    },
    {
      key: "back",
      fill: "fill-rule-strong",
      mark: "bg-rule-strong",
      name: "Refunded",
      cents: refunds,
      note: "sent back",
    },
    {
      key: "bank",
      fill: "fill-chart-5",
      mark: "bg-chart-5",
      name: "Charged back",
      cents: chargebacks,
      note: "taken by banks",
    },
    {
      key: "over",
      fill: "fill-chart-3",
      mark: "bg-chart-3",
      name: "Surplus",
      cents: surplus,
      note: surplus === 0 ? "nothing waits" : "goes back",
    },
  ];
  const drawn = parts.map((part, at) => ({
    ...part,
    x: parts.slice(0, at).reduce((sum, { cents }) => sum + Math.max(0, cents), 0),
    width: Math.max(0, part.cents),
  }));
  const label = parts.map(({ name, cents }) => `${name} ${share(cents, received)}`).join(", ");
  return (
    <section className="pt-5 pb-6" aria-labelledby="onebar-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="label" id="onebar-title">
          Where all received money is
        </h2>
        <p className="num">
          <b
            className="mr-1.5 [border-bottom:4px_double_var(--color-ink)] [font:440_1.5rem/1.875rem_var(--font-serif)]"
            translate="no"
          >
            {formatUsd(received)}
          </b>{" "}
          <span className="muted">{`received, difference ${formatUsd(difference)}`}</span>
        </p>
      </div>
      <svg
        className="mt-3 mb-2.5 h-7 w-full rounded-xs border border-edge bg-sheet"
        viewBox={`0 0 ${Math.max(1, received)} 28`}
        preserveAspectRatio="none"
        role="img"
        aria-label={received === 0 ? "Nothing was received yet" : label}
      >
        {drawn.map(
          ({ key, fill, x, width }) =>
            width > 0 && (
              <rect
                key={key}
                className={`${fill} stroke-sheet stroke-1 [vector-effect:non-scaling-stroke]`}
                x={x}
                width={width}
                height="28"
              />
            ),
        )}
      </svg>
      <dl className="grid grid-cols-[repeat(5,auto)] justify-between gap-x-6 gap-y-2 max-lg:grid-cols-[repeat(3,auto)] max-md:grid-cols-1 max-md:gap-0">
        {parts.map(({ key, mark, name, cents, note }) => (
          <div
            key={key}
            className="border-rule max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:border-t max-md:py-[7px]"
          >
            <dt className="flex items-center gap-2 text-sm leading-5 text-ink-2">
              <i className={`size-3 rounded-xs ${mark}`} />
              {name}
            </dt>
            <dd className="num strong pl-5 max-md:col-start-2 max-md:row-start-1 max-md:pl-0" translate="no">
              {formatUsd(cents)}
            </dd>
            <dd className="num pl-5 text-sm leading-4.5 text-ink-3 max-md:col-start-1 max-md:row-start-2">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** `?inbox-older=…`: each list of the reports is walked by itself. */
const startsOf = (asked: URLSearchParams) =>
  Object.fromEntries(
    reportLists.map((list) => {
      const [older, newer] = [asked.get(`${list}-older`), asked.get(`${list}-newer`)];
      return [list, { ...(older && { older }), ...(newer && { newer }) }];
    }),
  );

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "money");
  const clock = await readerClock(ctx, person);
  const params = new URL(request.url).searchParams;
  const read = moneyAddress.read(params);
  const ask = { ...read, month: read.month || monthNow(clock) };
  const waits = orPage(await moneyToDo(ctx, {}), request);
  const page = { ...clock, me: person.id, topics: topicsOf(person, ["money"]), ask, todo: todoCount(waits) };
  if (ask.tab === "todo") {
    const { balances, broken } = orPage(await moneySums(ctx, {}), request);
    const found = orPage(await differences(ctx, {}), request);
    const done = waitingRefundFlashes[flashOf(request)] ?? null;
    const rows = todoOf(waits, clock);
    return { ...page, tab: "todo" as const, rows, waiting: waits.waiting, balances, broken, found, done };
  }
  if (ask.tab === "reports") {
    const reports = orPage(await moneyReports(ctx, startsOf(params)), request);
    const found = orPage(await differences(ctx, {}), request);
    const rows = [...reports.inbox.rows, ...reports.disputes.rows].map((row): { id: string } => row);
    return { ...page, tab: "reports" as const, rows, reports, found };
  }
  const period = periodOf(ask.month, clock);
  const { search, kind, older, newer } = ask;
  const asked = { search, kind, older, newer, from: period.from, before: period.before };
  const listed = { ...page, period, months: monthChoices(ask.month, clock), countMost: moneyCountMost };
  switch (ask.tab) {
    case "received":
      return { ...listed, tab: "received" as const, ...orPage(await receivedList(ctx, asked), request) };
    case "refunds":
      return { ...listed, tab: "refunds" as const, ...orPage(await refundList(ctx, asked), request) };
    case "ledger":
      return { ...listed, tab: "ledger" as const, ...orPage(await ledgerList(ctx, asked), request) };
  }
}

const isOfStep = (answer: RefusedForm): answer is Refused => "step" in answer && "labels" in answer;

/** Approves or withdraws a waiting refund; a proof of identity in the form is checked first. */
function submitWaitingRefund(ctx: Ctx, request: Request, form: FormData, step: string) {
  const typed = typedIn(form, step);
  const refuse = (refusal: Refusal) => again(refusal, step, typed, {});
  return withProof(ctx, request.headers, form, {
    take: (known) => answerStep(refundSteps, step, { ctx: known, typed }, { page: moneyAddress.path, again: refuse }),
    again: refuse,
  });
}

/** The tab from which a form was sent. */
const tabOf = ({ url }: Request): string => moneyAddress.to(moneyAddress.read(new URL(url).searchParams));

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const form = await request.formData();
  const { event, compare, step = "" } = textsIn(form);
  if (Object.hasOwn(refundSteps, step)) return submitWaitingRefund(ctx, request, form, step);
  const done = compare ? await compareNow(ctx) : await retryEvent(ctx, { eventId: event });
  return done.ok ? redirect(tabOf(request), 303) : refusedForm(done);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Payments", matches);

const head = {
  title: "Payments",
  lede: "US dollars, test orders not counted.",
  acts: (
    <>
      <LinkButton variant="outline" small to="/admin/payments/payouts">
        Payouts
      </LinkButton>
      <LinkButton variant="outline" small to="/admin/payments/bank">
        Bank account
      </LinkButton>
    </>
  ),
};

type Data = Route.ComponentProps["loaderData"];
type TodoProps = { loaded: Extract<Data, { tab: "todo" }>; answer: Route.ComponentProps["actionData"] };

const ToDo = ({ loaded, answer }: TodoProps) => {
  const done = useFlash(loaded.done);
  const refused = answer && isOfStep(answer) ? answer : undefined;
  return (
    <ListPage
      {...head}
      list={todoTab}
      loaded={loaded}
      frame={(rows, { balances, broken, waiting, found, zone }) => (
        <>
          {done && !answer && <Notice tone="ok" title={done} live className="mt-4" />}
          {answer?.message && !answer.stepUp && (
            <Notice tone="warn" title={answer.message} live className="mt-4">
              Nothing was changed.
            </Notice>
          )}
          {broken.length > 0 && (
            <Notice tone="bad" title="The ledger does not add up." className="mt-4">
              {`${broken.join("; ")}. Stop all payouts and check the log.`}
            </Notice>
          )}
          <MoneyBar balances={balances} />
          <WaitingRefunds refunds={waiting} zone={zone} asks={{ version: "", refused }} linked />
          {rows}
          <CheckLine found={found} />
        </>
      )}
    />
  );
};

/** All money of the shop: what waits for an admin, what came and went back, every entry of the ledger, reports. */
export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.tab) {
    case "todo":
      return <ToDo loaded={loaderData} answer={actionData} />;
    case "received":
      return <ListPage key="received" {...head} list={receivedTab} loaded={loaderData} />;
    case "refunds":
      return <ListPage key="refunds" {...head} list={refundTab} loaded={loaderData} />;
    case "ledger":
      return (
        <ListPage
          key="ledger"
          {...head}
          list={ledgerTab}
          loaded={loaderData}
          frame={(rows, view) => (
            <>
              {rows}
              <LedgerSums {...view} />
            </>
          )}
        />
      );
    case "reports":
      return <ListPage key="reports" {...head} list={reportsTab} loaded={loaderData} />;
  }
}

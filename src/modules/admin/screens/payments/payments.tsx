import { redirect } from "react-router";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { waitingRefunds } from "#src/modules/orders/index.server.ts";
import { compareNow, differences, moneyOverview, retryEvent } from "#src/modules/payments/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn, typedIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { notFound, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Download } from "#src/ui/icons.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import { News } from "#src/ui/list/news.tsx";
import { useLiveList } from "#src/ui/live/use-live-list.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import { topicsOf } from "../../live-topics.ts";
import { again, type Refused, waitingRefundFlashes, waitingRefundTakers } from "../orders/submit-order-step.server.ts";
import type { Route } from "./+types/payments.ts";
import { PaymentDifferences } from "./payment-differences.tsx";
import { PaymentEvents } from "./payment-events.tsx";
import { PaymentAttempts, PaymentDisputes, PaymentLedger, PaymentRefunds, paymentLists } from "./payment-lists.tsx";
import { PaymentSums } from "./payment-sums.tsx";
import { WaitingRefunds } from "./waiting-refunds.tsx";

/** `?attempts-older=…`: each list is walked by itself. */
const startsOf = (asked: URLSearchParams) =>
  Object.fromEntries(
    paymentLists.map((list) => {
      const [older, newer] = [asked.get(`${list}-older`), asked.get(`${list}-newer`)];
      return [list, { ...(older && { older }), ...(newer && { newer }) }];
    }),
  );

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "money");
  const [money, found, clock, waiting] = await Promise.all([
    moneyOverview(ctx, startsOf(new URL(request.url).searchParams)),
    differences(ctx, {}),
    readerClock(ctx, person),
    waitingRefunds(ctx, {}),
  ]);
  const shown = { money: orPage(money, request), found: orPage(found, request), waiting: orPage(waiting, request) };
  const { ledger, attempts, failed, inbox, refunds, disputes } = shown.money;
  const rows = [ledger, attempts, failed, inbox, refunds, disputes].flatMap((list): { id: string }[] => [...list.rows]);
  const live = { me: person.id, topics: topicsOf(person, ["money"]), rows };
  return { ...clock, ...live, ...shown, done: waitingRefundFlashes[flashOf(request)] ?? null };
}

const isOfStep = (answer: RefusedForm): answer is Refused => "step" in answer && "labels" in answer;

/** Approves or withdraws a waiting refund; a proof of identity in the form is checked first. */
function submitWaitingRefund(ctx: Ctx, request: Request, form: FormData, step: string) {
  const typed = typedIn(form, step);
  const refuse = (refusal: Refusal) => again(refusal, step, typed, {});
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const taken = (await waitingRefundTakers[step]?.(known, typed)) ?? notFound();
      return taken.ok ? redirectWithFlash("/admin/payments", step) : refuse(taken);
    },
    again: refuse,
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const form = await request.formData();
  const { event, compare, step = "" } = textsIn(form);
  if (Object.hasOwn(waitingRefundTakers, step)) return submitWaitingRefund(ctx, request, form, step);
  if (compare) {
    const compared = await compareNow(ctx);
    return compared.ok ? redirect("/admin/payments", 303) : refusedForm(compared);
  }
  const tried = await retryEvent(ctx, { eventId: event });
  return tried.ok ? redirect(`/admin/payments${new URL(request.url).search}#inbox`, 303) : refusedForm(tried);
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Payments", matches);

/** A file for the bookkeeping; empty days leave that end of the period open. */
const ExportForm = () => (
  <form method="get" action="/admin/payments/export.csv" className="row mb-4 items-end [--gap:12px]">
    <Field name="what" label="Export">
      <Select defaultValue="register">
        <option value="register">Receipts and credit notes</option>
        <option value="payouts">Payouts</option>
        <option value="ledger">Ledger</option>
      </Select>
    </Field>
    <Field name="from" label="From">
      <Input type="date" />
    </Field>
    <Field name="to" label="To">
      <Input type="date" />
    </Field>
    <Button variant="outline" icon={Download}>
      Download
    </Button>
  </form>
);

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, changes, show } = useLiveList(loaderData);
  const { money, found, zone, waiting } = shown;
  const done = useFlash(loaderData.done);
  const asked = actionData && isOfStep(actionData) ? actionData : undefined;
  const lists = { money, zone };
  return (
    <>
      <div className="work-head">
        <div>
          <h1 className="d3">Payments</h1>
          <p className="soft">US dollars, test orders not counted.</p>
        </div>
        <News changes={changes} show={show} />
        <div className="row [--gap:12px]">
          <LinkButton variant="outline" small to="/admin/payments/payouts">
            Payouts
          </LinkButton>
          <LinkButton variant="outline" small to="/admin/payments/bank">
            Bank account
          </LinkButton>
        </div>
      </div>
      <ExportForm />
      {done && !actionData && <Notice tone="ok" title={done} live className="mb-4" />}
      {actionData?.message && !actionData.stepUp && (
        <Notice tone="warn" title={actionData.message} live className="mb-4">
          Nothing was changed.
        </Notice>
      )}
      {money.broken.length > 0 && (
        <Notice tone="bad" title="The ledger does not add up." className="mb-4">
          {`${money.broken.join("; ")}. Stop all payouts and check the log.`}
        </Notice>
      )}
      <WaitingRefunds refunds={waiting} zone={zone} asks={{ version: "", refused: asked }} linked />
      <PaymentSums balances={money.balances} />
      <div className="stack [--gap:24px]">
        <PaymentDifferences found={found} zone={zone} />
        <PaymentDisputes {...lists} />
        <PaymentLedger {...lists} />
        <PaymentAttempts {...lists} />
        <PaymentEvents {...lists} />
        <PaymentRefunds {...lists} />
      </div>
    </>
  );
}

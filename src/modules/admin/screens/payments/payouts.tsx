import { useState } from "react";
import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  type PayoutTotals,
  payableAmong,
  payoutSetting,
  payoutsOverview,
  startPayouts,
} from "#src/modules/payments/index.server.ts";
import { nextPayoutDay, rhythmLabel } from "#src/modules/payments/index.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { newId } from "#src/platform/ids.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { invalid, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { formatDay, localOf, nearMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { RepeatSum } from "#src/ui/ask-once-more.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { ConfirmActions, Question } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { topicsOf } from "../../live-topics.ts";
import type { Route } from "./+types/payouts.ts";
import { LeftOutFields, leftOutIn, type PayoutAnswer, PayoutReview, sumOf } from "./payout-review.tsx";
import { PayoutSteps, useLivePayouts } from "./payout-steps.tsx";
import { RunsTable, WaitingTable } from "./payout-tables.tsx";

type Props = { totals: PayoutTotals; answer: PayoutAnswer; runId: string; fresh: boolean };

const Start = ({ totals, answer, runId, fresh }: Props) => {
  const busy = useSent()?.get("step") === "start";
  const reasons = new Map(answer.leftOut.map(({ writerId, reason }) => [writerId, reason]));
  const left = answer.out;
  const cents = totals.cents - sumOf(left);
  return (
    <Form method="post" className="stack [--gap:16px]" preventScrollReset>
      <input type="hidden" name="step" value="start" />
      <input type="hidden" name="runId" value={runId} />
      <input type="hidden" name="seenCents" value={cents} />
      <LeftOutFields leftOut={answer.leftOut} />
      <p>
        {`${counted(totals.writers - left.length, "writer")} will be paid ${formatUsd(cents)}. The sums are fixed, and the money is no longer earned for the next payout. Nothing is sent: you get the files, send the money, and mark it as sent.`}
      </p>
      {left.length > 0 && (
        <div>
          <h3 className="label">Left out, and what the writer reads</h3>
          <ul className="stack [--gap:4px]">
            {left.map((one) => (
              <li key={one.writerId} className="wrap-anywhere">
                <b>{one.name}</b>, <span translate="no">{formatUsd(one.cents)}</span>
                <span className="small muted block">{reasons.get(one.writerId)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <RepeatSum text={answer.repeat} />
      {!fresh && (
        <NoScript>
          <LinkButton small to={`/confirm-identity?next=${encodeURIComponent("/admin/payments/payouts")}`}>
            Confirm that it is you, then start
          </LinkButton>
        </NoScript>
      )}
      {cents > 0 ? (
        <ConfirmActions>
          <Button small busy={busy} {...(!fresh && { className: "js-only" })}>
            {busy ? "Starting" : `Start, ${formatUsd(cents)}`}
          </Button>
        </ConfirmActions>
      ) : (
        <p className="strong">Nobody is left in this payout.</p>
      )}
    </Form>
  );
};

/** Asks before the sums are fixed. Without scripts the question stands above the list. */
const PayoutStart = (props: Props) => {
  const hydrated = useHydrated();
  const [closed, setClosed] = useState<PayoutAnswer | null>(null);
  if (!hydrated)
    return (
      <Panel title="Start the payout?" pad>
        <Start {...props} />
      </Panel>
    );
  return (
    <Question open={closed !== props.answer} setOpen={() => setClosed(props.answer)} title="Start the payout?">
      <Start {...props} />
    </Question>
  );
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const admin = requireAdmin(ctx, request, "money");
  const { searchParams } = new URL(request.url);
  const older = searchParams.get("older")?.slice(0, 100);
  const page = readCount(searchParams.get("page") ?? "", { least: 1, most: 1_000 });
  const shown = orPage(await payoutsOverview(ctx, { older, ...(page.ok && { page: page.value }) }), request);
  const clock = await readerClock(ctx, admin);
  const { pauseHours, ...rhythm } = await ctx.runtime.settings.get(payoutSetting);
  const day = nextPayoutDay(rhythm, localOf(clock.now, clock.zone).date);
  return {
    ...{ ...clock, me: admin.id, topics: topicsOf(admin, ["money"]) },
    ...{ ...shown, pauseHours, runId: newId(), fresh: isFresh(admin, clock.now) },
    nextDay: formatDay(new Date(`${day}T12:00:00Z`), "UTC"),
    rhythm: rhythmLabel(rhythm),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const form = await request.formData();
  const texts = textsIn(form);
  const { runId = "", seenCents = "", step = "" } = texts;
  const leftOut = leftOutIn(texts);
  /** Who is left out stands on every page of the list. */
  const out = orPage(await payableAmong(ctx, { ids: leftOut.map(({ writerId }) => writerId) }), request);
  if (step === "page") return { ...asked, leftOut, out, step: "" };
  const review = { leftOut, out, step };
  if (step === "review") {
    const withoutReason = leftOut.filter(({ reason }) => reason.length < 3);
    const message = "Write why, in at least one word.";
    const fields = withoutReason.map(({ writerId }) => ({ path: `why.${writerId}`, message }));
    return fields.length > 0
      ? refusedForm(invalid(fields), texts, { leftOut, out, step: "" })
      : { ...asked, ...review };
  }
  const again = (refusal: Refusal) => refusedForm(refusal, {}, { leftOut, out, step: "review" });
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const started = await startPayouts(known, { runId, seenCents, leftOut, repeat: texts.repeat ?? "" });
      if (!started.ok) return again(started);
      return redirectWithFlash(`/admin/payments/payouts/${started.value.runId}`, "started");
    },
    again,
  });
}

/** Nothing is wrong with the form: it is shown for review. */
const asked: RefusedForm = { errors: {}, values: {} };

/** Also after a refusal: a conflict means that the page shows an old list. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Payouts", matches);

/** What is owed to writers: who can be paid now, who waits and why, and the payouts that were. */
export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  const { totals, waiting, waitingWriters, runs, older, zone, now, nextDay, rhythm, runId, fresh } = loaderData;
  useLivePayouts(loaderData);
  const reviewed = actionData?.step === "review" && !actionData.stepUp ? actionData : null;
  const out = actionData?.out ?? [];
  const open = runs.find(({ sending }) => sending > 0);
  return (
    <>
      <Crumbs steps={[{ to: "/admin/payments", label: "Payments" }, { label: "Payouts" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">Payouts</h1>
          <p className="soft mt-2">{`Payouts are made ${rhythm}. The next day is ${nextDay}. Test orders are not paid out.`}</p>
        </div>
        {open && (
          <div className="acts">
            <LinkButton small variant="outline" to={`/admin/payments/payouts/${open.id}`}>
              {`Mark as sent, ${open.paid} of ${open.payouts} done`}
            </LinkButton>
          </div>
        )}
      </div>
      <ConfirmDialog answer={actionData} className="mb-4" />
      {actionData?.message && !actionData.stepUp && !actionData.repeat && (
        <Notice tone="warn" live title={actionData.message} className="mb-4">
          Nothing was paid out.
        </Notice>
      )}
      <PayoutSteps
        now={reviewed ? "Start" : "Review"}
        notes={[
          nearMoment(now, zone, now),
          `${totals.writers - out.length} of ${counted(totals.writers, "writer")}`,
          "the sums are fixed",
          "one by one, or all",
        ]}
      />
      {reviewed && <PayoutStart totals={totals} answer={reviewed} runId={runId} fresh={fresh} />}
      <PayoutReview key={`${loaderData.page}`} shown={loaderData} answer={actionData} />
      <div className="stack mt-6 [--gap:24px]">
        {waiting.length > 0 && (
          <Panel title="Waits">
            <WaitingTable rows={waiting} all={waitingWriters} zone={zone} />
          </Panel>
        )}
        <Panel title="Earlier payouts">
          <RunsTable runs={runs} zone={zone} older={older} />
        </Panel>
      </div>
    </>
  );
}

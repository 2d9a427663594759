import { Link } from "react-router";
import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  confirmPayout,
  confirmRun,
  failPayout,
  type PayoutRunPage,
  payoutRun,
  takeBackSent,
} from "#src/modules/payments/index.server.ts";
import { methodInEnding } from "#src/modules/payments/index.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { formatDay, nearMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Download, Icon } from "#src/ui/icons.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { topicsOf } from "../../live-topics.ts";
import type { Route } from "./+types/payout-run.ts";
import { PayoutSteps, useLivePayouts } from "./payout-steps.tsx";
import { AllSent, JustSent, lastSent, SentTable } from "./sent-table.tsx";

export async function loader({ context, request, params: { runId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const admin = requireAdmin(ctx, request, "money");
  const shown = orPage(await payoutRun(ctx, { runId }), request);
  const clock = await readerClock(ctx, admin);
  return { ...clock, ...shown, me: admin.id, topics: topicsOf(admin, ["money"]), did: flashOf(request) };
}

type Sent = { ctx: Ctx; runId: string; payoutId: string; reference: string; reason: string };

const steps: PostedSteps<Sent> = {
  all: { run: ({ ctx, runId, reference }) => confirmRun(ctx, { runId, reference }), flash: null },
  failed: ({ ctx, payoutId, reason }) => failPayout(ctx, { payoutId, reason }),
  paid: { run: ({ ctx, payoutId, reference }) => confirmPayout(ctx, { payoutId, reference }), flash: null },
};

export async function action({ context, request, params: { runId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const form = await request.formData();
  const { payoutId = "", step = "", reference = "", reason = "" } = textsIn(form);
  const here = `/admin/payments/payouts/${runId}`;
  if (step === "undo") {
    const back = await takeBackSent(ctx, { payoutIds: form.getAll("payoutId") });
    return back.ok ? redirectWithFlash(here, "taken-back") : refusedForm(back, {}, { payoutId: "" });
  }
  const again = (refusal: Refusal) => refusedForm(refusal, { reference, reason }, { payoutId });
  const place = { page: here, again, others: steps.paid };
  return withProof(ctx, request.headers, form, {
    take: (known) => answerStep(steps, step, { ctx: known, runId, payoutId, reference, reason }, place),
    again,
  });
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

/** Files by how the money is sent. */
const fileLabels = { bank: "Bank", paypal: "PayPal", wise: "Wise", other: "Other services" } as const;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Payout", matches);

const doneMessages: Readonly<Record<string, string>> = {
  started: "The sums are fixed. Send the money with the files, then mark each payout as sent.",
  "taken-back": "It is taken back: still to send. Nobody got an e-mail.",
  failed: "It came back. The writer gets the money with the next payout.",
  held: "Nothing is sent from this shop before you release it on the System page.",
  "no-accounts": "Everything here has ended. The accounts are gone.",
};

type Payout = PayoutRunPage["payouts"][number];

const LeftOut = ({ rows }: { rows: PayoutRunPage["leftOut"] }) =>
  rows.length === 0 ? null : (
    <Panel title="Left out of this payout" pad>
      <ul className="stack [--gap:8px]">
        {rows.map(({ writerId, name, cents, reason }) => (
          <li key={writerId} className="wrap-anywhere">
            <Link to={`/admin/writers/${writerId}`}>{name}</Link>, <span translate="no">{formatUsd(cents)}</span>
            <span className="small muted block">{reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );

const sumIn = (payouts: PayoutRunPage["payouts"], state: Payout["state"]): number =>
  payouts.reduce((sum, one) => sum + (one.state === state ? one.cents : 0), 0);

/** One payout: the files to send, and what became of each writer's money. */
export default function PayoutRun({ loaderData, actionData }: Route.ComponentProps) {
  const { run, payouts, leftOut, zone, now, did, me } = loaderData;
  useLivePayouts(loaderData);
  const flash = useFlash(did || null);
  const message = !actionData && flash && Object.hasOwn(doneMessages, flash) ? doneMessages[flash] : undefined;
  const open = payouts.filter(({ state }) => state === "sending");
  const files = [...new Set(open.map(({ ending }) => methodInEnding(ending)))];
  const last = lastSent(payouts, me, now);
  const undoUntil = last[0]?.undoUntil;
  const sent = payouts.filter(({ state }) => state === "paid").length;
  const started = nearMoment(run.createdAt, zone, now);
  const sums = [
    `sent ${formatUsd(sumIn(payouts, "paid"))}`,
    `to send ${formatUsd(sumIn(payouts, "sending"))}`,
    `came back ${formatUsd(sumIn(payouts, "failed"))}`,
    `in total ${formatUsd(run.cents)}`,
  ];
  return (
    <>
      <Crumbs
        steps={[
          { to: "/admin/payments", label: "Payments" },
          { to: "/admin/payments/payouts", label: "Payouts" },
          { label: formatDay(run.createdAt, zone, now) },
        ]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3">{`Payout of ${formatDay(run.createdAt, zone, now)}`}</h1>
          <p className="soft mt-2 wrap-anywhere">{`Started by ${run.startedByName}, ${started}. The sums are fixed. Each download of a file is recorded.`}</p>
        </div>
        <div className="acts">
          {files.map((kind) => (
            <a
              key={kind}
              className="btn btn-outline btn-sm"
              href={`/admin/payments/payouts/${run.id}/bank.csv?for=${kind}`}
            >
              <Icon of={Download} />
              {`${fileLabels[kind]} file`}
            </a>
          ))}
        </div>
      </div>
      <ConfirmDialog answer={actionData} className="mb-4" />
      {actionData?.message && !actionData.stepUp && (
        <Notice tone="warn" live title={actionData.message} className="mb-4" />
      )}
      {undoUntil && <JustSent key={undoUntil.getTime()} payouts={last} until={undoUntil} now={now} />}
      {message && <Notice tone="ok" live title={message} className="mb-4" />}
      <PayoutSteps
        now="Mark as sent"
        notes={[
          started,
          `${payouts.length} of ${counted(payouts.length + leftOut.length, "writer")}`,
          started,
          `${sent} of ${payouts.length}`,
        ]}
      />
      <div className="stack [--gap:24px]">
        <Panel
          title="Send the money, then mark it here"
          aside={
            open.length > 1 && <AllSent cents={sumIn(payouts, "sending")} count={open.length} refused={actionData} />
          }
        >
          <SentTable payouts={payouts} refused={actionData} zone={zone} now={now} />
          <p className="panel-foot muted num px-5 py-4">{sums.join(", ")}</p>
        </Panel>
        <LeftOut rows={leftOut} />
      </div>
    </>
  );
}

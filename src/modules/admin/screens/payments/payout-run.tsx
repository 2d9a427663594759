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
} from "#src/modules/payments/index.server.ts";
import { accountText, payoutNumber } from "#src/modules/payments/index.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { Refusal, RefusedForm } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Download, Icon } from "#src/ui/icons.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { useFlash } from "#src/ui/use-flash.ts";
import { useSent } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/payout-run.ts";

export async function loader({ context, request, params: { runId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const admin = requireAdmin(ctx, request, "money");
  const shown = orPage(await payoutRun(ctx, { runId }), request);
  return { ...(await readerClock(ctx, admin)), ...shown, did: flashOf(request) };
}

export async function action({ context, request, params: { runId } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "money");
  const form = await request.formData();
  const { payoutId = "", step = "", reference = "", reason = "" } = textsIn(form);
  const failed = step === "failed";
  const all = step === "all";
  const again = (refusal: Refusal) => refusedForm(refusal, { reference, reason }, { payoutId });
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const ended = await (all
        ? confirmRun(known, { runId, reference })
        : failed
          ? failPayout(known, { payoutId, reason })
          : confirmPayout(known, { payoutId, reference }));
      const did = all ? "all-paid" : failed ? "failed" : "paid";
      return ended.ok ? redirectWithFlash(`/admin/payments/payouts/${runId}`, did) : again(ended);
    },
    again,
  });
}

/** Also after a refusal: a conflict means that the page shows an old state. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Payout run", matches);

const doneMessages: Readonly<Record<string, string>> = {
  started: "The run is ready. Send the file to your bank, then enter the bank's answers.",
  paid: "The payout is marked as sent. The writer gets an e-mail.",
  "all-paid": "All payouts of this run are marked as sent. Each writer gets an e-mail.",
  failed: "The payout came back. The writer gets the money with the next run.",
  held: "Nothing is sent from this shop before you release it on the System page.",
  "no-accounts": "Every payout of this run has ended. Its accounts are gone.",
};

type Payout = PayoutRunPage["payouts"][number];
type Refused = (RefusedForm & { payoutId: string }) | undefined;

const Ended = ({ payout, zone }: { payout: Payout; zone: string }) => {
  const { state, endedAt, reference, reason } = payout;
  const at = endedAt && formatMoment(endedAt, zone);
  if (state === "paid")
    return (
      <p className="small">
        <Status shape="check" tone="ok">
          Sent
        </Status>{" "}
        <span className="muted wrap-anywhere">{`${at}, reference ${reference}`}</span>
      </p>
    );
  return (
    <p className="small">
      <Status shape="alert" tone="warn">
        Came back
      </Status>{" "}
      <span className="muted wrap-anywhere">{`${at}: ${reason}`}</span>
    </p>
  );
};

/** The bank took the whole file: one reference for every payout that is on its way. */
const AllSent = ({ count, refused }: { count: number; refused: Refused }) => {
  const busy = useSent()?.get("step") === "all";
  const mine = refused?.payoutId === "" ? refused : undefined;
  return (
    <Form method="post" className="row items-end [--gap:12px]" preventScrollReset>
      <input type="hidden" name="step" value="all" />
      <Field
        name="reference"
        id="reference-all"
        label="The bank's reference of the whole file"
        error={mine?.errors.reference}
        className="grow"
      >
        <Input maxLength={140} autoComplete="off" defaultValue={mine?.values.reference} required />
      </Field>
      <Button small busy={busy}>
        {busy ? "Saving" : `Mark all ${count} as sent`}
      </Button>
    </Form>
  );
};

const LeftOut = ({ rows }: { rows: PayoutRunPage["leftOut"] }) =>
  rows.length === 0 ? null : (
    <Panel title="Left out of this run" pad>
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

const EndForm = ({ payout, refused, step }: { payout: Payout; refused: Refused; step: "paid" | "failed" }) => {
  const sent = useSent();
  const busy = sent?.get("payoutId") === payout.id && sent.get("step") === step;
  const name = step === "paid" ? "reference" : "reason";
  const mine = refused?.payoutId === payout.id ? refused : undefined;
  const label = step === "paid" ? "Reference on the bank statement" : "Why it came back";
  return (
    <Form method="post" className="row items-end [--gap:12px]" preventScrollReset>
      <input type="hidden" name="payoutId" value={payout.id} />
      <input type="hidden" name="step" value={step} />
      <Field
        name={name}
        id={`${name}-${payout.id}`}
        label={label}
        error={mine?.errors[name]}
        hint={step === "failed" ? "The writer reads it." : undefined}
        className="grow"
      >
        <Input maxLength={step === "paid" ? 140 : 300} autoComplete="off" defaultValue={mine?.values[name]} required />
      </Field>
      <Button small variant="outline" busy={busy}>
        {busy ? "Saving" : step === "paid" ? "Mark as sent" : "It came back"}
        <span className="vh">{`, payout ${payoutNumber(payout.number)}`}</span>
      </Button>
    </Form>
  );
};

const PayoutPart = ({ payout, refused, zone }: { payout: Payout; refused: Refused; zone: string }) => {
  const failing = refused?.payoutId === payout.id && refused.errors.reason !== undefined;
  return (
    <li className="payout-part">
      <div className="row justify-between [--gap:16px]">
        <div className="min-w-0">
          <h3 className="strong wrap-anywhere">
            <Link to={`/admin/writers/${payout.writerId}`}>{payout.name}</Link>
          </h3>
          <p className="small muted num">{`${payoutNumber(payout.number)}, ${accountText(payout.ending)}`}</p>
        </div>
        <b className="strong num" translate="no">
          {formatUsd(payout.cents)}
        </b>
      </div>
      <details>
        <summary className="small flex min-h-11 w-fit cursor-pointer items-center font-semibold text-pen">
          {payout.lines.length === 1 ? "1 order" : `${payout.lines.length} orders`}
        </summary>
        <ul className="pb-2">
          {payout.lines.map((line) => (
            <li key={line.orderId} className="small row justify-between [--gap:16px]">
              <span className="wrap-anywhere">{`${line.number} ${line.title}`}</span>
              <span className="num" translate="no">
                {formatUsd(line.cents)}
              </span>
            </li>
          ))}
        </ul>
      </details>
      {payout.state === "sending" ? (
        <>
          <EndForm payout={payout} refused={refused} step="paid" />
          <details open={failing}>
            <summary className="small flex min-h-11 w-fit cursor-pointer items-center font-semibold text-pen">
              The bank did not accept it
            </summary>
            <EndForm payout={payout} refused={refused} step="failed" />
          </details>
        </>
      ) : (
        <Ended payout={payout} zone={zone} />
      )}
    </li>
  );
};

const countOf = (payouts: PayoutRunPage["payouts"], state: Payout["state"]): number =>
  payouts.filter((one) => one.state === state).length;

/** One run: the file for the bank, and what became of each payout. */
export default function PayoutRun({ loaderData, actionData }: Route.ComponentProps) {
  const { run, payouts, leftOut, zone, did } = loaderData;
  const flash = useFlash(did || null);
  const message = !actionData && flash && Object.hasOwn(doneMessages, flash) ? doneMessages[flash] : undefined;
  const sending = countOf(payouts, "sending");
  const sums = [
    { name: "Whole run", value: formatUsd(run.cents) },
    { name: "On the way", value: String(sending) },
    { name: "Sent", value: String(countOf(payouts, "paid")) },
    { name: "Came back", value: String(countOf(payouts, "failed")) },
  ];
  return (
    <>
      <div className="work-head">
        <div>
          <p className="small mb-2">
            <Link to="/admin/payments/payouts">Payouts</Link>
          </p>
          <h1 className="d3">{`Run of ${formatMoment(run.createdAt, zone)}`}</h1>
          <p className="soft mt-2 wrap-anywhere">{`Started by ${run.startedByName}.`}</p>
        </div>
        {sending > 0 && (
          <a className="btn btn-outline btn-sm" href={`/admin/payments/payouts/${run.id}/bank.csv`}>
            <Icon of={Download} />
            File for the bank
          </a>
        )}
      </div>
      <ConfirmDialog answer={actionData} className="mb-4" />
      {actionData?.message && !actionData.stepUp && (
        <Notice tone="warn" live title={actionData.message} className="mb-4" />
      )}
      {message && <Notice tone="ok" live title={message} className="mb-4" />}
      <dl className="figs four">
        {sums.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Panel title="Payouts" aside={<span className="small muted">Each download of the file is recorded.</span>} pad>
        {sending > 1 && <AllSent count={sending} refused={actionData} />}
        <ul>
          {payouts.map((payout) => (
            <PayoutPart key={payout.id} payout={payout} refused={actionData} zone={zone} />
          ))}
        </ul>
      </Panel>
      <LeftOut rows={leftOut} />
    </>
  );
}

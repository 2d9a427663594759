import { Link } from "react-router";
import type { WaitingRefund } from "#src/modules/orders/index.server.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Money } from "#src/ui/table.tsx";
import { type Asks, StepForm } from "../orders/step-form.tsx";

/** The steps of a refund that waits; their forms stand on the order's page and on the one of payments. */
export const waitingRefundSteps = ["approve-refund", "withdraw-refund"] as const;

const doneBy: Readonly<Record<WaitingRefund["action"], string>> = {
  cancel: "Cancels the order",
  "give-back": "The order stays as it is",
  "decide-refund": "Decides the dispute: refund",
  "decide-complete": "Decides the dispute: the work is accepted",
};

const untilText = ({ alone, dueAt }: WaitingRefund, zone: string): string =>
  alone
    ? `Nobody else has the right to money, so it is sent automatically at ${formatMoment(dueAt, zone)}. Withdraw it if it is wrong.`
    : `Without an approval it ends at ${formatMoment(dueAt, zone)}.`;

type Props = { refunds: readonly WaitingRefund[]; zone: string; asks: Asks; linked?: boolean };

const One = ({ refund, zone, asks, linked }: Omit<Props, "refunds"> & { refund: WaitingRefund }) => {
  const { id, cents, alone } = refund;
  const refused = asks.refused?.values.refundId === id ? asks.refused : undefined;
  const mine = { version: asks.version, refused };
  return (
    <div className="stack [--gap:12px]">
      <div>
        {linked && (
          <p className="strong wrap-anywhere">
            <Link to={`/admin/orders/${refund.orderId}#money`}>{refund.title}</Link>{" "}
            <span className="num muted small" translate="no">
              {refund.number}
            </span>
          </p>
        )}
        <p className={linked ? undefined : "strong"}>
          A refund of <Money cents={cents} /> {` ${alone ? "will be sent automatically" : "waits for a second admin"}`}
        </p>
        <p className="small muted wrap-anywhere">
          {`${doneBy[refund.action]}. Asked by ${refund.askedByName}, ${formatMoment(refund.askedAt, zone)}.`}
        </p>
        {refund.reason && <p className="small brief-text wrap-anywhere">{refund.reason}</p>}
        <p className="small muted">{untilText(refund, zone)}</p>
        {!refund.mayApprove && !alone && refund.mayWithdraw && (
          <p className="small muted">You asked for it, so another admin with the right to money approves it.</p>
        )}
      </div>
      <div className="row items-start [--gap:12px]">
        {refund.mayApprove && (
          <StepForm {...mine} step="approve-refund" label={`Approve ${formatUsd(cents)}`} busyLabel="Approving">
            <input type="hidden" name="approve-refund.refundId" value={id} />
          </StepForm>
        )}
        {refund.mayWithdraw && (
          <StepForm
            {...mine}
            step="withdraw-refund"
            label="Withdraw the refund"
            busyLabel="Withdrawing"
            variant="outline"
          >
            <input type="hidden" name="withdraw-refund.refundId" value={id} />
          </StepForm>
        )}
      </div>
    </div>
  );
};

/** Refunds above the limit that wait for a second admin or for their time; nothing while there is none. */
export const WaitingRefunds = ({ refunds, ...rest }: Props) =>
  refunds.length === 0 ? null : (
    <section className="panel mb-6" id="waiting-refunds" aria-labelledby="waiting-refunds-title">
      <div className="panel-head">
        <h2 className="t3" id="waiting-refunds-title">
          {refunds.length === 1 ? "A refund waits" : "Refunds wait"}
        </h2>
      </div>
      <div className="panel-pad stack [--gap:24px]">
        {refunds.map((refund) => (
          <One key={refund.id} refund={refund} {...rest} />
        ))}
      </div>
    </section>
  );

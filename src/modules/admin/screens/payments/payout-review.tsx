import type { DuePayout, LeftOut } from "#src/modules/payments/index.server.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { RepeatSum } from "#src/ui/repeat-sum.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { PayableTable } from "./payout-tables.tsx";

type Answer = RefusedForm & { leftOut: LeftOut };
type Due = readonly DuePayout[];

/** Whom a form leaves out: `out.<writer>` is ticked, `why.<writer>` says why. */
export const leftOutIn = (texts: Readonly<Record<string, string>>): LeftOut =>
  Object.keys(texts).flatMap((name) => {
    const writerId = name.startsWith("out.") ? name.slice(4) : "";
    return writerId ? [{ writerId, reason: (texts[`why.${writerId}`] ?? "").trim() }] : [];
  });

/** Whom the next run pays; single writers can be left out, each with a reason. */
export const PayoutPrepare = ({ rows, refused }: { rows: Due; refused: Answer | undefined }) => {
  const busy = useSent()?.get("step") === "review";
  const { errors = {}, values = {} } = refused ?? {};
  if (rows.length === 0) return <PayableTable rows={rows} />;
  const labels = Object.fromEntries(
    rows.map(({ writerId, name }) => [`why.${writerId}`, `Why ${name} is not in this run`]),
  );
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="step" value="review" />
      {refused && Object.keys(errors).length > 0 && (
        <div className="px-5 pb-4">
          <ErrorSummary errors={errors} labels={labels} message={undefined} />
        </div>
      )}
      <PayableTable
        rows={rows}
        leaveOut={({ writerId, name }) => (
          <details open={values[`out.${writerId}`] !== undefined}>
            <summary className="small flex min-h-11 w-fit cursor-pointer items-center font-semibold text-pen">
              Leave out
              <span className="vh">{` ${name}`}</span>
            </summary>
            <div className="stack pb-3 [--gap:12px]">
              <Checkbox name={`out.${writerId}`} defaultChecked={values[`out.${writerId}`] !== undefined}>
                Not in this run
              </Checkbox>
              <Field
                name={`why.${writerId}`}
                label="Why"
                hint="Kept with the run."
                error={errors[`why.${writerId}`]}
                optional
              >
                <Input maxLength={300} autoComplete="off" defaultValue={values[`why.${writerId}`]} />
              </Field>
            </div>
          </details>
        )}
      />
      <div className="px-5 py-5">
        <Button small busy={busy}>
          {busy ? "Loading" : "Review the run"}
        </Button>
      </div>
    </Form>
  );
};

type ReviewProps = { shown: { payable: Due; runId: string; fresh: boolean }; answer: Answer };

/** What the run will do: whom it pays, who is left out and why. The button carries the whole sum. */
export const PayoutReview = ({ shown: { payable, runId, fresh }, answer }: ReviewProps) => {
  const busy = useSent()?.get("step") === "start";
  const reasons = new Map(answer.leftOut.map(({ writerId, reason }) => [writerId, reason]));
  const paid = payable.filter(({ writerId }) => !reasons.has(writerId));
  const out = payable.filter(({ writerId }) => reasons.has(writerId));
  const cents = paid.reduce((sum, one) => sum + one.cents, 0);
  return (
    <>
      <PayableTable rows={paid} />
      {out.length > 0 && (
        <div className="px-5 pt-5">
          <h3 className="label mb-1">Left out of this run</h3>
          <ul className="stack [--gap:8px]">
            {out.map(({ writerId, name, cents: waiting }) => (
              <li key={writerId} className="wrap-anywhere">
                <b>{name}</b>, <span translate="no">{formatUsd(waiting)}</span>
                <span className="small muted block">{reasons.get(writerId)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form method="post" className="stack px-5 py-5 [--gap:16px]" preventScrollReset>
        <input type="hidden" name="step" value="start" />
        <input type="hidden" name="runId" value={runId} />
        <input type="hidden" name="seenCents" value={cents} />
        {answer.leftOut.map(({ writerId, reason }) => (
          <div key={writerId}>
            <input type="hidden" name={`out.${writerId}`} value="on" />
            <input type="hidden" name={`why.${writerId}`} value={reason} />
          </div>
        ))}
        <RepeatSum text={answer.repeat} />
        {!fresh && (
          <NoScript>
            <LinkButton small to={`/confirm-identity?next=${encodeURIComponent("/admin/payments/payouts")}`}>
              Confirm that it is you, then pay out
            </LinkButton>
          </NoScript>
        )}
        <div className={fresh ? "row [--gap:12px]" : "js-only row [--gap:12px]"}>
          {cents > 0 && (
            <Button small busy={busy}>
              {busy ? "Starting" : `Pay out ${formatUsd(cents)}`}
            </Button>
          )}
          <LinkButton small variant="outline" to="/admin/payments/payouts">
            Change the list
          </LinkButton>
        </div>
      </Form>
    </>
  );
};

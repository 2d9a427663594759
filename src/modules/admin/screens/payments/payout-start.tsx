import { useState } from "react";
import type { PayoutTotals } from "#src/modules/payments/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { RepeatSum } from "#src/ui/ask-once-more.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { ConfirmActions, Question } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { LeftOutFields, type PayoutAnswer, sumOf } from "./payout-review.tsx";

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
export const PayoutStart = (props: Props) => {
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

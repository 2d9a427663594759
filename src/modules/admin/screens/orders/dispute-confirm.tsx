import { ConfirmHere, SentFields } from "#src/modules/accounts/index.screens.ts";
import type { MoneyOutcome } from "#src/modules/payments/index.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { minuteMs } from "#src/shared/units.ts";
import { Button } from "#src/ui/button.tsx";
import { ConfirmActions, Question } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { CircleCheck, Icon } from "#src/ui/icons.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { OrderPageData } from "./order.server.ts";
import { RefundSplit } from "./refund-forms.tsx";
import type { Refused } from "./submit-order-step.server.ts";

/** A refusal that the dialog answers: it asks who it is, and continues with the proof. */
export const isInDialog = (refused: Refused | undefined): boolean => refused?.stepUp === true;

/** When the admin proved to be it; what a larger refund needs besides is asked for when it is sent. */
const ConfirmedAt = ({ at, now }: { at: Date; now: Date }) => (
  <p className="row small soft flex-nowrap [--gap:10px]">
    <Icon of={CircleCheck} />
    {`You confirmed that it is you less than ${shortTime(now.getTime() - at.getTime() + minuteMs)} ago, so no password is needed.`}
  </p>
);

type Props = {
  shown: OrderPageData;
  now: Date;
  /** What the form of the decision held when its button was pressed. */
  sent: FormData;
  /** What the decision does; the server wants it repeated. */
  text: string;
  outcome: MoneyOutcome;
  /** What the client has besides the money. */
  keeps: string;
  refused: Refused | undefined;
  close: () => void;
};

/** The question before each decision in a dispute: what it does, when it takes effect, and what it leaves everybody. */
export const ConfirmDecision = ({ shown, now, sent, text, outcome, keeps, refused, close }: Props) => {
  const busy = useSent() !== undefined;
  const fields = new FormData();
  for (const [name, value] of sent) if (name !== "decide.repeat") fields.append(name, value);
  return (
    <Question open setOpen={close} title={`${text}?`}>
      <Form method="post" className="stack [--gap:20px]" preventScrollReset>
        <SentFields sent={fields} />
        <input type="hidden" name="decide.repeat" value={text} />
        <p>{`This decides the dispute. ${shown.effectAfter}`}</p>
        <div>
          <RefundSplit outcome={outcome} keeps={keeps} />
        </div>
        {shown.confirmedAt && !refused && <ConfirmedAt at={shown.confirmedAt} now={now} />}
        <ConfirmHere refused={refused} />
        <ConfirmActions keep="Back">
          <Button small busy={busy}>
            {busy ? "Deciding" : text}
          </Button>
        </ConfirmActions>
      </Form>
    </Question>
  );
};

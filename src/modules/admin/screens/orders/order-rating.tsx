import { mostRatingText, ratingText } from "#src/modules/orders/index.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { OrderPageData } from "./order.server.ts";
import { refusedIn } from "./step-form.tsx";
import type { Refused } from "./submit-order-step.server.ts";

type Props = { shown: OrderPageData; zone: string; refused: Refused | undefined };

const step = "rating-reply";

const Reply = ({ refused }: Pick<Props, "refused">) => {
  const busy = useSent()?.get("step") === step;
  const mine = refusedIn(refused, step);
  return (
    <Form method="post" className="stack [--gap:16px] mt-4" preventScrollReset>
      <input type="hidden" name="step" value={step} />
      <Field
        name={`${step}.reply`}
        label="Your reply"
        hint="One reply. The client reads it on the order's page and gets an e-mail."
        error={mine?.errors[`${step}.reply`]}
      >
        <Textarea rows={3} maxLength={mostRatingText} defaultValue={mine?.values.reply} />
      </Field>
      <div>
        <Button variant="outline" small busy={busy}>
          {busy ? "Sending" : "Send the reply"}
        </Button>
      </div>
    </Form>
  );
};

/** The client's rating of the finished work, and the one reply to it. The writer sees neither. */
export const RatingPanel = ({ shown: { rating, order }, zone, refused }: Props) =>
  rating && (
    <Panel title="Rating" aside={<span className="small muted num">{formatMoment(rating.at, zone)}</span>} pad>
      <p className="strong">{ratingText(rating)}</p>
      <p className="brief-text mt-1">{rating.text ?? "No comment."}</p>
      {rating.reply ? (
        <div className="mt-4">
          <p className="small muted num">
            {`Answered${rating.repliedAt ? ` ${formatMoment(rating.repliedAt, zone)}` : ""}`}
          </p>
          <p className="brief-text">{rating.reply}</p>
        </div>
      ) : (
        <Reply refused={refused} />
      )}
      <p className="small muted mt-3">{`${order.writerName ?? "The writer"} does not see it.`}</p>
    </Panel>
  );

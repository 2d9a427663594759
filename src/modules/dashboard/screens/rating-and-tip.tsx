import { mostRatingText, starLabels, stars } from "#src/modules/orders/index.ts";
import { usualTips } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { RepeatSum, sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { Segmented } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { ShownOrder } from "./order.server.ts";
import type { Refused } from "./submit-step.server.ts";
import { Fold } from "./work/fold.tsx";

type Rated = NonNullable<ShownOrder["rating"]>;

export const GivenRating = ({ rating }: { rating: Rated }) => (
  <>
    <p>
      <b className="strong">{rating.valueText}</b> <span className="small muted num">{rating.at}</span>
    </p>
    {rating.text && <p className="prose whitespace-pre-wrap wrap-anywhere mt-2">{rating.text}</p>}
    {rating.reply && (
      <div className="mt-4 border-l-2 border-rule-strong pl-4">
        <p className="small">
          <b>Our team</b> <span className="muted">{`answered, ${rating.repliedAt}`}</span>
        </p>
        <p className="prose whitespace-pre-wrap wrap-anywhere">{rating.reply}</p>
      </div>
    )}
  </>
);

const Ask = ({ refused }: { refused: Refused | undefined }) => {
  const busy = useSent()?.get("action") === "rate";
  const { errors = {}, values = {} } = refused ?? {};
  return (
    <Form method="post" className="stack [--gap:20px]" preventScrollReset>
      <input type="hidden" name="action" value="rate" />
      <FieldGroup name="stars" label="Overall" error={errors.stars}>
        <Segmented
          defaultValue={values.stars}
          choices={stars.map((value) => ({ value: String(value), label: value, note: starLabels[value] }))}
        />
      </FieldGroup>
      <Field
        name="text"
        label="In a few words"
        hint="What was good, what was missing. Your writer and our team read it, without your name."
        error={errors.text}
        optional
      >
        <Textarea rows={3} maxLength={mostRatingText} defaultValue={values.text} />
      </Field>
      <div>
        <Button variant="outline" busy={busy}>
          {busy ? "Sending" : "Send the rating"}
        </Button>
      </div>
    </Form>
  );
};

/** How the work was, once it is finished, and the operator's one reply. */
export const RatingPart = ({ shown, refused }: { shown: ShownOrder; refused: Refused | undefined }) => {
  const { rating, order } = shown;
  if (!rating && order.status !== "completed") return null;
  const mine = refused?.action === "rate" ? refused : undefined;
  return (
    <Fold title={rating ? "Your rating" : "How was it?"} aside={rating?.valueText ?? null} open={mine !== undefined}>
      {!rating && (
        <p className="soft mb-4">Only our team reads it. It is not published, and your writer does not see it.</p>
      )}
      {rating ? <GivenRating rating={rating} /> : <Ask refused={mine} />}
    </Fold>
  );
};

/** A tip for the writer of finished work; nobody is asked for one twice. */
export const Tip = ({ shown: { order, money }, refused }: { shown: ShownOrder; refused: Refused | undefined }) => {
  const busy = useSent()?.get("action") === "tip";
  if (order.status !== "completed" || !order.writer) return null;
  if (money.tipCents > 0)
    return <p className="small muted no-print py-2">{`You gave ${formatUsd(money.tipCents)} as a tip. Thank you.`}</p>;
  const mine = refused?.action === "tip" ? refused : undefined;
  return (
    <Fold title="Give your writer a tip" aside={null} open={mine !== undefined}>
      <p className="soft mb-4">If you like. All of it goes to {order.writer}, we keep nothing.</p>
      <Form method="post" className="stack [--gap:20px]" preventScrollReset>
        <input type="hidden" name="action" value="tip" />
        <FieldGroup name="usual" label="Amount">
          <Segmented
            defaultValue={mine?.values.usual ?? ""}
            choices={[
              ...usualTips.map((cents) => ({ value: String(cents), label: formatUsd(cents).replace(".00", "") })),
              { value: "other", label: "Other" },
            ]}
          />
        </FieldGroup>
        <Field name="tip" label="Other amount in US dollars" optional error={mine?.errors.tip}>
          <Input inputMode="decimal" maxLength={10} defaultValue={mine?.values.tip} />
        </Field>
        <RepeatSum text={sumToRepeat(mine)} />
        <div>
          <Button variant="outline" busy={busy}>
            Go to the payment
          </Button>
        </div>
      </Form>
    </Fold>
  );
};

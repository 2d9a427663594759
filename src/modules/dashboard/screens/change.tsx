import type { ReactNode } from "react";
import { deadlineRefusal } from "#src/modules/pricing/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { MaskedText } from "#src/ui/masked-text.tsx";
import { OwnMoment } from "#src/ui/moment/own-moment.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { QuotedText } from "#src/ui/reading.tsx";
import type { AskedChange, ChangeStart, ShownTime } from "./change.server.ts";
import type { Refused } from "./submit-step.server.ts";

/** "$45.00 more", "$33.60 less", "the same price". */
const differenceText = (cents: number): string =>
  cents === 0 ? "the same price" : `${formatUsd(Math.abs(cents))} ${cents > 0 ? "more" : "less"}`;

const effectOf = (cents: number): string => {
  if (cents > 0) return `You pay ${formatUsd(cents)} when the change is agreed, and it is made then.`;
  return cents < 0
    ? `${formatUsd(-cents)} is taken off. If you paid too much, the difference goes back to you.`
    : "Nothing is paid.";
};

type NewPriceProps = { price: NonNullable<Refused["newPrice"]>; asksWriter: boolean };

const NewPrice = ({ price, asksWriter }: NewPriceProps) => (
  <Notice tone="ok" live title={`New total ${formatUsd(price.totalCents)}, ${differenceText(price.differenceCents)}`}>
    {effectOf(price.differenceCents)} {asksWriter && "The writer of the order must agree first."}
    <input type="hidden" name="changeSeenCents" value={price.totalCents} />
  </Notice>
);

const countField = { type: "number", inputMode: "numeric", max: 500, step: 1 } as const;

/** Another deadline, other pages or sources; after the first sending with the price of what was typed. */
export const ChangeFields = ({ start, refused }: { start: ChangeStart; refused: Refused | undefined }) => {
  const { errors = {}, values = {} } = refused ?? {};
  return (
    <>
      <OwnMoment
        label="Deadline"
        start={{
          date: values.deadlineDate ?? start.date,
          time: values.deadlineTime ?? start.time,
          zone: start.zone,
        }}
        fixedZone
        now={start.now}
        errorOf={(field) => errors[field]}
        refusalAt={(at) => deadlineRefusal(at, { now: start.now, minimumLeadHours: 0 })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {start.pages !== null && (
          <Field name="pages" label={start.pagesLabel} error={errors.pages}>
            <Input {...countField} min={start.leastPages} defaultValue={values.pages ?? start.pages} />
          </Field>
        )}
        {start.citedSources !== null && (
          <Field name="citedSources" label="Cited sources" error={errors.citedSources}>
            <Input {...countField} min={0} defaultValue={values.citedSources ?? start.citedSources} />
          </Field>
        )}
      </div>
      {refused?.newPrice && <NewPrice price={refused.newPrice} asksWriter={start.asksWriter} />}
    </>
  );
};

const Wanted = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

type AskedProps = { change: AskedChange; orderId: string };

/** For the client: what was asked for, and what it waits for. */
export const AskedChangeNotice = ({
  change: { lines, agreed, cents, differenceCents, dueCents },
  orderId,
}: AskedProps) => (
  <Notice
    tone={agreed ? "warn" : "info"}
    title={agreed ? "The change is agreed. It is made when it is paid." : "You asked for a change"}
    actions={
      dueCents > 0 && <LinkButton to={`/checkout/${orderId}`}>{`Pay ${formatUsd(dueCents)} for the change`}</LinkButton>
    }
  >
    <Wanted lines={lines} />
    <p className="mt-2">
      {`New total ${formatUsd(cents)}, ${differenceText(differenceCents)}. `}
      {agreed
        ? "Until then the order stays as it was."
        : "We wait for your writer to agree. Until then nothing changes."}
    </p>
  </Notice>
);

/** For the client: a later deadline that we ask for. The buttons stand in the card below. */
export const MoreTimeNotice = ({ time: { was, next, until, reason } }: { time: ShownTime }) => (
  <Notice tone="warn" title={`We ask for more time: until ${next}`}>
    {reason && (
      <QuotedText className="my-2">
        <MaskedText text={reason} />
      </QuotedText>
    )}
    <p className="mt-2">
      {`${was ? `Now it is due ${was}. ` : ""}The price stays the same. Do you agree? ${
        until ? `Without an answer until ${until} nothing changes.` : "Without an answer nothing changes."
      }`}
    </p>
  </Notice>
);

/** For the writer: what the client asks for, and what it means for the pay. */
type ToAnswer = { change: AskedChange; pay: { now: string; after: string } | null; actions: ReactNode };

export const ChangeToAnswer = ({ change, pay, actions }: ToAnswer) => (
  <Notice
    tone="warn"
    className="mb-8 no-print"
    actions={!change.agreed && actions}
    title={change.agreed ? "You agreed to a change. The client pays for it now." : "The client asks for a change"}
  >
    <Wanted lines={change.lines} />
    {pay && <p className="mt-2">{`For you: ${pay.after} instead of ${pay.now}.`}</p>}
    {change.movesDeadline && (
      <p className="small muted mt-2">This is the client’s deadline. Yours moves by the same time.</p>
    )}
  </Notice>
);

import { useEffect, useRef, useState } from "react";
import type { GuidePrice as Guide } from "#src/modules/orders/index.server.ts";
import { quoteBounds } from "#src/modules/orders/index.ts";
import { formatUsd, usdString } from "#src/shared/money.ts";
import { readAmount } from "#src/shared/typed-values.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { customWork, partsOf } from "../../domain/step-form.ts";

const services = { "non-technical": "Non-technical writing", technical: "Technical writing" } as const;
const alike = {
  "subject and length": "of the same subject and a like length",
  length: "of a like length (half to twice the pages)",
  subject: "of the same subject",
  any: "of any kind",
} as const;

const orders = (n: number): string => `${n} paid custom ${n === 1 ? "order" : "orders"}`;

const Similar = ({ similar: { n, by, cents, forPages } }: { similar: Guide["similar"] }) => {
  if (!cents) return <li className="soft">{`No paid custom order ${alike[by]} yet.`}</li>;
  const { low, middle, high } = cents;
  const range = low === high ? "" : ` Half of them are between ${formatUsd(low)} and ${formatUsd(high)}.`;
  const length = forPages === null ? "" : ` At their price per page, this length costs ${formatUsd(forPages)}.`;
  return (
    <li>
      <b className="strong num" translate="no">
        {formatUsd(middle)}
      </b>
      <span className="soft">{` the median of ${orders(n)} ${alike[by]}.${range}${length}`}</span>
    </li>
  );
};

type GuidePriceProps = { guide: Guide; zone: string; onUse: (cents: number) => void };

/** What work like this costs elsewhere in the shop, and where each figure comes from. Nobody is bound by it. */
const GuidePrice = ({ guide: { list, similar, suggested }, zone, onUse }: GuidePriceProps) => (
  <section className="mb-4 rounded-md border border-rule bg-well px-4 py-3.5" aria-labelledby="guide">
    <div className="between">
      <h3 className="label" id="guide">
        Guide price
      </h3>
      {suggested !== null && (
        <button
          type="submit"
          name="intent"
          value="guide"
          formNoValidate
          className="btn btn-outline btn-sm"
          data-key="u"
          onClick={(event) => {
            event.preventDefault();
            onUse(suggested);
          }}
        >
          {`Use ${formatUsd(suggested)}`}
        </button>
      )}
    </div>
    <ul className="small num mt-1.5 grid gap-1.5">
      {list.map(({ service, cents, detail, deadline }) => (
        <li key={service}>
          <b className="strong" translate="no">
            {formatUsd(cents)}
          </b>
          <span className="soft">
            {` by the price list for ${services[service].toLowerCase()}, ${
              deadline ? `ready ${formatMoment(deadline, zone)}` : "without a deadline"
            }. ${detail}`}
          </span>
        </li>
      ))}
      <Similar similar={similar} />
    </ul>
  </section>
);

type Values = Readonly<Record<string, string>>;
type Props = {
  start: Values;
  errors: Readonly<Record<string, string>> | undefined;
  guide: Guide | null;
  zone: string;
};

const sumOf = (amounts: readonly string[]): number =>
  amounts.reduce((all, amount) => {
    const read = readAmount(amount);
    return all + (read.ok ? read.value : 0);
  }, 0);

/** The parts of a price and their sum. Without scripts, one more part and the guide price come with another look at the form. */
export const QuoteLines = ({ start, errors, guide, zone }: Props) => {
  const fields = useRef<HTMLFieldSetElement>(null);
  const [parts, setParts] = useState(partsOf(start));
  const [typed, type] = useState<Values>(start);
  const rows = Array.from({ length: parts }, (_, at) => at);
  // Amounts that were typed before the scripts worked count, too.
  useEffect(() => {
    const before = fields.current?.querySelectorAll<HTMLInputElement>("input[name^=amount-]") ?? [];
    type((now) => ({ ...now, ...Object.fromEntries([...before].map(({ name, value }) => [name, value])) }));
  }, []);
  const takeGuide = (cents: number) => {
    const field = (name: string) => fields.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
    const [what, amount] = [field("what-0"), field("amount-0")];
    if (!what || !amount) return;
    if (what.value.trim() === "") what.value = customWork;
    amount.value = usdString(cents);
    type((now) => ({ ...now, [amount.name]: amount.value }));
    amount.focus();
  };
  return (
    <fieldset ref={fields}>
      <legend className="label">Price</legend>
      <p className="small muted mb-3">Each part with its amount; the price is their sum. Empty rows do not count.</p>
      {guide && <GuidePrice guide={guide} zone={zone} onUse={takeGuide} />}
      <input type="hidden" name="parts" value={parts} />
      {rows.map((at) => (
        <div
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_12rem] gap-x-4 gap-y-2 border-rule max-sm:grid-cols-1 [&+&]:mt-3 max-sm:[&+&]:border-t max-sm:[&+&]:pt-3"
        >
          <Field name={`what-${at}`} label={`Part ${at + 1}`} error={errors?.[`what-${at}`]}>
            <Input maxLength={quoteBounds.what} autoComplete="off" defaultValue={start[`what-${at}`]} />
          </Field>
          <Field name={`amount-${at}`} label={`Amount ${at + 1} in US dollars`} error={errors?.[`amount-${at}`]}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              defaultValue={start[`amount-${at}`]}
              onInput={({ currentTarget: { name, value } }) => type((now) => ({ ...now, [name]: value }))}
            />
          </Field>
        </div>
      ))}
      <div className="between mt-3">
        {parts < quoteBounds.lines ? (
          <Button
            variant="quiet"
            small
            name="intent"
            value="more"
            formNoValidate
            onClick={(event) => {
              event.preventDefault();
              setParts(parts + 1);
            }}
          >
            Add a part
          </Button>
        ) : (
          <span />
        )}
        <p className="num">
          <span className="soft">Price </span>
          <output className="strong" translate="no">
            {formatUsd(sumOf(rows.map((at) => typed[`amount-${at}`] ?? "")))}
          </output>
        </p>
      </div>
    </fieldset>
  );
};

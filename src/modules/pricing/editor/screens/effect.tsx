import { type Cents, formatChange, formatUsd, percentIn } from "#src/shared/money.ts";
import { Form } from "#src/ui/form.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Caret, Was } from "#src/ui/marks.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { PriceBreakdown, TotalLabel } from "#src/ui/price-breakdown.tsx";
import type { PriceLine } from "../../index.ts";

type Price = { lines: readonly PriceLine[]; totalCents: Cents } | null;
export type Effect = {
  samples: readonly { id: string; label: string }[];
  chosen: string;
  before: Price;
  after: Price;
};

type SumsProps = { from: Cents | undefined; to: Cents; say: (cents: Cents) => string };

const Sums = ({ from, to, say }: SumsProps) =>
  from === undefined || from === to ? (
    say(to)
  ) : (
    <>
      <Was>{say(from)}</Was>{" "}
      <span className="effect-to whitespace-nowrap text-pen">
        <Caret />
        {say(to)}
      </span>
    </>
  );

const changed = (from: Cents, to: Cents): string => {
  if (from === to) return "This client would pay the same.";
  const more = to > from;
  const percent = percentIn(Math.abs(to - from) * 10, from) / 10;
  return `This client would pay ${formatUsd(Math.abs(to - from))} ${more ? "more" : "less"} (${percent}%).`;
};

/** What the draft does to the price of one sample order. */
export const EffectOnQuote = ({
  effect: { samples, chosen, before, after },
  part,
}: {
  effect: Effect;
  part: string;
}) => (
  <aside className="sticky max-[1440px]:static max-[1440px]:-order-1">
    <PriceBreakdown title="Effect on a quote">
      <Form method="get" className="pt-3.5 pb-1.5" preventScrollReset>
        <input type="hidden" name="part" value={part} />
        <span className="select-box">
          <select
            key={chosen}
            name="sample"
            defaultValue={chosen}
            className="select max-[380px]:pr-[30px] max-[380px]:pl-2 max-[380px]:text-(length:--text-sm)"
            aria-label="Sample order"
            onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
          >
            {samples.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </span>
        <NoScript>
          <button type="submit" className="btn btn-outline btn-sm">
            Show
          </button>
        </NoScript>
      </Form>
      {after ? (
        <>
          <dl className="lines">
            {after.lines.map((line, at) => (
              <div key={line.code}>
                <dt>{line.label}</dt>
                <dd className="amt text-ink-2" translate="no">
                  <Sums
                    from={before?.lines.find(({ code }) => code === line.code)?.cents}
                    to={line.cents}
                    say={at === 0 ? formatUsd : formatChange}
                  />
                </dd>
                <dd className="why">{line.detail}</dd>
              </div>
            ))}
          </dl>
          <div className="total between">
            <TotalLabel>Total</TotalLabel>
            <div className="effect-sums text-right">
              {before && before.totalCents !== after.totalCents && <Was>{formatUsd(before.totalCents)}</Was>}
              <div className="sum" translate="no">
                {formatUsd(after.totalCents)}
              </div>
            </div>
          </div>
          <p className="small soft pt-3">
            {before ? changed(before.totalCents, after.totalCents) : "This could not be ordered before."}
          </p>
        </>
      ) : (
        <p className="soft pt-3">This order could not be placed any more.</p>
      )}
    </PriceBreakdown>
  </aside>
);

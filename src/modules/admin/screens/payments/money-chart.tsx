import type { ToArrange } from "#src/modules/orders/index.server.ts";
import { counted, countLabel } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Bars } from "#src/ui/bars.tsx";
import { Money, Table } from "#src/ui/table.tsx";
import { type DayAmount, dayLabel, sumOf } from "../../domain/week-figures.ts";

type Days = { days: readonly DayAmount[] };

const Figure = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd translate="no">{value}</dd>
    <dd className="d">{note}</dd>
  </div>
);

type FigureProps = Days & {
  open: number | null;
  openMost: number;
  most: number;
  dueSoon: number | undefined;
  /** What clients owe while nothing takes money; null: something does. */
  arrange: ToArrange | null;
};

/** What came in and what is open, as figures that the ledger and the orders prove. */
export const MoneyFigures = ({ days, open, openMost, most, dueSoon = 0, arrange }: FigureProps) => {
  const all = sumOf(days);
  const today = sumOf(days.slice(-1));
  return (
    <dl className="figs">
      <Figure
        name={`Received, last ${days.length} days`}
        value={formatUsd(all.receivedCents)}
        note={counted(all.payments, "payment")}
      />
      <Figure name="Received today" value={formatUsd(today.receivedCents)} note={counted(today.payments, "payment")} />
      {arrange ? (
        <Figure name="To arrange" value={formatUsd(arrange.cents)} note={counted(arrange.orders, "order")} />
      ) : (
        <Figure
          name={`Sent back, ${days.length} days`}
          value={formatUsd(all.sentBackCents)}
          note="refunds that were sent"
        />
      )}
      {open !== null && (
        <>
          <Figure name="Open orders" value={countLabel(open, openMost)} note="not finished, not ended" />
          <Figure name="Due in 24 hours" value={countLabel(dueSoon, most)} note="paid, not delivered" />
        </>
      )}
    </dl>
  );
};

/** Every seventh day carries its date; the last one is today. */
const tickOf = (day: string, index: number, count: number): { tick?: string } => {
  if (index === count - 1) return { tick: "Today" };
  const back = count - 1 - index;
  return back % 7 === 0 && index > 0 ? { tick: dayLabel(day) } : {};
};

const resultOf = (days: readonly DayAmount[]): string => {
  const best = days.reduce((most, one) => (one.receivedCents > most.receivedCents ? one : most));
  const today = formatUsd(days.at(-1)?.receivedCents ?? 0);
  return `Money received on each of the last ${days.length} days. Highest: ${dayLabel(best.day)}, ${formatUsd(best.receivedCents)}. Today so far: ${today}.`;
};

const DayTable = ({ days }: Days) => (
  <Table
    caption="Money by day, the newest first"
    tight
    columns={[
      { key: "day", label: "Day" },
      { key: "payments", label: "Payments", right: true, className: "max-[420px]:hidden" },
      { key: "in", label: "Received", right: true },
      { key: "back", label: "Sent back", right: true },
    ]}
  >
    {days.toReversed().map(({ day, payments, receivedCents, sentBackCents }) => (
      <tr key={day}>
        <td className="num nowrap">{dayLabel(day)}</td>
        <td className="r max-[420px]:hidden">{payments}</td>
        <td className="r">
          <Money cents={receivedCents} />
        </td>
        <td className="r">
          <Money cents={sentBackCents} />
        </td>
      </tr>
    ))}
  </Table>
);

/** Money received by day as bars, with the same figures as a table. Test orders are not counted. */
export const MoneyChart = ({ days }: Days) => {
  const sum = sumOf(days);
  const nothing = sum.receivedCents === 0 && sum.sentBackCents === 0;
  return (
    <section className="panel" aria-labelledby="money-chart">
      <div className="panel-head">
        <h2 className="t3" id="money-chart">
          Received, last <span className="max-sm:hidden">{days.length}</span>
          <span className="sm:hidden">14</span> days
        </h2>
      </div>
      {nothing ? (
        <p className="soft panel-pad">
          Nothing was received in the last {days.length} days. The bars appear with the first payment. Test orders do
          not count.
        </p>
      ) : (
        <>
          <Bars
            label={resultOf(days)}
            bars={days.map(({ day, receivedCents }, index) => ({
              key: day,
              cents: receivedCents,
              ...tickOf(day, index, days.length),
            }))}
          />
          <details className="panel-foot">
            <summary>Show as table</summary>
            <DayTable days={days} />
          </details>
        </>
      )}
    </section>
  );
};

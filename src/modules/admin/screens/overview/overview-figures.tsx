import { useMemo } from "react";
import { Link } from "react-router";
import type { InboxCounts, RatingFigures } from "#src/modules/chat/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { localOf } from "#src/shared/zone.ts";
import { WeekBars } from "#src/ui/bars.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { BareSelect } from "#src/ui/inputs.tsx";
import { useActsOnChange } from "#src/ui/list/use-acts-on-change.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { Table } from "#src/ui/table.tsx";
import { serviceLabels } from "../../domain/admin-labels.ts";
import { dayLabel, onTimePercent, type WeekLine, type WeekSpan, weekSpans } from "../../domain/week-figures.ts";

/** What the page's loader gives; `sees` says which charts this admin may see. */
export type WeekCharts = {
  lines: readonly WeekLine[];
  services: readonly string[];
  span: WeekSpan;
  service: string;
  sees: { money: boolean; orders: boolean; chat: boolean };
  at: Date;
};

type Chart = {
  key: string;
  title: string;
  /** Of a week: its bar, and the figure in words. */
  value: (line: WeekLine) => number | null;
  figureText: (line: WeekLine) => string;
  say: (value: number) => string;
  top?: number;
  empty: string;
};

const dollars = (cents: number): string => formatUsd(Math.round(cents)).replace(/\.00$/, "");

const charts: readonly (Chart & { needs: keyof WeekCharts["sees"]; ofAll?: true })[] = [
  {
    ...{
      key: "received",
      title: "Received",
      needs: "money",
      say: dollars,
      empty: "Nothing was received in this time.",
    },
    value: ({ receivedCents }) => receivedCents || null,
    figureText: ({ receivedCents }) => formatUsd(receivedCents),
  },
  {
    ...{ key: "back", title: "Sent back", needs: "money", say: dollars, empty: "No refund was sent in this time." },
    value: ({ sentBackCents }) => sentBackCents || null,
    figureText: ({ sentBackCents }) => formatUsd(sentBackCents),
  },
  {
    ...{ key: "on-time", title: "Delivered on time", needs: "orders", top: 100 },
    say: (value) => `${value}%`,
    empty: "Nothing was delivered in this time.",
    value: onTimePercent,
    figureText: (line) => (line.delivered === 0 ? "no delivery" : `${line.onTime} of ${line.delivered}`),
  },
  {
    ...{ key: "reply", title: "First reply, median", needs: "chat", ofAll: true },
    say: (value) => shortTime(value),
    empty: "Nobody wrote to Support in this time.",
    value: ({ middleMs }) => middleMs,
    figureText: ({ middleMs, answered, asked }) => {
      if (asked === 0) return "nobody wrote";
      return `${middleMs === null ? "no answer yet" : shortTime(middleMs)}, ${answered} of ${asked} answered`;
    },
  },
];

const weekLabel = (week: string): string => dayLabel(week).replace(/^(\d+ \w{3})\w*$/, "$1");

const resultOf = ({ title, figureText }: Chart, lines: readonly WeekLine[]): string => {
  const last = lines.at(-1);
  return `${title}, by week, ${counted(lines.length, "week")}.${last ? ` This week so far: ${figureText(last)}.` : ""}`;
};

const ChartPanel = ({ chart, lines, csv }: { chart: Chart; lines: readonly WeekLine[]; csv: string }) => {
  const { key, title, value, figureText, say, top, empty } = chart;
  const isEmpty = lines.every((line) => value(line) === null);
  return (
    <section className="panel" aria-labelledby={`chart-${key}`}>
      <div className="panel-head">
        <h3 className="t3" id={`chart-${key}`}>
          {title}
        </h3>
        <a className="small -my-2.5 grid min-h-11 content-center" href={csv} download>
          CSV
        </a>
      </div>
      {isEmpty ? (
        <p className="soft panel-pad">{empty}</p>
      ) : (
        <>
          <WeekBars
            label={resultOf(chart, lines)}
            say={say}
            {...(top !== undefined && { top })}
            bars={lines.map((line) => ({ key: line.week, value: value(line), tick: weekLabel(line.week) }))}
          />
          <details className="panel-foot">
            <summary>Show as table</summary>
            <Table
              caption={`${title} by week, the newest first`}
              tight
              columns={[
                { key: "week", label: "Week from Monday" },
                { key: "value", label: title, right: true },
              ]}
            >
              {lines.toReversed().map((line) => (
                <tr key={line.week}>
                  <td className="num nowrap">{dayLabel(line.week)}</td>
                  <td className="r" translate={say === dollars ? "no" : undefined}>
                    {figureText(line)}
                  </td>
                </tr>
              ))}
            </Table>
          </details>
        </>
      )}
    </section>
  );
};

const addressOf = (page: string, weeks: number, service: string): string =>
  `${page}?${new URLSearchParams({ weeks: String(weeks), ...(service && { service }) })}`;

const labels: Readonly<Record<string, string>> = serviceLabels;

/** How far back, and of which service: in the address, so that it can be kept and sent on. */
const Choice = ({ shown: { span, service, services } }: { shown: WeekCharts }) => {
  const ask = useMemo(() => ({ service }), [service]);
  const { form, onChange } = useActsOnChange(ask);
  return (
    <div className="row mt-3 mb-4 justify-between gap-x-6 gap-y-3">
      <nav className="flex flex-wrap" aria-label="Weeks">
        {weekSpans.map((weeks) => (
          <Link
            key={weeks}
            className="grid min-h-11 content-center border border-edge bg-sheet px-3.5 text-(length:--text-sm) text-ink-2 no-underline not-first:border-l-0 aria-[current]:bg-pen-tint aria-[current]:font-semibold aria-[current]:text-pen aria-[current]:[box-shadow:inset_0_-3px_0_var(--color-pen)]"
            to={addressOf("/admin", weeks, service)}
            preventScrollReset
            aria-current={weeks === span || undefined}
          >
            {counted(weeks, "week")}
          </Link>
        ))}
      </nav>
      <Form
        method="get"
        action="/admin"
        className="flex items-center gap-2"
        preventScrollReset
        ref={form}
        onChange={onChange}
      >
        <input type="hidden" name="weeks" value={span} />
        <BareSelect
          id="f-figures-service"
          name="service"
          aria-label="Service"
          defaultValue={service}
          choices={[
            { value: "", label: "All services" },
            ...services.map((value) => ({ value, label: labels[value] ?? value })),
          ]}
        />
        <NoScript>
          <Button small variant="outline">
            Show
          </Button>
        </NoScript>
      </Form>
    </div>
  );
};

/** Revenue, refunds, share on time and first replies by week, each with its table and as CSV. */
export const WeekChartsPart = ({ shown, zone }: { shown: WeekCharts; zone: string }) => {
  const { lines, span, service, sees, at } = shown;
  const mine = charts.filter(({ needs, ofAll }) => sees[needs] && !(ofAll && service));
  if (mine.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="by-week">
      <div className="between">
        <h2 className="t2" id="by-week">
          By week
        </h2>
        <p className="small muted num">{`As of ${localOf(at, zone).time}. Test orders are not counted.`}</p>
      </div>
      <Choice shown={shown} />
      <div className="grid grid-cols-2 items-start gap-6 max-lg:grid-cols-1">
        {mine.map((chart) => (
          <ChartPanel
            key={chart.key}
            chart={chart}
            lines={lines}
            csv={addressOf("/admin/figures.csv", span, service)}
          />
        ))}
      </div>
    </section>
  );
};

type Props = { ratings: RatingFigures; counts: InboxCounts; days: number; targetMinutes: number };

const ratedNote = ({ answered, fair, bad }: RatingFigures): string =>
  answered === 0 ? "nobody has said yet" : `${fair} neither good nor bad, ${bad} not good`;

/** Ratings of closed conversations, and the waiting time of open ones. */
export const SupportFigures = ({ ratings, counts, days, targetMinutes }: Props) => (
  <section aria-labelledby="support-figures" className="mt-10">
    <h2 className="t2 mb-4" id="support-figures">
      Support
    </h2>
    <dl className="figs">
      <div>
        <dt>{`Rated good, last ${counted(days, "day")}`}</dt>
        <dd>{ratings.answered === 0 ? "none" : `${ratings.good} of ${ratings.answered}`}</dd>
        <dd className="d">{ratedNote(ratings)}</dd>
      </div>
      <div>
        <dt>Waiting now</dt>
        <dd>{counts.waiting + counts.enquiries}</dd>
        <dd className="d">
          <Link to="/admin/chats">{`${counts.over} longer than ${targetMinutes} min`}</Link>
        </dd>
      </div>
    </dl>
  </section>
);

import { formatDay, formatMoment, localOf } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { cx } from "#src/ui/class-names.ts";
import { isMain, sentenceOf } from "../../domain/order-sentences.ts";
import { reasonOf, trailDetail, trailLabel } from "../../domain/trail-labels.ts";
import type { OrderPageData } from "./order.server.ts";

type Props = { shown: OrderPageData; zone: string };
type Entry = OrderPageData["history"][number];

const whoDid = ({ actorKind, actorId }: Entry, { order, names }: OrderPageData): string | null => {
  if (actorKind === "S") return null;
  if (actorKind === "C") return order.clientName;
  return names[actorId] ?? (actorKind === "W" ? "The writer" : "An admin");
};

/** A refund above the limit: who approved it, or that its time was over. */
const approvalText = ({ detail: { approvedBy } }: Entry, { names }: OrderPageData): string | null => {
  if (typeof approvedBy !== "string") return null;
  return approvedBy === "hours"
    ? "It was sent after the wait, because no second admin has the right to money."
    : `Approved by ${names[approvedBy] ?? "another admin"}.`;
};

const byDay = (history: readonly Entry[], zone: string): readonly { day: string; entries: Entry[] }[] => {
  const days: { day: string; entries: Entry[] }[] = [];
  for (const entry of history.toReversed()) {
    const day = formatDay(entry.at, zone);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
};

const HistoryLine = ({ entry, shown, zone }: { entry: Entry } & Props) => {
  const { who, text } = sentenceOf(entry, whoDid(entry, shown));
  const approval = approvalText(entry, shown);
  const main = isMain(entry);
  return (
    <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3 py-[7px] leading-[1.375rem] max-md:grid-cols-[2.75rem_minmax(0,1fr)]">
      <time
        dateTime={entry.at.toISOString()}
        className={cx("num text-(length:--text-sm)", main ? "font-semibold text-ink" : "text-ink-3")}
      >
        {localOf(entry.at, zone).time}
      </time>
      <div className={cx("min-w-0 text-pretty", main ? "text-ink" : "text-ink-2")}>
        <p className="wrap-anywhere">
          {who && <b className="font-semibold text-ink">{who}</b>}
          {who && !text.startsWith(":") && " "}
          {text}
        </p>
        {approval && <p className="small">{approval}</p>}
        {entry.text && <p className="brief-text mt-1 border-y border-l-2 border-rule py-3 pl-3">{entry.text}</p>}
      </div>
    </li>
  );
};

const rawSummary = "flex items-center justify-between gap-4 text-(length:--text-sm) font-semibold text-pen";

const Raw = ({ data }: { data: unknown }) => (
  <pre className="m-0 max-h-96 overflow-auto bg-well px-5 py-3 text-xs whitespace-pre-wrap wrap-anywhere text-ink-2">
    {JSON.stringify(data, null, 2)}
  </pre>
);

/** All that happened, by day, the newest first, in sentences; the raw data is one press away. */
export const HistoryPanel = ({ shown, zone }: Props) => {
  const { history } = shown;
  return (
    <Panel title="History" aside={<span className="small muted">newest first</span>}>
      <div className="px-5 pb-2">
        {byDay(history, zone).map(({ day, entries }) => (
          <div key={entries[0]?.id ?? day}>
            <h3 className="flex items-center gap-3 text-sm leading-5 font-semibold text-ink-3 after:flex-1 after:border-t after:border-rule">
              {day}
            </h3>
            <ol>
              {entries.map((entry) => (
                <HistoryLine key={entry.id} entry={entry} shown={shown} zone={zone} />
              ))}
            </ol>
          </div>
        ))}
      </div>
      <details className="mt-auto border-t border-rule">
        <summary className={`${rawSummary} min-h-12 px-5`}>
          <span className="muted font-normal">{history.length === 1 ? "1 event" : `${history.length} events`}</span>
          <span>Show raw data</span>
        </summary>
        <Raw data={history} />
      </details>
    </Panel>
  );
};

/** The audit trail of this order: what the product wrote down about each change. */
export const TrailList = ({ shown: { trail }, zone }: Props) => (
  <ul>
    {trail.map(({ id, at, who, action, detail, sealed }) => (
      <li key={id} className="border-t border-rule pt-2 first:border-t-0">
        <p className="text-ink">
          {[trailLabel(action), trailDetail(action, detail), reasonOf(detail)].filter(Boolean).join(": ")}
        </p>
        <details>
          <summary className={`${rawSummary} min-h-11 px-0`}>
            <span className="muted num font-normal">{`${formatMoment(at, zone)}, ${who}${sealed ? "" : ", not sealed yet"}`}</span>
            <span>Raw data</span>
          </summary>
          <Raw data={{ action, at, detail }} />
        </details>
      </li>
    ))}
  </ul>
);

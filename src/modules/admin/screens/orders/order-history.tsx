import { formatDay, formatMoment, localOf } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
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
  return (
    <li className={isMain(entry) ? "main" : undefined}>
      <time dateTime={entry.at.toISOString()}>{localOf(entry.at, zone).time}</time>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {who && <b>{who}</b>}
          {who && !text.startsWith(":") && " "}
          {text}
        </p>
        {approval && <p className="small muted">{approval}</p>}
        {entry.text && <p className="told brief-text">{entry.text}</p>}
      </div>
    </li>
  );
};

/** All that happened, by day, the newest first, in sentences; the raw data is one press away. */
export const HistoryPanel = ({ shown, zone }: Props) => {
  const { history } = shown;
  return (
    <Panel title="History" aside={<span className="small muted">newest first</span>}>
      <div className="story">
        {byDay(history, zone).map(({ day, entries }) => (
          <div key={entries[0]?.id ?? day}>
            <h3>{day}</h3>
            <ol>
              {entries.map((entry) => (
                <HistoryLine key={entry.id} entry={entry} shown={shown} zone={zone} />
              ))}
            </ol>
          </div>
        ))}
      </div>
      <details className="story-foot">
        <summary>
          <span className="muted">{history.length === 1 ? "1 event" : `${history.length} events`}</span>
          <span>Show raw data</span>
        </summary>
        <pre className="raw">{JSON.stringify(history, null, 2)}</pre>
      </details>
    </Panel>
  );
};

/** The audit trail of this order: what the product wrote down about each change. */
export const TrailList = ({ shown: { trail }, zone }: Props) => (
  <ul className="trail-list">
    {trail.map(({ id, at, who, action, detail, sealed }) => (
      <li key={id}>
        <p>{[trailLabel(action), trailDetail(action, detail), reasonOf(detail)].filter(Boolean).join(": ")}</p>
        <details>
          <summary>
            <span className="muted num">{`${formatMoment(at, zone)}, ${who}${sealed ? "" : ", not sealed yet"}`}</span>
            <span>Raw data</span>
          </summary>
          <pre className="raw">{JSON.stringify({ action, at, detail }, null, 2)}</pre>
        </details>
      </li>
    ))}
  </ul>
);

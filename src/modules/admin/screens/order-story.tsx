import { formatUsd } from "#src/shared/money.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Timeline } from "#src/ui/reading.tsx";
import { Table } from "#src/ui/table.tsx";
import type { OrderPageData } from "./order.server.ts";

type Props = { shown: OrderPageData; zone: string };
type Entry = OrderPageData["history"][number];

const parts: Readonly<Record<Entry["actorKind"], string>> = {
  C: "client",
  W: "writer",
  A: "admin",
  S: "happened automatically",
};

const whoDid = ({ actorKind, actorId }: Entry, names: OrderPageData["names"]): string => {
  const name = names[actorId];
  return name && actorKind !== "S" ? `${name}, ${parts[actorKind]}` : parts[actorKind];
};

/** What the details of a step say, as far as people read them. */
const detailText = ({ detail }: Entry): string =>
  [
    typeof detail.writerName === "string" ? detail.writerName : null,
    typeof detail.refundCents === "number" ? `${formatUsd(detail.refundCents)} back` : null,
    typeof detail.quoteCents === "number" ? formatUsd(detail.quoteCents) : null,
    typeof detail.delivery === "number" ? `version ${detail.delivery}` : null,
  ]
    .filter(Boolean)
    .join(", ");

/** All that happened, the newest first, with who did it and what was written. */
export const HistoryPanel = ({ shown: { history, names }, zone }: Props) => (
  <Panel title="History" pad>
    <Timeline
      moments={history.toReversed().map((entry, index) => ({
        key: entry.id,
        state: index === 0 ? "now" : "done",
        title: [entry.title, detailText(entry)].filter(Boolean).join(": "),
        at: <time dateTime={entry.at.toISOString()}>{`${formatMoment(entry.at, zone)}, ${whoDid(entry, names)}`}</time>,
        ...(entry.text && { note: <span className="brief-text">{entry.text}</span> }),
      }))}
    />
  </Panel>
);

const columns = [
  { key: "at", label: "Time" },
  { key: "who", label: "Who" },
  { key: "what", label: "Entry" },
];

/** The audit trail of this order: what the product wrote down about each change. */
export const TrailPanel = ({ shown: { trail }, zone }: Props) => (
  <Panel>
    <details className="panel-foot border-t-0!">
      <summary>{`Audit trail, ${trail.length} ${trail.length === 1 ? "entry" : "entries"}`}</summary>
      {trail.length > 0 && (
        <Table caption="Audit trail, the newest first" columns={columns} tight cards>
          {trail.map(({ id, at, who, action, detail, sealed }) => (
            <tr key={id}>
              <td className="num nowrap soft">{formatMoment(at, zone)}</td>
              <td className="wrap-anywhere">{who}</td>
              <td>
                <code className="small wrap-anywhere">{action}</code>
                <span className="meta wrap-anywhere">{JSON.stringify(detail)}</span>
                {!sealed && <span className="meta">not sealed yet</span>}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </details>
  </Panel>
);

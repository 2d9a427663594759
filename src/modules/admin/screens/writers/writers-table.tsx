import { Link } from "react-router";
import type { WriterLine } from "#src/modules/writing/index.server.ts";
import { awayLabel } from "#src/modules/writing/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { leftOr } from "#src/shared/time-labels.ts";
import { dayMs } from "#src/shared/units.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Places } from "#src/ui/places.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";

type Clock = { now: Date; zone: string; today: string };
export type ListedWriter = WriterLine & { away: boolean };

/** "History, Philosophy and 3 more" */
const subjectsLabel = (subjects: readonly { name: string }[]): string => {
  if (subjects.length === 0) return "any subject";
  const names = subjects.map(({ name }) => name);
  return names.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
};

/** A figure is a warning where more than one in five went wrong; few deliveries say nothing yet. */
const warns = (good: number, all: number): boolean => all >= 5 && (all - good) * 5 > all;

const Load = ({ row, today }: { row: ListedWriter; today: string }) => {
  const { active, blocked, figures, capacity } = row;
  const holiday = awayLabel(row, today);
  const label = `${figures.open} of ${capacity}`;
  if (blocked || !active)
    return (
      <>
        {blocked ? "Blocked" : "Paused"}
        {figures.open > 0 && <span className="meta">{`${label} in work`}</span>}
      </>
    );
  return (
    <>
      <Places taken={figures.open} capacity={capacity} small />
      {label}
      {holiday && <span className="meta">{`Away ${holiday}`}</span>}
    </>
  );
};

const Due = ({ at, now, zone }: { at: Date | null; now: Date; zone: string }) => {
  if (!at) return <span className="muted">none</span>;
  const left = leftOr(at, now);
  const isNear = at.getTime() - now.getTime() < dayMs;
  return (
    <>
      {isNear ? (
        <Status shape={at < now ? "alert" : "clock"} tone={at < now ? "bad" : "warn"}>
          {left}
        </Status>
      ) : (
        left
      )}
      <span className="meta">{formatMoment(at, zone)}</span>
    </>
  );
};

/** "46 of 48", never a percentage; a triangle where it is far off. */
const Figure = ({ count, all, warn }: { count: number; all: number; warn: boolean }) => {
  if (all === 0) return <span className="muted">none yet</span>;
  const label = `${count} of ${all}`;
  return warn ? (
    <Status shape="alert" tone="warn">
      {label}
    </Status>
  ) : (
    label
  );
};

const Money = ({ cents }: { cents: number }) => (
  <span className={cents === 0 ? "muted" : "strong"} translate="no">
    {formatUsd(cents)}
  </span>
);

const Row = ({ row, now, zone, today, money }: Clock & { row: ListedWriter; money: boolean }) => {
  const { id, name, pseudonym, grade, figures } = row;
  const { delivered, onTime, revised } = figures;
  return (
    <tr>
      <td className="w-n">
        <Link className="title wrap-anywhere" to={`/admin/writers/${id}`}>
          {name}
        </Link>
        <span className="meta">{`${pseudonym}, ${grade}`}</span>
      </td>
      <td className="w-s soft">{subjectsLabel(row.subjects)}</td>
      <td className="w-l num" data-l="In work">
        <Load row={row} today={today} />
      </td>
      <td className="w-d num" data-l="Next deadline">
        <Due at={figures.nextDeadline} now={now} zone={zone} />
      </td>
      <td className="w-f r f" data-l="On time">
        <Figure count={onTime} all={delivered} warn={warns(onTime, delivered)} />
      </td>
      <td className="w-f r f" data-l="Revisions">
        <Figure count={revised} all={delivered} warn={false} />
      </td>
      {money && (
        <>
          <td className="w-m w-h r f" data-l="Held">
            <Money cents={row.money?.heldCents ?? 0} />
          </td>
          <td className="w-m r f" data-l="Earned">
            <Money cents={row.money?.earnedCents ?? 0} />
          </td>
        </>
      )}
    </tr>
  );
};

const columns = [
  { key: "name", label: "Writer" },
  { key: "subjects", label: "Subjects", className: "w-s" },
  { key: "load", label: "In work" },
  { key: "due", label: "Next deadline", sorted: "ascending" as const },
  { key: "time", label: "On time", right: true },
  { key: "revisions", label: "Revisions", right: true },
];
const moneyColumns = [
  { key: "held", label: "Held", right: true, className: "w-h" },
  { key: "earned", label: "Earned", right: true },
];

const sum = (rows: readonly ListedWriter[], of: "heldCents" | "earnedCents"): string =>
  formatUsd(rows.reduce((all, { money }) => all + (money?.[of] ?? 0), 0));

/** Writers by their next deadline; below 768 each is a card. */
export const WritersTable = ({ rows, ...clock }: Clock & { rows: readonly ListedWriter[] }) => {
  const money = rows.some((row) => row.money !== null);
  return (
    <Table
      caption="Writers, the next deadline first"
      columns={money ? [...columns, ...moneyColumns] : columns}
      boxed
      tight
      hover
      cards
      className="wtable"
      foot={
        money && (
          <tr>
            <td className="soft">{rows.length === 1 ? "1 writer" : `${rows.length} writers`}</td>
            <td className="w-s" />
            <td />
            <td />
            <td />
            <td />
            <td className="r w-h" data-l="Held">
              <b>{sum(rows, "heldCents")}</b>
            </td>
            <td className="r" data-l="Earned">
              <b>{sum(rows, "earnedCents")}</b>
            </td>
          </tr>
        )
      }
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} money={money} {...clock} />
      ))}
    </Table>
  );
};

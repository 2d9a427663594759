import { Link } from "react-router";
import type { WriterLine } from "#src/modules/writing/index.server.ts";
import { awayLabel } from "#src/modules/writing/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { leftOr } from "#src/shared/time-labels.ts";
import { dayMs } from "#src/shared/units.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/empty.tsx";
import type { ListColumn, Listed, ListOf } from "#src/ui/list/list.ts";
import { Places } from "#src/ui/places.tsx";
import { Status } from "#src/ui/status.tsx";
import { type WriterGroup, type WritersAsk, writerGroupLabels, writersAddress } from "../../domain/people-address.ts";

/** "History, Philosophy and 3 more" */
const subjectsLabel = (subjects: readonly { name: string }[]): string => {
  if (subjects.length === 0) return "any subject";
  const names = subjects.map(({ name }) => name);
  return names.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
};

/** A writer without what the list does not show. */
export const listedWriter = ({ id, name, pseudonym, grade, blocked, figures, money, subjects, ...row }: WriterLine) => {
  const { active, capacity, awayFrom, awayUntil } = row;
  const { open, nextDeadline, delivered, onTime, revised } = figures;
  return {
    ...{ id, name, pseudonym, grade, blocked, active, capacity, awayFrom, awayUntil, money },
    subjects: subjectsLabel(subjects),
    figures: { open, nextDeadline, delivered, onTime, revised },
  };
};
type ListedWriter = ReturnType<typeof listedWriter>;

type WritersView = Listed<ListedWriter> & {
  ask: WritersAsk;
  counts: Readonly<Record<WriterGroup, number>>;
  subjects: readonly string[];
  /** There is no writer at all. */
  none: boolean;
  zone: string;
  today: string;
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
    <Status shape="alert" tone="warn" className="text-[1rem] max-md:gap-1 max-md:text-(length:--text-sm)">
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

const Nothing = ({ ask, none }: WritersView) =>
  none ? (
    <Empty
      title="No writers yet"
      actions={
        <LinkButton small to="/admin/people">
          Open People
        </LinkButton>
      }
    >
      Open the page of an account and give it the role of writer.
    </Empty>
  ) : (
    <Empty
      title="No writer matches"
      actions={
        <LinkButton small variant="outline" to={writersAddress.path}>
          Show all writers
        </LinkButton>
      }
    >
      {ask.search ? "Check the spelling. Parts of a name, a pseudonym or a subject are enough." : "Choose another tab."}
    </Empty>
  );

const figureClass = "max-md:text-sm/5 max-md:whitespace-normal";
const wideCardClass = "max-md:col-span-2 max-[23.75rem]:col-span-1";

type Column = ListColumn<ListedWriter, WritersView>;

/** A sum of money of each writer and of those on the page, for admins who see it. */
const sums = (key: string, label: string, of: "heldCents" | "earnedCents", className?: string): Column => ({
  ...{ key, label, className, card: label, right: true, cellClass: cx(figureClass, "md:w-24") },
  shown: ({ rows }) => rows.some(({ money }) => money !== null),
  cell: ({ money }) => <Money cents={money?.[of] ?? 0} />,
  foot: ({ rows }) => (
    <b className="border-b-3 border-ink [border-bottom-style:double] pb-[3px] font-semibold" translate="no">
      {formatUsd(rows.reduce((all, { money }) => all + (money?.[of] ?? 0), 0))}
    </b>
  ),
});

/** Writers by their next deadline; below 768 each is a card. */
export const writerList: ListOf<ListedWriter, WritersView> = {
  address: writersAddress,
  caption: "Writers, the next deadline first",
  className: "cards wtable [&_td]:align-top",
  noun: ["writer", "writers"],
  pages: ["Previous", "Next"],
  tabs: { label: "Groups of writers", labels: writerGroupLabels, counts: ({ counts }) => counts },
  search: { label: "Search writers", placeholder: "Name, pseudonym or subject" },
  selects: ({ subjects }) => [
    {
      name: "subject",
      label: "Subject",
      choices: [{ value: "", label: "Any subject" }, ...subjects.map((value) => ({ value, label: value }))],
    },
  ],
  empty: (view) => <Nothing {...view} />,
  columns: [
    {
      key: "name",
      label: "Writer",
      cellClass: "max-md:col-span-full md:w-50 md:max-xl:min-w-42",
      cell: ({ id, name, pseudonym, grade }) => (
        <>
          <Link className="title wrap-anywhere after:absolute after:inset-0" to={`/admin/writers/${id}`}>
            {name}
          </Link>
          <span className="meta">{`${pseudonym}, ${grade}`}</span>
        </>
      ),
      foot: ({ rows, counts, ask }) => (
        <span className="soft">
          {`${counted(rows.length, "writer")}${rows.length < counts[ask.group] ? ", this page only" : ""}`}
        </span>
      ),
    },
    {
      key: "subjects",
      label: "Subjects",
      className: "max-[85rem]:hidden",
      cellClass: "soft max-md:col-span-full max-md:-mt-1.5 max-md:block max-md:text-(length:--text-sm)",
      cell: ({ subjects }) => subjects,
    },
    {
      key: "load",
      label: "In work",
      card: "In work",
      cellClass: cx("num md:w-24 xl:w-38", wideCardClass),
      cell: (row, { today }) => <Load row={row} today={today} />,
    },
    {
      key: "due",
      label: "Next deadline",
      card: "Next deadline",
      sorted: "ascending",
      cellClass: cx("num md:w-48 md:max-xl:min-w-48", wideCardClass),
      cell: ({ figures }, clock) => <Due at={figures.nextDeadline} {...clock} />,
    },
    {
      key: "time",
      label: "On time",
      card: "On time",
      right: true,
      cellClass: cx(figureClass, "md:w-26"),
      cell: ({ figures: { onTime, delivered } }) => (
        <Figure count={onTime} all={delivered} warn={warns(onTime, delivered)} />
      ),
    },
    {
      key: "revisions",
      label: "Revisions",
      card: "Revisions",
      right: true,
      cellClass: cx(figureClass, "md:w-26"),
      cell: ({ figures: { revised, delivered } }) => <Figure count={revised} all={delivered} warn={false} />,
    },
    sums("held", "Held", "heldCents", "md:max-xl:hidden"),
    sums("earned", "Earned", "earnedCents"),
  ],
};

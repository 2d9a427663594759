import { Link } from "react-router";
import { countryName } from "#src/shared/countries.ts";
import { formatUsd, percentOf } from "#src/shared/money.ts";
import { shortTime } from "#src/shared/time-labels.ts";
import { formatDate, formatMoment } from "#src/shared/zone.ts";
import { Panel, PanelLink } from "#src/ui/admin-shell.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Notice } from "#src/ui/notice.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { Money, Table } from "#src/ui/table.tsx";
import type { WriterPageData } from "./writer.server.ts";

type Props = { data: WriterPageData };
/** What some of them need: the page of a person shows them too. */
type WorkProps = { data: Pick<WriterPageData, "writer" | "now" | "zone"> };

const of = (count: number, all: number): string => (all === 0 ? "none yet" : `${count} of ${all}`);

/** The mean of the ratings, and of how many. */
const ratedOf = (ratings: WriterPageData["writer"]["ratings"]) =>
  ratings
    ? {
        value: `${(ratings.sum / ratings.n).toFixed(1)} of 5`,
        note: `${ratings.n === 1 ? "1 rating" : `${ratings.n} ratings`} by clients`,
      }
    : { value: "none yet", note: "only our team sees it" };

/** The figures that an offer is decided by. */
export const FiguresRow = ({ data: { writer, now, zone } }: WorkProps) => {
  const { open, offered, nextDeadline, delivered, onTime, revised } = writer.figures;
  const { made, accepted, declined, lapsed } = writer.offers;
  const waits = offered === 0 ? "no offer waits" : `${offered} ${offered === 1 ? "offer waits" : "offers wait"}`;
  const figures = [
    { name: "In work", value: `${open} of ${writer.capacity}`, note: `${waits} for an answer` },
    {
      name: "Next deadline",
      value: nextDeadline ? shortTime(Math.abs(nextDeadline.getTime() - now.getTime())) : "none",
      note: nextDeadline
        ? `${nextDeadline < now ? "late, was " : ""}${formatMoment(nextDeadline, zone)}`
        : "nothing is due",
    },
    { name: "On time", value: of(onTime, delivered), note: "by the writer's own deadline" },
    {
      name: "Offers answered",
      value: of(accepted + declined, made),
      note: `${lapsed} ran out, ${declined} declined`,
    },
    { name: "Rated", ...ratedOf(writer.ratings) },
    { name: "Revisions", value: of(revised, delivered), note: "deliveries with a revision" },
  ];
  return (
    <dl className="figs md:grid-cols-3">
      {figures.map(({ name, value, note }) => (
        <div
          key={name}
          className="md:nth-[3n+1]:border-l-0 md:nth-[3n+1]:pl-0 md:nth-[n+4]:border-t md:nth-[n+4]:border-t-rule"
        >
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className="d">{note}</dd>
        </div>
      ))}
    </dl>
  );
};

const columns = [
  { key: "order", label: "Order and client" },
  { key: "state", label: "State" },
  { key: "due", label: "Writer's and client's deadline" },
  { key: "pay", label: "Pay", right: true },
];

/** What the writer has, with both deadlines and the pay that the offer fixed. */
export const WorkPanel = ({ data: { writer, zone } }: WorkProps) => {
  if (writer.work === null) return null;
  const all = `/admin/orders?group=all&writer=${writer.personId}`;
  return (
    <Panel title="In work" aside={<PanelLink to={all}>All orders</PanelLink>}>
      {writer.work.length === 0 ? (
        <p className="soft px-5 pb-5">Nothing is in work. Offers are made on the page of an order.</p>
      ) : (
        <Table
          caption="In work, the next deadline first"
          columns={columns}
          boxed
          tight
          hover
          cards
          className="[&_td]:align-top"
        >
          {writer.work.map((one) => (
            <tr key={one.id} className="relative">
              <td>
                <Link className="title wrap-anywhere after:absolute after:inset-0" to={`/admin/orders/${one.id}`}>
                  {one.title}
                </Link>
                <span className="meta wrap-anywhere">
                  {`${one.number}, ${one.clientName}`}
                  {one.test && <TagMark>test</TagMark>}
                </span>
              </td>
              <td>
                <Status shape={one.shown.shape} tone={one.shown.tone}>
                  {one.shown.text}
                </Status>
              </td>
              <td className="num">
                {one.writerDeadline ? formatMoment(one.writerDeadline, zone) : "no deadline"}
                <span className="meta">{one.deadline ? `client ${formatMoment(one.deadline, zone)}` : ""}</span>
              </td>
              <td className="r num strong">
                {one.priceCents !== null && one.writerShare !== null ? (
                  <Money cents={percentOf(one.priceCents, one.writerShare)} />
                ) : (
                  "not set"
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
};

const kinds = { late: "late", rev: "on time, revision asked", ok: "on time" } as const;
type Kind = keyof typeof kinds;
const kindOf = ({ late, revised }: { late: boolean; revised: boolean }): Kind =>
  late ? "late" : revised ? "rev" : "ok";

/** Each of the last deliveries as one square, and the same as a table. */
export const DeliveriesPanel = ({ data: { writer, zone } }: Props) => {
  if (writer.work === null) return null;
  const { deliveries } = writer;
  const count = (kind: Kind) => deliveries.filter((one) => kindOf(one) === kind).length;
  if (deliveries.length === 0)
    return (
      <Panel title="Deliveries" pad>
        <p className="soft">Nothing was delivered yet.</p>
      </Panel>
    );
  return (
    <Panel title={deliveries.length === 1 ? "The last delivery" : `Last ${deliveries.length} deliveries`} pad>
      <div className="grid grid-cols-24 gap-[5px] max-md:grid-cols-16" aria-hidden="true">
        {deliveries.toReversed().map((one) => (
          <i key={one.orderId} className={cx("run", kindOf(one))} title={`${one.number}, ${kinds[kindOf(one)]}`} />
        ))}
      </div>
      <p className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm/5 text-ink-2">
        {(Object.keys(kinds) as Kind[]).toReversed().map((kind) => (
          <span key={kind} className="inline-flex items-center gap-2">
            <span className="inline-block" aria-hidden="true">
              <i className={cx("run block size-[13px]", kind)} />
            </span>
            {`${count(kind)} ${kinds[kind]}`}
          </span>
        ))}
        <span className="muted inline-flex items-center">oldest first</span>
      </p>
      <details className="mt-3">
        <summary className="small fold-link">Show as table</summary>
        <Table
          caption="Deliveries, the newest first"
          columns={[
            { key: "order", label: "Order" },
            { key: "at", label: "Delivered" },
            { key: "how", label: "How" },
          ]}
          tight
        >
          {deliveries.map((one) => (
            <tr key={one.orderId}>
              <td>
                <Link to={`/admin/orders/${one.orderId}`} translate="no">
                  {one.number}
                </Link>
              </td>
              <td className="num">{formatDate(one.at, zone)}</td>
              <td>{one.late && one.revised ? "late, revision asked" : kinds[kindOf(one)]}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Panel>
  );
};

export const MoneyPanel = ({ data: { writer } }: WorkProps) => {
  const { money } = writer;
  if (!money) return null;
  const row = (key: string, cents: number) => ({
    key,
    term: key,
    value: (
      <b className="strong num" translate="no">
        {formatUsd(cents)}
      </b>
    ),
  });
  return (
    <Panel title="Money" aside={<PanelLink to="/admin/payments/payouts">Payouts</PanelLink>} pad>
      <TermList
        small
        terms={[
          row("Held", money.heldCents),
          row("Earned", money.earnedCents),
          row("Paid out", money.paidOutCents),
          { key: "method", term: "Method", value: <span className="num">{writer.method?.masked ?? "none yet"}</span> },
        ]}
      />
    </Panel>
  );
};

const reasons = {
  device: "signed in with the same browser at the same network address",
  address: "signed in from the same network address",
  order: "placed an order from this writer's network address",
  account: "gave the same bank account",
} as const;

/** Accounts that may be the same person: it informs, and blocks nothing for admins. */
export const HintPanel = ({ data: { writer, zone } }: Props) => {
  if (writer.hints.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={`Maybe the same person as ${writer.hints.length === 1 ? "another account" : "other accounts"}.`}
    >
      <ul>
        {writer.hints.map(({ personId, name, role, why, at }) => (
          <li key={personId}>
            <Link to={`/admin/people/${personId}`}>{name}</Link>
            {` (${role === 2 ? "writer" : role === 3 ? "admin" : "client"}) ${reasons[why]}`}
            {at ? ` on ${formatDate(at, zone)}.` : "."}
          </li>
        ))}
      </ul>
      <p>
        Nothing is blocked. This writer does not see orders of these clients. If the writer claims one, you decide
        first.
      </p>
    </Notice>
  );
};

export const PersonPanel = ({ data: { writer } }: Props) => (
  <Panel title="Person" aside={<PanelLink to={`/admin/people/${writer.personId}`}>Account</PanelLink>} pad>
    <TermList
      small
      terms={[
        { key: "name", term: "Name", value: <span className="wrap-anywhere">{writer.name}</span> },
        ...(writer.method
          ? [
              {
                key: "legal",
                term: "Legal name",
                value: <span className="wrap-anywhere">{writer.method.legalName}</span>,
              },
              { key: "country", term: "Country", value: countryName(writer.method.country) },
            ]
          : []),
        { key: "mail", term: "E-mail", value: <span className="wrap-anywhere">{writer.email}</span> },
      ]}
    />
  </Panel>
);

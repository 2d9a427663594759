import { Link } from "react-router";
import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Download, Icon } from "#src/ui/icons.tsx";
import { Status } from "#src/ui/status.tsx";
import { type Column, Table } from "#src/ui/table.tsx";
import type { Route } from "./+types/earnings.ts";
import { type ShownEarnings, type ShownLine, shownEarnings } from "./earnings.server.ts";

/** The own money of a writer; for everybody else there is nothing here. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  return shownEarnings(ctx, request);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Earnings · ${loaderData?.shop ?? ""}` }];

const columns: readonly Column[] = [
  { key: "order", label: "Order" },
  { key: "state", label: "State" },
  { key: "price", label: "Price", right: true },
  { key: "share", label: "Share", right: true },
  { key: "pay", label: "For you", right: true },
];

type Part = {
  id: "held" | "earned" | "paid";
  title: string;
  cents: number;
  lines: readonly ShownLine[];
  of: (line: ShownLine) => number;
  when: (line: ShownLine) => string | null;
  none: string;
};

const partsOf = ({ held, earned, paidOut, heldCents, earnedCents, paidOutCents }: ShownEarnings): readonly Part[] => [
  {
    id: "held",
    title: "Held",
    cents: heldCents,
    lines: held,
    of: (line) => line.heldCents,
    when: ({ freeOn }) => freeOn && `yours on ${freeOn}`,
    none: "Nothing is open. What you accept stands here until it is yours.",
  },
  {
    id: "earned",
    title: "Earned",
    cents: earnedCents,
    lines: earned,
    of: (line) => line.earnedCents,
    when: ({ since }) => since && `yours since ${since}`,
    none: "Nothing waits to be paid out.",
  },
  {
    id: "paid",
    title: "Paid out",
    cents: paidOutCents,
    lines: paidOut,
    of: (line) => line.paidOutCents,
    when: ({ paidOn }) => paidOn && `paid out ${paidOn}`,
    none: "Nothing was paid out yet.",
  },
];

const Row = ({ line, part }: { line: ShownLine; part: Part }) => (
  <tr>
    <td className="t">
      <Link className="title wrap-anywhere" to={`/dashboard/orders/${line.id}`}>
        {line.title}
      </Link>
      <span className="meta num">{line.number}</span>
    </td>
    <td className="st8">
      <Status shape={line.shown.shape} tone={line.shown.tone}>
        {line.shown.text}
      </Status>
      <span className="meta num">{part.when(line)}</span>
    </td>
    <td className="r n soft num">{line.priceCents === null ? "" : formatUsd(line.priceCents)}</td>
    <td className="r sh muted num">{line.share === null ? "" : `${line.share} %`}</td>
    <td className="r pay num">{formatUsd(part.of(line))}</td>
  </tr>
);

const PartSection = ({ part }: { part: Part }) => (
  <section aria-labelledby={part.id}>
    <div className="state-h">
      <h2 className="t2" id={part.id}>
        {part.title}
      </h2>
      <b>{formatUsd(part.cents)}</b>
    </div>
    {part.lines.length === 0 ? (
      <p className="soft py-4">{part.none}</p>
    ) : (
      <Table caption={part.title} columns={columns} cards className="stmt">
        {part.lines.map((line) => (
          <Row key={line.id} line={line} part={part} />
        ))}
      </Table>
    )}
  </section>
);

const File = ({ kind }: { kind: "csv" | "pdf" }) => (
  <a className="btn btn-outline btn-sm" href={`/dashboard/earnings/statement.${kind}`} download>
    <Icon of={Download} />
    {kind.toUpperCase()}
  </a>
);

const notes = {
  held: "while an order is open, and until its client can ask for no more changes",
  earned: "yours, and not paid out yet",
  paid: "sent to you",
} as const;

export default function Earnings({ loaderData }: Route.ComponentProps) {
  const parts = partsOf(loaderData);
  const all = parts.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <main id="main" className="wrap wk">
      <div className="dash-head">
        <h1 className="d2">Earnings</h1>
        <div className="row [--gap:12px]">
          <File kind="csv" />
          <File kind="pdf" />
        </div>
      </div>
      <dl className="flow">
        {parts.map(({ id, title, cents }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd className="sum">{formatUsd(cents)}</dd>
            <dd className="d">{notes[id]}</dd>
          </div>
        ))}
      </dl>
      <div className="earn-parts">
        {parts.map((part) => (
          <PartSection key={part.id} part={part} />
        ))}
        <p className="stmt-foot">
          <span className="soft">Held, earned and paid out</span> <b>{formatUsd(all)}</b>
        </p>
        <p className="small muted mt-6">
          Your share of an order is fixed in its offer and does not change. Nothing is deducted as a fine.
        </p>
      </div>
    </main>
  );
}

import type { Differences } from "#src/modules/payments/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatDay, formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { Money, Table } from "#src/ui/table.tsx";
import { providerLabel } from "./payment-labels.ts";

type Props = { found: Differences | null; zone: string };

const columns = [
  { key: "provider", label: "Provider" },
  { key: "payments", label: "Payments", right: true },
  { key: "theirs", label: "Their books", right: true },
  { key: "ours", label: "Our books", right: true },
  { key: "difference", label: "Difference", right: true },
];

type Rows = Differences["rows"];
const sumOf = (rows: Rows, key: "onlyTheirs" | "onlyOurs" | "otherAmount" | "unanswered"): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

export const DifferenceResult = ({ rows, equalDays }: Differences) => {
  if (equalDays > 0)
    return (
      <Status shape="check" tone="ok">
        {equalDays === 1
          ? "Nothing differs from the providers."
          : `Nothing differs from the providers, ${counted(equalDays, "day")} in a row.`}
      </Status>
    );
  const open = sumOf(rows, "unanswered");
  return (
    <Status shape="alert" tone="bad">
      {open > 0
        ? `${counted(open, "payment")} could not be compared. Check again.`
        : "The books differ. Find out why today."}
    </Status>
  );
};

/** A whole day of each provider beside our ledger; zero is shown as zero. */
export const PaymentDifferences = ({ found, zone }: Props) => {
  if (!found)
    return (
      <Panel title="The last check">
        <p className="panel-pad soft">Every night at 04:00 we compare the providers’ records of the day with ours.</p>
      </Panel>
    );
  const { day, rows, at } = found;
  const dayLabel = formatDay(new Date(`${day}T12:00:00Z`), "UTC");
  return (
    <Panel title="The last check" aside={<span className="small muted num">{`${dayLabel}, whole day`}</span>}>
      <Table caption={`Books of ${dayLabel}`} columns={columns} boxed tight cards>
        {rows.map(({ provider, payments, theirCents, ourCents }) => (
          <tr key={provider}>
            <td>{providerLabel(provider)}</td>
            <td className="r num">{payments}</td>
            <td className="r">
              <Money cents={theirCents} />
            </td>
            <td className="r">
              <Money cents={ourCents} />
            </td>
            <td className="r strong">
              <Money cents={theirCents - ourCents} />
            </td>
          </tr>
        ))}
      </Table>
      <div className="px-5 pb-5">
        <TermList
          small
          terms={[
            { key: "theirs", term: "Only at a provider", value: sumOf(rows, "onlyTheirs") },
            { key: "ours", term: "Only in our books", value: sumOf(rows, "onlyOurs") },
            { key: "amount", term: "Other amount or currency", value: sumOf(rows, "otherAmount") },
          ]}
        />
        <div className="between mt-4">
          <DifferenceResult {...found} />
          <span className="small muted num">{`checked ${formatMoment(at, zone)}`}</span>
        </div>
      </div>
    </Panel>
  );
};

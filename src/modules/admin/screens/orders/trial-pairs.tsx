import { serviceNames } from "#src/modules/pricing/index.screens.ts";
import type { Trial } from "#src/modules/pricing/index.server.ts";
import { services } from "#src/modules/pricing/index.ts";
import { counted } from "#src/shared/counted.ts";
import { type Cents, formatChange, formatUsd } from "#src/shared/money.ts";
import { Table } from "#src/ui/table.tsx";

type Sums = Trial["services"];
export const rowsOf = (sums: Sums) =>
  services.flatMap((service) => (sums[service] ? [{ service, ...sums[service] }] : []));
export const total = (sums: Sums) =>
  rowsOf(sums).reduce(
    (sum, { count, before, after, refused }) => ({
      count: sum.count + count,
      before: sum.before + before,
      after: sum.after + after,
      refused: sum.refused + refused,
    }),
    { count: 0, before: 0, after: 0, refused: 0 },
  );

/** "+ 6.8%"; nothing where nothing changes or nothing was paid before. */
export const percentText = (before: Cents, after: Cents): string => {
  if (before === 0 || before === after) return "";
  const tenths = Math.round((Math.abs(after - before) * 1_000) / before);
  return `${after < before ? "\u2212" : "+"} ${(tenths / 10).toFixed(1)}%`;
};

/** What changes, in money and percent. */
export const Change = ({ before, after }: { before: Cents; after: Cents }) => {
  const percent = percentText(before, after);
  return (
    <>
      <b className={before === after ? "same" : undefined} translate="no">
        {formatChange(after - before)}
      </b>
      {percent && <span className="meta">{percent}</span>}
    </>
  );
};

const columns = [
  { key: "service", label: "Service", quiet: true },
  { key: "picture", label: "Picture", quiet: true },
  { key: "prices", label: "Old and new", quiet: true, right: true },
  { key: "change", label: "Difference", quiet: true, right: true },
];

/** Drawn 1000 wide; the highest sum of the table reaches the end. */
const wide = 1_000;
const Bars = ({ before, after, most }: { before: Cents; after: Cents; most: Cents }) => {
  const reach = (cents: Cents) => Math.round((wide * cents) / Math.max(1, most));
  return (
    <svg className="pair" viewBox={`0 0 ${wide} 26`} preserveAspectRatio="none" aria-hidden="true">
      <rect className="old" width={reach(before)} height="12" />
      <rect className="new" y="14" width={reach(after)} height="12" />
    </svg>
  );
};

type RowProps = { label: string; noun: readonly [string, string]; count: number; before: Cents; after: Cents };
const PairRow = ({ label, noun, count, before, after, most }: RowProps & { most: Cents | null }) => (
  <tr>
    <th scope="row">
      {label}
      <span className="meta num">{counted(count, ...noun)}</span>
    </th>
    <td className="tb">{most !== null && <Bars before={before} after={after} most={most} />}</td>
    <td className="r tv" translate="no">
      <span className="meta">
        <span className="vh">old </span>
        {formatUsd(before)}
      </span>
      <b>
        <span className="vh">new </span>
        {formatUsd(after)}
      </b>
    </td>
    <td className="r td">
      <Change before={before} after={after} />
    </td>
  </tr>
);

/** Old against new, a pair of bars for each service on one scale, and all of them below. */
export const PairTable = ({ sums, caption, noun }: { sums: Sums; caption: string; noun: RowProps["noun"] }) => {
  const rows = rowsOf(sums);
  const most = Math.max(...rows.flatMap(({ before, after }) => [before, after]));
  const all = total(sums);
  return (
    <Table
      caption={caption}
      columns={columns}
      boxed
      className="trial"
      foot={<PairRow label={`All ${counted(rows.length, "service")}`} noun={noun} most={null} {...all} />}
    >
      {rows.map(({ service, ...row }) => (
        <PairRow key={service} label={serviceNames[service]} noun={noun} most={most} {...row} />
      ))}
    </Table>
  );
};

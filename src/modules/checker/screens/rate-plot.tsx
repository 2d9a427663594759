import { Fragment } from "react";
import { figures } from "#src/shared/counted.ts";
import { cx } from "#src/ui/class-names.ts";
import { Table } from "#src/ui/table.tsx";
import { boundsOf, isMeasured, kindName, percentText, worstFirst } from "../domain/card.ts";
import type { ErrorRate, Share } from "../domain/model.ts";

/** "0.2% of 856 (0.1 to 0.8%)"; of few texts only what was counted. */
const shareText = (share: Share | undefined): string => {
  if (!share || share.n === 0) return "not measured";
  if (!isMeasured(share)) return `${share.k} of ${share.n}, too few`;
  const { low, high } = boundsOf(share);
  return `${percentText(share.k / share.n)}% of ${figures(share.n)} (${percentText(low)} to ${percentText(high)}%)`;
};

type Kind = { kind: string; short: ErrorRate | undefined; long: ErrorRate | undefined };

const highest = ({ short, long }: Kind): number =>
  Math.max(
    -1,
    ...[short, long].flatMap((rate) => (rate && isMeasured(rate.humans) ? [boundsOf(rate.humans).high] : [])),
  );

const rankOf = (one: Kind): number => (one.kind === "all" ? 2 : highest(one));

/** All kinds first, then the kind whose mistakes may be the most. */
const kindsOf = (rates: readonly ErrorRate[]): Kind[] => {
  const names = [...new Set(rates.map(({ kind }) => kind))];
  const rateOf = (kind: string, isLong: boolean) =>
    rates.find((rate) => rate.kind === kind && rate.words >= 300 === isLong);
  return names
    .map((kind) => ({ kind, short: rateOf(kind, false), long: rateOf(kind, true) }))
    .sort((a, b) => rankOf(b) - rankOf(a));
};

/** One measured share on an axis of `most` percent: where it is, and the range around it; else what there is to say. */
const Mark = ({ share, most, row }: { share: Share | undefined; most: number; row: "short" | "long" }) => {
  if (!share || !isMeasured(share))
    return (
      <span className={`${row} left-2 bg-ground px-1 text-xs/4 text-ink-3 [translate:0_-50%]`}>{shareText(share)}</span>
    );
  const { low, high } = boundsOf(share);
  const at = (value: number): string => `${((value / most) * 10_000).toFixed(2)}%`;
  return (
    <>
      <span className={`whisker ${row}`} style={{ left: at(low), width: at(high - low) }} />
      <span className={`dot ${row}`} style={{ left: at(share.k / share.n) }} />
    </>
  );
};

type Side = "humans" | "machines";
const sideNames = { humans: "human texts called like a machine", machines: "machine texts found" };

const Cell = ({ one, side, most }: { one: Kind; side: Side; most: number }) => (
  <div
    className={`plot ${side}${one.kind === "all" ? " all" : ""} sm:border-t sm:border-t-rule print:mr-1.5`}
    role="img"
    aria-label={`${kindName(one.kind)}, ${sideNames[side]}: 150 to 299 words ${shareText(one.short?.[side])}; 300 words and more ${shareText(one.long?.[side])}`}
  >
    <Mark share={one.short?.[side]} most={most} row="short" />
    <Mark share={one.long?.[side]} most={most} row="long" />
  </div>
);

const Axis = ({ most, parts }: { most: number; parts: number }) => (
  <div
    className="flex justify-between border-t border-edge pt-1.5 text-xs/5 text-ink-3 tabular-nums"
    aria-hidden="true"
  >
    {Array.from({ length: parts + 1 }, (_, at) => {
      const value = (most * at) / parts;
      return (
        <span key={value} className="grid w-0 justify-center first:justify-start last:justify-end">
          {at === 0 || at === parts ? `${value}%` : value}
        </span>
      );
    })}
  </div>
);

const underHead = "block text-xs/5 font-normal text-ink-3";
const nameOfKind = "col-span-full border-t border-rule pt-2.5 pb-0.5 sm:col-auto sm:grid sm:content-center sm:py-1.5";

/** Measured errors in one plot: a row a kind, mistakes about people at the left, machine texts found at the right. */
export const RatePlot = ({ rates }: { rates: readonly ErrorRate[] }) => {
  const kinds = kindsOf(rates);
  const most = 4 * Math.max(1, Math.ceil(25 * Math.max(...kinds.map(highest))));
  return (
    <>
      <p className="rkey mt-3 gap-x-6">
        <span>
          <i className="dot short" />
          150 to 299 words
        </span>
        <span>
          <i className="dot" />
          300 words and more
        </span>
        <span>
          <i className="line" />
          95 of 100 such tests lie in this range
        </span>
      </p>
      <div className="mt-5 grid grid-cols-[1fr_1fr] gap-x-4 text-sm/5 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)] sm:gap-x-5 lg:grid-cols-[15rem_minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-10">
        <div className="max-sm:hidden" />
        <div className="strong pb-2.5">
          Human texts called “like a machine”<small className={underHead}>by mistake; less is better</small>
        </div>
        <div className="strong pb-2.5">
          Machine texts found<small className={underHead}>the rest end as “cannot tell” or “like a person”</small>
        </div>
        {kinds.map((one) => (
          <Fragment key={one.kind}>
            <div
              className={cx(
                nameOfKind,
                one.kind === "all"
                  ? "font-serif text-[1.125rem]/6 font-medium normal-nums"
                  : "text-[1rem]/[1.3125rem] font-semibold",
              )}
            >
              {kindName(one.kind)}
            </div>
            <Cell one={one} side="humans" most={most} />
            <Cell one={one} side="machines" most={100} />
          </Fragment>
        ))}
        <div className="max-sm:hidden" />
        <Axis most={most} parts={4} />
        <Axis most={100} parts={5} />
      </div>
    </>
  );
};

/** A share with its number and its interval; of few texts only what was counted. */
const RateText = ({ share }: { share: Share }) => {
  if (share.n === 0) return "not measured";
  const { low, high } = boundsOf(share);
  if (!isMeasured(share)) return `${share.k} of ${share.n}, too few to say`;
  return (
    <>
      {`${percentText(share.k / share.n)}% (n\u00a0${figures(share.n)})`}
      <small className="small muted block">{`${percentText(low)} to ${percentText(high)}%`}</small>
    </>
  );
};
const lengthOf = (words: number): string => (words >= 300 ? "300 and more" : "150 to 299");
const columns = [
  { key: "kind", label: "Kind of writing" },
  { key: "words", label: "Words" },
  { key: "humans", label: "Human texts flagged" },
  { key: "machines", label: "Machine texts found" },
];

/** Measured errors by kind of writing and length, the worst first. */
export const RateTable = ({ rates }: { rates: readonly ErrorRate[] }) => (
  <Table caption="Errors by kind of writing" columns={columns} cards>
    {worstFirst(rates).map((rate) => (
      <tr key={`${rate.kind} ${rate.words}`}>
        <td className="strong">{kindName(rate.kind)}</td>
        <td data-label="Words" className="nowrap">
          {lengthOf(rate.words)}
        </td>
        <td data-label="Human texts flagged">
          <RateText share={rate.humans} />
        </td>
        <td data-label="Machine texts found">
          <RateText share={rate.machines} />
        </td>
      </tr>
    ))}
  </Table>
);

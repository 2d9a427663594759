import type { ReactNode } from "react";
import { type Cents, formatChange, formatUsd } from "#src/shared/money.ts";
import { cx } from "./class-names.ts";
import { Corrected, LiveSum, sumClass } from "./corrected-sum.tsx";
import { ChevronDown, Icon } from "./icons.tsx";

export type PriceBreakdownProps = {
  title?: ReactNode;
  /** At the right of the title: "Essay, 1,650 words" or "No. 7KQ2M4X". */
  aside?: ReactNode;
  level?: 2 | 3;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** The carbon-copy sheet that holds the lines, the total and one button. */
export const PriceBreakdown = ({
  title = "Your price",
  aside,
  level = 2,
  id,
  className,
  children,
}: PriceBreakdownProps) => {
  const Heading = `h${level}` as const;
  return (
    <div className={cx("slip", className)} id={id}>
      <div className="slip-head">
        <Heading>{title}</Heading>
        {aside && <span>{aside}</span>}
      </div>
      {children}
    </div>
  );
};

export type BreakdownLine = {
  key: string;
  label: ReactNode;
  /** The effect in cents; null where nothing is chosen yet (dotted blank). */
  cents: Cents | null;
  /** Arithmetic in words: "History: $13.00 a page, 6 × $13.00". */
  why?: ReactNode;
  /** The first line and sums are amounts, the others are effects ("+ $8.40", "no change"). */
  amount?: boolean;
  /** A sum on the way ("Price before deadline"), printed in ink. */
  sub?: boolean;
};

const Amount = ({ line: { cents, amount, sub } }: { line: BreakdownLine }) => {
  if (cents === null) {
    return (
      <dd className="amt none">
        <span className="vh">not chosen</span>
        <span aria-hidden="true" className="inline-block h-[1em] w-18 [border-bottom:1px_dotted_var(--color-edge)]" />
      </dd>
    );
  }
  const plain = amount || sub;
  return (
    <dd className={cx("amt", !plain && cents === 0 && "none")} {...(cents !== 0 && { translate: "no" as const })}>
      {plain ? formatUsd(cents) : formatChange(cents)}
    </dd>
  );
};

const isUnchanged = ({ cents, amount, sub }: BreakdownLine): boolean => cents === 0 && !amount && !sub;

/** Neighbouring lines without an effect together, the others each alone. */
const runsOf = (lines: readonly BreakdownLine[]): readonly (readonly BreakdownLine[])[] =>
  lines.reduce<BreakdownLine[][]>((runs, line) => {
    const last = runs.at(-1);
    if (last?.[0] && isUnchanged(last[0]) === isUnchanged(line)) last.push(line);
    else runs.push([line]);
    return runs;
  }, []);

/** The same lines, short: two or more without an effect fold to one, which counts them. */
export const ShortLines = ({ lines }: { lines: readonly BreakdownLine[] }) =>
  runsOf(lines).map((run) =>
    run.length > 1 && run[0] && isUnchanged(run[0]) ? (
      <details key={`same ${run[0].key}`} className="same">
        <summary>
          {`${run.length} lines without a change`}
          <Icon of={ChevronDown} />
        </summary>
        <BreakdownLines lines={run} />
      </details>
    ) : (
      <BreakdownLines key={run[0]?.key} lines={run} />
    ),
  );

/** The lines of a price, always in the order given; a line without effect says "no change" and stays. */
export const BreakdownLines = ({ lines }: { lines: readonly BreakdownLine[] }) => (
  <dl className="lines">
    {lines.map((line) => (
      <div key={line.key} className={line.sub ? "sub" : undefined}>
        <dt className={line.cents === null ? "muted" : undefined}>{line.label}</dt>
        <Amount line={line} />
        {line.why && <dd className="why">{line.why}</dd>}
      </div>
    ))}
  </dl>
);

export type BreakdownTotalProps = {
  /** Null before anything is chosen. */
  cents: Cents | null;
  label?: string;
  small?: ReactNode;
  /** live: corrections are shown and spoken. stet: locked, it stands. plain: printed once (paid, past). */
  state?: "live" | "stet" | "plain";
  /** The total before a recalculation, struck beside the new one. Only with `plain`. */
  was?: Cents;
};

const Sum = ({ cents, label = "Total", state = "plain", was }: BreakdownTotalProps) => {
  if (cents === null) {
    return (
      <div className="sum h-11 w-33">
        <span className="vh">no total yet</span>
      </div>
    );
  }
  if (state === "live") return <LiveSum cents={cents} label={label} />;
  if (state === "stet") {
    return (
      <div className={cx(sumClass(cents), "grid justify-items-end border-0 p-0")}>
        <span className="stet" translate="no">
          {formatUsd(cents)}
        </span>
      </div>
    );
  }
  return (
    <div className={sumClass(cents)} translate="no">
      {was === undefined || was === cents ? formatUsd(cents) : <Corrected from={was} to={cents} />}
    </div>
  );
};

/** What a sum is called, with its currency or a note below. */
export const TotalLabel = ({ small = "US dollars", children }: { small?: ReactNode; children: ReactNode }) => (
  <div className="strong">
    {children}
    <small className="meta font-normal">{small}</small>
  </div>
);

/** The total in the serif over its double rule. */
export const BreakdownTotal = (props: BreakdownTotalProps) => (
  <div className="total between">
    <TotalLabel small={props.small ?? undefined}>{props.label ?? "Total"}</TotalLabel>
    <Sum {...props} />
  </div>
);

/** One sentence under the total: a cheaper deadline (caret), or until when the price is valid (stet). */
export const BreakdownNote = ({ mark = "caret", children }: { mark?: "caret" | "stet"; children: ReactNode }) => (
  <div className="note">
    <svg viewBox="0 0 20 18" aria-hidden="true">
      {mark === "caret" ? (
        <path d="M1 13h5l4-8 4 8h5" />
      ) : (
        <path d="M2 12h.1M7.3 12h.1M12.6 12h.1M17.9 12h.1" strokeLinecap="round" strokeWidth={3} />
      )}
    </svg>
    <span>{children}</span>
  </div>
);

/** Choices at the left, slip at the right, one perforation between. `tall` sets them one above the other. */
export const Docket = ({
  breakdown,
  tall,
  children,
}: {
  breakdown: ReactNode;
  tall?: boolean;
  children: ReactNode;
}) => (
  <div className={cx("docket", tall && "tall")}>
    {!tall && (
      <>
        <i className="notch top" aria-hidden="true" />
        <i className="notch bot" aria-hidden="true" />
      </>
    )}
    <div className="pick stack [--gap:24px]">{children}</div>
    {breakdown}
  </div>
);

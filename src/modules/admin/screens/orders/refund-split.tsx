import type { ReactNode } from "react";
import type { MoneyOutcome } from "#src/modules/payments/index.ts";
import { formatUsd } from "#src/shared/money.ts";
import { readAmount } from "#src/shared/typed-values.ts";
import { cx } from "#src/ui/class-names.ts";
import "#src/ui/styles/pages/admin-dispute.css";

const unknown = "not known yet";

const less = (cents: number): string => {
  if (cents === 0) return "loses nothing";
  return cents > 0 ? `loses ${formatUsd(cents)}` : `gets ${formatUsd(-cents)} more`;
};

const Part = ({ who, sum, why }: { who: string; sum: string; why: string }) => (
  <div>
    <dt>{who}</dt>
    <dd translate={/^−?\$[\d.,]+$/.test(sum) ? "no" : undefined}>{sum}</dd>
    <dd className="why">{why}</dd>
  </div>
);

type Props = {
  /** Null while something is missing that decides it; `missing` says what. */
  outcome: MoneyOutcome | null;
  missing?: string;
  /** What the client has besides the money. */
  keeps: string;
  /** Instead of what the writer loses, where there is nothing to lose. */
  writerWhy?: string | undefined;
  inRow?: boolean;
};

/** What client, writer and operator have and lose after a step. */
export const RefundSplit = ({ outcome, missing = "", keeps, writerWhy, inRow = false }: Props) => (
  <dl className={cx("part3", inRow && "in-row")}>
    <Part
      who="Client"
      sum={outcome ? `${formatUsd(outcome.back)} back` : unknown}
      why={outcome ? `pays ${formatUsd(outcome.paid)}, ${keeps}` : missing}
    />
    <Part
      who="Writer"
      sum={outcome ? formatUsd(outcome.writer) : unknown}
      why={outcome ? (writerWhy ?? less(outcome.writerLess)) : missing}
    />
    <Part
      who="Operator"
      sum={outcome ? formatUsd(outcome.operator) : unknown}
      why={outcome ? less(outcome.operatorLess) : missing}
    />
  </dl>
);

type ChoiceProps<V extends string> = {
  name: string;
  value: V;
  title: string;
  text?: string | undefined;
  chosen: string;
  onChoose: (value: V) => void;
  id?: string | undefined;
  children: ReactNode;
};

/** One of several ways, with what it leaves; nothing is chosen before somebody chooses. */
export const MoneyChoice = <V extends string>({
  name,
  value,
  title,
  text,
  chosen,
  onChoose,
  id,
  children,
}: ChoiceProps<V>) => (
  <div className={cx("choice", chosen === value && "on")}>
    <label className="choice-head">
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
        required
      />
      <span>
        <b className="t3">{title}</b>
        {text && <span className="small soft block">{text}</span>}
      </span>
    </label>
    {children}
  </div>
);

type SumProps = {
  id: string;
  name: string;
  mostCents: number;
  value: string;
  onValue: (text: string) => void;
  /** What an empty field means, in grey. */
  empty?: string;
  /** What the field is, where no visible label says it. */
  label?: string;
};

/** An amount of at most so much, which stands at the end of the field. */
export const SumField = ({ id, name, mostCents, value, onValue, empty, label }: SumProps) => (
  <div className="sumfield">
    <span aria-hidden="true">$</span>
    <input
      id={id}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      placeholder={empty}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
    <span>{`of ${formatUsd(mostCents)}`}</span>
  </div>
);

/** A typed amount of at most so much: its cents, or null and what is wrong with it. */
export const sumIn = (text: string, mostCents: number): { cents: number | null; wrong?: string } => {
  const read = readAmount(text);
  if (!read.ok) return { cents: null, wrong: read.message };
  if (read.value <= mostCents) return { cents: read.value };
  return { cents: null, wrong: `Write an amount of at most ${formatUsd(mostCents)}.` };
};

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Cents, formatUsd } from "#src/shared/money.ts";
import { cx } from "./class-names.ts";
import { correct, settled, settleMs, speakMs, spoken, standing } from "./correction.ts";
import { Caret } from "./marks.tsx";

/** `settle` takes the mark away before `ms` are over. */
export const useCorrection = (cents: Cents, ms: number) => {
  const [figure, setFigure] = useState(() => standing(cents));
  useLayoutEffect(() => setFigure((state) => correct(state, cents, performance.now())), [cents]);
  useEffect(() => {
    if (figure.from === null) return;
    const timer = setTimeout(() => setFigure(settled), ms);
    return () => clearTimeout(timer);
  }, [figure, ms]);
  const settle = useCallback(() => setFigure(settled), []);
  return { ...figure, settle };
};

const useSpoken = (label: string, cents: Cents): string => {
  const [text, setText] = useState("");
  const announced = useRef(cents);
  useEffect(() => {
    if (announced.current === cents) return;
    const timer = setTimeout(() => {
      setText(spoken(label, announced.current, cents));
      announced.current = cents;
    }, speakMs);
    return () => clearTimeout(timer);
  }, [label, cents]);
  return text;
};

/** A long sum is set smaller, so that it stays on the slip of a phone. */
export const sumClass = (cents: Cents): string => cx("sum", formatUsd(cents).length > 9 && "long");

export const Corrected = ({ from, to }: { from: Cents; to: Cents }) => (
  <>
    <del className="cut">
      <span className="vh">was </span>
      <span translate="no">{formatUsd(from)}</span>
    </del>
    <ins className="add" translate="no">
      <Caret />
      {formatUsd(to)}
    </ins>
  </>
);

/** The total of a live slip: a change strikes the old figure and writes the new one in; it is spoken once, politely. */
export const LiveSum = ({ cents, label }: { cents: Cents; label: string }) => {
  const { from, to, turn } = useCorrection(cents, settleMs);
  const text = useSpoken(label, cents);
  return (
    <div className={cx(sumClass(to), "live")}>
      <span className="vh" role="status">
        {text}
      </span>
      {from === null ? <span translate="no">{formatUsd(to)}</span> : <Corrected key={turn} from={from} to={to} />}
    </div>
  );
};

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Cents, formatUsd } from "#src/shared/money.ts";
import { cx } from "./class-names.ts";
import { Caret } from "./marks.tsx";

/** Changes that follow each other this fast count as one. */
const togetherMs = 300;
/** After this long the mark goes and the figure is printed again. */
const settleMs = 900;
/** On the bar of a phone the line below the figure says the old one: that long, or until the page is scrolled this far. */
export const barSettleMs = 4_000;
export const barSettlePx = 200;
/** The spoken message waits for this much quiet. */
const speakMs = 800;

/** A figure that may be under correction: `from` is the struck one, null when it stands. */
type Correction = { from: Cents | null; to: Cents; at: number; turn: number };

export const standing = (to: Cents): Correction => ({ from: null, to, at: 0, turn: 0 });

/** A new figure at `now` (milliseconds): strikes the one that stood; quick followers keep what was struck first. */
export const correct = (state: Correction, to: Cents, now: number): Correction => {
  if (to === state.to) return state;
  const follows = state.from !== null && now - state.at < togetherMs;
  const from = follows ? state.from : state.to;
  if (from === to) return { from: null, to, at: now, turn: state.turn };
  return { from, to, at: now, turn: follows ? state.turn : state.turn + 1 };
};

/** The mark is taken away. */
export const settled = (state: Correction): Correction => (state.from === null ? state : { ...state, from: null });

/** What a screen reader announces once: "Total $105.00, up $12.60". */
export const spoken = (label: string, before: Cents, now: Cents): string => {
  if (before === now) return `${label} ${formatUsd(now)}`;
  return `${label} ${formatUsd(now)}, ${now > before ? "up" : "down"} ${formatUsd(Math.abs(now - before))}`;
};

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

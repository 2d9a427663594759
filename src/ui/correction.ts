import { type Cents, formatUsd } from "#src/shared/money.ts";

/** Changes that follow each other this fast count as one. */
const togetherMs = 300;
/** After this long the mark goes and the figure is printed again. */
export const settleMs = 900;
/** On the bar of a phone the line below the figure says the old one: that long, or until the page is scrolled this far. */
export const barSettleMs = 4_000;
export const barSettlePx = 200;
/** The spoken message waits for this much quiet. */
export const speakMs = 800;

/** A figure that may be under correction: `from` is the struck one, null when it stands. */
export type Correction = { from: Cents | null; to: Cents; at: number; turn: number };

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

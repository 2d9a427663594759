import { barHeight, gridStep } from "./bars.tsx";
import { cx } from "./class-names.ts";

/** `value` is null where there is nothing to show: no bar, and not a bar of nothing. */
type WeekBar = { key: string; value: number | null; tick: string };

type Props = {
  bars: readonly WeekBar[];
  /** The result in a sentence, for who does not see the drawing. */
  label: string;
  /** What stands at a grid line. */
  say: (value: number) => string;
  /** The value of the highest line; by itself the next round number over the highest bar. */
  top?: number;
};

type Frame = { size: "lg" | "sm"; width: number; left: number; most: number };
const frames: readonly Frame[] = [
  { size: "lg", width: 520, left: 62, most: 52 },
  { size: "sm", width: 318, left: 56, most: 12 },
];
const height = 208;
const base = height - 28;
const room = base - 10;
const lines = [0, 1, 2] as const;

/** The highest line: a round number of which two halves are round as well. */
export const roundTop = (most: number): number => gridStep(Math.max(1, most) * 100, 2) / 50;

/** Which weeks carry their date: about five of them, and the last one. */
export const hasTick = (at: number, count: number): boolean =>
  (count - 1 - at) % Math.max(1, Math.ceil(count / 5)) === 0;

const Drawing = ({ frame, bars, label, say, top }: Props & { frame: Frame }) => {
  const shown = bars.slice(-frame.most);
  const highest = top ?? roundTop(Math.max(0, ...shown.map(({ value }) => value ?? 0)));
  const slot = (frame.width - frame.left) / Math.max(1, shown.length);
  const wide = Math.min(slot * 0.68, 44);
  return (
    <svg className={`chart ${frame.size}`} viewBox={`0 0 ${frame.width} ${height}`} role="img" aria-label={label}>
      {lines.map((line) => {
        const y = base - (room * line) / 2;
        return (
          <g key={line}>
            <line x1={frame.left} x2={frame.width} y1={y} y2={y} className={line === 0 ? "z" : "g"} />
            <text x={frame.left - 8} y={y + 4.5} className="ax e">
              {say((highest * line) / 2)}
            </text>
          </g>
        );
      })}
      {shown.map(({ key, value, tick }, at) => {
        const middle = frame.left + slot * (at + 0.5);
        const now = at === shown.length - 1;
        // The date of a narrow last bar would stand over the edge.
        const atEdge = now && slot < 60;
        const tall = barHeight(value ?? 0, highest, room);
        return (
          <g key={key}>
            <rect
              x={(middle - wide / 2).toFixed(1)}
              y={(base - tall).toFixed(1)}
              width={wide.toFixed(1)}
              height={tall.toFixed(1)}
              className={now ? "now" : undefined}
            />
            {hasTick(at, shown.length) && (
              <text
                x={atEdge ? frame.width - 1 : middle}
                y={height - 6}
                className={cx("ax", atEdge ? "e" : "m", now && "now")}
              >
                {tick}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
};

/** Bars by week, the last one being this week; on phones the last 12. */
export const WeekBars = (props: Props) => (
  <div className="chart-box">
    {frames.map((frame) => (
      <Drawing key={frame.size} frame={frame} {...props} />
    ))}
  </div>
);

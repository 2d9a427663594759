import { type Cents, formatUsd } from "#src/shared/money.ts";
import { cx } from "./class-names.ts";

const steps = [1, 2, 5];

/** The distance of the grid lines in cents: the smallest round number of dollars of which `lines` reach the highest bar. */
export const gridStep = (mostCents: number, lines = 4): number => {
  for (let power = 100; ; power *= 10)
    for (const step of steps) if (step * power * lines >= mostCents) return step * power;
};

/** Heights of bars over a base line, `top` cents being the whole height; a bar of little money is still seen. */
export const barHeight = (cents: number, topCents: number, height: number): number =>
  cents <= 0 ? 0 : Math.max(1.5, Math.round((height * cents * 10) / topCents) / 10);

export type Bar = { key: string; cents: Cents /** Under the bar, where it is shown at all. */; tick?: string };

const lines = [0, 1, 2, 3, 4];
const whole = (cents: Cents): string => (cents === 0 ? "0" : formatUsd(cents).replace(/\.00$/, ""));

const drawingClass = {
  lg: "h-auto w-full overflow-visible max-sm:hidden",
  sm: "h-auto w-full overflow-visible sm:hidden",
};

/** The look of words at an axis; `now` for those of the last bar. */
const axis = ({ end = false, now = false }): string =>
  cx(
    "font-sans text-[13px] tabular-nums",
    end ? "[text-anchor:end]" : "[text-anchor:middle]",
    now ? "fill-pen font-semibold" : "fill-ink-3",
  );

type Frame = { size: "lg" | "sm"; width: number; height: number; left: number; part: number };
const wide: Frame = { size: "lg", width: 820, height: 312, left: 60, part: 0.65 };
const narrow: Frame = { size: "sm", width: 318, height: 240, left: 50, part: 0.74 };

const Grid = ({ frame, step, base }: { frame: Frame; step: Cents; base: number }) =>
  lines.map((line) => {
    const y = base - ((base - 8) * line) / 4;
    return (
      <g key={line}>
        <line
          x1={frame.left}
          x2={frame.width}
          y1={y}
          y2={y}
          className={line === 0 ? "stroke-edge" : "stroke-chart-grid"}
        />
        <text x={frame.left - 8} y={y + 4.5} className={axis({ end: true })}>
          {whole(step * line)}
        </text>
      </g>
    );
  });

const Drawing = ({ frame, bars, label }: { frame: Frame; bars: readonly Bar[]; label: string }) => {
  const base = frame.height - 28;
  const step = gridStep(Math.max(0, ...bars.map(({ cents }) => cents)));
  const slot = (frame.width - frame.left) / Math.max(1, bars.length);
  const last = bars.length - 1;
  const drawn = bars.map((bar, index) => {
    const tall = barHeight(bar.cents, step * 4, base - 8);
    return { ...bar, tall, x: frame.left + slot * index + (slot * (1 - frame.part)) / 2, now: index === last };
  });
  const today = drawn[last];
  const labelY = today ? Math.min(base - today.tall - 6, base - 70) : 0;
  return (
    <svg
      className={drawingClass[frame.size]}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
    >
      <Grid frame={frame} step={step} base={base} />
      {drawn.map(({ key, x, tall, now }) => (
        <rect
          key={key}
          x={x.toFixed(1)}
          y={(base - tall).toFixed(1)}
          width={(slot * frame.part).toFixed(1)}
          height={tall.toFixed(1)}
          className={now ? "fill-chart-1" : "fill-chart-2"}
        />
      ))}
      {drawn.map(({ key, x, tick, now }) =>
        tick ? (
          <text
            key={key}
            x={now ? frame.width - 1 : x + (slot * frame.part) / 2}
            y={frame.height - 5}
            className={axis({ end: now, now })}
          >
            {tick}
          </text>
        ) : null,
      )}
      {today && (
        <>
          <line
            x1={today.x + (slot * frame.part) / 2}
            x2={today.x + (slot * frame.part) / 2}
            y1={labelY + 5}
            y2={base - today.tall - 2}
            className="stroke-pen [stroke-dasharray:2_3]"
          />
          <text x={frame.width - 1} y={labelY} className={axis({ end: true, now: true })}>
            {formatUsd(today.cents)}
          </text>
        </>
      )}
    </svg>
  );
};

/** Amounts by day, the last bar being today: all bars on wide pages, the last 14 on phones. `label` says the result. */
export const Bars = ({ bars, label }: { bars: readonly Bar[]; label: string }) => (
  <div className="px-5 pt-1 pb-4 max-sm:px-3">
    <Drawing frame={wide} bars={bars} label={label} />
    <Drawing frame={narrow} bars={bars.slice(-14)} label={label} />
  </div>
);

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

type WeekBarsFrame = { size: "lg" | "sm"; width: number; left: number; most: number };
const frames: readonly WeekBarsFrame[] = [
  { size: "lg", width: 520, left: 62, most: 52 },
  { size: "sm", width: 318, left: 56, most: 12 },
];
const height = 208;
const base = height - 28;
const room = base - 10;
const weekLines = [0, 1, 2] as const;

/** The highest line: a round number of which two halves are round as well. */
export const roundTop = (most: number): number => gridStep(Math.max(1, most) * 100, 2) / 50;

/** Which weeks carry their date: about five of them, and the last one. */
export const hasTick = (at: number, count: number): boolean =>
  (count - 1 - at) % Math.max(1, Math.ceil(count / 5)) === 0;

const WeekDrawing = ({ frame, bars, label, say, top }: Props & { frame: WeekBarsFrame }) => {
  const shown = bars.slice(-frame.most);
  const highest = top ?? roundTop(Math.max(0, ...shown.map(({ value }) => value ?? 0)));
  const slot = (frame.width - frame.left) / Math.max(1, shown.length);
  const wide = Math.min(slot * 0.68, 44);
  return (
    <svg className={drawingClass[frame.size]} viewBox={`0 0 ${frame.width} ${height}`} role="img" aria-label={label}>
      {weekLines.map((line) => {
        const y = base - (room * line) / 2;
        return (
          <g key={line}>
            <line
              x1={frame.left}
              x2={frame.width}
              y1={y}
              y2={y}
              className={line === 0 ? "stroke-edge" : "stroke-chart-grid"}
            />
            <text x={frame.left - 8} y={y + 4.5} className={axis({ end: true })}>
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
              className={now ? "fill-chart-1" : "fill-chart-2"}
            />
            {hasTick(at, shown.length) && (
              <text x={atEdge ? frame.width - 1 : middle} y={height - 6} className={axis({ end: atEdge, now })}>
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
  <div className="px-5 pt-1 pb-4 max-sm:px-3">
    {frames.map((frame) => (
      <WeekDrawing key={frame.size} frame={frame} {...props} />
    ))}
  </div>
);

import { type Cents, formatUsd } from "#src/shared/money.ts";

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

type Frame = { size: "lg" | "sm"; width: number; height: number; left: number; part: number };
const wide: Frame = { size: "lg", width: 820, height: 312, left: 60, part: 0.65 };
const narrow: Frame = { size: "sm", width: 318, height: 240, left: 50, part: 0.74 };

const Grid = ({ frame, step, base }: { frame: Frame; step: Cents; base: number }) =>
  lines.map((line) => {
    const y = base - ((base - 8) * line) / 4;
    return (
      <g key={line}>
        <line x1={frame.left} x2={frame.width} y1={y} y2={y} className={line === 0 ? "z" : "g"} />
        <text x={frame.left - 8} y={y + 4.5} className="ax e">
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
    <svg className={`chart ${frame.size}`} viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={label}>
      <Grid frame={frame} step={step} base={base} />
      {drawn.map(({ key, x, tall, now }) => (
        <rect
          key={key}
          x={x.toFixed(1)}
          y={(base - tall).toFixed(1)}
          width={(slot * frame.part).toFixed(1)}
          height={tall.toFixed(1)}
          className={now ? "now" : undefined}
        />
      ))}
      {drawn.map(({ key, x, tick, now }) =>
        tick ? (
          <text
            key={key}
            x={now ? frame.width - 1 : x + (slot * frame.part) / 2}
            y={frame.height - 5}
            className={now ? "ax e now" : "ax m"}
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
            className="lead"
          />
          <text x={frame.width - 1} y={labelY} className="ax e now">
            {formatUsd(today.cents)}
          </text>
        </>
      )}
    </svg>
  );
};

/** Amounts by day, the last bar being today: all bars on wide pages, the last 14 on phones. `label` says the result. */
export const Bars = ({ bars, label }: { bars: readonly Bar[]; label: string }) => (
  <div className="chart-box">
    <Drawing frame={wide} bars={bars} label={label} />
    <Drawing frame={narrow} bars={bars.slice(-14)} label={label} />
  </div>
);

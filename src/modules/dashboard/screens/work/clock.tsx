import { type CSSProperties, useEffect, useState } from "react";
import { leftOr } from "#src/shared/time-labels.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { cx } from "#src/ui/class-names.ts";
import { LowerBar } from "../order-parts.tsx";
import type { ShownWriterOrder } from "../writer-order.server.ts";

/** The server's clock, looked at once a minute while `running`; before scripts run it is the instant of the page. */
export const useServerNow = (now: string, running: boolean): Date => {
  const [at, look] = useState(now);
  useEffect(() => {
    look(now);
    if (!running) return;
    const ahead = Date.now() - Date.parse(now);
    const timer = setInterval(() => look(new Date(Date.now() - ahead).toISOString()), minuteMs);
    return () => clearInterval(timer);
  }, [now, running]);
  return new Date(at);
};

type Shown = NonNullable<ShownWriterOrder["clock"]>;

/** The time left by the server's clock, looked at once a minute; nothing ticks. */
const useLeft = ({ due, now, left }: Shown, running: boolean) => {
  const at = useServerNow(now, running);
  const end = new Date(due);
  return running ? { left: leftOr(end, at), soon: end.getTime() - at.getTime() < dayMs } : { left, soon: false };
};

const percent = (value: number) => `${value.toFixed(2)}%`;

const Line = ({ line, message }: { line: Shown["line"]; message: string }) => (
  <div className="relative mt-4.5 mb-10 h-3.5 rounded-xs border border-edge bg-sheet" role="img" aria-label={message}>
    <i className="absolute inset-y-0 left-0 bg-rule-strong" style={{ width: percent(line.used) }} />
    {line.stood.map(({ left, width }) => (
      <i
        key={left}
        className="absolute inset-y-0 bg-[repeating-linear-gradient(135deg,var(--color-ink-2)_0_1.5px,var(--color-sheet)_1.5px_4px)]"
        style={{ left: percent(left), width: percent(width) }}
      />
    ))}
    <i className="absolute -inset-y-1.25 w-0.5 bg-ink" style={{ left: percent(line.used) }} />
    {line.marks.map(({ left, label }) => (
      <span
        key={left}
        className="absolute top-full -translate-x-1/2 pt-2.5 text-xs leading-4 whitespace-nowrap text-ink-3 tabular-nums before:absolute before:top-0 before:left-1/2 before:h-[7px] before:border-l before:border-edge"
        style={{ left: percent(left) } as CSSProperties}
      >
        {label}
      </span>
    ))}
  </div>
);

/** How much of the writer's time is left, where the clock stood, and whether it stands now. */
export const Clock = ({ clock, delivers }: { clock: Shown; delivers: boolean }) => {
  const { left, soon } = useLeft(clock, clock.state === "runs");
  const used = `${Math.round(clock.line.used)} percent of your time is used.`;
  return (
    <section className="sheet clock" aria-labelledby="clock">
      <div className="between">
        <h2 className="t3" id="clock">
          Your deadline
        </h2>
        <span className="small muted">
          {{ runs: "time is running", held: "time is paused", done: "time has stopped" }[clock.state]}
        </span>
      </div>
      <p className={cx("num mt-1.5 font-serif text-[2.25rem]/11 font-[460] tracking-[-0.02em]", soon && "text-warn")}>
        {left}
      </p>
      <p className="num soft">{clock.at}</p>
      <Line line={clock.line} message={[used, clock.note].filter(Boolean).join(" ")} />
      {clock.note && <p className="small muted">{clock.note}</p>}
      {delivers && (
        <p className="mt-5 grid max-lg:hidden">
          <a className="btn btn-outline btn-sm" href="#hand">
            Go to the delivery
          </a>
        </p>
      )}
    </section>
  );
};

/** On phones and tablets: time left and the way to the hand-over, at the lower edge. */
export const DueBar = ({ clock }: { clock: Shown }) => {
  const { left } = useLeft(clock, clock.state === "runs");
  return (
    <LowerBar label="Time left" says={left} until={clock.at} to="#hand">
      Hand over
    </LowerBar>
  );
};

import { type CSSProperties, useEffect, useState } from "react";
import { leftOr } from "#src/shared/time-labels.ts";
import { dayMs, minuteMs } from "#src/shared/units.ts";
import { cx } from "#src/ui/class-names.ts";
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
  <div className="clock-line" role="img" aria-label={message}>
    <i style={{ width: percent(line.used) }} />
    {line.stood.map(({ left, width }) => (
      <i key={left} className="stood" style={{ left: percent(left), width: percent(width) }} />
    ))}
    <i className="now" style={{ left: percent(line.used) }} />
    {line.marks.map(({ left, label }) => (
      <span key={left} style={{ left: percent(left) } as CSSProperties}>
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
    <section className={cx("sheet clock", soon && "warn")} aria-labelledby="clock">
      <div className="between">
        <h2 className="t3" id="clock">
          Your deadline
        </h2>
        <span className="small muted">
          {{ runs: "time is running", held: "time is paused", done: "time has stopped" }[clock.state]}
        </span>
      </div>
      <p className="clock-left">{left}</p>
      <p className="num soft">{clock.at}</p>
      <Line line={clock.line} message={[used, clock.note].filter(Boolean).join(" ")} />
      {clock.note && <p className="small muted">{clock.note}</p>}
      {delivers && (
        <p className="acts">
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
    <aside className="duebar no-print" aria-label="Time left">
      <div>
        <b>{left}</b>
        <span className="num">{clock.at}</span>
      </div>
      <a className="btn btn-primary btn-sm" href="#hand">
        Hand over
      </a>
    </aside>
  );
};

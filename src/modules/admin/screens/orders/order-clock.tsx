import { barPercent } from "#src/shared/money.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { Status } from "#src/ui/status.tsx";
import type { DisputeView } from "../../domain/dispute-phases.ts";
import { type Clock, clockOf } from "../../domain/next-actor.ts";
import { automaticLabel, stillAhead } from "../../domain/order-sentences.ts";
import type { OrderPageData } from "./order.server.ts";

type Time = { now: Date; zone: string };

const states = {
  running: { shape: "half", tone: "ink", text: "Running" },
  stopped: { shape: "pause", tone: "warn", text: "Stopped" },
  late: { shape: "alert", tone: "bad", text: "Late" },
} as const;

const notes = { running: "left", stopped: "left when it stopped", late: "past the deadline" } as const;

type LineProps = { used: number; held?: number; late: boolean; from: string; to: string };

/** Time used, time stopped, time left, on one line. */
const Line = ({ used, held = 0, late, from, to }: LineProps) => (
  <div className="lifeline">
    <svg className="track" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect className={late ? "late" : "used"} width={used} height="12" />
      {held > 0 && <rect className="held" x={used} width={held} height="12" />}
    </svg>
    <div className="marks">
      <span>{from}</span>
      <span className="e">{to}</span>
    </div>
  </div>
);

const Face = ({ clock, time: { now, zone } }: { clock: Clock; time: Time }) => {
  if (clock.state === "none") return null;
  const { shape, tone, text } = states[clock.state];
  return (
    <>
      <div className="head">
        <h3 className="label">Time to the deadline</h3>
        <Status shape={shape} tone={tone}>
          {text}
        </Status>
      </div>
      <p className="clock-big">
        {shortTime(clock.ms)} <small>{notes[clock.state]}</small>
      </p>
      <Line
        {...clock}
        late={clock.state === "late"}
        from={clock.paidAt ? `Paid ${nearMoment(clock.paidAt, zone, now)}` : ""}
        to={
          clock.due
            ? `${clock.state === "stopped" ? "Due, if answered now" : "Due"} ${nearMoment(clock.due, zone, now)}`
            : ""
        }
      />
    </>
  );
};

/** What a dispute counts to; closed, how long it took. */
const DisputeFace = ({ clock, time: { now, zone } }: { clock: DisputeView["clock"]; time: Time }) => {
  const { title, from, fromText, to, toText, over } = clock;
  const late = !over && to < now;
  const [start, end] = [from.getTime(), to.getTime()];
  const ms = over ? end - start : Math.abs(end - now.getTime());
  const { shape, tone, text } = states[late ? "late" : "running"];
  const rest = late ? "past that time" : "left";
  return (
    <>
      <div className="head">
        <h3 className="label">{title}</h3>
        {over ? (
          <Status shape="check" tone="ok">
            Closed
          </Status>
        ) : (
          <Status shape={shape} tone={tone}>
            {text}
          </Status>
        )}
      </div>
      <p className="clock-big">
        {shortTime(ms)} <small>{over ? "from claim to the end" : rest}</small>
      </p>
      <Line
        used={over || late ? 100 : barPercent(now.getTime() - start, end - start)}
        late={late}
        from={`${fromText} ${nearMoment(from, zone, now)}`}
        to={`${toText} ${nearMoment(to, zone, now)}`}
      />
    </>
  );
};

/** What happens automatically, and the reminders that went out already. */
const Automatic = ({ shown: { timers }, time: { now, zone } }: { shown: OrderPageData; time: Time }) => {
  const ahead = stillAhead(timers, now);
  const sent = timers.filter(({ kind, due }) => due <= now && kind.includes("reminder"));
  if (ahead.length + sent.length === 0) return <p className="autos-h">Nothing happens automatically now.</p>;
  return (
    <>
      <h3 className="autos-h">Happens automatically</h3>
      <dl className="autos">
        {sent.map(({ kind, due }) => (
          <div key={kind}>
            <dt>The client was reminded</dt>
            <dd>{nearMoment(due, zone, now)}</dd>
          </div>
        ))}
        {ahead.map(({ kind, due }) => (
          <div key={kind}>
            <dt>{automaticLabel(kind)}</dt>
            <dd>
              {nearMoment(due, zone, now)}
              <small>{leftOr(due, now).replace(/(.*) left$/, "in $1")}</small>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};

/** The clock of the order, stopped while it is on hold, and what happens when nobody acts. */
export const ClockPart = ({
  shown,
  time,
  dispute,
}: {
  shown: OrderPageData;
  time: Time;
  dispute: DisputeView | null;
}) => {
  const { order } = shown;
  const clock = clockOf(order, time.now);
  const moved = clock.state === "stopped" && order.heldSince && order.writerDeadline;
  return (
    <div className="turn-clock">
      <Face clock={clock} time={time} />
      {dispute && <DisputeFace clock={dispute.clock} time={time} />}
      {order.writerDeadline && clock.state !== "none" && (
        <p className="small muted num mt-2">
          {`Writer's deadline ${nearMoment(
            moved && order.heldSince
              ? new Date(order.writerDeadline.getTime() + time.now.getTime() - order.heldSince.getTime())
              : order.writerDeadline,
            time.zone,
            time.now,
          )}${moved ? ", if answered now" : ""}`}
        </p>
      )}
      <Automatic shown={shown} time={time} />
    </div>
  );
};

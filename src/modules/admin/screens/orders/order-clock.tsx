import type { DisputeClock } from "#src/modules/orders/index.ts";
import { leftOr, shortTime } from "#src/shared/time-labels.ts";
import { nearMoment } from "#src/shared/zone.ts";
import { Status } from "#src/ui/status.tsx";
import { automaticLabel, stillAhead } from "../../domain/automatic-steps.ts";
import { type Clock, clockOf } from "../../domain/next-actor.ts";
import type { OrderPageData } from "./order.server.ts";

type Time = { now: Date; zone: string };

const states = {
  running: { shape: "half", tone: "ink", text: "Running" },
  stopped: { shape: "pause", tone: "warn", text: "Stopped" },
  late: { shape: "alert", tone: "bad", text: "Late" },
} as const;

const notes = { running: "left", stopped: "left when it stopped", late: "past the deadline" } as const;

/** Time used, time stopped, time left, on one line. */
const Line = ({ clock, time: { now, zone } }: { clock: Clock; time: Time }) => (
  <div className="lifeline">
    <svg className="track" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect className={clock.state === "late" ? "late" : "used"} width={clock.used} height="12" />
      {clock.held > 0 && <rect className="held" x={clock.used} width={clock.held} height="12" />}
    </svg>
    <div className="marks">
      <span>{clock.paidAt && `Paid ${nearMoment(clock.paidAt, zone, now)}`}</span>
      <span className="e">
        {clock.due &&
          `${clock.state === "stopped" ? "Due, if answered now" : "Due"} ${nearMoment(clock.due, zone, now)}`}
      </span>
    </div>
  </div>
);

const Face = ({ clock, time }: { clock: Clock; time: Time }) => {
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
      <Line clock={clock} time={time} />
    </>
  );
};

/** Until when a dispute is to be decided, or when its decision takes effect. */
const DisputeFace = ({ clock: { title, at }, time: { now, zone } }: { clock: DisputeClock; time: Time }) => (
  <>
    <div className="head">
      <h3 className="label">{title}</h3>
      {at < now && (
        <Status shape="alert" tone="bad">
          Late
        </Status>
      )}
    </div>
    <p className="clock-big">
      {shortTime(Math.abs(at.getTime() - now.getTime()))} <small>{at < now ? "past that time" : "left"}</small>
    </p>
    <p className="small muted num">
      <time dateTime={at.toISOString()}>{nearMoment(at, zone, now)}</time>
    </p>
  </>
);

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
export const ClockPart = ({ shown, time }: { shown: OrderPageData; time: Time }) => {
  const { order } = shown;
  const clock = clockOf(order, time.now);
  const moved = clock.state === "stopped" && order.heldSince && order.writerDeadline;
  return (
    <div className="turn-clock">
      <Face clock={clock} time={time} />
      {shown.disputeClock && <DisputeFace clock={shown.disputeClock} time={time} />}
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

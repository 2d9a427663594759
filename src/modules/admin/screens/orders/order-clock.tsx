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
  <div className="mt-3 mb-1">
    <svg
      className="h-3 w-full rounded-xs border border-edge bg-sheet"
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={late ? "fill-error" : "fill-ink-2"} width={used} height="12" />
      {held > 0 && <rect className="fill-edge opacity-45" x={used} width={held} height="12" />}
    </svg>
    <div className="num mt-1.5 flex justify-between gap-4 text-xs leading-[1.125rem] text-ink-3">
      <span>{from}</span>
      <span className="text-right">{to}</span>
    </div>
  </div>
);

const BigTime = ({ ms, note }: { ms: number; note: string }) => (
  <p className="num font-display text-[2.25rem] leading-11 font-[440] tracking-[-0.02em]">
    {shortTime(ms)}{" "}
    <small className="ml-1.5 font-sans text-(length:--text-sm) leading-5 font-normal tracking-[0] text-ink-3 normal-nums">
      {note}
    </small>
  </p>
);

const Face = ({ clock, time: { now, zone } }: { clock: Clock; time: Time }) => {
  if (clock.state === "none") return null;
  const { shape, tone, text } = states[clock.state];
  return (
    <>
      <div className="between gap-3">
        <h3 className="label">Time to the deadline</h3>
        <Status shape={shape} tone={tone}>
          {text}
        </Status>
      </div>
      <BigTime ms={clock.ms} note={notes[clock.state]} />
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
      <div className="between gap-3">
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
      <BigTime ms={ms} note={over ? "from claim to the end" : rest} />
      <Line
        used={over || late ? 100 : barPercent(now.getTime() - start, end - start)}
        late={late}
        from={`${fromText} ${nearMoment(from, zone, now)}`}
        to={`${toText} ${nearMoment(to, zone, now)}`}
      />
    </>
  );
};

const AutoRow = ({ what, at, left }: { what: string; at: string; left?: string }) => (
  <div className="num grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-rule py-[9px] text-sm leading-5">
    <dt className="text-ink-2">{what}</dt>
    <dd className="text-right">
      {at}
      {left && <small className="block text-xs leading-[1.125rem] text-ink-3">{left}</small>}
    </dd>
  </div>
);

/** What happens automatically, and the reminders that went out already. */
const Automatic = ({ shown: { timers }, time: { now, zone } }: { shown: OrderPageData; time: Time }) => {
  const ahead = stillAhead(timers, now);
  const sent = timers.filter(({ kind, due }) => due <= now && kind.includes("reminder"));
  if (ahead.length + sent.length === 0) return <p className="meta mt-4 mb-1.5">Nothing happens automatically now.</p>;
  return (
    <>
      <h3 className="meta mt-4 mb-1.5">Happens automatically</h3>
      <dl>
        {sent.map(({ kind, due }) => (
          <AutoRow key={kind} what="The client was reminded" at={nearMoment(due, zone, now)} />
        ))}
        {ahead.map(({ kind, due }) => (
          <AutoRow
            key={kind}
            what={automaticLabel(kind)}
            at={nearMoment(due, zone, now)}
            left={leftOr(due, now).replace(/(.*) left$/, "in $1")}
          />
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
    <>
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
    </>
  );
};

import { spokenLeft } from "#src/modules/orders/index.ts";
import type { ShownClock } from "./client-clock.server.ts";
import { useServerNow } from "./use-server-now.ts";
import "#src/ui/styles/pages/client-clock.css";

/** The text changes once a minute, so it is no live region; its width stays the same. */
const Left = ({ clock }: { clock: ShownClock }) => {
  const now = useServerNow(clock.now, clock.state === "runs");
  if (clock.state === "waits") return <p className="left soft">The work starts when you pay</p>;
  return <p className="left">{clock.state === "held" ? clock.left : spokenLeft(new Date(clock.due), now)}</p>;
};

/** When it is due by two clocks, and how long that is. */
export const ClientClock = ({ clock }: { clock: ShownClock | null }) =>
  clock && (
    <section className="client-clock no-print" aria-labelledby="clock">
      <h2 id="clock">{clock.title}</h2>
      <dl className="quiet-terms">
        <div>
          <dt>{clock.zone}</dt>
          <dd>
            <time dateTime={clock.due}>{clock.own}</time>
          </dd>
        </div>
        {clock.utc && (
          <div>
            <dt>UTC</dt>
            <dd>{clock.utc}</dd>
          </div>
        )}
      </dl>
      <Left clock={clock} />
      {clock.state === "held" && (
        <p className="why">The clock is stopped until you answer. The deadline moves by the time that you need.</p>
      )}
    </section>
  );

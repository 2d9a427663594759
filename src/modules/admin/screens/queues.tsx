import { Link } from "react-router";
import { Count } from "#src/ui/status.tsx";
import { adminAddress, blankAsk } from "../domain/admin-address.ts";
import { type Watch, watches, watchLabels } from "../domain/admin-labels.ts";
import { countLabel } from "../domain/count-label.ts";

const addressOf = (watch: Watch): string =>
  watch === "needs-quote" ? "/admin/custom-orders" : adminAddress(blankAsk, { watch, sort: "due" });

/** What waits for a person, each with its list. */
export const Queues = ({ counts, most }: { counts: Readonly<Record<Watch, number>>; most: number }) => (
  <section className="panel" aria-labelledby="queues">
    <div className="panel-head">
      <h2 className="t3" id="queues">
        Waiting for a person
      </h2>
    </div>
    <ul className="queues">
      {watches.map((watch) => (
        <li key={watch}>
          <Link to={addressOf(watch)}>
            <span className={counts[watch] === 0 ? "none" : undefined}>{watchLabels[watch].name}</span>
            {counts[watch] === 0 ? (
              <span className="none">none</span>
            ) : (
              <Count>{countLabel(counts[watch], most)}</Count>
            )}
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

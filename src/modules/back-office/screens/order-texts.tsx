import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import type { DeskOrder } from "./order.server.ts";

type Props = { shown: DeskOrder; zone: string };
type Delivery = DeskOrder["deliveries"][number];

const nameOf = ({ number, final }: Pick<Delivery, "number" | "final">): string =>
  final ? `Version ${number}, final` : `Draft ${number}`;

const factsOf = ({ words, by, at, openedAt }: Delivery, zone: string): string =>
  [
    `${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}`,
    by === "A" ? "by the office" : "by the writer",
    formatMoment(at, zone),
    openedAt ? `opened ${formatMoment(openedAt, zone)}` : "not opened by the client",
  ].join(", ");

/** Drafts and deliveries, the newest first; one can be read here. */
export const TextsPanel = ({ shown: { deliveries, reading }, zone }: Props) => {
  if (deliveries.length === 0) return null;
  return (
    <div id="texts">
      <Panel title="Drafts and deliveries" pad>
        <ul className="stack [--gap:16px]">
          {deliveries.toReversed().map((one) => (
            <li key={one.number} className="row justify-between [--gap:12px]">
              <span className="min-w-0">
                <b className="strong block">{nameOf(one)}</b>
                <span className="small muted">{factsOf(one, zone)}</span>
              </span>
              {reading?.number === one.number ? (
                <span className="small muted">shown below</span>
              ) : (
                <LinkButton small variant="outline" to={`?text=${one.number}#texts`} preventScrollReset>
                  Read
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
        {reading && (
          <article className="mt-6" aria-label={nameOf(reading)}>
            {reading.note && <p className="soft brief-text mb-4">{`Note: ${reading.note}`}</p>}
            <div className="kept-text page-text">{reading.text}</div>
          </article>
        )}
      </Panel>
    </div>
  );
};

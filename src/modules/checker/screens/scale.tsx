import { cx } from "#src/ui/class-names.ts";
import type { Report as Whole } from "../domain/report.ts";
import { bandTexts } from "../domain/texts.ts";

type Report = Pick<Whole, "band" | "position" | "doubts">;

const zones = [
  { band: "human-like", label: "like a person" },
  { band: "cannot-tell", label: "cannot tell" },
  { band: "likely-ai", label: "like a machine" },
] as const;

/** Each band has a third of the scale; the model's own middle zone is from 0.3 to 0.7. Its mark never leaves the zone of the answer. */
function placeOf({ band, position }: Report): number {
  const third = 100 / 3;
  const [from, part] =
    band === "human-like"
      ? [0, position / 0.3]
      : band === "likely-ai"
        ? [2 * third, (position - 0.7) / 0.3]
        : [third, (position - 0.3) / 0.4];
  return from + third * Math.min(0.95, Math.max(0.05, part));
}

/** The three answers, without numbers: the middle one is hatched, the mark stands in the one that was given. */
export const Scale = ({ report, className }: { report: Report; className?: string }) => {
  const isNone = report.band === "too-short" || report.doubts.length > 0;
  const { title } = bandTexts[report.band];
  const zone = isNone ? undefined : zones.find(({ band }) => band === report.band);
  const place = zone ? `The mark is in the part “${zone.label}”.` : "No mark on the scale.";
  return (
    <figure
      className={cx("scale3", className)}
      role="img"
      aria-label={`${title} ${place}`}
      data-none={isNone || undefined}
    >
      <div className="track">
        <i />
        <i />
        <i />
        {!isNone && <b style={{ left: `${placeOf(report).toFixed(1)}%` }} />}
      </div>
      <div className="zones">
        {zones.map(({ band, label }) => (
          <span key={band} className={zone?.band === band ? "on" : undefined}>
            {label}
          </span>
        ))}
      </div>
    </figure>
  );
};

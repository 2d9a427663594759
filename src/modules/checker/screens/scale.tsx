import type { Report } from "../domain/report.ts";
import { bandTexts } from "../domain/texts.ts";

/** Where no answer is given, in percent: a short text gets no answer above it, a doubtful one gets none at all. */
function zoneOf({ band, weak, doubts }: Report): { left: number; width: number; isAll: boolean } {
  const isAll = band === "too-short" || doubts.length > 0;
  if (isAll) return { left: 0, width: 100, isAll };
  return { left: 30, width: weak ? 70 : 40, isAll };
}

/** Where the text stands, without numbers: in the hatched part no answer is given. */
export const Scale = ({ report }: { report: Report }) => {
  const { left, width, isAll } = zoneOf(report);
  const { title } = bandTexts[report.band];
  return (
    <figure className="band" role="img" aria-label={`${title} ${placeLabel(report, isAll)}`}>
      <div className="scale">
        <span className="zone" style={{ left: `${left}%`, width: `${width}%` }} />
        {!isAll && <span className="best" style={{ left: `${(2 + report.position * 96).toFixed(1)}%` }} />}
      </div>
      <div className="ends">
        <span>like people’s</span>
        <span>no answer</span>
        <span>like machines’</span>
      </div>
    </figure>
  );
};

function placeLabel({ band }: Report, isAll: boolean): string {
  if (isAll) return "No mark on the scale.";
  if (band === "human-like") return "The mark is on the side of people’s texts.";
  if (band === "likely-ai") return "The mark is on the side of machines’ texts.";
  return "The mark is where no answer is given.";
}

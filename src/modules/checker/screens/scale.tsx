import type { Report } from "../domain/report.ts";
import { bandTexts } from "../domain/texts.ts";

const zone = { from: 30, width: 40 };

/** Where the text stands, without numbers: the hatched middle is where no answer is given. */
export const Scale = ({ report: { band, position } }: { report: Report }) => (
  <figure className="band" role="img" aria-label={`${bandTexts[band].title} ${positionLabel(band, position)}`}>
    <div className="scale">
      <span className="zone" style={{ left: `${zone.from}%`, width: `${zone.width}%` }} />
      {band !== "too-short" && <span className="best" style={{ left: `${(2 + position * 96).toFixed(1)}%` }} />}
    </div>
    <div className="ends">
      <span>like people’s</span>
      <span>no answer</span>
      <span>like machines’</span>
    </div>
  </figure>
);

function positionLabel(band: Report["band"], position: number): string {
  if (band === "too-short") return "No mark on the scale.";
  if (position < 0.3) return "The mark stands at the side of people’s texts.";
  if (position > 0.7) return "The mark stands at the side of machines’ texts.";
  return "The mark stands in the middle, where no answer is given.";
}

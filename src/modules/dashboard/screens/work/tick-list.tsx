import { type Comparison, comparedText, tickField } from "#src/modules/orders/index.ts";
import { fieldId } from "#src/ui/field.tsx";
import { handFormId } from "./use-kept-work.ts";

type Props = {
  checklist: readonly string[];
  texts: Readonly<Record<string, string>>;
  first: Readonly<Record<string, string>>;
  /** What is there so far, beside what the points promise. */
  compared: readonly Comparison[];
};

const ofPoint = (compared: Props["compared"], at: number): string =>
  compared
    .filter((one) => one.at === at && one.counted !== null)
    .map((one) => `${comparedText(one)}${one.short ? ", less than promised" : ""}`)
    .join(", ");

const tickedIn = (checklist: readonly string[], texts: Props["texts"]): number =>
  checklist.filter((_, at) => texts[tickField(at)] === "on").length;

/** The client's points, to be ticked; they belong to the hand-over form wherever they stand. */
export const TickList = ({ checklist, texts, first, compared }: Props) =>
  checklist.length === 0 ? null : (
    <section aria-labelledby="checklist">
      <div className="sub-h between">
        <h3 id="checklist">Acceptance checklist</h3>
        <span className="num">{`${tickedIn(checklist, texts)} of ${checklist.length}. The client sees the same list.`}</span>
      </div>
      <div className="tick-list">
        {checklist.map((point, at) => (
          <label key={point} className="check">
            <input
              type="checkbox"
              form={handFormId}
              id={fieldId(tickField(at))}
              name={tickField(at)}
              value="on"
              defaultChecked={first[tickField(at)] === "on"}
            />
            <span className="wrap-anywhere">
              {point}
              {ofPoint(compared, at) && (
                <span className="small muted num block">{`Counted: ${ofPoint(compared, at)}`}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </section>
  );

/** The same points where they cannot be ticked now. */
export const PointList = ({ checklist }: { checklist: readonly string[] }) =>
  checklist.length === 0 ? null : (
    <section aria-labelledby="checklist">
      <div className="sub-h between">
        <h3 id="checklist">Acceptance checklist</h3>
      </div>
      <ol className="point-list">
        {checklist.map((point) => (
          <li key={point} className="wrap-anywhere">
            {point}
          </li>
        ))}
      </ol>
    </section>
  );

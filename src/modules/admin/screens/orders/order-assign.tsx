import type { AssignPlan } from "#src/modules/writing/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { Stays } from "./bulk-panel.tsx";
import { WriterSearch } from "./writer-search.tsx";

type Writer = AssignPlan["writers"][number];

const placesOf = ({ capacity, openOrders }: Writer): string => {
  const free = Math.max(0, capacity - openOrders);
  return free === 0 ? "full" : `${free} of ${capacity} free`;
};

/** Another choice is planned at once; without scripts a button asks for it. */
const plan = () => document.getElementById("bulk-plan")?.click();

const Choice = ({ one, to, asked }: { one: Writer; to: string; asked: number }) => {
  const full = one.openOrders >= one.capacity;
  return (
    <label className={full ? "pickw full" : "pickw"}>
      <input type="radio" name="to" value={one.id} defaultChecked={to === one.id} disabled={full} onChange={plan} />
      <span className="min-w-0">
        <b>{one.name}</b>
        <small>{one.pseudonym}</small>
      </span>
      <span className="num">{placesOf(one)}</span>
      <span className="num">{`fits ${one.fits} of ${asked}`}</span>
      <span className="num">{one.delivered > 0 ? `${one.onTime} of ${one.delivered}` : "new"}</span>
    </label>
  );
};

type Props = {
  shown: AssignPlan;
  /** The writer who was chosen; "": spread by suggestion. */
  to: string;
  clock: { now: Date; zone: string };
  onClose: () => void;
};

/** Who gets which of the chosen orders, before anything is sent, and which stay with their reason. */
export default function AssignPanel({ shown, to, clock, onClose }: Props) {
  const { asked, writers, all, search, gives, stays } = shown;
  const many = new Set(gives.map(({ writer }) => writer.id)).size;
  const due = (at: Date | null) => (at ? `due ${formatMoment(at, clock.zone, clock.now)}` : "no deadline");
  return (
    <section className="assign" aria-labelledby="assign-title">
      <fieldset className="as-l">
        <legend className="t3" id="assign-title">
          {asked === 1 ? "Who gets the order?" : `Who gets the ${counted(asked, "order")}?`}
        </legend>
        {(all > writers.length || search.trim() !== "") && (
          <div className="clear-both">
            <WriterSearch name="find" text={search} all={all} listed={writers.length} send={{ step: "plan" }} />
          </div>
        )}
        <div className="pickhead small muted" aria-hidden="true">
          <span>Writer</span>
          <span>Places</span>
          <span>Fit</span>
          <span>On time</span>
        </div>
        <div className="pick-list">
          <label className="pickw">
            <input type="radio" name="to" value="" defaultChecked={to === ""} onChange={plan} />
            <span className="min-w-0">
              <b>Spread by suggestion</b>
              <small>the best free writer for each order</small>
            </span>
            {to === "" && (
              <span className="num pw-x">{`${gives.length} of ${counted(asked, "order")}, ${counted(many, "writer")}`}</span>
            )}
          </label>
          {writers.map((one) => (
            <Choice key={one.id} one={one} to={to} asked={asked} />
          ))}
        </div>
        <NoScript>
          <Button name="step" value="plan" variant="outline" small>
            Show who gets what
          </Button>
        </NoScript>
      </fieldset>
      <div className="as-r">
        <div className="between">
          <h2 className="t3">Preview</h2>
          <span className="small muted">nothing is sent yet</span>
        </div>
        <ul className="gets">
          {gives.map(({ id, version, title, due: at, writer }) => (
            <li key={id}>
              <input type="hidden" name="give" value={`${id}:${version}:${writer.id}`} />
              <div className="min-w-0">
                <span className="g-t" title={title}>
                  {title}
                </span>
                <small className="num">{due(at)}</small>
              </div>
              <div>
                <b>{writer.name}</b>
                <small>{writer.why}</small>
              </div>
            </li>
          ))}
          <Stays orders={stays} />
        </ul>
        <div className="as-foot">
          <p className="small soft">Each writer is asked and can say no. Then the order has no writer again.</p>
          <div className="row">
            {gives.length > 0 && (
              <Button name="step" value="give" small>
                {`Ask ${counted(many, "writer")}`}
              </Button>
            )}
            <Button type="button" variant="quiet" small onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

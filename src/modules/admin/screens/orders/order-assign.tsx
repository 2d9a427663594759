import type { ReactNode } from "react";
import type { AssignPlan } from "#src/modules/writing/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { PlanLine, PlanPanel, planLeft, Receiver, Stays } from "./bulk-panel.tsx";
import { WriterSearch } from "./writer-search.tsx";

type Writer = AssignPlan["writers"][number];

const placesOf = ({ capacity, openOrders }: Writer): string => {
  const free = Math.max(0, capacity - openOrders);
  return free === 0 ? "full" : `${free} of ${capacity} free`;
};

/** Another choice is planned at once; without scripts a button asks for it. */
const plan = () => document.getElementById("bulk-plan")?.click();

const columns =
  "grid grid-cols-[22px_minmax(0,1fr)_6rem_5.5rem_4.5rem] items-center gap-x-2.5 px-2 py-0.5 max-md:grid-cols-[22px_minmax(0,1fr)_auto]";

type ChoiceProps = { value: string; to: string; full?: boolean; name: string; note: string; children: ReactNode };

const Choice = ({ value, to, full = false, name, note, children }: ChoiceProps) => (
  <label
    className={cx(
      `pickw ${columns} min-h-12 border-t border-rule text-(length:--text-sm) leading-5 max-md:gap-x-3 max-md:py-2`,
      full ? "cursor-not-allowed text-ink-3" : "cursor-pointer text-ink-2",
    )}
  >
    <input
      type="radio"
      name="to"
      value={value}
      defaultChecked={to === value}
      disabled={full}
      onChange={plan}
      className="size-5 accent-pen"
    />
    <span className="min-w-0">
      <b className={cx("block text-[1rem] font-semibold", full ? "text-ink-3" : "text-ink")}>{name}</b>
      <small className="meta">{note}</small>
    </span>
    {children}
  </label>
);

const WriterChoice = ({ one, to, asked }: { one: Writer; to: string; asked: number }) => (
  <Choice value={one.id} to={to} full={one.openOrders >= one.capacity} name={one.name} note={one.pseudonym}>
    <span className="num">{placesOf(one)}</span>
    <span className="num max-md:col-start-2">{`fits ${one.fits} of ${asked}`}</span>
    <span className="num max-md:col-start-3 max-md:row-start-2 max-md:text-right">
      {one.delivered > 0 ? `${one.onTime} of ${one.delivered}` : "new"}
    </span>
  </Choice>
);

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
    <PlanPanel
      titleId="assign-title"
      left={
        <fieldset className={planLeft}>
          <legend className="t3 float-left mb-1 w-full" id="assign-title">
            {asked === 1 ? "Who gets the order?" : `Who gets the ${counted(asked, "order")}?`}
          </legend>
          {(all > writers.length || search.trim() !== "") && (
            <div className="clear-both">
              <WriterSearch name="find" text={search} all={all} listed={writers.length} send={{ step: "plan" }} />
            </div>
          )}
          <div className={`${columns} small muted clear-both max-md:hidden`} aria-hidden="true">
            <span className="col-[1/3]">Writer</span>
            <span>Places</span>
            <span>Fit</span>
            <span>On time</span>
          </div>
          <div className="clear-both max-h-88 overflow-y-auto">
            <Choice value="" to={to} name="Spread by suggestion" note="the best free writer for each order">
              {to === "" && (
                <span className="num col-[3/-1] text-right max-md:col-[2/-1] max-md:text-left">
                  {`${gives.length} of ${counted(asked, "order")}, ${counted(many, "writer")}`}
                </span>
              )}
            </Choice>
            {writers.map((one) => (
              <WriterChoice key={one.id} one={one} to={to} asked={asked} />
            ))}
          </div>
          <NoScript>
            <Button name="step" value="plan" variant="outline" small>
              Show who gets what
            </Button>
          </NoScript>
        </fieldset>
      }
      count="nothing is sent yet"
      says="Each writer is asked and can say no. Then the order has no writer again."
      send={gives.length > 0 ? { step: "give", label: `Ask ${counted(many, "writer")}` } : null}
      onClose={onClose}
    >
      {gives.map(({ id, version, title, due: at, writer }) => (
        <PlanLine key={id} title={title} note={due(at)} end={<Receiver name={writer.name} why={writer.why} />}>
          <input type="hidden" name="give" value={`${id}:${version}:${writer.id}`} />
        </PlanLine>
      ))}
      <Stays orders={stays} />
    </PlanPanel>
  );
}

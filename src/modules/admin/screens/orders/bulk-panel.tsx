import type { ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";

type LineProps = {
  title: string;
  note: string;
  /** The note is a figure. */
  figure?: boolean;
  /** The order stays as it is. */
  stays?: boolean;
  end: ReactNode;
  /** The hidden fields of the line. */
  children: ReactNode;
};

/** An order in a plan: what would happen to it stands at the end. */
export const PlanLine = ({ title, note, figure = true, stays = false, end, children }: LineProps) => (
  <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_10rem] items-center gap-x-4 border-t border-rule py-[3px] leading-5 max-md:grid-cols-[minmax(0,1fr)]">
    {children}
    <div className="min-w-0">
      <span className={cx("block truncate", stays ? "text-ink-3" : "font-semibold")} title={title}>
        {title}
      </span>
      <small className={cx("meta", figure && "num")}>{note}</small>
    </div>
    {end}
  </li>
);

/** Who gets or answers something, at the end of a line. */
export const Receiver = ({ name, why }: { name: string; why: string }) => (
  <div>
    <b className="block font-semibold text-pen">{name}</b>
    <small className="meta">{why}</small>
  </div>
);

/** The chosen orders that a step leaves as they are, each with its reason. */
export const Stays = ({ orders }: { orders: readonly { id: string; number: string; title: string; why: string }[] }) =>
  orders.map(({ id, number, title, why }) => (
    <PlanLine
      key={id}
      title={title}
      note={`${number}: ${why}`}
      figure={false}
      stays
      end={<b className="block font-semibold text-error">stays selected</b>}
    >
      <input type="hidden" name="stay" value={id} />
    </PlanLine>
  ));

type PanelProps = {
  /** The id of the title, which stands in the left part. */
  titleId: string;
  left: ReactNode;
  /** Beside "Preview": how much is planned. */
  count: string;
  /** What happens after the button. */
  says: string;
  /** The step that does it; null: there is nothing to do. */
  send: { step: string; label: string } | null;
  onClose: () => void;
  children: ReactNode;
};

export const planLeft = "min-w-0 px-5 pt-3 pb-4";

/** The plan of a step for the chosen orders, below the bar: what is asked at the left, at the right what would happen. */
export const PlanPanel = ({ titleId, left, count, says, send, onClose, children }: PanelProps) => (
  <section
    className="relative grid grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] border border-b-0 border-pen bg-raised [box-shadow:var(--shadow-lift)] max-xl:grid-cols-[minmax(0,1fr)]"
    aria-labelledby={titleId}
  >
    {left}
    <div className="flex flex-col border-rule-strong px-5 pt-3 pb-4 max-xl:border-t xl:border-l">
      <div className="between">
        <h2 className="t3">Preview</h2>
        <span className="small muted">{count}</span>
      </div>
      <ul className="mt-1 mb-auto max-h-80 overflow-y-auto">{children}</ul>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 pt-3 max-md:grid-cols-[minmax(0,1fr)]">
        <p className="small soft">{says}</p>
        <div className="row">
          {send && (
            <Button name="step" value={send.step} small>
              {send.label}
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

type BulkProps = Omit<PanelProps, "titleId"> & { title: string };

/** A plan whose left part are fields below each other. */
export const BulkPanel = ({ title, left, count, ...rest }: BulkProps) => (
  <PlanPanel
    {...rest}
    titleId="bulk-title"
    count={`${count}, nothing is sent yet`}
    left={
      <div className={`${planLeft} stack [--gap:16px]`}>
        <h2 className="t3" id="bulk-title">
          {title}
        </h2>
        {left}
      </div>
    }
  />
);

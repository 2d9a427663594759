import type { ReactNode } from "react";
import { Button } from "#src/ui/button.tsx";

/** The chosen orders that a step leaves as they are, each with its reason. */
export const Stays = ({ orders }: { orders: readonly { id: string; number: string; title: string; why: string }[] }) =>
  orders.map(({ id, number, title, why }) => (
    <li key={id} className="no">
      <input type="hidden" name="stay" value={id} />
      <div className="min-w-0">
        <span className="g-t" title={title}>
          {title}
        </span>
        <small>{`${number}: ${why}`}</small>
      </div>
      <b>stays selected</b>
    </li>
  ));

type Props = {
  title: string;
  /** Beside "Preview": how many of what. */
  count: string;
  left: ReactNode;
  /** What happens after the button. */
  says: string;
  /** The step that does it; null: there is nothing to do. */
  send: { step: string; label: string } | null;
  onClose: () => void;
  children: ReactNode;
};

/** The plan of a step for the chosen orders, below the bar: what is asked at the left, at the right what would happen. */
export const BulkPanel = ({ title, count, left, says, send, onClose, children }: Props) => (
  <section className="assign" aria-labelledby="bulk-title">
    <div className="as-l stack [--gap:16px]">
      <h2 className="t3" id="bulk-title">
        {title}
      </h2>
      {left}
    </div>
    <div className="as-r">
      <div className="between">
        <h2 className="t3">Preview</h2>
        <span className="small muted">{`${count}, nothing is sent yet`}</span>
      </div>
      <ul className="gets">{children}</ul>
      <div className="as-foot">
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

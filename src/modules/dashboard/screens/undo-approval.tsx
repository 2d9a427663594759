import { useEffect, useRef, useState } from "react";
import { CircleCheck, Icon } from "#src/ui/icons.tsx";
import { useReadAgain } from "#src/ui/live/use-read-again.ts";
import { useTakeFocus } from "#src/ui/use-take-focus.ts";
import type { ShownOrder } from "./order.server.ts";
import { questionId } from "./order-card.tsx";
import { type Asks, StepForm } from "./step-form.tsx";

/** Reads the page anew when the time to undo is over, until the order is finished. */
function useFinish(leftMs: number): void {
  const readAgain = useReadAgain();
  useEffect(() => {
    let timer = setTimeout(function look() {
      void readAgain();
      timer = setTimeout(look, 5_000);
    }, leftMs + 500);
    return () => clearTimeout(timer);
  }, [leftMs, readAgain]);
}

type ApprovedProps = { undo: NonNullable<ShownOrder["undo"]>; asks: Asks };

/**
 * Stands over the page as long as an approval can be undone, wherever the page is scrolled to, and has the focus. When
 * it goes with the focus in it, the focus goes to what was approved.
 */
const Undo = ({ undo, asks }: ApprovedProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [lastsMs] = useState(undo.leftMs);
  useTakeFocus(true, () => box.current?.querySelector("button")?.focus({ preventScroll: true }));
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(questionId)?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <div className="undo no-print" ref={box}>
      <Icon of={CircleCheck} />
      <p role="status">
        <b>Approved</b>
        {`You can undo it until ${undo.until}.`}
      </p>
      <StepForm
        {...asks}
        action="undo-approval"
        label={
          <>
            Undo<span className="vh"> the approval</span>
          </>
        }
        variant="outline"
      />
      <i className="stay" aria-hidden="true" style={{ animationDuration: `${lastsMs}ms` }} />
    </div>
  );
};

/** An approval that can still be undone; the page is read anew when that time is over. */
export const UndoApproval = ({ undo, asks }: ApprovedProps) => {
  useFinish(undo.leftMs);
  return undo.leftMs > 0 ? <Undo undo={undo} asks={asks} /> : null;
};

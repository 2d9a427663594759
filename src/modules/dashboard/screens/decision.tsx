import { useEffect, useRef, useState } from "react";
import type { Action } from "#src/modules/orders/index.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { CircleCheck, Icon } from "#src/ui/icons.tsx";
import { useReadAgain } from "#src/ui/live/use-read-again.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useTakeFocus } from "#src/ui/use-take-focus.ts";
import { EvidenceField } from "./evidence.tsx";
import type { ShownOrder } from "./order.server.ts";
import { ActionBox, type Asks, StepForm } from "./step-form.tsx";

type Props = { shown: ShownOrder; asks: Asks; version: number };

/** The steps that are decided at the delivered work itself. */
const here: readonly Action[] = ["approve", "request-revision", "open-dispute"];

export const decidedHere = ({ order, texts }: ShownOrder): boolean =>
  (order.status === "delivered" || order.status === "completed") && texts.reading?.final === true;

const Buttons = ({ shown: { forms, changesUntil, order } }: Pick<Props, "shown">) => {
  const approve = forms.find(({ action }) => action === "approve");
  const revise = forms.find(({ action }) => action === "request-revision");
  return (
    <>
      <div className="row [--gap:12px]">
        {approve && (
          <LinkButton to={`?step=${approve.action}`} preventScrollReset>
            Approve
          </LinkButton>
        )}
        {revise && (
          <LinkButton variant="outline" to={`?step=${revise.action}`} preventScrollReset>
            {revise.label}
          </LinkButton>
        )}
      </div>
      {approve && (
        <p className="small muted">
          We ask once more before you approve.
          {changesUntil && ` Without an answer it counts as approved on ${changesUntil}. We remind you twice.`}
        </p>
      )}
      {!approve && revise && order.status === "completed" && changesUntil && (
        <p className="small muted">{`You can report a fault and ask for a revision until ${changesUntil}.`}</p>
      )}
    </>
  );
};

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
      if (document.activeElement === document.body)
        document.getElementById("delivered")?.focus({ preventScroll: true });
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

/** An approval that can still be undone. */
const Approved = ({ undo, asks }: ApprovedProps) => {
  useFinish(undo.leftMs);
  const running = undo.leftMs > 0;
  return (
    <>
      <Notice tone="ok" title="Approved. Thank you.">
        <p>{running ? "When the time to undo is over, your writer gets a notice." : "The order is being finished."}</p>
      </Notice>
      {running && <Undo undo={undo} asks={asks} />}
    </>
  );
};

type Open = { open: ShownOrder["forms"][number] | undefined };

const Question = ({ shown, open, asks, version }: Props & Open) => {
  if (shown.undo) return <Approved undo={shown.undo} asks={asks} />;
  if (!open) return <Buttons shown={shown} />;
  const form = open.action === "approve" ? { ...open, title: `Approve version ${version}?` } : open;
  const wrong = asks.refused?.action === open.action ? asks.refused.errors.files : undefined;
  const evidence = <EvidenceField field={shown.evidenceField} error={wrong} />;
  return <ActionBox key={open.action} form={form} asks={asks} inset after={evidence} />;
};

/** Approve asks once, a revision names its points, and a dispute stands apart. */
export const Decision = ({ shown, asks, version }: Props) => {
  if (!decidedHere(shown)) return null;
  const { forms, step } = shown;
  const open = forms.find(({ action }) => action === step && here.includes(action));
  const dispute = shown.undo ? undefined : forms.find(({ action }) => action === "open-dispute");
  return (
    <>
      <div className="decide" id="decide">
        <Question shown={shown} open={open} asks={asks} version={version} />
      </div>
      {dispute && open !== dispute && (
        <div className="dispute-line">
          <span>Not the work that you ordered, and a revision would not help?</span>
          <LinkButton variant="quiet" small to={`?step=${dispute.action}`} preventScrollReset>
            Open a dispute
          </LinkButton>
        </div>
      )}
    </>
  );
};

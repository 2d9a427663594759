import { LinkButton } from "#src/ui/button.tsx";
import type { ShownOrder } from "./order.server.ts";
import { ActionBox, type Asks } from "./step-form.tsx";

type Props = { shown: ShownOrder; asks: Asks; version: number };

/** The steps that are decided at the delivered work itself. */
const here: readonly string[] = ["complete", "request-revision", "open-dispute"];

export const decidedHere = ({ order, texts }: ShownOrder): boolean =>
  (order.status === "delivered" || order.status === "completed") && texts.reading?.final === true;

const Buttons = ({ shown: { forms, changesUntil, order } }: Pick<Props, "shown">) => {
  const [approve, revise] = ["complete", "request-revision"].map((name) => forms.find(({ action }) => action === name));
  return (
    <>
      <div className="row [--gap:12px]">
        {approve && (
          <LinkButton to="?step=complete" preventScrollReset>
            Approve
          </LinkButton>
        )}
        {revise && (
          <LinkButton variant="outline" to="?step=request-revision" preventScrollReset>
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

/** Approve asks once, a revision names its points, and a dispute stands apart. */
export const Decision = ({ shown, asks, version }: Props) => {
  if (!decidedHere(shown)) return null;
  const { forms, step } = shown;
  const open = forms.find(({ action }) => action === step && here.includes(action));
  const dispute = forms.some(({ action }) => action === "open-dispute");
  return (
    <>
      <div className="decide" id="decide">
        {open ? (
          <ActionBox
            key={open.action}
            form={open.action === "complete" ? { ...open, title: `Approve version ${version}?` } : open}
            asks={asks}
            inset
          />
        ) : (
          <Buttons shown={shown} />
        )}
      </div>
      {dispute && open?.action !== "open-dispute" && (
        <div className="dispute-line">
          <span>Not the work that you ordered, and a revision would not help?</span>
          <LinkButton variant="quiet" small to="?step=open-dispute" preventScrollReset>
            Open a dispute
          </LinkButton>
        </div>
      )}
    </>
  );
};

import { Link } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Status } from "#src/ui/status.tsx";
import type { Setup } from "../../setup/facts.ts";
import { CopyLine, SetupProgress, StepRow } from "./setup-parts.tsx";

type Props = Pick<Setup, "groups" | "progress"> & {
  open: boolean;
  /** Where the shop is read, before its first order; null afterwards. */
  address: string | null;
};

/** On the overview until nothing is left: the steps to do of the guide, and how far it is. */
export const SetupCard = ({ groups, progress, open, address }: Props) => {
  const { toDo, mayOpen, all } = progress;
  const steps = `${counted(toDo.length, "step")} to do`;
  return (
    <section className="panel mb-6 border-rule-strong" aria-labelledby="setup-head">
      <div className="grid min-[1280px]:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <div className="panel-head">
            <h2 className="t3" id="setup-head">
              {toDo.length === 0 ? "Ready to open" : open ? steps : `Before you open: ${steps}`}
            </h2>
            <Link to="/setup" className="whitespace-nowrap">{`All ${all} steps`}</Link>
          </div>
          <ul>
            {toDo.map((step, at) => (
              <StepRow key={step.key} step={step} primary={at === 0 && (open || !mayOpen)} short />
            ))}
          </ul>
          {!open && mayOpen && (
            <div className="border-t border-rule px-5 py-3.5">
              <LinkButton to="/setup" small>
                Open the shop
              </LinkButton>
            </div>
          )}
        </div>
        <div className="border-rule px-6 py-5 max-[1279px]:border-t min-[1280px]:border-l">
          <SetupProgress groups={groups} progress={progress} />
          {address !== null && (
            <div className="mt-4 border-t border-rule pt-3">
              <h3 className="text-base font-semibold">Your address</h3>
              <p className="small soft">Share it when the shop is open.</p>
              <CopyLine label="Address of the shop" value={address} />
              <p className="mt-2">
                <a href="/">See it as a visitor</a>
              </p>
            </div>
          )}
          {!open && (
            <>
              <p className="mt-3">
                <Status shape="pause" tone="warn">
                  Closed for orders
                </Status>
              </p>
              <p className="small soft">Visitors see all pages and prices. They cannot order yet.</p>
            </>
          )}
        </div>
      </div>
    </section>
  );
};

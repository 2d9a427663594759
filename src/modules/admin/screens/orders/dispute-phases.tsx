import { Phases } from "#src/ui/admin-shell.tsx";
import { cx } from "#src/ui/class-names.ts";
import { CircleCheck, Clock, type Drawing, Icon, Lock } from "#src/ui/icons.tsx";
import "#src/ui/styles/pages/admin-dispute.css";
import { isDecideStep } from "../../domain/decide-steps.ts";
import type { DisputeView } from "../../domain/dispute-phases.ts";
import type { OrderPageData } from "./order.server.ts";
import { RefundSplit } from "./refund-split.tsx";

/** The five phases of a dispute, each with when it ended or ends; a phone shows the name of the present one. */
export const PhaseBar = ({ phases }: Pick<DisputeView, "phases">) => (
  <Phases label="Phases of the dispute" phases={phases} />
);

const drawn: Readonly<Record<DisputeView["facts"][number]["about"], Drawing>> = {
  money: Lock,
  accepted: CircleCheck,
  waits: Clock,
  person: Lock,
};

export const DisputeFacts = ({ facts }: Pick<DisputeView, "facts">) =>
  facts.map(({ about, text }) => (
    <li key={text}>
      <Icon of={drawn[about]} />
      <span>{text}</span>
    </li>
  ));

/** What a decision that waits to take effect leaves client, writer and operator. */
export const DisputeOutcome = ({ decided }: Pick<OrderPageData, "decided">) =>
  decided && (
    <div className="mt-4">
      <h3 className="label mb-1">What everybody gets after the decision</h3>
      <RefundSplit outcome={decided} keeps="when it takes effect" inRow />
    </div>
  );

/** Where a dispute's next step is on this page. */
export const DisputeLinks = ({ shown, dispute }: { shown: OrderPageData; dispute: DisputeView }) => {
  const decides = shown.forms.some(({ action }) => isDecideStep(action));
  const main = decides && { to: "#ruling", label: dispute.appealed ? "Decide the appeal" : "Decide" };
  const others = dispute.clock.over
    ? [
        { to: "#money", label: "See the money" },
        { to: "#story", label: dispute.appealed ? "Read both decisions" : "Read the decision" },
      ]
    : [{ to: "#dispute", label: "Read the whole dispute" }];
  return (
    <div className="turn-acts">
      {[...(main ? [main] : []), ...others].map(({ to, label }, at) => (
        <a key={to} className={cx("btn btn-sm", main && at === 0 ? "btn-primary" : "btn-outline")} href={to}>
          {label}
        </a>
      ))}
    </div>
  );
};

import "#src/ui/styles/pages/admin-dispute.css";
import "#src/ui/styles/pages/admin-payouts.css";

const names = ["Prepare", "Review", "Start", "Mark as sent"] as const;

/** The four steps of a payout; `now` is the present one, `notes` say when a step was taken or what it does. */
export const PayoutSteps = ({ now, notes }: { now: (typeof names)[number]; notes: readonly string[] }) => {
  const here = names.indexOf(now);
  return (
    <ol className="phases bar4" aria-label="Steps of a payout">
      {names.map((name, at) => (
        <li
          key={name}
          className={at < here ? "done" : at === here ? "now" : "later"}
          aria-current={at === here ? "step" : undefined}
        >
          <b>{name}</b> <small className="num">{notes[at]}</small>
        </li>
      ))}
    </ol>
  );
};

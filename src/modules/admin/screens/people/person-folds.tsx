import type { ReactNode } from "react";
import { counted } from "#src/shared/counted.ts";
import { formatDate } from "#src/shared/zone.ts";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { AccessPanel, RolePanel } from "./person-access.tsx";
import { ProfilePanel, SignInPanel } from "./person-facts.tsx";
import { hasFactor } from "./person-labels.ts";
import { SessionsPanel } from "./person-sessions.tsx";
import type { PersonProps } from "./person-step.tsx";
import { TrailPanel } from "./person-trail.tsx";

const Fold = ({ title, size, open, children }: { title: string; size: string; open: boolean; children: ReactNode }) => (
  <details open={open}>
    <summary>
      <span>{title}</span>
      <span className="v num">{size}</span>
      <Icon of={ChevronDown} />
    </summary>
    <div className="fold-panels">{children}</div>
  </details>
);

/**
 * The account behind the customer: each part says its size and opens below its line. All of them are open where there is
 * nothing else to show, and where a form of theirs was refused.
 */
export const AccountFolds = ({ props, bare }: { props: PersonProps; bare: boolean }) => {
  const { person, trail, walks } = props.shown;
  const open = bare || (props.refused !== undefined && props.refused.step !== "note");
  const terms = person.termsAcceptedAt
    ? `terms of ${formatDate(person.termsAcceptedAt, props.clock.zone)}`
    : "no terms accepted";
  const entries = trail.older || trail.newer ? `${trail.rows.length} and more` : `${trail.rows.length}`;
  return (
    <section className="panel folds" aria-labelledby="account-title">
      <div className="panel-head">
        <h2 className="t3" id="account-title">
          Account
        </h2>
      </div>
      <div className="fold-list">
        <Fold
          title="Role and access"
          size={`${person.blocked ? "blocked" : "open"}, ${hasFactor(person) ? "second factor" : "no second factor"}`}
          open={open || person.blocked !== null || person.removalDue !== null}
        >
          <RolePanel {...props} />
          <AccessPanel {...props} />
          <SignInPanel {...props} />
        </Fold>
        <Fold
          title="Sessions"
          size={person.sessions.length === 0 ? "none" : counted(person.sessions.length, "device")}
          open={open}
        >
          <SessionsPanel {...props} />
        </Fold>
        <Fold title="Profile and consents" size={terms} open={bare}>
          <ProfilePanel shown={props.shown} clock={props.clock} />
        </Fold>
        <Fold title="Audit" size={entries === "1" ? "1 entry" : `${entries} entries`} open={bare || walks}>
          <TrailPanel shown={props.shown} zone={props.clock.zone} />
        </Fold>
      </div>
    </section>
  );
};

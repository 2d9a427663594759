import { Fragment } from "react";
import { AgreedVersion } from "#src/modules/operator/index.screens.ts";
import { counted } from "#src/shared/counted.ts";
import { leftOr } from "#src/shared/time-labels.ts";
import { formatDate, formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type Term, TermList } from "#src/ui/reading.tsx";
import { seenLabel } from "./people-list.tsx";
import type { ShownPerson } from "./person.server.ts";
import { hasFactor, providerLabels } from "./person-labels.ts";
import { type PersonProps, PersonStep } from "./person-step.tsx";

type Clock = { now: Date; zone: string };
const term = (key: string, value: Term["value"]): Term => ({ key, term: key, value });

/** When the texts were accepted, and which versions, where they are known. */
const Accepted = ({ person: { termsAcceptedAt, agreed }, clock }: { person: ShownPerson["person"]; clock: Clock }) => (
  <>
    {termsAcceptedAt && formatDate(termsAcceptedAt, clock.zone)}
    {agreed.map((text) => (
      <Fragment key={text.label}>
        {`, ${text.label.toLowerCase()} `}
        <AgreedVersion text={text} />
      </Fragment>
    ))}
  </>
);

/** The profile as the person keeps it. Passwords and tokens are never here. */
export const ProfilePanel = ({ shown: { person }, clock }: { shown: ShownPerson; clock: Clock }) => (
  <Panel title="Profile" pad>
    <TermList
      small
      terms={[
        term("Name", <span className="wrap-anywhere">{person.name}</span>),
        term("E-mail", <span className="wrap-anywhere">{person.email}</span>),
        term("Confirmed", person.emailVerified ? "yes" : "no"),
        term(
          "Id",
          <code className="small wrap-anywhere" translate="no">
            {person.id}
          </code>,
        ),
        term("Since", formatDate(person.createdAt, clock.zone)),
        term("Last seen", seenLabel(person.seenAt, clock.now)),
        term("Time zone", person.timeZone ? zoneLabel(person.timeZone) : "not set"),
        ...(person.termsAcceptedAt ? [term("Terms accepted", <Accepted person={person} clock={clock} />)] : []),
        ...(person.leavesAt ? [term("Leaves", formatMoment(person.leavesAt, clock.zone, clock.now))] : []),
      ]}
    />
  </Panel>
);

const factorLabel = ({ factors }: ShownPerson["person"]): string => {
  const parts = [
    factors.totp && "authenticator app",
    factors.passkeys > 0 && counted(factors.passkeys, "passkey"),
    factors.backupCodes > 0 && `${counted(factors.backupCodes, "backup code")} left`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "none";
};

const Removal = ({ props }: { props: PersonProps }) => {
  const { person } = props.shown;
  const { now, zone } = props.clock;
  if (person.removalDue)
    return (
      <>
        <Notice tone="warn" title={`The second factor is removed on ${formatMoment(person.removalDue, zone)}.`}>
          <p>{`${leftOr(person.removalDue, now)}. The person can stop it until then.`}</p>
        </Notice>
        {props.open && (
          <PersonStep
            step="keep-factors"
            label="Stop the removal"
            title={`Keep the second factor of ${person.name}?`}
            verb="Stop the removal"
            busy="Stopping"
            keep="Continue the removal"
            props={props}
          >
            <p className="soft">Everything stays as it was, and the person gets an e-mail.</p>
          </PersonStep>
        )}
      </>
    );
  if (!props.open || !hasFactor(person)) return null;
  return (
    <PersonStep
      step="drop-factors"
      label="Remove a lost second factor"
      title={`Remove the second factor of ${person.name}?`}
      verb="Start the removal"
      busy="Starting"
      keep="Keep the second factor"
      variant="danger"
      props={props}
    >
      <p className="soft">
        For somebody who lost it and has no backup code. It takes effect after 72 hours. The person gets an e-mail now
        and can stop it until then, because somebody else may have asked for this.
      </p>
    </PersonStep>
  );
};

/** The ways in, and the second factor. */
export const SignInPanel = (props: PersonProps) => {
  const { person } = props.shown;
  return (
    <Panel title="Sign-in" pad>
      <TermList
        small
        terms={[
          ...person.methods.map(({ provider, email }) => term(providerLabels[provider] ?? provider, email ?? "yes")),
          ...(person.methods.length === 0 ? [term("Ways to sign in", "none yet")] : []),
          term("Second factor", factorLabel(person)),
        ]}
      />
      <div className="stack mt-5 [--gap:16px] empty:hidden">
        <Removal props={props} />
      </div>
    </Panel>
  );
};

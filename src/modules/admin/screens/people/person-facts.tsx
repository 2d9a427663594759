import { Fragment } from "react";
import { addressLabel } from "#src/modules/accounts/index.screens.ts";
import type { AdminPerson } from "#src/modules/accounts/index.server.ts";
import { AgreedVersion } from "#src/modules/operator/index.screens.ts";
import { counted } from "#src/shared/counted.ts";
import { leftOr } from "#src/shared/time-labels.ts";
import { formatDate, formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type Term, TermList } from "#src/ui/reading.tsx";
import { Table } from "#src/ui/table.tsx";
import { seenLabel } from "./people-list.tsx";
import type { ShownPerson } from "./person.server.ts";
import { endOneStep, hasFactor, methodLabels, type PersonProps, PersonStep, providerLabels } from "./person-step.tsx";

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

const columns = [
  { key: "device", label: "Device" },
  { key: "address", label: "Address" },
  { key: "seen", label: "Last use" },
];
const endColumn = { key: "end", label: "End it", quiet: true };

type Session = AdminPerson["sessions"][number];

const Row = ({ session, props }: { session: Session; props: PersonProps }) => (
  <tr>
    <td>
      {session.device}
      <span className="meta">{`by ${methodLabels[session.method]}${session.factor ? ", with a second factor" : ""}`}</span>
    </td>
    <td className="num soft wrap-anywhere">
      <span className="md:hidden">from </span>
      {session.address ? addressLabel(session.address) : "an unknown address"}
    </td>
    <td className="num nowrap soft">
      <span className="md:hidden">used </span>
      {seenLabel(session.seenAt, props.clock.now)}
    </td>
    {props.open && (
      <td className="r max-md:mt-3!">
        <PersonStep
          step={endOneStep(session.id)}
          label="End"
          title={`End the session in ${session.device}?`}
          verb="End the session"
          busy="Ending"
          keep="Keep the session"
          variant="outline"
          props={props}
        >
          <p className="soft">The person is signed out there at once.</p>
        </PersonStep>
      </td>
    )}
  </tr>
);

/** Where the person is signed in now. */
export const SessionsPanel = (props: PersonProps) => {
  const { sessions, name } = props.shown.person;
  if (sessions.length === 0)
    return (
      <Panel title="Sessions" pad>
        <p className="soft">Nobody is signed in to this account now.</p>
      </Panel>
    );
  return (
    <Panel title="Sessions">
      <Table
        caption="Sessions, the last used first"
        columns={props.open ? [...columns, endColumn] : columns}
        boxed
        tight
        cards
      >
        {sessions.map((session) => (
          <Row key={session.id} session={session} props={props} />
        ))}
      </Table>
      {props.open && (
        <div className="panel-foot">
          <PersonStep
            step="end-all"
            label="End every session"
            title={`Sign ${name} out everywhere?`}
            verb="End every session"
            busy="Ending"
            keep="Keep the sessions"
            props={props}
          >
            <p className="soft">The person is signed out on every device at once and can sign in again.</p>
          </PersonStep>
        </div>
      )}
    </Panel>
  );
};

import { capabilityLabels, impersonationMinutes, roleLabels } from "#src/modules/accounts/index.ts";
import { counted } from "#src/shared/counted.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { TermList } from "#src/ui/reading.tsx";
import type { ShownPerson } from "./person.server.ts";
import { firstName } from "./person-labels.ts";
import { RoleStep, roleNotes } from "./person-role.tsx";
import { type PersonProps, PersonStep } from "./person-step.tsx";

/** A writer's running orders stay with the writer: shown before the role or the account is removed. */
const runningLabel = ({ writer }: ShownPerson): string | null => {
  const inWork = writer?.work ? writer.figures.open : 0;
  const [stay, it] = inWork === 1 ? ["stays", "it"] : ["stay", "them"];
  return inWork > 0
    ? `${counted(inWork, "order")} in work ${stay} with this writer until somebody reassigns ${it}.`
    : null;
};

/** Which role, what it means, and for admins what each capability opens. */
export const RolePanel = (props: PersonProps) => {
  const { person } = props.shown;
  const held = capabilities.filter((capability) => person.capabilities.includes(capability));
  return (
    <Panel title="Role" pad>
      <p>
        <b className="strong">{roleLabels[person.role]}.</b>{" "}
        <span className="soft">{roleNotes[person.role].replace(", with the capabilities below", "")}</span>
      </p>
      {person.role === 3 && (
        <div className="mt-4">
          <TermList
            small
            terms={held.map((capability) => ({
              key: capability,
              term: capabilityLabels[capability].name,
              value: capabilityLabels[capability].what,
            }))}
          />
        </div>
      )}
      {props.open && (
        <div className="mt-5">
          <RoleStep props={props} warning={runningLabel(props.shown)} />
        </div>
      )}
    </Panel>
  );
};

const Blocked = ({ props }: { props: PersonProps }) => {
  const { blocked } = props.shown.person;
  if (!blocked) return <p className="soft">The account is open: the person can sign in.</p>;
  return (
    <>
      <p>
        <b className="strong">{`Blocked since ${formatMoment(blocked.at, props.clock.zone, props.clock.now)}.`}</b>{" "}
        <span className="soft">Nobody can sign in to it. Everything that belongs to the person stays.</span>
      </p>
      {blocked.reason && <p className="brief-text mt-2">{blocked.reason}</p>}
    </>
  );
};

const BlockStep = ({ props }: { props: PersonProps }) => {
  const { person } = props.shown;
  const running = runningLabel(props.shown);
  if (person.blocked)
    return (
      <PersonStep
        step="unblock"
        label="Unblock the account"
        title={`Unblock the account of ${person.name}?`}
        verb="Unblock the account"
        busy="Opening"
        keep="Keep it blocked"
        props={props}
      >
        <p className="soft">The person can sign in again, and gets an e-mail.</p>
      </PersonStep>
    );
  return (
    <PersonStep
      step="block"
      label="Block the account"
      title={`Block the account of ${person.name}?`}
      verb="Block the account"
      busy="Blocking"
      keep="Do not block it"
      variant="danger"
      props={props}
    >
      <p className="soft">
        The person is signed out everywhere at once, cannot sign in any more, and gets an e-mail without your reason.
        {running && ` ${running}`}
      </p>
    </PersonStep>
  );
};

/** The pages of somebody, read only and for a while; nobody sees those of an admin. */
export const SeeAsStep = ({ props }: { props: PersonProps }) => {
  const { person } = props.shown;
  return (
    <PersonStep
      step="see-as"
      label={`See as ${firstName(person.name)}`}
      title={`See the pages as ${person.name} does?`}
      verb="See the pages"
      busy="Opening"
      keep="Do not look"
      reasonHint="10 to 500 characters. It stays in the audit trail, and the person reads it in the account settings."
      props={props}
    >
      <p className="soft">
        {`You can read the pages for ${impersonationMinutes} minutes, and change nothing. Conversations, checks, files, sign-in and payments stay closed. Every page you open is recorded.`}
      </p>
    </PersonStep>
  );
};

/** Open or blocked, and a link for somebody who lost the password. Nobody here ever sets one. */
export const AccessPanel = (props: PersonProps) => {
  const { person } = props.shown;
  return (
    <Panel title="Access" pad>
      <Blocked props={props} />
      {props.open && (
        <div className="row items-start mt-5 [--gap:12px]">
          <BlockStep props={props} />
          {!person.blocked && (
            <PersonStep
              step="reset"
              label="Send a reset link"
              title={`Send ${person.name} a reset link?`}
              verb="Send the link"
              busy="Sending"
              keep="Do not send it"
              props={props}
            >
              <p className="soft">{`The link to choose a new password goes to ${person.email}. It works once, for 30 minutes, and does not skip the second factor.`}</p>
            </PersonStep>
          )}
        </div>
      )}
    </Panel>
  );
};

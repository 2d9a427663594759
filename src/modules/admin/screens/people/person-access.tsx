import { capabilityLabels, impersonationMinutes, roleLabels } from "#src/modules/accounts/index.ts";
import { counted } from "#src/shared/counted.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { FieldGroup } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { RadioList } from "#src/ui/radio-lists.tsx";
import { TermList } from "#src/ui/reading.tsx";
import { type Asks, refusedIn, StepForm } from "../orders/step-form.tsx";
import type { ShownPerson } from "./person.server.ts";
import { firstName, type PersonProps, PersonStep, Reason, WhyRefused } from "./person-step.tsx";

const roleNotes = {
  1: "Places orders and sees only own orders.",
  2: "Is asked for work and delivers it. Places no new orders.",
  3: "Works in the admin area, with the capabilities below.",
} as const;

const choices = [
  { value: "1", label: "Client", note: roleNotes[1] },
  { value: "2", label: "Writer", note: roleNotes[2] },
  { value: "3", label: "Admin", note: roleNotes[3] },
];

/** What an admin may do; a capability that the acting admin lacks cannot be granted, and the page says so. */
const Capabilities = ({ props: { shown, refused } }: { props: PersonProps }) => {
  const mine = refusedIn(refused, "role");
  const { person, mine: held } = shown;
  return (
    <FieldGroup
      name="role.capabilities"
      label="What this admin may do"
      hint="You can give only what you may do yourself."
      error={mine?.errors["role.capabilities"]}
      className="hidden group-has-[[value='3']:checked]:block"
    >
      <div className="grid gap-x-5 gap-y-1 sm:grid-cols-2">
        {capabilities.map((capability) => (
          <Checkbox
            key={capability}
            name={`role.may-${capability}`}
            disabled={!held.includes(capability)}
            defaultChecked={mine ? mine.values[`may-${capability}`] === "on" : person.capabilities.includes(capability)}
          >
            {capabilityLabels[capability].name}
            <span className="small muted block">{capabilityLabels[capability].what}</span>
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  );
};

/** Another role, or other capabilities of an admin, with a reason. */
const RoleStep = ({ props, warning }: { props: PersonProps; warning: string | null }) => {
  const { shown, refused } = props;
  const { person } = shown;
  const mine = refusedIn(refused, "role");
  const asks: Asks = { version: person.standing, refused };
  return (
    <Confirm
      key={person.standing}
      label="Change the role"
      title={`Change the role of ${person.name}?`}
      variant="outline"
      small
      wide
      startOpen={mine !== undefined}
    >
      <WhyRefused refused={mine} />
      <p className="soft">The person is signed out everywhere and gets an e-mail.</p>
      {warning && <Notice tone="warn" title={warning} />}
      <StepForm
        {...asks}
        step="role"
        label="Change the role"
        busyLabel="Changing"
        actions={(button) => <ConfirmActions keep="Keep the role">{button}</ConfirmActions>}
      >
        <div className="group stack [--gap:20px]">
          <FieldGroup name="role.role" label="Role" error={mine?.errors["role.role"]}>
            <RadioList choices={choices} defaultValue={mine?.values.role ?? String(person.role)} />
          </FieldGroup>
          <Capabilities props={props} />
        </div>
        <Reason {...asks} step="role" />
      </StepForm>
    </Confirm>
  );
};

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

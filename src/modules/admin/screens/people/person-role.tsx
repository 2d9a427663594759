import { capabilityLabels } from "#src/modules/accounts/index.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { Checkbox } from "#src/ui/choices.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { FieldGroup } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { RadioList } from "#src/ui/radio-lists.tsx";
import { type Asks, refusedIn, StepForm } from "../orders/step-form.tsx";
import { type PersonProps, Reason, WhyRefused } from "./person-step.tsx";

export const roleNotes = {
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
export const RoleStep = ({ props, warning }: { props: PersonProps; warning: string | null }) => {
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

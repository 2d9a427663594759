import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import type { Asking } from "#src/modules/accounts/index.server.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { RepeatSum, sumToRepeat } from "#src/ui/ask-once-more.tsx";
import { Button } from "#src/ui/button.tsx";
import { Checkbox, Segmented } from "#src/ui/choices.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { serviceNames } from "../service-labels.ts";

const labels: Readonly<Record<string, string>> = {
  code: "Code",
  kind: "What the code takes off",
  percent: "Percent",
  cap: "At most",
  amount: "Amount",
  minimum: "Lowest price of the order",
  fromDate: "From",
  fromTime: "Start time",
  untilDate: "Until",
  untilTime: "End time",
  mostUses: "Uses in total",
  mostPerPerson: "Uses for each person",
};

type Values = Readonly<Record<string, string>>;
type Props = {
  /** Null for a new code, which is given a name. */
  seen: { id: string; version: number } | null;
  start: Values;
  refused: Asking | undefined;
  zone: string;
};
type PartProps = { values: Values; errors: Values };

type LineProps = PartProps & {
  name: keyof typeof labels & string;
  hint?: string;
  optional?: boolean;
  type?: "date" | "time";
  numeric?: boolean;
  className?: string;
};

const Line = ({ name, hint, optional, type, numeric, className, values, errors }: LineProps) => (
  <Field
    name={name}
    label={labels[name]}
    hint={hint}
    error={errors[name]}
    optional={optional ?? false}
    {...(className && { className })}
  >
    <Input
      type={type}
      defaultValue={values[name] ?? ""}
      maxLength={40}
      autoComplete="off"
      {...(numeric && { inputMode: "decimal" as const })}
    />
  </Field>
);

const pair = "grid grid-cols-2 items-start gap-x-5 gap-y-4 max-[480px]:grid-cols-1";

const kinds = [
  { value: "percent", label: "A percent" },
  { value: "fixed", label: "A fixed amount" },
];

/** What comes off: of the two kinds, the fields of the chosen one are shown, by style alone. */
const Off = (part: PartProps) => (
  <fieldset className="group grid gap-4">
    <legend className="t3 mb-3">What comes off</legend>
    <FieldGroup name="kind" label={<span className="vh">Kind</span>} error={part.errors.kind}>
      <Segmented choices={kinds} defaultValue={part.values.kind || "percent"} />
    </FieldGroup>
    <div className={`${pair} group-has-[[value=fixed]:checked]:hidden`}>
      <Line {...part} name="percent" hint="A whole number, 1 to 100" numeric />
      <Line {...part} name="cap" hint="US dollars" optional numeric />
    </div>
    <div className={`${pair} group-has-[[value=percent]:checked]:hidden`}>
      <Line {...part} name="amount" hint="US dollars" numeric />
    </div>
  </fieldset>
);

const When = ({ zone, ...part }: PartProps & { zone: string }) => (
  <fieldset className="group grid gap-4">
    <legend className="t3 mb-3">When it counts</legend>
    <p className="small muted">{`Times are in ${zoneLabel(zone)}. If you leave a time empty, the code begins at once or has no end.`}</p>
    <div className={pair}>
      <Line {...part} name="fromDate" type="date" optional />
      <Line {...part} name="fromTime" type="time" optional />
      <Line {...part} name="untilDate" type="date" optional />
      <Line {...part} name="untilTime" type="time" optional />
    </div>
  </fieldset>
);

const Whose = (part: PartProps) => {
  const chosen = (part.values.services ?? "").split(" ");
  return (
    <fieldset className="group grid gap-4">
      <legend className="t3 mb-3">What it counts for</legend>
      <div className={pair}>
        <Line {...part} name="minimum" hint="US dollars, before the code" optional numeric />
      </div>
      <div className={pair}>
        <Line {...part} name="mostUses" hint="Orders with the code, paid or not yet paid" optional numeric />
        <Line {...part} name="mostPerPerson" hint="Empty: no limit" optional numeric />
      </div>
      <Checkbox name="firstOrderOnly" value="on" defaultChecked={(part.values.firstOrderOnly ?? "") !== ""}>
        Only for a client’s first order
      </Checkbox>
      <FieldGroup
        name="services"
        label="Kinds of work"
        hint="If you choose none, the code is for all of them"
        error={part.errors.services}
      >
        <div className="grid grid-cols-2 gap-x-5 max-[480px]:grid-cols-1">
          {Object.entries(serviceNames).map(([value, word]) => (
            <Checkbox
              key={value}
              id={`f-services-${value}`}
              name="services"
              value={value}
              defaultChecked={chosen.includes(value)}
            >
              {word.charAt(0).toUpperCase() + word.slice(1)}
            </Checkbox>
          ))}
        </div>
      </FieldGroup>
    </fieldset>
  );
};

/** All that a code says. Without scripts the fields of both kinds are there, and those of the other one are not read. */
export const CodeForm = ({ seen, start, refused, zone }: Props) => {
  const busy = useSent() !== undefined;
  const typed = { values: refused?.values ?? start, errors: refused?.errors ?? {} };
  return (
    <>
      <ConfirmDialog answer={refused} className="mb-4" />
      <Form method="post" className="grid max-w-176 gap-8" preventScrollReset>
        {refused && !refused.stepUp && (
          <ErrorSummary errors={refused.errors} labels={labels} message={refused.message} />
        )}
        <input type="hidden" name="zone" value={zone} />
        {seen && (
          <>
            <input type="hidden" name="id" value={seen.id} />
            <input type="hidden" name="seen" value={seen.version} />
          </>
        )}
        {!seen && (
          <Line
            {...typed}
            name="code"
            hint="What clients write, like AUTUMN10. It cannot be changed later."
            className="max-w-86 [&_input]:uppercase"
          />
        )}
        <Off {...typed} />
        <When {...typed} zone={zone} />
        <Whose {...typed} />
        <RepeatSum text={sumToRepeat(refused)} />
        <div>
          <Button name="step" value="save" busy={busy}>
            {busy ? "Saving" : seen ? "Save the code" : "Make the code"}
          </Button>
        </div>
      </Form>
    </>
  );
};

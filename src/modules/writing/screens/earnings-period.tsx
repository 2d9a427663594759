import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Download, Icon } from "#src/ui/icons.tsx";
import { BareSelect, Input } from "#src/ui/inputs.tsx";
import type { ShownEarnings } from "./earnings.server.ts";

const File = ({ kind, query }: { kind: "csv" | "pdf"; query: string }) => (
  <a className="btn btn-outline btn-sm" href={`/dashboard/earnings/statement.${kind}${query}`} download>
    <Icon of={Download} />
    {kind.toUpperCase()}
  </a>
);

/** Which days the page and its statement are about. */
export const PeriodChoice = ({ shown: { period, choices } }: { shown: Pick<ShownEarnings, "period" | "choices"> }) => {
  const ranged = period.key === "range" || period.wrong;
  return (
    <div className="earn-period">
      <div className="acts">
        <Form className="acts" preventScrollReset key={period.query}>
          <BareSelect
            name="period"
            aria-label="Period"
            defaultValue={period.key}
            choices={
              period.key === "range" ? [{ value: "range", label: period.label, disabled: true }, ...choices] : choices
            }
          />
          <Button small variant="outline">
            Show
          </Button>
        </Form>
        <File kind="csv" query={period.query} />
        <File kind="pdf" query={period.query} />
      </div>
      <details open={ranged} key={`range${period.query}`}>
        <summary className="small">Choose the days</summary>
        <Form className="acts" preventScrollReset>
          <input type="hidden" name="period" value="range" />
          <Field name="from" label="From">
            <Input type="date" defaultValue={period.from ?? period.typed.from} required />
          </Field>
          <Field name="until" label="To" error={period.wrong ? "Choose two days, the first one first." : undefined}>
            <Input type="date" defaultValue={period.until ?? period.typed.until} required />
          </Field>
          <Button small variant="outline">
            Show these days
          </Button>
        </Form>
      </details>
    </div>
  );
};

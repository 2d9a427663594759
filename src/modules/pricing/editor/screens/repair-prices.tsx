import { ConfirmHere } from "#src/modules/accounts/index.screens.ts";
import type { Asking } from "#src/modules/accounts/index.server.ts";
import { formatFullMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field, FieldError, fieldId } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { PriceRepair } from "../repair.ts";

type Props = { versions: PriceRepair; zone: string; refused: Asking | undefined };

/** Instead of the editor, while the stored price list cannot be read: an older version or the standard prices. */
export const RepairPrices = ({ versions, zone, refused }: Props) => {
  const busy = useSent() !== undefined;
  const { errors = {}, values = {} } = refused ?? {};
  const choices = [
    ...versions.map(({ version, at, author, reason }) => ({
      value: String(version),
      label: `Version ${version}, ${formatFullMoment(at, zone)}`,
      note: `${author}: ${reason}`,
    })),
    { value: "defaults", label: "The standard prices", note: "The prices that a new installation starts with." },
  ];
  const chosen = values.from ?? choices[0]?.value;
  return (
    <>
      <div className="work-head">
        <h1 className="d3">Pricing</h1>
      </div>
      <Notice tone="bad" title="The price list cannot be read." className="mb-6">
        <p>
          Nothing can be quoted or ordered until it is replaced. Orders that exist keep their price. Choose the prices
          to use, then change single prices in the editor.
        </p>
      </Notice>
      <Panel title="Replace the price list" pad>
        <Form method="post" className="stack [--gap:20px]">
          {refused && !refused.stepUp && (
            <ErrorSummary errors={errors} labels={{ from: "Prices", reason: "Reason" }} message={refused.message} />
          )}
          <fieldset className="field">
            <legend className="label">Prices</legend>
            {choices.map(({ value, label, note }, at) => (
              <label key={value} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  id={at === 0 ? fieldId("from") : undefined}
                  name="from"
                  value={value}
                  defaultChecked={value === chosen}
                />
                <span>
                  <b className="block">{label}</b>
                  <span className="small muted wrap-anywhere">{note}</span>
                </span>
              </label>
            ))}
            <FieldError id={fieldId("from")}>{errors.from}</FieldError>
          </fieldset>
          <Field name="reason" label="Reason" hint="Kept in the history, for admins." error={errors.reason}>
            <Textarea defaultValue={values.reason ?? ""} maxLength={500} rows={3} required />
          </Field>
          <ConfirmHere refused={refused} />
          <div>
            <Button name="step" value="repair" busy={busy}>
              {busy ? "Replacing" : "Replace the price list"}
            </Button>
          </div>
        </Form>
      </Panel>
    </>
  );
};

import { Link } from "react-router";
import { ConfirmHere } from "#src/modules/accounts/index.screens.ts";
import type { Asking } from "#src/modules/accounts/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { spokenMinutes } from "#src/shared/time-labels.ts";
import { formatFullMoment, formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field, FieldError, fieldId } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import type { PriceEditor } from "../price-editor.ts";
import type { PriceRepair } from "../repair.ts";

type Shown = { zone: string };

/** Somebody published while this draft was made: take it over, or give the draft up. */
export const NewerNotice = ({ newer, zone }: Shown & Pick<PriceEditor, "newer">) =>
  newer && (
    <Notice
      tone="warn"
      title={`${newer.author} published prices on ${formatMoment(newer.at, zone)}, after you began this draft.`}
      className="mb-4"
      actions={
        <>
          <Button name="step" value="merge" small>
            Take their changes
          </Button>
          <Button name="step" value="discard" variant="outline" small>
            Discard my draft
          </Button>
        </>
      }
    >
      {newer.reason && <p>{`“${newer.reason}”`}</p>}
      {newer.clashes.length === 0 ? (
        <p>
          {newer.count === 1 ? "There is 1 change" : `There are ${newer.count} changes`}, none of them to a value that
          you changed.
        </p>
      ) : (
        <>
          <p>You both changed these. If you take their changes, your own values stay in your draft.</p>
          <ul className="errlinks">
            {newer.clashes.map(({ cell, where, label, to, mine }) => (
              <li key={cell}>{`${where}, ${label}: theirs ${to ?? "retired"}, yours ${mine ?? "retired"}`}</li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );

/** Others work on the prices at the same time. */
export const OthersNotice = ({ others, zone }: Shown & Pick<PriceEditor, "others">) => {
  const busy = others.filter(({ count }) => count > 0);
  return (
    busy.length > 0 && (
      <Notice tone="plain" className="mb-4">
        {busy.map(({ name, count, at }) => (
          <p key={`${name}-${at.toISOString()}`}>
            {`${name} has a draft with ${count === 1 ? "1 change" : `${count} changes`}, last saved ${formatMoment(at, zone)}.`}
          </p>
        ))}
      </Notice>
    )
  );
};

/** Prices that wait for their time, and whether something holds them back. */
export const WaitingNotice = ({ waiting, zone }: Shown & Pick<PriceEditor, "waiting">) =>
  waiting && (
    <Notice
      tone={waiting.held ? "warn" : "info"}
      title={
        waiting.held
          ? `The prices planned for ${formatMoment(waiting.at, zone)} are not published.`
          : `New prices come on ${formatMoment(waiting.at, zone)}.`
      }
      className="mb-4"
    >
      <p>
        {`${waiting.author}: “${waiting.reason}”. `}
        <Link to="/admin/pricing/publish">Look at them, or withdraw them</Link>
      </p>
    </Notice>
  );

const leadOf: Readonly<Record<string, readonly (keyof PriceEditor["leadHours"])[]>> = {
  "non-technical": ["non-technical"],
  technical: ["technical"],
  programming: ["programming"],
  calculations: ["calculations"],
  coursework: ["coursework"],
  quizzes: ["quiz", "test"],
};

/** What is a setting beside the prices. */
type Limits = Pick<PriceEditor, "leadHours" | "quoteMinutes"> & { part: string };

export const LimitsNote = ({ leadHours, quoteMinutes, part }: Limits) => (
  <section className="panel panel-pad small soft">
    <p>
      {(leadOf[part] ?? []).map((service) => `A deadline must be ${counted(leadHours[service], "hour")} ahead. `)[0]}A
      quote is valid for {spokenMinutes(quoteMinutes)}. <Link to="/admin/settings">Change this in the settings</Link>
    </p>
  </section>
);

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

import { type ReactNode, useState } from "react";
import { FileField } from "#src/modules/files/index.screens.ts";
import { dueAt, netCents, type ShownField, tickField } from "#src/modules/orders/index.ts";
import type { SuggestedWriter } from "#src/modules/writing/index.server.ts";
import { formatUsd, usdString } from "#src/shared/money.ts";
import { matchesSearch } from "#src/shared/search.ts";
import { formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox, useRadios } from "#src/ui/choices.tsx";
import { FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { SearchInput } from "#src/ui/inputs.tsx";
import type { OrderPageData } from "./order.server.ts";
import { type Asks, Line, refusedIn, Say } from "./step-form.tsx";
import { WriterSearch } from "./writer-search.tsx";

const first = 5;

const matches = ({ name, pseudonym, reasons }: SuggestedWriter, search: string): boolean =>
  matchesSearch([name, pseudonym, ...reasons].join(" "), search);

const noteOf = ({ openOrders, capacity, payCents, reasons }: SuggestedWriter): string =>
  [`${openOrders} of ${capacity} in work`, ...reasons, payCents !== null && `pay ${formatUsd(payCents)}`]
    .filter(Boolean)
    .join(", ");

const finder = "find-writer";

/** The form of the search among all writers, which stands outside of the step's form; the list of the page stays in its address. */
export const FindWriter = ({ query }: { query: Readonly<Record<string, string>> }) => (
  <Form method="get" id={finder} preventScrollReset>
    {Object.entries(query).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </Form>
);

type ChoiceProps = Pick<StepProps, "shown"> & { chosen: string | undefined };

/** Writers to choose one from, the best first, searched where scripts work; without them all stand in the list. */
const WriterChoice = ({ shown, chosen }: ChoiceProps) => {
  const { writers, writerSearch } = shown;
  const hydrated = useHydrated();
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const radios = useRadios({
    defaultValue: chosen,
    choices: writers.map((one) => ({ value: one.id, label: one.name, disabled: !one.hasCapacity })),
  });
  const found = writers.filter((one) => matches(one, search.trim()));
  const short = hydrated && !all && search.trim() === "";
  const visible = new Set(found.filter(({ id }, at) => !short || at < first || id === chosen).map(({ id }) => id));
  return (
    <>
      {writerSearch.more && (
        <WriterSearch {...writerSearch} listed={writers.length} name="writer" send={{ form: finder }} />
      )}
      {!writerSearch.more && writers.length > first && (
        <SearchInput
          className="js-only mb-2"
          // It narrows the list below and is not sent.
          name={undefined}
          maxLength={undefined}
          aria-label="Search writers"
          placeholder="Name or subject"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {writers.map((one, at) => (
        <label key={one.id} className="check" htmlFor={radios[at]?.id} hidden={!visible.has(one.id)}>
          {radios[at]?.input}
          <span className="min-w-0">
            <span className="wrap-anywhere">{`${one.name} (${one.pseudonym})`}</span>
            <span className="small muted block">{noteOf(one)}</span>
          </span>
        </label>
      ))}
      {found.length === 0 && search.trim() !== "" && <p className="soft">{`Nobody matches "${search.trim()}".`}</p>}
      {short && writers.length > visible.size && (
        <Button type="button" variant="quiet" small onClick={() => setAll(true)}>
          {`Show all ${writers.length}`}
        </Button>
      )}
    </>
  );
};

export type StepProps = Asks & { shown: OrderPageData; clock: { now: Date; zone: string } };
type Props = StepProps & { step: string };

/** The message beside a field of this step, and what was typed into it. */
const mineOf = ({ refused, step }: Props, name: string) => {
  const mine = refusedIn(refused, step);
  return { refused: mine !== undefined, error: mine?.errors[`${step}.${name}`], typed: mine?.values[name] };
};

type MomentProps = Props & { name: string; label: string; hint?: string | undefined };

/** Date and time in the admin's zone, which is named once. */
const Moment = ({ name, label, hint = "", ...props }: MomentProps) => (
  <div>
    <p className="label">{label}</p>
    <p className="small muted mb-3">{`${hint} Times are in ${zoneLabel(props.clock.zone)}.`}</p>
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <Line {...props} name={`${name}Date`} label="Date" type="date" />
      <Line {...props} name={`${name}Time`} label="Time" type="time" />
    </div>
  </div>
);

/** One of the writers who have room, and another deadline than the latest. */
const Writer = (props: Props) => {
  const { shown, clock } = props;
  const { writers, writerSearch, latestWriterDeadline: latest, order } = shown;
  const { refused, error, typed } = mineOf(props, "writerId");
  const best = writers.find(({ fits }) => fits);
  const due = dueAt(order);
  const late = due !== null && due <= clock.now;
  const hint = late
    ? "The client's date has passed, so choose a new one."
    : latest
      ? `Leave empty for the latest: ${formatMoment(latest, clock.zone, clock.now)}.`
      : "The order has no deadline, so you can leave this empty.";
  return (
    <>
      <FieldGroup name={`${props.step}.writerId`} label="Writer" hint="The best choice first." error={error}>
        <WriterChoice key={writerSearch.text} shown={shown} chosen={typed ?? best?.id} />
      </FieldGroup>
      <details open={late || refused}>
        <summary className="small fold-link">Another deadline for the writer</summary>
        <div className="mt-3">
          <Moment {...props} name="writerDeadline" label="Writer's deadline" hint={hint} />
        </div>
      </details>
    </>
  );
};

/** What is handed over in the writer's place. */
const Work = (props: Props) => {
  const { fileField, handedFiles } = props.shown;
  return (
    <>
      <Say
        {...props}
        name="text"
        label="The work as text"
        hint="At most 200,000 characters. Line ends and spaces are kept. You can leave it empty if you add files."
        rows={12}
        most={200_000}
      />
      {fileField && (
        <FileField
          {...fileField}
          name={`${props.step}.files`}
          used={handedFiles.map(({ id }) => id)}
          hint="The finished work, tables, code."
          plain="Adding files here needs JavaScript."
          error={mineOf(props, "files").error}
          optional
        />
      )}
      <Say {...props} name="note" label="A note to the client" rows={2} most={2_000} optional />
      {props.shown.order.checklist.length > 0 && (
        <fieldset className="field">
          <legend className="label">Acceptance checklist</legend>
          {props.shown.order.checklist.map((point, at) => (
            <Checkbox
              key={point}
              name={`${props.step}.${tickField(at)}`}
              value="on"
              defaultChecked={mineOf(props, tickField(at)).typed === "on"}
              error={mineOf(props, tickField(at)).error}
            >
              {point}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
};

const startOf = (field: Extract<ShownField, { kind: "cents" }>, { order }: OrderPageData) =>
  field.start === "price" && order.priceCents !== null ? { standard: usdString(netCents(order)) } : {};

/** One field of a row of the table of actions. */
const FieldOf = ({ field, ...props }: Props & { field: ShownField }): ReactNode => {
  switch (field.kind) {
    case "text":
      return <Say {...props} {...field} />;
    case "line":
      return <Line {...props} {...field} />;
    case "date":
      return <Line {...props} {...field} type="date" />;
    case "cents":
      return <Line {...props} {...field} inputMode="decimal" {...startOf(field, props.shown)} />;
    case "moment":
      return <Moment {...props} {...field} />;
    case "writer":
      return <Writer {...props} />;
    case "work":
      return <Work {...props} />;
    // The forms about money ask for these themselves, each with what it leaves everybody.
    case "sum":
    case "bearer":
    case "cause":
    case "refund":
      return null;
  }
};

const isShort = ({ kind }: ShownField) => kind === "line" || kind === "cents" || kind === "date";

/** The fields of an action; short ones side by side where there is nothing else. */
export const Fields = ({ fields, ...props }: Props & { fields: readonly ShownField[] }) => {
  const shown = fields.map((field) => (
    <FieldOf key={"name" in field ? field.name : field.kind} {...props} field={field} />
  ));
  const inColumns = fields.length > 1 && fields.every(isShort);
  return inColumns ? <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">{shown}</div> : shown;
};

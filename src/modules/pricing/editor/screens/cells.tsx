import { cx } from "#src/ui/class-names.ts";
import { DropMenu } from "#src/ui/drop-menu.tsx";
import { FieldError, fieldId } from "#src/ui/field.tsx";
import { ChevronDown, Icon, Menu, Undo2 } from "#src/ui/icons.tsx";
import { Was } from "#src/ui/marks.tsx";
import { tiers } from "../../domain/names.ts";
import { rowCell } from "../check-draft.ts";
import type { DraftRow, PriceDraft } from "../draft.ts";
import { type AmountCell, type AmountKind, beyondOf, type NamedList, type StepGroup } from "../layout.ts";

export type Sheet = {
  draft: PriceDraft;
  base: PriceDraft;
  errors: Readonly<Record<string, string>>;
  /** Grows when rows moved, so that the controls are made anew. */
  turn: string;
};

const sign = (kind: AmountKind): string => (kind === "factor" ? "×" : "$");
const shown = (kind: AmountKind, text: string): string => (kind === "factor" ? text : `$${text}`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const nameCell = "min-w-0 flex-1 wrap-anywhere";

const AmountInput = ({
  name,
  label,
  value,
  kind,
  wrong,
}: {
  name: string;
  label: string;
  value: string;
  kind: AmountKind;
  wrong?: string | undefined;
}) => (
  <span className="pcell inline-grid w-24 grid-cols-[auto_1fr] items-center pl-2.5 text-ink-3">
    <span aria-hidden="true">{sign(kind)}</span>
    <input
      id={fieldId(name)}
      name={name}
      className="num h-10.5 w-full border-0 bg-transparent py-0 pr-2.5 pl-0 text-right text-ink outline-none in-[.edited]:font-semibold in-[.edited]:text-pen"
      aria-label={label}
      defaultValue={value}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      aria-invalid={wrong ? true : undefined}
      aria-describedby={wrong ? `${fieldId(name)}-error` : undefined}
    />
  </span>
);

const Wrong = ({ name, children }: { name: string; children: string | undefined }) =>
  children ? (
    <FieldError id={fieldId(name)} className="basis-full pr-4 pb-2">
      {children}
    </FieldError>
  ) : null;

const Undo = ({ step, label }: { step: string; label: string }) => (
  <button type="submit" name="step" value={step} className="btn-icon" aria-label={label} title={label}>
    <Icon of={Undo2} />
  </button>
);

/** One amount with its name. */
export const AmountRow = ({ cell: { path, label, kind }, sheet }: { cell: AmountCell; sheet: Sheet }) => {
  const value = sheet.draft.amounts[path] ?? "";
  const before = sheet.base.amounts[path] ?? "";
  const edited = value !== before;
  const wrong = sheet.errors[path];
  return (
    <li className={cx("prow", edited && "edited", wrong && "wrong")}>
      <span className={nameCell}>{label}</span>
      {edited && <Was>{shown(kind, before)}</Was>}
      <AmountInput name={path} label={label} value={value} kind={kind} wrong={wrong} />
      <span className="w-11 flex-none">
        {edited && <Undo step={`back:${path}:`} label={`Put back ${label}: ${before}`} />}
      </span>
      <Wrong name={path}>{wrong}</Wrong>
    </li>
  );
};

const TierSelect = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <span className="select-box w-32 flex-none">
    <select id={fieldId(name)} name={name} aria-label={label} defaultValue={value} className="select pcell min-h-11">
      {tiers.map((tier) => (
        <option key={tier} value={tier}>
          {capital(tier)}
        </option>
      ))}
    </select>
    <Icon of={ChevronDown} />
  </span>
);

const menuEntry = "block px-3.5";

type RowMenuProps = { list: string; at: number; last: number; name: string; back: boolean; verb: string };

const RowMenu = ({ list, at, last, name, back, verb }: RowMenuProps) => (
  <DropMenu label={`${name || "New entry"}: more`} face={<Icon of={Menu} />} className="[&>.sheet-menu]:min-w-44">
    {at > 0 && (
      <button type="submit" name="step" value={`up:${list}:${at}`} className={menuEntry}>
        Move up
      </button>
    )}
    {at < last && (
      <button type="submit" name="step" value={`down:${list}:${at}`} className={menuEntry}>
        Move down
      </button>
    )}
    {back && (
      <button type="submit" name="step" value={`back:${list}:${name}`} className={menuEntry}>
        Put back
      </button>
    )}
    <button type="submit" name="step" value={`remove:${list}:${at}`} className={menuEntry}>
      {verb}
    </button>
  </DropMenu>
);

const NamedRow = ({ of, row, at, sheet }: { of: NamedList; row: DraftRow; at: number; sheet: Sheet }) => {
  const { list, kind, entry } = of;
  const before = sheet.base.lists[list].find(({ name }) => name === row.was);
  const [name, value] = [rowCell(list, at, "name"), rowCell(list, at, "value")];
  const edited = !before || before.value !== row.value || before.name !== row.name;
  const wrong = [sheet.errors[name], sheet.errors[value]];
  const label = row.name || `New ${entry}`;
  return (
    <li className={cx("prow", edited && "edited", wrong.some(Boolean) && "wrong")}>
      <input type="hidden" name={rowCell(list, at, "was")} value={row.was} />
      <span className={nameCell}>
        <input
          id={fieldId(name)}
          name={name}
          className="pcell -ml-[9px] w-[calc(100%+9px)] px-2 py-0 text-ellipsis"
          aria-label={`Name of ${entry} ${at + 1}`}
          defaultValue={row.name}
          placeholder={`New ${entry}`}
          maxLength={80}
          autoComplete="off"
          aria-invalid={wrong[0] ? true : undefined}
        />
        {before && before.name !== row.name && <small className="muted block pl-px">was {before.name}</small>}
      </span>
      {before && before.value !== row.value && (
        <Was>{kind === "tier" ? capital(before.value) : shown(kind, before.value)}</Was>
      )}
      {kind === "tier" ? (
        <TierSelect name={value} label={`${label}: tier`} value={row.value} />
      ) : (
        <AmountInput name={value} label={`${label}: amount`} value={row.value} kind={kind} wrong={wrong[1]} />
      )}
      <RowMenu
        list={list}
        at={at}
        last={sheet.draft.lists[list].length - 1}
        name={row.was || row.name}
        back={edited && before !== undefined}
        verb={before ? "Retire" : "Remove"}
      />
      <Wrong name={name}>{wrong[0]}</Wrong>
      <Wrong name={value}>{wrong[1]}</Wrong>
    </li>
  );
};

const Retired = ({ of: { list, entry }, sheet }: { of: NamedList; sheet: Sheet }) => {
  const gone = sheet.base.lists[list].filter(({ name }) => !sheet.draft.lists[list].some(({ was }) => was === name));
  return gone.map(({ name }) => (
    <li key={name} className="prow edited">
      <span className={nameCell}>
        <s className="was">{name}</s>{" "}
        <small className="muted block pl-px">retired: this {entry} is refused in new orders</small>
      </span>
      <span className="w-11 flex-none">
        <Undo step={`back:${list}:${name}`} label={`Put back ${name}`} />
      </span>
    </li>
  ));
};

const Add = ({ list, entry }: { list: string; entry: string }) => (
  <li className="prow pl-2 max-md:pl-4">
    <button type="submit" name="step" value={`add:${list}:`} className="btn btn-quiet btn-sm">
      {`Add a ${entry}`}
    </button>
  </li>
);

/** A list of named entries: rename, value, order, retire, add. */
export const NamedSheet = ({ of, sheet }: { of: NamedList; sheet: Sheet }) => (
  <section className="panel" aria-labelledby={`h-${of.list}`}>
    <div className="panel-head">
      <h2 className="label" id={`h-${of.list}`}>
        {of.title}
      </h2>
      <span className="small muted">
        {of.kind === "price" ? "US dollars" : of.kind === "tier" ? "Tier" : "Multiplier"}
      </span>
    </div>
    <ul key={sheet.turn}>
      {sheet.draft.lists[of.list].map((row, at) => (
        <NamedRow key={row.was || `new-${at}`} of={of} row={row} at={at} sheet={sheet} />
      ))}
      <Retired of={of} sheet={sheet} />
      {sheet.errors[of.list] && (
        <li className="prow wrong">
          <Wrong name={of.list}>{sheet.errors[of.list]}</Wrong>
        </li>
      )}
      <Add list={of.list} entry={of.entry} />
      {of.other && <AmountRow cell={of.other} sheet={sheet} />}
    </ul>
  </section>
);

/** Steps of a deadline table: bounds that rise, a multiplier each, and one for all later deadlines. */
export const StepSheet = ({ of: { list, title, unit, note }, sheet }: { of: StepGroup; sheet: Sheet }) => {
  const steps = sheet.draft.steps[list];
  return (
    <section className="panel" aria-labelledby={`h-${list}`}>
      <div className="panel-head">
        <h2 className="label" id={`h-${list}`}>
          {title}
        </h2>
        {note && <span className="small muted">{note}</span>}
      </div>
      <ul key={sheet.turn}>
        {steps.map((step, at) => {
          const [bound, value] = [rowCell(list, at, "bound"), rowCell(list, at, "value")];
          const before = sheet.base.steps[list].find((one) => one.bound === step.bound);
          const edited = !before || before.value !== step.value;
          const wrong = [sheet.errors[bound], sheet.errors[value]];
          return (
            <li
              key={rowCell(list, at, "bound")}
              className={cx("prow", edited && "edited", wrong.some(Boolean) && "wrong")}
            >
              <span className="flex min-w-0 flex-1 items-center gap-2 wrap-anywhere whitespace-nowrap">
                up to
                <input
                  id={fieldId(bound)}
                  name={bound}
                  className="pcell w-16 px-2 py-0 text-right tabular-nums"
                  aria-label={`Step ${at + 1} ends at, ${unit}`}
                  defaultValue={step.bound}
                  inputMode="numeric"
                  maxLength={10}
                  autoComplete="off"
                  aria-invalid={wrong[0] ? true : undefined}
                />
              </span>
              {before && edited && <Was>{before.value}</Was>}
              <AmountInput
                name={value}
                label={`Step ${at + 1}: multiplier`}
                value={step.value}
                kind="factor"
                wrong={wrong[1]}
              />
              <RowMenu list={list} at={at} last={steps.length - 1} name={`Step ${at + 1}`} back={false} verb="Remove" />
              <Wrong name={bound}>{wrong[0]}</Wrong>
              <Wrong name={value}>{wrong[1]}</Wrong>
            </li>
          );
        })}
        <Add list={list} entry="step" />
        <AmountRow cell={beyondOf(list)} sheet={sheet} />
      </ul>
    </section>
  );
};

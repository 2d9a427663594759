import { formatDate, localOf } from "#src/shared/zone.ts";
import { cx } from "#src/ui/class-names.ts";
import { FieldError, fieldId } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { ChevronDown, Icon, Undo2 } from "#src/ui/icons.tsx";
import type { LastChange, ShownField, ShownRow, ShownSection } from "../../settings/settings-page.ts";

type Typed = Readonly<Record<string, string>>;
type ControlProps = {
  field: ShownField;
  value: string;
  labelledBy: string;
  describedBy: string;
  wrong: boolean;
  pair: boolean;
};

const Check = ({ field, value, one }: { field: ShownField; value: string; one: string }) => (
  <label className="flex min-h-11 items-center gap-2.5">
    <input
      type="checkbox"
      className="cb"
      name={field.name}
      value={one}
      defaultChecked={value.split(", ").includes(one)}
    />
    <span>{one}</span>
  </label>
);

const Control = ({ field, value, labelledBy, describedBy, wrong, pair }: ControlProps) => {
  const shared = {
    id: fieldId(field.name),
    name: field.name,
    defaultValue: value,
    "aria-labelledby": labelledBy,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": wrong || undefined,
  };
  if (field.control === "switch") {
    const { defaultValue: _, ...rest } = shared;
    return (
      <span className="switch">
        <input type="hidden" name={`switch:${field.name}`} value="" />
        <input {...rest} type="checkbox" value="on" defaultChecked={value === "on"} />
      </span>
    );
  }
  if (field.control === "choices")
    return (
      <fieldset className="grid grid-cols-[1fr_1fr]" aria-labelledby={labelledBy} id={fieldId(field.name)}>
        {field.choices.map((one) => (
          <Check key={one} {...{ field, value, one }} />
        ))}
      </fieldset>
    );
  if (field.control === "one")
    return (
      <span className="select-box">
        <select {...shared} className="select">
          {field.choices.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} />
      </span>
    );
  if (field.control === "long") return <textarea {...shared} className="textarea min-h-23 text-[1rem]/6" rows={4} />;
  if (field.control === "text") return <input {...shared} className="input text-[1rem]" autoComplete="off" />;
  return (
    <span className="unitbox grid-cols-[minmax(0,1fr)_auto] pr-3 text-ink-3 max-md:max-w-64">
      <input {...shared} className="num py-0 pr-2 pl-3 text-right text-ink" inputMode="decimal" autoComplete="off" />
      <span className={cx("text-(length:--text-sm)", !pair && "min-w-11")}>{field.unit}</span>
    </span>
  );
};

const withUnit = (text: string, { unit, control }: ShownField): string => {
  if (control === "switch") return text;
  return text === "" ? "nothing" : `${text}${unit && ` ${unit}`}`;
};

/** "1 to 365, default 7"; a long text has no room for its default. */
const boundsOf = (fields: readonly ShownField[]): string => {
  const [first] = fields;
  if (!first) return "";
  const standards = fields.map(({ standard }) => standard);
  const short = standards.every((text) => text.length <= 24 && text !== "" && !text.includes("\n"));
  const each = fields.length > 1 && first.bounds ? "each " : "";
  return [first.bounds && `${each}${first.bounds}`, short && `default ${standards.join(" and ")}`]
    .filter(Boolean)
    .join(", ");
};

const momentOf = (at: Date, zone: string): string => `${formatDate(at, zone)}, ${localOf(at, zone).time}`;

const undoId = (name: string): string => `undo-${fieldId(name)}`;

export const UndoButton = ({ name, label }: { name: string; label: string }) => (
  <button
    className="relative inline-flex items-center gap-1 font-semibold text-pen before:absolute before:-inset-x-2 before:-inset-y-3 hover:underline"
    type="submit"
    form={undoId(name)}
    aria-label={`Undo: ${label}`}
  >
    <Icon of={Undo2} className="size-4" />
    Undo
  </button>
);

const Since = ({ field, last, label, zone }: { field: ShownField; last: LastChange; label: string; zone: string }) => (
  <p className="num mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-0 text-sm/5 text-ink-3">
    <b className="font-semibold wrap-anywhere text-ink-2">{`Changed from ${withUnit(last.before, field)}`}</b>
    <span>{`${last.who}, ${momentOf(last.at, zone)}`}</span>
    {last.after === field.value && <UndoButton name={field.name} label={label} />}
  </p>
);

/** Words need more room than figures, lines of text the whole row; a switch stands beside its name on phones, too. */
function columnsFor(fields: readonly ShownField[]): string {
  const has = (control: ShownField["control"]) => fields.some((field) => field.control === control);
  const small = has("switch") ? "grid-cols-[minmax(0,1fr)_auto]" : "grid-cols-1";
  if (has("text")) return cx(small, "md:grid-cols-[minmax(0,1fr)_18rem]");
  return has("long") ? "grid-cols-1" : cx(small, "md:grid-cols-[minmax(0,1fr)_13.5rem]");
}

type RowProps = { row: ShownRow; zone: string; errors: Typed; values: Typed; edited: readonly string[] };

const Row = ({ row: { label, mean, fields }, zone, errors, values, edited }: RowProps) => {
  const wrong = fields.find(({ name }) => errors[name]);
  const id = fieldId(fields[0]?.name ?? "");
  const bounds = boundsOf(fields);
  const wide = fields.some(({ control }) => control === "long");
  return (
    <div
      className={cx(
        "group grid items-start gap-x-6 gap-y-1 border-t border-rule px-5 py-3.5 max-md:gap-2.5",
        columnsFor(fields),
        wrong ? "bg-error-tint" : "data-edited:bg-pen-tint",
      )}
      data-edited={fields.some(({ name }) => edited.includes(name)) || undefined}
    >
      <div>
        <span className="block leading-5.5 font-semibold" id={`${id}-lab`}>
          {label}
        </span>
        <p className="soft mt-0.5 text-sm/5">{mean}</p>
        {fields.map((field) => field.last && <Since key={field.name} {...{ field, label, zone }} last={field.last} />)}
      </div>
      <div>
        {!wide && (
          <del className="hidden pb-0.5 text-right text-sm/5 wrap-anywhere text-ink-3 group-data-edited:block max-md:text-left">
            {fields.map(({ value }) => value || "nothing").join(" and ")}
          </del>
        )}
        <div className={cx(fields.length > 1 && "grid grid-cols-[1fr_1fr] gap-2")}>
          {fields.map((field) => (
            <div key={field.name}>
              <input type="hidden" name={`was:${field.name}`} value={field.value} />
              {field.part && (
                <span className="vh" id={`${fieldId(field.name)}-part`}>
                  {field.part}
                </span>
              )}
              <Control
                field={field}
                value={values[field.name] ?? field.value}
                labelledBy={cx(`${id}-lab`, field.part && `${fieldId(field.name)}-part`)}
                describedBy={cx(bounds && `${id}-bounds`, errors[field.name] && `${fieldId(field.name)}-error`)}
                wrong={Boolean(errors[field.name])}
                pair={fields.length > 1}
              />
            </div>
          ))}
        </div>
        {bounds && (
          <p className={cx("num mt-1 text-xs/4.5 text-ink-3", !wide && "md:text-right")} id={`${id}-bounds`}>
            {bounds}
          </p>
        )}
        {wrong && (
          <FieldError id={fieldId(wrong.name)} className="md:justify-end">
            {errors[wrong.name]}
          </FieldError>
        )}
      </div>
    </div>
  );
};

export const SettingRows = ({ rows, ...rest }: { rows: readonly ShownRow[] } & Omit<RowProps, "row">) =>
  rows.map((row) => <Row key={row.fields[0]?.name} row={row} {...rest} />);

const fieldsIn = (sections: readonly ShownSection[]) =>
  sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields));

/** One small form for each value that can be put back: the buttons stand in another form. */
export const UndoForms = ({ sections }: { sections: readonly ShownSection[] }) =>
  fieldsIn(sections)
    .filter(({ last, value }) => last?.after === value)
    .map(({ name, value, last, control }) => (
      <Form key={name} method="post" id={undoId(name)} hidden preventScrollReset>
        <input type="hidden" name={`was:${name}`} value={value} />
        {control === "switch" && <input type="hidden" name={`switch:${name}`} value="" />}
        <input type="hidden" name={name} value={last?.before} />
      </Form>
    ));

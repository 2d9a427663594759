import { useRef, useState } from "react";
import { Button, IconButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { FieldError, fieldId } from "#src/ui/field.tsx";
import { Plus, X } from "#src/ui/icons.tsx";
import { BareSelect } from "#src/ui/inputs.tsx";

type Choice = { readonly value: string; readonly label: string };
type Column = {
  readonly name: string;
  readonly head: string;
  readonly choices: readonly Choice[];
  readonly start: string;
};

type Props = {
  readonly most: number;
  /** What a row is about, and how good somebody is at it. */
  readonly what: Column;
  readonly how: Column;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
  /** "subject" */
  readonly noun: string;
};

const columns = "grid grid-cols-[minmax(0,1fr)_44px] gap-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_44px] md:gap-3";

/** Rows of two lists. Scripts show the filled ones and add more; without scripts all stand there. */
export const ApplicationRows = ({ most, what, how, values, errors, noun }: Props) => {
  const all = Array.from({ length: most }, (_, at) => at + 1);
  const filled = all.filter((at) => values[`${what.name}-${at}`]);
  const [shown, setShown] = useState<readonly number[]>(filled.length > 0 ? filled : [1]);
  const list = useRef<HTMLOListElement>(null);
  const remove = (at: number) => {
    for (const select of list.current?.querySelectorAll("select") ?? [])
      if (select.name === `${what.name}-${at}`) {
        select.value = "";
        select.dispatchEvent(new Event("input", { bubbles: true }));
      }
    setShown(shown.filter((one) => one !== at));
  };
  const add = () => setShown(all.filter((at) => shown.includes(at) || at === all.find((one) => !shown.includes(one))));
  const wrong = errors[`${what.name}-1`];
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <div className={wrong ? "field bad" : "field"}>
      <div className={`${columns} muted pb-2 text-sm/5 font-semibold max-md:hidden`} aria-hidden="true">
        <span>{what.head}</span>
        <span>{how.head}</span>
      </div>
      <ol className="border-t border-rule-strong" ref={list}>
        {all.map((at) => (
          <li
            key={at}
            className={cx(
              columns,
              "items-center border-b border-rule py-2",
              !shown.includes(at) && "in-data-scripts:hidden",
            )}
          >
            <BareSelect
              id={fieldId(`${what.name}-${at}`)}
              name={`${what.name}-${at}`}
              aria-label={`${label} ${at}`}
              aria-invalid={at === 1 && wrong ? true : undefined}
              aria-describedby={at === 1 && wrong ? `${fieldId(`${what.name}-1`)}-error` : undefined}
              defaultValue={values[`${what.name}-${at}`] ?? ""}
              choices={[{ value: "", label: what.start }, ...what.choices]}
            />
            <BareSelect
              name={`${how.name}-${at}`}
              aria-label={`${how.head}, ${noun} ${at}`}
              defaultValue={values[`${how.name}-${at}`] ?? how.start}
              choices={how.choices}
              boxClassName="max-md:row-start-2"
            />
            <span className="js-only max-md:[grid-area:1/2/3]">
              {shown.length > 1 && <IconButton icon={X} label={`Remove ${noun} ${at}`} onClick={() => remove(at)} />}
            </span>
          </li>
        ))}
      </ol>
      <FieldError id={fieldId(`${what.name}-1`)}>{wrong}</FieldError>
      {shown.length < most && (
        <div className="js-only">
          <Button type="button" variant="quiet" small icon={Plus} className="mt-2 -ml-3" onClick={add}>
            {`Add a ${noun}`}
          </Button>
        </div>
      )}
    </div>
  );
};

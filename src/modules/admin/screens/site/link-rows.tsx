import type { KnownLink, LinkList, LinkRow } from "#src/modules/operator/index.ts";
import { isOwnLink, linkOf, mostLetters, mostShown } from "#src/modules/operator/index.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field } from "#src/ui/field.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Status } from "#src/ui/status.tsx";

type Errors = Readonly<Record<string, string>>;
type RowProps = {
  list: LinkList;
  row: LinkRow;
  at: number;
  of: number;
  known: readonly KnownLink[];
  errors: Errors;
  /** The row that was added or moved last. */
  open: boolean;
};

const Step = ({ step, name, children }: { step: string; name: string; children: string }) => (
  <Button name="step" value={step} variant="quiet" small>
    {children}
    <span className="vh">{` ${name}`}</span>
  </Button>
);

const Row = ({ list, row, at, of, known, errors, open }: RowProps) => {
  const field = `${list}-${at}`;
  const own = isOwnLink(row);
  const { label, to } = linkOf(row, known);
  const name = label || "New link";
  const [labelError, addressError] = [errors[`${field}-label`], errors[`${field}-to`]];
  const wrong = labelError !== undefined || addressError !== undefined;
  return (
    <li className="relative border-t border-rule">
      <input type="hidden" name={`${field}-id`} value={row.id} />
      <details className="group" open={open || wrong}>
        <summary className="group/row grid min-h-16 grid-cols-[minmax(0,1fr)_20px] items-center gap-2 py-2 pr-29 pl-5 leading-5.5 md:pr-32">
          <span>
            <b
              className={cx("block font-semibold wrap-anywhere", row.shown ? "group-hover/row:text-pen" : "text-ink-3")}
            >
              {name}
            </b>
            <span className="meta wrap-anywhere" translate="no">
              {to || "no address yet"}
            </span>
            {wrong && <Status shape="alert">Must be corrected</Status>}
          </span>
          <Icon of={ChevronDown} className="size-5 text-ink-3 group-open:rotate-180" />
        </summary>
        <div className="stack px-5 pt-1 pb-4 [--gap:16px]">
          <Field
            name={`${field}-label`}
            label="Name"
            help={
              own
                ? `At most ${mostLetters[list]} characters.`
                : `At most ${mostLetters[list]} characters. Empty: the name that the page has.`
            }
            error={labelError}
          >
            <Input
              defaultValue={row.label}
              placeholder={linkOf({ ...row, label: "" }, known).label}
              autoFocus={open && own && row.label === ""}
            />
          </Field>
          {own && (
            <Field
              name={`${field}-to`}
              label="Address"
              help="/faq for a page of this shop, or a complete address with https://."
              error={addressError}
            >
              <Input defaultValue={row.to} inputMode="url" autoCapitalize="none" spellCheck={false} translate="no" />
            </Field>
          )}
          <div className="row [--gap:4px]">
            {at > 0 && (
              <Step step={`row:up:${list}:${at}`} name={name}>
                Move up
              </Step>
            )}
            {at < of - 1 && (
              <Step step={`row:down:${list}:${at}`} name={name}>
                Move down
              </Step>
            )}
            {own && (
              <Step step={`row:remove:${list}:${at}`} name={name}>
                Remove
              </Step>
            )}
          </div>
        </div>
      </details>
      <label className="switch absolute top-2.5 right-5 inline-flex gap-2.5">
        <span className="small" aria-hidden="true">
          {row.shown ? "On" : "Off"}
        </span>
        <input type="checkbox" name={`${field}-shown`} defaultChecked={row.shown} aria-label={`${name} is shown`} />
      </label>
    </li>
  );
};

type Props = {
  list: LinkList;
  title: string;
  /** What stands there whatever is chosen. */
  always: string;
  rows: readonly LinkRow[];
  known: readonly KnownLink[];
  errors: Errors;
  /** The place of the row that was added or moved last; null: in another list, or none. */
  opened: number | null;
};

/** The links of the menu or of the footer, in the order in which visitors see them. */
export const LinkRows = ({ list, title, always, rows, known, errors, opened }: Props) => (
  <Panel
    title={title}
    aside={
      <span className={errors[list] ? "mt-1.5 text-sm/5 font-medium text-error" : "small muted"}>
        {errors[list] ?? `${rows.filter(({ shown }) => shown).length} of at most ${mostShown[list]} shown`}
      </span>
    }
  >
    <ol>
      {rows.map((row, at) => (
        <Row key={row.id} {...{ list, row, at, known, errors }} of={rows.length} open={at === opened} />
      ))}
    </ol>
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule px-5 py-2.5 text-(length:--text-sm)">
      <span className="muted">{always}</span>
      <Button name="step" value={`row:add:${list}`} variant="outline" small>
        Add a link
        <span className="vh">{` to ${title}`}</span>
      </Button>
    </div>
  </Panel>
);

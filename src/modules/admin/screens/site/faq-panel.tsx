import { type KeyboardEvent, useRef, useState } from "react";
import { faqPages } from "#src/modules/operator/index.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field } from "#src/ui/field.tsx";
import { ArrowDownUp, ChevronDown, GripVertical, Icon } from "#src/ui/icons.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { Status } from "#src/ui/status.tsx";
import type { FaqRow, FaqText } from "../../pages/faq-rows.ts";
import type { PageEditor } from "../../pages/page-editor.ts";
import { Problems, Values } from "./page-text.tsx";
import { TextEditor } from "./text-editor.tsx";
import { type KeptRow, useMovedRows } from "./use-moved-rows.ts";

const placeNames = { home: "Home", guarantees: "Guarantees", services: "Services" } as const;

/** "Money, Home, Guarantees": its group, and the other pages that show it. */
const whereShown = ({ group, on }: FaqRow): string => [group, ...on.map((place) => placeNames[place])].join(", ");

const Step = ({ step, at, children }: { step: "up" | "down"; at: number; children: string }) => (
  <Button name="step" value={`row:${step}:${at}`} variant="quiet" small className="no-script">
    {children}
    <span className="vh">{` question ${at + 1}`}</span>
  </Button>
);

type Message = "ask" | "answer" | "group";

/** The field of a row that a message is about. */
const fieldOf = (message: string): Message => {
  if (message === "Write the question.") return "ask";
  return message === "Write its group." ? "group" : "answer";
};

/** Puts back what the fields of a row began with, and closes it. */
function cancel(details: HTMLDetailsElement | null): void {
  for (const field of details?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea") ?? []) {
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = field.defaultChecked;
    else field.value = field.defaultValue;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  close(details);
}

function close(details: HTMLDetailsElement | null): void {
  if (!details) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

/** Escape closes the row; an open list of values inside it is closed first. */
const onEscape = (event: KeyboardEvent<HTMLDetailsElement>): void => {
  if (event.key === "Escape" && !event.defaultPrevented) close(event.currentTarget);
};

type FieldsProps = {
  row: KeptRow;
  at: number;
  of: number;
  opened: boolean;
  errors: readonly string[];
  placeholders: PageEditor["placeholders"];
};

const Fields = ({ row: { group, ask, answer, on }, at, of, opened, errors, placeholders }: FieldsProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const errorOf = (field: Message) => errors.find((message) => fieldOf(message) === field);
  const body = useRef<HTMLDivElement>(null);
  return (
    <div className="grid grid-cols-1 gap-4 px-5 pt-1 pb-5 md:pl-22" ref={body}>
      <Field name={`ask.${at}`} label="Question" error={errorOf("ask")}>
        <Input defaultValue={ask} autoFocus={opened && ask === ""} />
      </Field>
      <Field name={`answer.${at}`} label="Answer" error={errorOf("answer")}>
        <TextEditor placeholders={opened ? placeholders : []} problems={[]} begun={answer} area={area} rows={4} short />
      </Field>
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 md:grid-cols-[12rem_minmax(0,1fr)]">
        <Field
          key={group}
          name={`group.${at}`}
          label="Group"
          help="A new name makes a new group."
          error={errorOf("group")}
        >
          <Input defaultValue={group} list="faq-groups" autoComplete="off" />
        </Field>
        <fieldset>
          <legend className="label">Also shown on</legend>
          <div className="row [--gap:4px_20px]">
            {faqPages.map((place) => (
              <Checkbox key={place} name={`${place}.${at}`} defaultChecked={on.includes(place)}>
                {placeNames[place]}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      </div>
      <div className="row [--gap:8px]">
        <Button name="step" value="save" variant="outline" small>
          Save as draft
        </Button>
        <Button
          type="button"
          variant="quiet"
          small
          className="js-only"
          onClick={() => cancel(body.current?.closest("details") ?? null)}
        >
          Cancel
        </Button>
        {at > 0 && (
          <Step step="up" at={at}>
            Move up
          </Step>
        )}
        {at < of - 1 && (
          <Step step="down" at={at}>
            Move down
          </Step>
        )}
        <Button name="step" value={`row:delete:${at}`} variant="quiet" small className="ml-auto text-error">
          Delete
          <span className="vh">{` question ${at + 1}`}</span>
        </Button>
      </div>
    </div>
  );
};

type RowProps = Omit<FieldsProps, "opened"> & {
  open: boolean;
  lifted: boolean;
  grip: ReturnType<ReturnType<typeof useMovedRows>["gripOf"]>;
};

const Row = ({ open, lifted, grip, ...rest }: RowProps) => {
  const { row, at, of, errors } = rest;
  const [opened, setOpened] = useState(open);
  const name = row.ask || "New question";
  return (
    <li
      className={cx(
        "relative",
        lifted
          ? "lift z-2 -mx-2 -mt-px rounded-md border border-pen bg-raised px-2 shadow-lift"
          : "border-t border-rule [.lift+&]:border-t-0",
      )}
      data-row={row.id}
    >
      <button
        type="button"
        className={cx(
          "js-only absolute top-1.5 z-1 grid size-11 touch-none place-items-center rounded-sm hover:bg-pen-tint hover:text-pen",
          lifted
            ? "left-3.5 cursor-grabbing text-pen outline-2 -outline-offset-4 outline-pen"
            : "left-1.5 cursor-grab text-ink-3",
        )}
        aria-label={`Move: ${name}. Position ${at + 1} of ${of}`}
        aria-pressed={lifted}
        {...grip}
      >
        <Icon of={GripVertical} />
      </button>
      <details
        name="faq"
        className="group"
        open={open}
        onKeyDown={onEscape}
        onToggle={({ currentTarget, target }) => target === currentTarget && currentTarget.open && setOpened(true)}
      >
        <summary className="group/row grid min-h-14 grid-cols-[minmax(0,1fr)_20px] items-center gap-x-2 gap-y-1 py-2 pr-5 pl-14 max-md:*:nth-3:[grid-area:2/1] md:grid-cols-[24px_minmax(0,1fr)_auto_20px]">
          <span className="num text-(length:--text-sm) text-ink-3 max-md:hidden">{at + 1}</span>
          <h3 className="text-[1rem]/5.5 font-semibold wrap-anywhere group-hover/row:text-pen">{name}</h3>
          {errors.length > 0 ? (
            <Status shape="alert">Must be corrected</Status>
          ) : (
            <span className="small muted">
              {whereShown(row)}
              {lifted && <b className="ml-3 font-semibold text-pen">{`Position ${at + 1} of ${of}`}</b>}
            </span>
          )}
          <Icon of={ChevronDown} className="size-5 text-ink-3 group-open:rotate-180" />
        </summary>
        <Fields {...rest} opened={opened} />
      </details>
    </li>
  );
};

/** What is wrong in a row, without its name. */
function errorsOf(errors: readonly FieldError[], at: number): string[] {
  const name = `Question ${at + 1}: `;
  return errors.flatMap(({ message }) => {
    if (!message.startsWith(name)) return [];
    const words = message.slice(name.length);
    return [words.charAt(0).toUpperCase() + words.slice(1)];
  });
}

const moveBar =
  "grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1 border-t border-rule bg-pen-tint px-5 py-2.5 text-sm/5";

/** What moves, where from and where to; read out with each step. */
const MoveBar = ({ lift, rows }: Pick<ReturnType<typeof useMovedRows>, "lift" | "rows">) => (
  <p className={lift ? moveBar : "vh"} role="status">
    {lift && (
      <>
        <Icon of={ArrowDownUp} className="size-4.5 text-pen" />
        <span>
          <b className="font-semibold">{`Moving “${rows[lift.at]?.ask || "New question"}”.`}</b>
          {` Was ${lift.was + 1}, now ${lift.at + 1} of ${rows.length}.`}
        </span>
        <span className="text-ink-2 max-md:hidden">
          <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Space</kbd> drop <kbd>Esc</kbd> put back
        </span>
      </>
    )}
  </p>
);

type Props = { faq: FaqText; open: number | null } & Pick<PageEditor, "errors" | "problems" | "placeholders">;

/** The questions of the page as rows, in the order in which visitors read them; `open`: the row that was changed last. */
export const FaqPanel = ({ faq: { head, rows: begun }, open, errors, problems, placeholders }: Props) => {
  const { rows, lift, list, gripOf, onTyped } = useMovedRows(begun);
  return (
    <Panel title="Questions and answers" aside={<span className="small muted">in this order on the page</span>}>
      <input type="hidden" name="rows" value="on" />
      <datalist id="faq-groups">
        {[...new Set(rows.map(({ group }) => group))].map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <MoveBar lift={lift} rows={rows} />
      <ol ref={list} onInput={onTyped}>
        {rows.map((row, at) => (
          <Row
            key={row.id}
            {...{ row, at, placeholders }}
            of={rows.length}
            open={at === open}
            lifted={lift?.id === row.id}
            grip={gripOf(row.id)}
            errors={errorsOf(errors, at)}
          />
        ))}
      </ol>
      <div className="panel-pad border-t border-rule">
        <Field name="head" label="Title and first sentence">
          <Textarea rows={3} defaultValue={head} spellCheck />
        </Field>
      </div>
      <Problems problems={problems} />
      <Values placeholders={placeholders} />
    </Panel>
  );
};

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { plainName } from "#src/modules/operator/index.ts";
import { IconButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { closeOnLeave } from "#src/ui/drop-menu.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Bold, ChevronDown, Heading2, Icon, Italic, Link2, List, ListOrdered, TextQuote } from "#src/ui/icons.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";
import { type Chosen, isCalled, type Mark, typedOver, withMark, withPlaceholder } from "./text-marks.ts";

type InsertMenuProps = Pick<PageEditor, "placeholders"> & {
  ref: RefObject<HTMLDetailsElement | null>;
  onInsert: (name: string) => void;
  /** Closed without a choice: the cursor goes back into the text. */
  onBack: () => void;
  onToggle: (open: boolean) => void;
};

/** The arrows go through the list, Escape closes it. */
function onKey(event: KeyboardEvent<HTMLDetailsElement>, onBack: () => void): void {
  const { key, currentTarget } = event;
  if (key === "Escape" && currentTarget.open) {
    currentTarget.open = false;
    event.preventDefault();
    onBack();
  }
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !currentTarget.open) return;
  event.preventDefault();
  const items = [...currentTarget.querySelectorAll("button")];
  const now = items.findIndex((one) => one === document.activeElement);
  items.at(now === -1 ? 0 : (now + step) % items.length)?.focus();
}

/** The values that a page can print, with what they are now. Without scripts it is a list to read. */
const InsertMenu = ({ placeholders, ref, onInsert, onBack, onToggle }: InsertMenuProps) => {
  useEffect(() => (ref.current ? closeOnLeave(ref.current) : undefined), [ref]);
  return (
    <details
      ref={ref}
      className="group"
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      onKeyDown={(event) => onKey(event, onBack)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary className="btn btn-outline btn-sm">
        <span aria-hidden="true">{"{ }"}</span> Insert<span className="vh"> a value from settings</span>
        <Icon of={ChevronDown} className="text-ink-3 group-open:rotate-180" />
      </summary>
      <ul className="absolute top-[calc(100%+6px)] right-2 z-5 max-h-96 w-[min(24rem,100%-16px)] overflow-y-auto rounded-lg border border-rule-strong bg-raised shadow-lift">
        {placeholders.map(({ name, value }) => (
          <li key={name}>
            <button
              type="button"
              className="grid min-h-11 w-full grid-cols-[auto_minmax(0,1fr)] items-baseline gap-3 px-4 py-2.5 text-left hover:bg-pen-tint hover:shadow-[inset_3px_0_0_var(--color-pen)] focus-visible:bg-pen-tint focus-visible:shadow-[inset_3px_0_0_var(--color-pen)]"
              onClick={({ currentTarget }) => {
                const menu = currentTarget.closest("details");
                if (menu) menu.open = false;
                onInsert(name);
              }}
            >
              <code className="text-[0.875rem] wrap-anywhere text-pen" translate="no">{`{{${name}}}`}</code>
              <span className="truncate text-right text-(length:--text-sm) text-ink-3" translate="no">
                {value || "empty"}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};

const tools = [
  { mark: "heading", label: "Title of a part", icon: Heading2 },
  { mark: "bold", label: "Bold", icon: Bold },
  { mark: "italic", label: "Italic", icon: Italic },
  { mark: "link", label: "Link", icon: Link2 },
  { mark: "list", label: "List", icon: List },
  { mark: "numbers", label: "Numbered list", icon: ListOrdered },
  { mark: "quote", label: "Quote", icon: TextQuote },
] as const;

const shortTools = tools.filter(({ mark }) => ["bold", "italic", "link", "list"].includes(mark));

const keys: Readonly<Record<string, Mark>> = { b: "bold", i: "italic", k: "link" };

type LineProps = { line: string; known: ReadonlySet<string>; wrong: boolean };

/** A line behind the text: its number, and the placeholders in it. */
const Line = ({ line, known, wrong }: LineProps) => (
  <div className={wrong ? "edit-line wrong" : "edit-line"}>
    {line.split(/(\{\{[^{}\n]{1,60}\}\})/).map((piece, at) => {
      const key = `${at}-${piece}`;
      const token = known.has(plainName(piece))
        ? "bg-pen-tint"
        : "underline decoration-error decoration-wavy decoration-1 underline-offset-[0.25em]";
      return (
        <span key={key} className={at % 2 === 1 ? `rounded-xs ${token}` : undefined}>
          {piece}
        </span>
      );
    })}
    {line === "" && <br />}
  </div>
);

/** Lines are known by their place: their words change while somebody types. */
const placed = (text: string) => text.split("\n").map((line, at) => ({ line, at }));

type Props = Pick<PageEditor, "placeholders" | "problems"> & {
  begun: string;
  area: RefObject<HTMLTextAreaElement | null>;
  rows?: number;
  /** An answer of some lines: fewer marks, no numbers of lines. */
  short?: boolean;
};

const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;

/** A text of Markdown with numbered lines. What it shows behind the words is a picture: the field itself is a textarea. */
export const TextEditor = ({ placeholders, problems, begun, area, rows = 24, short = false }: Props) => {
  const ready = useHydrated();
  const menu = useRef<HTMLDetailsElement>(null);
  const [text, setText] = useState(begun);
  const [called, setCalled] = useState(false);
  const known = new Set(placeholders.map(({ name }) => plainName(name)));
  const wrong = new Set(problems.filter(({ stops }) => stops).map(({ line }) => line));

  /** Types what the change makes of the text, as somebody would who types. */
  const change = (changed: (chosen: Chosen) => Chosen) => {
    const field = area.current;
    if (!field) return;
    const { value, selectionStart: start, selectionEnd: end } = field;
    const next = changed({ text: value, start, end });
    const { from, to, piece } = typedOver(value, next.text);
    field.focus();
    field.setSelectionRange(from, to);
    // A text that a script sets cannot be undone with the keyboard; one that the browser types can.
    if (!document.execCommand(piece ? "insertText" : "delete", false, piece)) {
      field.setRangeText(piece, from, to);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    field.setSelectionRange(next.start, next.end);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (menu.current?.open && ["ArrowDown", "Escape"].includes(event.key)) {
      event.preventDefault();
      if (event.key === "Escape") menu.current.open = false;
      else menu.current.querySelector("button")?.focus();
    }
    if (!isCommand(event)) return;
    const mark = keys[event.key.toLowerCase()];
    if (mark) change((chosen) => withMark(chosen, mark));
    else if (event.key.toLowerCase() !== "s") return;
    else event.currentTarget.form?.querySelector<HTMLButtonElement>("button[value='save']")?.click();
    event.preventDefault();
  };
  /** Braces open the menu; what is typed after them keeps its place until a value is chosen or they are closed. */
  const onInput = (field: HTMLTextAreaElement, typed: string | null) => {
    setText(field.value);
    const left = field.value.slice(0, field.selectionStart);
    if (menu.current) menu.current.open = isCalled(left) && (menu.current.open || typed === "{");
  };
  return (
    <div className="rounded-sm border border-edge bg-sheet">
      <div className="top-0 z-(--z-sticky) flex items-center justify-end gap-2 border-b border-rule bg-well py-0.5 pr-2 pl-1 [position:sticky]">
        <fieldset
          className="js-only mr-auto flex min-w-0 overflow-x-auto [scrollbar-width:none]"
          aria-label="Marks of the text"
        >
          {(short ? shortTools : tools).map(({ mark, label, icon }) => (
            <IconButton
              key={mark}
              icon={icon}
              label={label}
              onClick={() => change((chosen) => withMark(chosen, mark))}
            />
          ))}
        </fieldset>
        {placeholders.length > 0 && (
          <InsertMenu
            placeholders={placeholders}
            ref={menu}
            onInsert={(name) => change((chosen) => withPlaceholder(chosen, name))}
            onBack={() => area.current?.focus()}
            onToggle={(open) => setCalled(open && document.activeElement === area.current)}
          />
        )}
        <span className="vh" role="status">
          {called && "The list of values is open. The down arrow leads to it, Escape closes it."}
        </span>
      </div>
      <div className={cx("edit", short && "short")}>
        {ready && (
          <div className="edit-lines forced-colors:invisible" aria-hidden="true" translate="no">
            {placed(text).map(({ line, at }) => (
              <Line key={at} line={line} known={known} wrong={wrong.has(at + 1)} />
            ))}
          </div>
        )}
        <Textarea
          ref={area}
          rows={rows}
          defaultValue={begun}
          spellCheck
          className={cx("relative border-0 bg-transparent", ready && "resize-none overflow-hidden")}
          onKeyDown={onKeyDown}
          onBlur={({ relatedTarget: to }) => {
            if (to && menu.current && !menu.current.contains(to)) menu.current.open = false;
          }}
          onInput={({ currentTarget, nativeEvent }) =>
            onInput(currentTarget, nativeEvent instanceof InputEvent ? nativeEvent.data : null)
          }
        />
      </div>
    </div>
  );
};

import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { IconButton } from "#src/ui/button.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Bold, Heading2, Italic, Link2, List, ListOrdered, TextQuote } from "#src/ui/icons.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";
import { InsertMenu } from "./insert-menu.tsx";
import { type Chosen, isCalled, type Mark, withMark, withPlaceholder } from "./text-marks.ts";

const tools = [
  { mark: "heading", label: "Title of a part", icon: Heading2 },
  { mark: "bold", label: "Bold", icon: Bold },
  { mark: "italic", label: "Italic", icon: Italic },
  { mark: "link", label: "Link", icon: Link2 },
  { mark: "list", label: "List", icon: List },
  { mark: "numbers", label: "Numbered list", icon: ListOrdered },
  { mark: "quote", label: "Quote", icon: TextQuote },
] as const;

const keys: Readonly<Record<string, Mark>> = { b: "bold", i: "italic", k: "link" };

/** "{{Review days}}" and "{{reviewDays}}" are one placeholder. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

type LineProps = { line: string; known: ReadonlySet<string>; wrong: boolean };

/** A line behind the text: its number, and the placeholders in it. */
const Line = ({ line, known, wrong }: LineProps) => (
  <div className={wrong ? "edit-line wrong" : "edit-line"}>
    {line.split(/(\{\{[^{}\n]{1,60}\}\})/).map((piece, at) => {
      const key = `${at}-${piece}`;
      const token = known.has(plain(piece)) ? "edit-value" : "edit-value unknown";
      return (
        <span key={key} className={at % 2 === 1 ? token : undefined}>
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
};

const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;

/** A text of Markdown with numbered lines. What it shows behind the words is a picture: the field itself is a textarea. */
export const TextEditor = ({ placeholders, problems, begun, area }: Props) => {
  const ready = useHydrated();
  const menu = useRef<HTMLDetailsElement>(null);
  const [text, setText] = useState(begun);
  const known = new Set(placeholders.map(({ name }) => plain(name)));
  const wrong = new Set(problems.filter(({ stops }) => stops).map(({ line }) => line));

  /** Types what the change makes of the text, as somebody would who types. */
  const change = (changed: (chosen: Chosen) => Chosen) => {
    const field = area.current;
    if (!field) return;
    const { value, selectionStart: start, selectionEnd: end } = field;
    const next = changed({ text: value, start, end });
    field.focus();
    field.setRangeText(next.text, 0, value.length);
    field.setSelectionRange(next.start, next.end);
    field.dispatchEvent(new Event("input", { bubbles: true }));
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
    <div className="text-editor">
      <div className="etool">
        <div className="js-only etools" role="toolbar" aria-label="Marks of the text">
          {tools.map(({ mark, label, icon }) => (
            <IconButton
              key={mark}
              icon={icon}
              label={label}
              onClick={() => change((chosen) => withMark(chosen, mark))}
            />
          ))}
        </div>
        <InsertMenu
          placeholders={placeholders}
          ref={menu}
          onInsert={(name) => change((chosen) => withPlaceholder(chosen, name))}
          onBack={() => area.current?.focus()}
        />
      </div>
      <div className="edit">
        {ready && (
          <div className="edit-lines" aria-hidden="true" translate="no">
            {placed(text).map(({ line, at }) => (
              <Line key={at} line={line} known={known} wrong={wrong.has(at + 1)} />
            ))}
          </div>
        )}
        <Textarea
          ref={area}
          rows={24}
          defaultValue={begun}
          spellCheck
          className="mono-text"
          onKeyDown={onKeyDown}
          onInput={({ currentTarget, nativeEvent }) =>
            onInput(currentTarget, nativeEvent instanceof InputEvent ? nativeEvent.data : null)
          }
        />
      </div>
    </div>
  );
};

import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { closeOnLeave } from "#src/ui/drop-menu.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";

type Props = Pick<PageEditor, "placeholders"> & {
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
export const InsertMenu = ({ placeholders, ref, onInsert, onBack, onToggle }: Props) => {
  useEffect(() => (ref.current ? closeOnLeave(ref.current) : undefined), [ref]);
  return (
    <details
      className="insert"
      ref={ref}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      onKeyDown={(event) => onKey(event, onBack)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary className="btn btn-outline btn-sm">
        <span aria-hidden="true">{"{ }"}</span> Insert<span className="vh"> a value from settings</span>
        <Icon of={ChevronDown} />
      </summary>
      <ul>
        {placeholders.map(({ name, value }) => (
          <li key={name}>
            <button
              type="button"
              onClick={({ currentTarget }) => {
                const menu = currentTarget.closest("details");
                if (menu) menu.open = false;
                onInsert(name);
              }}
            >
              <code translate="no">{`{{${name}}}`}</code>
              <span translate="no">{value || "empty"}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};

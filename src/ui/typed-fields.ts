type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What stands in one field of the page, as it can be found again when the page is drawn anew. */
export type TypedField = {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly ticked: boolean | null;
  /** The field with the focus: what is selected in it, null where the browser does not say. */
  readonly selected?: readonly [number, number] | null;
};

const untyped = ["hidden", "file", "submit", "button", "reset", "image"];

const controls = (): Control[] =>
  [...document.querySelectorAll<Control>("input, textarea, select")].filter(({ type }) => !untyped.includes(type));

const isTick = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

/** Each field with a key of its own: its name, else its label; for boxes their value too; the how-manyth of these it is. */
function keyed(): Map<string, Control> {
  const found = new Map<string, Control>();
  const counts = new Map<string, number>();
  for (const control of controls()) {
    const base = [control.type, control.name || control.ariaLabel || control.id, isTick(control) ? control.value : ""];
    const at = counts.get(String(base)) ?? 0;
    counts.set(String(base), at + 1);
    found.set(JSON.stringify([...base, at]), control);
  }
  return found;
}

type Standing = Pick<TypedField, "text" | "ticked">;
const standing = (control: Control): Standing => ({
  text: control.value,
  ticked: isTick(control) ? control.checked : null,
});

/** The field that is being typed into at this moment, with what was typed: React may already have taken it back. */
let latest: (Standing & { control: EventTarget }) | null = null;

/** Fields that somebody used since the page was last written into. */
let used = new WeakSet<Control>();
let writing = false;

function noteTyping({ target }: Event): void {
  const control = controls().find((one) => one === target);
  if (!control) return;
  if (!writing) used.add(control);
  latest = { control, ...standing(control) };
  setTimeout(() => {
    latest = null;
  });
}

/** How a field stands, with what is being typed at this moment. */
function current(control: Control): Standing {
  const kept = standing(control);
  if (latest === null) return kept;
  if (latest.control === control) return { text: latest.text, ticked: latest.ticked };
  const other = latest.control as Control;
  const unticked = latest.ticked && control.type === "radio" && other.type === "radio" && control.name === other.name;
  return unticked ? { ...kept, ticked: false } : kept;
}

/** Empty unless the field has the focus. */
const focusOf = (control: Control): Pick<TypedField, "selected"> => {
  if (control !== document.activeElement) return {};
  const { selectionStart: from, selectionEnd: to } = control as HTMLInputElement;
  return { selected: typeof from === "number" && typeof to === "number" ? [from, to] : null };
};

/** Has `readFields` know what is typed at the moment of a failure. To be called as often as one likes. */
export function followTyping(): void {
  for (const name of ["input", "click"]) addEventListener(name, noteTyping, true);
}

/**
 * What people typed and chose in all fields of the page; files and hidden fields left out. The field of this moment comes
 * last: others that follow from it still stand as before, and are written first. Browser only.
 */
export function readFields(): readonly TypedField[] {
  const isLatest = (control: Control) => (control === latest?.control ? 1 : 0);
  return [...keyed()]
    .sort(([, one], [, other]) => isLatest(one) - isLatest(other))
    .map(([key, control]) => ({
      key,
      label: control.labels?.[0]?.textContent || control.ariaLabel || control.name,
      ...current(control),
      ...focusOf(control),
    }));
}

/** Words of these that stand in no field of the page any more; passwords are not shown. */
export function fieldsGone(fields: readonly TypedField[]): readonly TypedField[] {
  const found = keyed();
  const isPassword = (key: string): boolean => key.startsWith('["password"');
  return fields.filter(
    ({ key, text, ticked }) => ticked === null && text.trim() !== "" && !found.has(key) && !isPassword(key),
  );
}

const isChanged = (control: Control): boolean => {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((one) => one.selected !== one.defaultSelected) && control.selectedIndex > 0;
  return isTick(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
};

/** The fields of this name that hold something else than the page was made with. Browser only. */
export const changedFields = (name: string): readonly Control[] =>
  controls().filter((control) => control.name === name && isChanged(control));

/** Whether somebody has typed or chosen something in one of these forms since the page was made. Browser only. */
export const isAnythingTyped = (forms: Iterable<Element>): boolean =>
  controls().some((control) => control.form && [...forms].includes(control.form) && isChanged(control));

/** React notices a value only when it is set with the setter of the element's prototype. Browser only. */
export const setValue = (control: Control, text: string): void => {
  const prototype: unknown = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, text);
  for (const name of ["input", "change"]) control.dispatchEvent(new Event(name, { bubbles: true }));
};

function writeOnce(fields: readonly TypedField[]): void {
  const found = keyed();
  writing = true;
  for (const { key, text, ticked } of fields) {
    const control = found.get(key);
    if (!control || control.disabled || used.has(control)) continue;
    if (ticked === null) {
      if (control.value !== text) setValue(control, text);
    } else if (isTick(control) && control.checked !== ticked && (ticked || control.type === "checkbox"))
      control.click();
  }
  writing = false;
  for (const { key, selected } of fields) if (selected !== undefined) focusAgain(found.get(key), selected);
}

/** What is typed next must not go nowhere; a focus that has moved meanwhile stays where it is. */
function focusAgain(control: Control | undefined, selected: TypedField["selected"]): void {
  if (!control || document.activeElement !== document.body) return;
  control.focus({ preventScroll: true });
  if (selected && !(control instanceof HTMLSelectElement)) control.setSelectionRange(...selected);
}

/**
 * Puts what `readFields` found, and the focus, back into a page that was drawn anew, also into fields that an answer
 * brings. A field that is used meanwhile keeps what it has.
 */
export function writeFields(fields: readonly TypedField[]): void {
  used = new WeakSet();
  writeOnce(fields);
  setTimeout(writeOnce, 0, fields);
}

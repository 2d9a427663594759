import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Icon, Search } from "#src/ui/icons.tsx";
import { latePart } from "#src/ui/late-part.ts";

const Palette = latePart(() => import("./palette.tsx"));
const KeyList = latePart(() => import("./key-list.tsx"));

const stored = "admin-keys";
const changed = "admin-keys-changed";

/** Single keys can be turned off, for this browser: speech control types letters. */
const keysAreOn = (): boolean => {
  try {
    return localStorage.getItem(stored) !== "off";
  } catch {
    return true;
  }
};

const turnKeys = (on: boolean): void => {
  try {
    localStorage.setItem(stored, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing has the keys on.
  }
  window.dispatchEvent(new Event(changed));
};

const followKeys = (run: () => void) => {
  window.addEventListener(changed, run);
  return () => window.removeEventListener(changed, run);
};

const useKeysOn = (): boolean => useSyncExternalStore(followKeys, keysAreOn, () => true);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && ["checkbox", "radio", "button", "submit"].includes(target.type));

const rowsHere = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("[data-row]")].filter((row) => row.offsetParent !== null);

const rowOf = (rows: readonly HTMLElement[]): number => rows.findIndex((row) => row.contains(document.activeElement));

const move = (by: 1 | -1): void => {
  const rows = rowsHere();
  const at = rowOf(rows);
  const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
  next?.querySelector<HTMLElement>("a.title, summary.title")?.focus();
  next?.scrollIntoView({ block: "nearest" });
};

/** Clicks the check box of the current row, so that its change event fires. */
const pick = (): void => {
  const rows = rowsHere();
  rows[rowOf(rows)]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
};

/**
 * What the current row, else the page offers under this key and can be seen: a field takes the focus, a button or a link
 * is pressed. What stands in another row is not meant.
 */
const use = (key: string): void => {
  const offered = [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)];
  const seen = offered.filter((one) => one.offsetParent !== null);
  const isInCurrent = (one: HTMLElement) => one.closest("[data-row]")?.contains(document.activeElement);
  const target = seen.find(isInCurrent) ?? seen.find((one) => isInCurrent(one) === undefined);
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) target.click();
  else target?.focus();
};

/** On a page of one of a list to what stands before or after it there, else from row to row. */
const go = (key: "j" | "k"): void => {
  if (document.querySelector("[data-key=j], [data-key=k]")) use(key);
  else move(key === "j" ? 1 : -1);
};

type Opened = "" | "palette" | "keys";

const singles: Readonly<Record<string, (open: (what: Opened) => void) => void>> = {
  j: () => go("j"),
  k: () => go("k"),
  x: pick,
  r: () => use("r"),
  e: () => use("e"),
  a: () => use("a"),
  c: () => use("c"),
  u: () => use("u"),
  "?": (open) => open("keys"),
  "/": (open) => {
    const field = document.querySelector<HTMLInputElement>("[data-search]");
    if (field) field.focus();
    else open("palette");
  },
};

function useKeys(open: (what: Opened) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && !event.shiftKey) {
        event.preventDefault();
        return open("palette");
      }
      const single = Object.hasOwn(singles, event.key) ? singles[event.key] : undefined;
      if (!single || event.ctrlKey || event.metaKey || isTyping(event.target) || !keysAreOn()) return;
      if (document.querySelector("dialog[open], [role=alertdialog]")) return;
      event.preventDefault();
      single(open);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
}

/** The way to the search, and the keys of the admin area; what they open is loaded with the first press. */
export const Keys = ({ me }: { me: string }) => {
  const [opened, setOpened] = useState<Opened>("");
  useKeys(setOpened);
  const on = useKeysOn();
  const close = () => setOpened("");
  return (
    <>
      <a
        className="mx-4 mb-3 flex min-h-11 items-center gap-2.5 rounded-sm border border-edge bg-sheet pr-2 pl-3 text-(length:--text-sm) text-ink-3 no-underline hover:border-pen hover:text-pen"
        href="/admin/search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setOpened("palette");
        }}
      >
        <Icon of={Search} className="size-4.5" />
        <span>Search</span>
        <span className="ml-auto inline-flex gap-[3px]" aria-hidden="true">
          <b className="kbd">Ctrl</b>
          <b className="kbd">K</b>
        </span>
      </a>
      {opened !== "" &&
        createPortal(
          <Suspense fallback={null}>
            {opened === "palette" && <Palette me={me} close={close} help={() => setOpened("keys")} />}
            {opened === "keys" && <KeyList on={on} turn={turnKeys} close={close} />}
          </Suspense>,
          document.body,
        )}
    </>
  );
};

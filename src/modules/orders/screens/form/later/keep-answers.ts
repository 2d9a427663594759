import type { NavigateFunction } from "react-router";
import { dropFiles, filesTaken } from "#src/modules/files/index.screens.ts";
import { formOwnerField } from "#src/shared/viewer.ts";
import { NEW_ORDER } from "../form-files.ts";
import { keepInAccount } from "./keep-in-account.ts";
import type { Kept, Whose } from "./kept-draft.ts";
import { addressOfWork, brief, draftOf, type Fields, forgetDrafts, readDraft, writeDraft } from "./kept-draft.ts";

const controlOf = (form: HTMLFormElement, name: string) => {
  const found = form.elements.namedItem(name);
  const typed = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement;
  return typed || found instanceof HTMLSelectElement ? found : null;
};

const fill = (form: HTMLFormElement, fields: Fields) => {
  for (const name of brief) {
    const control = controlOf(form, name);
    if (control && fields[name] && (!control.value || "guessed" in control.dataset)) control.value = fields[name];
  }
};

const today = (): string => new Date().toISOString().slice(0, 10);

/** Writes what the form holds to the device; true when the device took it. */
export const writeForm = (form: HTMLFormElement, person: string, path: string): boolean =>
  writeDraft(person, draftOf(path, new FormData(form)));

type Wish = Pick<Whose, "person" | "onServer"> & {
  form: HTMLFormElement;
  pathname: string;
  search: string;
  restores: boolean;
  navigate: NavigateFunction;
  /** Somebody has pressed, typed or sent something in the form since its scripts work. */
  isUsed: () => boolean;
  setKept: (kept: Kept | null | ((before: Kept | null) => Kept | null)) => void;
};

/** Words that were typed into the form before its scripts worked. */
const isTypedIn = (form: HTMLFormElement): boolean =>
  ["title", "instructions"].some((name) => {
    const control = controlOf(form, name);
    return control && "defaultValue" in control && control.value !== control.defaultValue;
  });

/**
 * Goes on with what the device has of this form: true when that leads to another address. A form that is in use stays
 * where it is: another address would draw it anew, and end its sending.
 */
function restore({ form, person, pathname, search, restores, navigate, setKept, isUsed }: Wish): boolean {
  const draft = person && restores ? readDraft(person) : null;
  if (!draft) return false;
  const free = search === "" && draft.path === pathname && !isUsed() && !isTypedIn(form);
  const work = free ? addressOfWork(draft, today()) : null;
  if (work) {
    void navigate(work, { replace: true, preventScrollReset: true });
    return true;
  }
  fill(form, draft.fields);
  setKept({ account: false });
  return false;
}

/**
 * Keeps the form from now on; the answer ends that. `typed`: something was typed before this was there. What another
 * window has kept meanwhile does not come into a form that somebody fills in.
 */
export function keepDraft(wish: Wish, typed: boolean): (() => void) | null {
  const { form, person, pathname, onServer, setKept } = wish;
  forgetDrafts(person);
  if (!person || (!typed && restore(wish))) return null;
  const account = keepInAccount({ form, path: pathname, onServer, setKept });
  const write = () => {
    setKept((before) => (writeForm(form, person, pathname) ? (before ?? { account: false }) : before));
    account.soon();
  };
  // A press of + or − is written by React; the field has the new number only after that.
  const pressed = ({ target }: Event) =>
    target instanceof Element && target.closest(".step button") && setTimeout(write);
  const leave = ({ target }: SubmitEvent) => {
    if (target instanceof HTMLFormElement && target.getAttribute("action")?.endsWith("/signout")) forgetDrafts(null);
  };
  form.addEventListener("input", write);
  form.addEventListener("click", pressed);
  document.addEventListener("submit", leave);
  if (typed) setTimeout(write);
  return () => {
    account.end();
    form.removeEventListener("input", write);
    form.removeEventListener("click", pressed);
    document.removeEventListener("submit", leave);
  };
}

/** The order is placed: nothing of its form stays on the device. */
export function endDraft(person: string | null): void {
  forgetDrafts(null);
  if (person) void filesTaken(person, "order", NEW_ORDER);
}

/** An empty form in place of this one; what was kept of it goes. */
export async function emptyForm(person: string | null, path: string): Promise<void> {
  forgetDrafts(null);
  const body = new URLSearchParams({ [formOwnerField]: person ?? "", forget: "", draftPath: path });
  const gone = fetch("/order/draft", { method: "POST", body, redirect: "manual" }).catch(() => undefined);
  await Promise.all([gone, person && dropFiles(person, "order", NEW_ORDER)]);
  window.location.assign(path);
}

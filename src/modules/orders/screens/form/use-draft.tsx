import { type RefObject, useEffect, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { dropFiles, filesTaken } from "#src/modules/files/index.screens.ts";
import { NEW_ORDER } from "./form-files.ts";
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

type Whose = {
  /** The account; a guest's answers are not kept on the device. */
  person: string | null;
  /** False while the page shows a form that the server sent back. */
  fresh: boolean;
  /** The form could not be sent. */
  unsent: boolean;
};

/**
 * Keeps the answers of an account on this device from the first one that is given. A form opened without answers in its
 * address goes on with them. They go when the order is placed or the person signs out. True while they are kept.
 */
export const useDraft = (form: RefObject<HTMLFormElement | null>, { person, fresh, unsent }: Whose): boolean => {
  const [keeps, setKeeps] = useState(false);
  const [restores] = useState(fresh);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { location, formMethod } = useNavigation();
  const placed = formMethod === "POST" && /^\/(checkout|custom\/sent)\//.test(location?.pathname ?? "");

  useEffect(() => {
    forgetDrafts(person);
    const own = form.current;
    if (!own || !person) return;
    const draft = readDraft(person);
    if (draft && restores) {
      const work = search === "" && draft.path === pathname ? addressOfWork(draft, today()) : null;
      if (work) {
        void navigate(work, { replace: true, preventScrollReset: true });
        return;
      }
      fill(own, draft.fields);
      setKeeps(true);
    }
    const write = () => setKeeps(writeDraft(person, draftOf(pathname, new FormData(own))));
    // A press of + or − is written by React; the field has the new number only after that.
    const pressed = ({ target }: Event) =>
      target instanceof Element && target.closest(".step button") && setTimeout(write);
    const leave = ({ target }: SubmitEvent) => {
      if (target instanceof HTMLFormElement && target.getAttribute("action")?.endsWith("/signout")) forgetDrafts(null);
    };
    own.addEventListener("input", write);
    own.addEventListener("click", pressed);
    document.addEventListener("submit", leave);
    return () => {
      own.removeEventListener("input", write);
      own.removeEventListener("click", pressed);
      document.removeEventListener("submit", leave);
    };
  }, [form, person, pathname, search, restores, navigate]);

  // A form on its way to the checkout is placed, unless it comes back.
  useEffect(() => {
    if (!placed) return;
    forgetDrafts(null);
    if (person) void filesTaken(person, "order", NEW_ORDER);
  }, [placed, person]);

  useEffect(() => {
    if (unsent && person && form.current) setKeeps(writeDraft(person, draftOf(pathname, new FormData(form.current))));
  }, [unsent, form, person, pathname]);

  return keeps;
};

const today = (): string => new Date().toISOString().slice(0, 10);

/** Says that the answers stay on this device, with the way to an empty form. */
export const DraftNote = ({ kept, person }: { kept: boolean; person: string | null }) => {
  const { pathname } = useLocation();
  if (!kept) return null;
  const empty = async () => {
    forgetDrafts(null);
    if (person) await dropFiles(person, "order", NEW_ORDER);
    window.location.assign(pathname);
  };
  return (
    <>
      Your answers are saved on this device.{" "}
      <button
        type="button"
        className="text-pen underline underline-offset-4 cursor-pointer"
        onClick={() => void empty()}
      >
        Start with an empty form
      </button>
      {". "}
    </>
  );
};

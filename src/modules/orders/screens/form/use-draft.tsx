import { type RefObject, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { latePart, patiently } from "#src/ui/late-part.ts";
import type { Kept, Whose } from "./later/kept-draft.ts";

const load = () => patiently(() => import("./later/keep-answers.ts"));
const Note = latePart(() => import("./later/draft-note.tsx"));

/** True when forms of anybody lie on this device; the browser may refuse to say. */
const somethingLies = (): boolean => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("order-draft:"));
  } catch {
    return false;
  }
};

const uses = ["pointerdown", "keydown", "input", "submit"];

/**
 * Keeps the answers of an account on this device and in the account, from the first one that is given; what does so is
 * loaded then. A form opened without answers in its address continues with them. They go when the order is placed or the
 * person signs out. Null while nothing is kept.
 */
export const useDraft = (
  form: RefObject<HTMLFormElement | null>,
  { person, fresh, unsent, onServer }: Whose,
): Kept | null => {
  const [kept, setKept] = useState<Kept | null>(null);
  const [restores] = useState(fresh);
  const [held] = useState(onServer);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { location, formMethod } = useNavigation();
  const placed = formMethod === "POST" && /^\/(checkout|custom\/sent)\//.test(location?.pathname ?? "");

  useEffect(() => {
    const own = form.current;
    if (!own) return;
    let end: (() => void) | null | undefined;
    let used = false;
    const use = () => {
      used = true;
    };
    for (const name of uses) own.addEventListener(name, use);
    const whose = { form: own, person, pathname, search, restores, onServer: held, navigate, setKept };
    const wish = { ...whose, isUsed: () => used };
    const start = (typed: boolean) => {
      stop();
      void load().then(({ keepDraft }) => {
        if (end === undefined) end = keepDraft(wish, typed);
      });
    };
    const typed = () => start(true);
    const stop = () => {
      own.removeEventListener("input", typed);
      own.removeEventListener("click", typed);
    };
    if (somethingLies()) start(false);
    else if (person) {
      own.addEventListener("input", typed);
      own.addEventListener("click", typed);
    }
    return () => {
      stop();
      for (const name of uses) own.removeEventListener(name, use);
      end?.();
      end = null;
    };
  }, [form, person, pathname, search, restores, held, navigate]);

  // A form on its way to the checkout counts as placed, unless the browser restores its page.
  useEffect(() => {
    if (placed) void load().then(({ endDraft }) => endDraft(person));
  }, [placed, person]);

  useEffect(() => {
    if (!unsent || !person) return;
    void load().then(({ writeForm }) => {
      if (form.current && writeForm(form.current, person, pathname)) setKept((before) => before ?? { account: false });
    });
  }, [unsent, form, person, pathname]);

  return kept;
};

/** Says where the answers are kept, with the way to an empty form. */
export const DraftNote = ({ kept, person }: { kept: Kept | null; person: string | null }) =>
  kept && (
    <Suspense>
      <Note kept={kept} person={person} />
    </Suspense>
  );

import { useEffect, useRef, useState } from "react";
import { useActionData, useLocation, useNavigation } from "react-router";

/**
 * What a form of this page sends just now; undefined when nothing is sent, and as soon as its answer is shown: after a
 * refusal React Router reads the page's data again, and a press meanwhile counts.
 */
export function useSent(): FormData | undefined {
  const { state, formData } = useNavigation();
  const answer = useActionData<unknown>();
  // A form that is mounted again with its answer starts in this state.
  const before = useRef(state === "loading" ? undefined : answer);
  useEffect(() => {
    if (state !== "loading") before.current = answer;
  }, [state, answer]);
  return state === "loading" && answer !== before.current ? undefined : formData;
}

/**
 * What was just done, for as long as this visit of the page lasts. The server says it once; when the page's data is
 * read anew (live updates) it still stands.
 */
export function useFlash<T>(flash: T | null | undefined): T | null {
  const { key } = useLocation();
  const [kept, keep] = useState({ key, flash: flash ?? null });
  const now = kept.key === key ? (flash ?? kept.flash) : (flash ?? null);
  if (kept.key !== key || kept.flash !== now) keep({ key, flash: now });
  return now;
}

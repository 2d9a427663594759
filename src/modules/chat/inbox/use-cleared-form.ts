import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * A form that is emptied when what it sent was taken, and only then: news that arrive while somebody writes change
 * nothing in it, and the focus stays.
 */
export function useClearedForm(isIts: (sent: FormData) => boolean, refused: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const { formData, state } = useNavigation();
  const its = formData !== undefined && isIts(formData);
  useEffect(() => {
    if (its) sent.current = true;
    if (state !== "idle" || !sent.current) return;
    sent.current = false;
    if (!refused) form.current?.reset();
  }, [its, state, refused]);
  return form;
}

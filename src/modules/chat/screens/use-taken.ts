import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";

/** Calls `taken` when a form that is meant was sent and not refused, once each time. Returns whether it is on its way. */
export function useTaken(isIts: (sent: FormData) => boolean, refused: boolean, taken: () => void): boolean {
  const sent = useRef(false);
  const then = useRef(taken);
  then.current = taken;
  const { formData, state } = useNavigation();
  const its = formData !== undefined && isIts(formData);
  useEffect(() => {
    if (its) sent.current = true;
    if (state !== "idle" || !sent.current) return;
    sent.current = false;
    if (!refused) then.current();
  }, [its, state, refused]);
  return its;
}

/**
 * A form that is emptied when what it sent was taken, and only then: news that arrive while somebody writes change
 * nothing in it, and the focus stays.
 */
export function useClearedForm(isIts: (sent: FormData) => boolean, refused: boolean, then?: () => void) {
  const form = useRef<HTMLFormElement>(null);
  useTaken(isIts, refused, () => {
    form.current?.reset();
    then?.();
  });
  return form;
}

/**
 * The form of a message while the scripts of its conversation are still to come. It keeps what is typed and its message
 * id (`nextId`: the one of the page's data) until the message was taken: the page is read again for each message of
 * somebody else.
 */
export function useMessageForm(nextId: string, refused: RefusedForm | undefined) {
  const [id, setId] = useState(refused?.values.id ?? nextId);
  const form = useClearedForm(
    (sent) => sent.get("id") === id,
    refused !== undefined,
    () => setId(nextId),
  );
  return { form, id };
}

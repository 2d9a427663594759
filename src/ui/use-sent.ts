import { useEffect, useRef } from "react";
import { useActionData, useNavigation } from "react-router";

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

import { type SubmitEvent, useEffect, useRef } from "react";
import { useFetcher, useNavigation } from "react-router";

const pauseMs = 700;

/** What the form holds now, as a save that nobody pressed a button for. */
function autosaveOf(form: HTMLFormElement): FormData {
  const data = new FormData(form);
  data.set("step", "save");
  data.set("auto", "on");
  return data;
}

/**
 * Keeps what is typed on the server: after a pause, and at once when the page is left; one save at a time. A button that
 * is pressed while a save runs is pressed when it has ended, so that the form carries the revision that it made; one that
 * is pressed while another button's step runs does nothing.
 */
export function useKeptDraft<Save>() {
  const fetcher = useFetcher<Save>();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef(false);
  const pressed = useRef<HTMLElement | null>(null);
  const { state, submit } = fetcher;
  const sent = useNavigation().state !== "idle";
  /** Whether something that makes a new revision runs: read by the timer, long after the render that set it. */
  const busy = useRef(false);
  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const schedule = () => {
    stopTimer();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      again.current = busy.current;
      // Rendered at once: what is typed next must see that a save runs.
      if (!busy.current && form.current)
        void submit(autosaveOf(form.current), { method: "post", preventScrollReset: true, flushSync: true });
    }, pauseMs);
  };
  useEffect(() => {
    busy.current = state !== "idle" || sent;
    if (busy.current) return;
    const button = pressed.current;
    pressed.current = null;
    if (button instanceof HTMLButtonElement && button.form) return button.form.requestSubmit(button);
    if (!again.current) return;
    again.current = false;
    schedule();
  });
  useEffect(() => {
    const leave = () => {
      if ((timer.current ?? again.current) && form.current)
        void fetch(form.current.action, { method: "POST", body: autosaveOf(form.current), keepalive: true });
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  const onInput = (event: { readonly currentTarget: HTMLFormElement }) => {
    form.current = event.currentTarget;
    if (state === "idle") schedule();
    else again.current = true;
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    // The page shows the rows as they were before that step: what is pressed now would act on others.
    if (sent) return event.preventDefault();
    stopTimer();
    again.current = false;
    if (state === "idle") return;
    event.preventDefault();
    pressed.current = event.nativeEvent.submitter;
  };
  return { onInput, onSubmit, saving: state !== "idle", answer: fetcher.data };
}

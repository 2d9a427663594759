import { type RefObject, useEffect, useState } from "react";
import { keptPress } from "./early-files.ts";
import type { NotYet } from "./row-message.ts";

type Press = { readonly submitter: HTMLElement | null };

/** The button shows that its press is kept. */
const mark = ({ submitter }: Press, waits: boolean): void => {
  if (submitter) submitter.ariaBusy = waits ? "true" : null;
};

const changed = "You changed the form, so it was not sent. Press the button again when you are ready.";

/**
 * Keeps a press on a button of the form in which `box` stands while files are on their way, and gives it back when they
 * are sent. Where somebody must decide about a file, and when the form is changed meanwhile, the press ends with words.
 * `why` is a value of `notYet`.
 */
export function useHeldPress(box: RefObject<HTMLInputElement | null>, why: NotYet | null) {
  const [press, setPress] = useState<Press | null>(null);
  const [ended, setEnded] = useState<"changed" | "undecided" | null>(null);
  const waits = why?.waits ?? false;
  const undecided = why?.waits === false;

  useEffect(() => {
    const form = box.current?.form;
    if (!form) return;
    const hold = (submitter: HTMLElement | null) => {
      const row = box.current?.parentElement;
      row?.scrollIntoView({ block: "center" });
      if (waits) return setPress({ submitter });
      setEnded("undecided");
      row?.querySelector("button")?.focus({ preventScroll: true });
    };
    const submit = (event: SubmitEvent) => {
      setPress(null);
      setEnded(null);
      if (!waits && !undecided) return;
      event.preventDefault();
      hold(event.submitter);
    };
    form.addEventListener("submit", submit);
    const before = waits ? keptPress.take(form) : null;
    if (before) form.requestSubmit(before.submitter);
    return () => form.removeEventListener("submit", submit);
  }, [box, waits, undecided]);

  useEffect(() => {
    const form = box.current?.form;
    if (!press || !form) return;
    if (!waits) {
      setPress(null);
      if (undecided) setEnded("undecided");
      else form.requestSubmit(press.submitter?.isConnected ? press.submitter : null);
      return;
    }
    const typed = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "file") return;
      setPress(null);
      setEnded("changed");
    };
    mark(press, true);
    form.addEventListener("input", typed);
    return () => {
      mark(press, false);
      form.removeEventListener("input", typed);
    };
  }, [box, press, waits, undecided]);

  return {
    waits: press && waits ? why?.message : undefined,
    stopped: ended === "changed" ? changed : ended && undecided ? why.message : undefined,
  };
}

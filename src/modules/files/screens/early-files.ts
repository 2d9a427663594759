let waiting: File[] = [];

/** Files that came before what takes them was there. */
export const keepEarly = (files: readonly File[]): void => {
  waiting.push(...files);
};

/** Gives them to the list that takes them now. */
export const adoptEarlyFiles = (): File[] => {
  const files = waiting;
  waiting = [];
  return files;
};

let press: { readonly form: EventTarget | null; readonly submitter: HTMLElement | null } | null = null;

/** A press on the button of a form whose files wait above: kept until what takes them is there. */
export const keptPress = {
  keep: (event: SubmitEvent): void => {
    if (waiting.length === 0) return;
    event.preventDefault();
    press = { form: event.target, submitter: event.submitter };
  },
  take: (form: HTMLFormElement) => {
    const found = press?.form === form ? press : null;
    if (found) press = null;
    return found;
  },
};

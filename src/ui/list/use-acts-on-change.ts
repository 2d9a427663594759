import { type ChangeEvent, useEffect, useRef } from "react";
import { useSubmit } from "react-router";

const typingMs = 350;

/**
 * The form acts when something in it changes: at once for a choice, after a pause for what is typed. What somebody works
 * in keeps its focus; everything else follows the address, also on the way back.
 */
export function useActsOnChange(ask: Readonly<Record<string, string>>) {
  const form = useRef<HTMLFormElement>(null);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submit = useSubmit();
  useEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.type === "hidden")
        continue;
      const value = ask[field.name];
      if (value !== undefined && field !== document.activeElement) field.value = value;
    }
    return () => clearTimeout(later.current);
  }, [ask]);
  const onChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    clearTimeout(later.current);
    const at = form.current;
    const typed = target instanceof HTMLInputElement;
    const send = () => at && submit(at, { preventScrollReset: true, replace: typed });
    later.current = setTimeout(send, typed ? typingMs : 0);
  };
  return { form, onChange };
}

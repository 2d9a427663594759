import { type FocusEvent, type FormEvent, useState } from "react";
import { readNumber } from "../../settings/read-number.ts";
import type { ShownSection } from "../../settings/settings-page.ts";

/**
 * What is wrong with numbers in fields that were left, by the fields' names; "" where a field is right now, whatever was
 * refused before. A field that is marked is judged with each letter, another one when it is left.
 */
export function useLeftFields(sections: readonly ShownSection[]) {
  const [left, setLeft] = useState<Readonly<Record<string, string>>>({});
  const limits = new Map(
    sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map((field) => [field.name, field.limits]))),
  );
  const judge = ({ target }: { target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    const its = limits.get(name);
    if (!its) return;
    const read = readNumber(its, value);
    setLeft((known) => ({ ...known, [name]: read.ok ? "" : read.message }));
  };
  return {
    left,
    wrong: Object.values(left).filter(Boolean).length,
    onLeave: (event: FocusEvent) => judge(event),
    onType: (event: FormEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.getAttribute("aria-invalid")) judge(event);
    },
    forget: () => setLeft({}),
  };
}

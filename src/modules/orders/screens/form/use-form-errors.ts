import { type FocusEvent, type FormEvent, type RefObject, useEffect, useState } from "react";
import { briefError } from "../../index.ts";
import { labels } from "./labels.ts";
import type { Again } from "./submit-order.server.ts";

type Live = {
  /** What is wrong with the work now; null where nothing computes it. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** The answers of the work now, by field. */
  readonly raw: Readonly<Record<string, string>>;
} | null;

/** What was found here, by field, since an answer of the server. */
type Own = { after: Again | undefined; messages: Readonly<Record<string, string | undefined>> };

type Asked = { form: RefObject<HTMLFormElement | null>; live: Live; checked: boolean; answer: Again | undefined };

/** Fields of a refused form that hold something else than what was refused, with what is wrong with them now. */
function changedFields(form: HTMLFormElement, { errors, values }: Again): Own["messages"] {
  const data = new FormData(form);
  return Object.fromEntries(
    Object.keys(errors).flatMap((name) => {
      const now = data.get(name) ?? "";
      if (typeof now !== "string" || now.replaceAll("\r\n", "\n") === (values[name] ?? "")) return [];
      return [[name, briefError(name, now)]];
    }),
  );
}

const nameOf = (target: EventTarget): string =>
  "name" in target && typeof target.name === "string" ? target.name : "";

const answerIn = (target: EventTarget): string => {
  if (target instanceof HTMLInputElement && target.type === "checkbox") return target.checked ? target.value : "";
  return "value" in target && typeof target.value === "string" ? target.value : "";
};

/** Fields that make one answer together. */
const deadline: readonly string[] = ["deadline", "deadlineDate", "deadlineTime", "deadlineZone"];

/**
 * The message of each field: checked on blur, removed when it is valid. The server's message of a field stays until
 * the field is changed. `errors` is what is wrong at this moment of an answered form, in the order of the page.
 */
export const useFormErrors = ({ form, live, checked, answer }: Asked) => {
  const [left, setLeft] = useState<readonly string[]>([]);
  const refused = answer && !answer.unsent ? answer : undefined;
  // Kept with the answer that it follows, whose successor speaks about every field anew.
  const [checkedHere, setCheckedHere] = useState<Own>({ after: refused, messages: {} });
  const own = checkedHere.after === refused ? checkedHere.messages : {};

  // What was mended before the scripts came to a page that was sent whole.
  useEffect(() => {
    if (!refused || !form.current) return;
    const messages = changedFields(form.current, refused);
    if (Object.keys(messages).length > 0) setCheckedHere({ after: refused, messages });
  }, [refused, form]);

  const changedSince = (field: string): boolean =>
    (deadline.includes(field) ? deadline : [field]).some((name) => {
      const now = live?.raw[name];
      return name in own || (now !== undefined && refused?.values[name] !== undefined && now !== refused.values[name]);
    });
  const liveError = (field: string) =>
    checked || refused || left.includes(field) ? live?.errors.find(({ path }) => path === field)?.message : undefined;
  const errorOf = (field: string): string | undefined =>
    own[field] ?? liveError(field) ?? (changedSince(field) ? undefined : refused?.errors[field]);

  const note = (target: EventTarget, asked: boolean) => {
    const name = nameOf(target);
    const wrong = briefError(name, answerIn(target));
    if (!name || !(asked || errorOf(name))) return;
    setCheckedHere(({ after, messages }) => {
      const before = after === refused ? messages : {};
      return { after: refused, messages: { ...before, [name]: wrong } };
    });
  };
  const onBlur = ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    const name = nameOf(target);
    if (name && !left.includes(name)) setLeft([...left, name]);
    // Who goes to a button of the form is about to send it: its answer says everything at once.
    const toButton = relatedTarget instanceof HTMLButtonElement && relatedTarget.form === currentTarget;
    if (name && !toButton) note(target, briefError(name, answerIn(target)) !== undefined || Boolean(errorOf(name)));
  };
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => note(target, false);

  const wrong = refused
    ? Object.keys({ ...labels, ...refused.errors }).map((name) => [name, errorOf(name)] as const)
    : [];
  return { onBlur, onInput, errorOf, errors: Object.fromEntries(wrong.filter(([, message]) => message)) };
};

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "./hydrated.ts";
import { changedFields } from "./typed-fields.ts";

type Refused = { readonly errors?: Readonly<Record<string, string>> };
type Answer = Refused | undefined;

const fieldOf = (target: EventTarget): { name: string; right: boolean } | null => {
  const typed = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!typed && !(target instanceof HTMLSelectElement)) return null;
  return { name: target.name || (target.dataset.field ?? ""), right: target.validity.valid };
};

/**
 * What a refused form still has to say. The message of a field goes when the field is changed into something that its
 * kind allows, and appears again when it is not any more; the next answer covers every field anew. `since` is the
 * answer that all this comes from. A control that makes only a part of a field names it by `data-field`.
 */
export function useMended<A extends Answer>(answer: A) {
  const [mended, setMended] = useState<{ of: Answer; names: readonly string[] }>({ of: answer, names: [] });
  const names = mended.of === answer ? mended.names : [];
  const late = useRef(!useHydrated());
  // What was mended before the scripts came to a page that was sent whole.
  useEffect(() => {
    if (!late.current) return;
    late.current = false;
    const isMended = (name: string) => changedFields(name).some(({ validity }) => validity.valid);
    const before = Object.keys(answer?.errors ?? {}).filter(isMended);
    if (before.length > 0) setMended({ of: answer, names: before });
  }, [answer]);
  const onInput = ({ target }: FormEvent) => {
    const field = fieldOf(target);
    if (!field || answer?.errors?.[field.name] === undefined || names.includes(field.name) === field.right) return;
    const others = names.filter((name) => name !== field.name);
    setMended({ of: answer, names: field.right ? [...others, field.name] : others });
  };
  const left = Object.entries(answer?.errors ?? {}).filter(([name]) => !names.includes(name));
  const now: A = names.length === 0 || !answer ? answer : { ...answer, errors: Object.fromEntries(left) };
  return { answer: now, since: answer?.errors, onInput };
}

/**
 * Grows with each answer to a form of this page, done or refused: fields that show what is stored are made anew with it.
 * Not with `save` of a draft, with data that is read again, nor with a link on the page: there what is typed stays.
 */
export function useTurn(data: object, done: string, answer?: object): number {
  const { key } = useLocation();
  const [kept, keep] = useState({ key, data, answer, turn: 0 });
  const isDone = done !== "" && done !== "save" && key !== kept.key && data !== kept.data;
  const isRefused = answer !== undefined && answer !== kept.answer;
  const turn = kept.turn + (isDone || isRefused ? 1 : 0);
  if (key !== kept.key || data !== kept.data || answer !== kept.answer) keep({ key, data, answer, turn });
  return turn;
}

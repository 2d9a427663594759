import { useState } from "react";
import { useLocation } from "react-router";

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

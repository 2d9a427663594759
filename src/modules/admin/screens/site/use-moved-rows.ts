import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { faqPages } from "#src/modules/operator/index.ts";
import { type FaqRow, movedRow } from "../../pages/faq-rows.ts";

export type KeptRow = FaqRow & { readonly id: number };

type Lift = { readonly id: number; readonly was: number; readonly before: readonly KeptRow[] };

/** A group that was typed since is the row's group when it moves. */
const withTypedGroups = (rows: readonly KeptRow[], form: HTMLFormElement | null): readonly KeptRow[] =>
  rows.map((row, at) => {
    const field = form?.elements.namedItem(`group.${at}`);
    return field instanceof HTMLInputElement ? { ...row, group: field.value } : row;
  });

/**
 * Rows that are lifted by a handle and moved: with the keyboard (Space lifts and drops, arrows move, Escape puts back)
 * or a pointer. What is typed in a row goes with it. Dropping it is an input of the form.
 */
export function useMovedRows(begun: readonly FaqRow[]) {
  const [rows, setRows] = useState<readonly KeptRow[]>(() => begun.map((row, id) => ({ ...row, id })));
  const [lift, setLift] = useState<Lift | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const gripOfLifted = () => list.current?.querySelector<HTMLButtonElement>("[aria-pressed=true]") ?? null;
  /** The row that changed its place: it loses the focus with it. */
  const moving = useRef<number | null>(null);
  const placeOf = (id: number) => rows.findIndex((row) => row.id === id);

  const lifted = (id: number) => {
    setLift({ id, was: placeOf(id), before: rows });
    setRows(withTypedGroups(rows, list.current?.closest("form") ?? null));
  };
  const dropped = () => {
    setLift(null);
    list.current?.closest("form")?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const putBack = () => {
    if (!lift) return;
    moving.current = lift.id;
    setRows(lift.before);
    setLift(null);
  };
  const moved = (by: 1 | -1) => {
    moving.current = lift?.id ?? null;
    setRows((all) => {
      const at = all.findIndex((row) => row.id === lift?.id);
      return movedRow(all, at, at + by);
    });
  };
  useEffect(() => {
    if (moving.current === null) return;
    list.current?.querySelector<HTMLButtonElement>(`[data-row="${moving.current}"] > button`)?.focus();
    moving.current = null;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (!lift) return;
    if (event.key === "Escape") putBack();
    else if (event.key === "ArrowUp") moved(-1);
    else if (event.key === "ArrowDown") moved(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** The row follows the pointer, a neighbour at a time. */
  const onPointerMove = ({ clientY }: { clientY: number }) => {
    const now = gripOfLifted()?.closest("li");
    const [above, below] = [now?.previousElementSibling, now?.nextElementSibling];
    const middle = (one: Element) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2;
    if (above && clientY < middle(above)) moved(-1);
    else if (below && clientY > middle(below)) moved(1);
  };
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    if (!dragged) return;
    const end = () => {
      setDragged(false);
      dropped();
    };
    addEventListener("pointermove", onPointerMove);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    return () => {
      removeEventListener("pointermove", onPointerMove);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
  });
  /** A question is called by what is typed now; its group changes where it moves alone. */
  const onTyped = ({ target }: { target: EventTarget }) => {
    const [, name = "", place = ""] =
      target instanceof HTMLInputElement ? (/^(\w+)\.(\d+)$/.exec(target.name) ?? []) : [];
    const field = target as HTMLInputElement;
    const changed = (row: KeptRow): KeptRow => {
      if (name === "ask") return { ...row, ask: field.value };
      const on = faqPages.filter((page) => (page === name ? field.checked : row.on.includes(page)));
      return faqPages.some((page) => page === name) ? { ...row, on } : row;
    };
    if (name !== "") setRows((all) => all.map((row, at) => (String(at) === place ? changed(row) : row)));
  };
  const gripOf = (id: number) => ({
    onKeyDown,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      lifted(id);
      setDragged(true);
    },
    // A press of a pointer has moved the row by then; the keyboard's has no count of clicks.
    onClick: ({ detail }: { detail: number }) => {
      if (detail > 0) return;
      if (lift) dropped();
      else lifted(id);
    },
  });
  return { rows, lift: lift && { ...lift, at: placeOf(lift.id) }, list, gripOf, onTyped };
}

import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useHydrated } from "../hydrated.ts";

/** `whys`: for what reasons some of the chosen rows stay as they are, a text for each such row. */
type Chosen = { all: number; onPage: number; whys: readonly string[] };

const boxesIn = (form: HTMLFormElement | null, selector: string): HTMLInputElement[] => [
  ...(form?.querySelectorAll<HTMLInputElement>(selector) ?? []),
];
const rowBoxes = (form: HTMLFormElement | null) => boxesIn(form, "[data-pick]");

/** As a press on each box that is not yet so: who follows one box learns of it. */
const check = (form: HTMLFormElement | null, isChecked: (id: string) => boolean): void => {
  for (const box of rowBoxes(form)) if (box.checked !== isChecked(box.dataset.pick ?? "")) box.click();
};

/**
 * The rows of a form that are chosen, by their boxes: `data-pick` holds the id of the row, `data-why` what stands against
 * the step. Counted anew when a box changes and when other rows are shown (`key`). After a step the rows of `stays` are
 * chosen, and nothing else.
 */
export function useChosen(key: unknown, stays: readonly string[] | null) {
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<Chosen>({ all: 0, onPage: 0, whys: [] });
  const [everything, setEverything] = useState(false);
  const count = useCallback(() => {
    const boxes = rowBoxes(form.current);
    const checked = boxes.filter((box) => box.checked);
    const [all, onPage] = [checked.length, boxes.length];
    setChosen({ all, onPage, whys: checked.flatMap(({ dataset: { why } }) => why ?? []) });
    if (all < onPage) setEverything(false);
    for (const head of boxesIn(form.current, "[data-pick-all]")) {
      head.checked = all > 0 && all === onPage;
      head.indeterminate = all > 0 && all < onPage;
    }
  }, []);
  const setAll = useCallback((checked: boolean) => check(form.current, () => checked), []);
  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && target.dataset.pickAll !== undefined) setAll(target.checked);
    count();
  };
  useEffect(() => {
    if (key) count();
  }, [key, count]);
  useEffect(() => {
    if (!stays) return;
    check(form.current, (id) => stays.includes(id));
    count();
  }, [stays, count]);
  return { form, chosen, onChange, setAll, everything, setEverything };
}

/** Chooses all rows on the page, in the head of their boxes; without scripts there are only those of the rows. */
export const PickAll = ({ className }: { className?: string }) =>
  useHydrated() ? (
    <label className={className}>
      <input type="checkbox" className="cb" data-pick-all="" aria-label="Select all on this page" />
    </label>
  ) : (
    <span className="vh">Select</span>
  );

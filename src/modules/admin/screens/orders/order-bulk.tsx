import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Field } from "#src/ui/field.tsx";
import { FormOwner } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { BareSelect, Textarea } from "#src/ui/inputs.tsx";
import { type AdminAsk, adminAddress } from "../../domain/admin-address.ts";
import type { WriterName } from "./order-filters.tsx";

type Chosen = { all: number; assignable: number };

const boxesIn = (form: HTMLFormElement | null): HTMLInputElement[] => [
  ...(form?.querySelectorAll<HTMLInputElement>("input[name=order]") ?? []),
];

/** How many boxes are checked, counted anew when one changes and when other orders are shown. */
function useChosen(key: string) {
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<Chosen>({ all: 0, assignable: 0 });
  const count = useCallback(() => {
    const checked = boxesIn(form.current).filter((box) => box.checked);
    setChosen({ all: checked.length, assignable: checked.filter((box) => box.dataset.assignable).length });
  }, []);
  const setAll = (checked: boolean) => {
    for (const box of boxesIn(form.current)) box.checked = checked;
    count();
  };
  useEffect(() => {
    if (key) count();
  }, [key, count]);
  return { form, chosen, count, setAll };
}

const AssignStep = ({ writers }: { writers: readonly WriterName[] }) => (
  <details className="bulk-step" name="bulk-step">
    <summary className="btn btn-outline btn-sm">Assign a writer</summary>
    <div className="bulk-in">
      <label htmlFor="bulk-writer">
        Writer
        <BareSelect
          id="bulk-writer"
          name="writerId"
          aria-label="Writer to ask"
          defaultValue=""
          choices={[
            { value: "", label: "Choose a writer" },
            ...writers.map(({ id, pseudonym }) => ({ value: id, label: pseudonym })),
          ]}
        />
      </label>
      <button type="submit" name="step" value="assign" className="btn btn-primary btn-sm">
        Ask this writer
      </button>
    </div>
  </details>
);

const NoteStep = ({ refused }: { refused: RefusedForm | undefined }) => (
  <details className="bulk-step" name="bulk-step" open={refused?.errors.text !== undefined || undefined}>
    <summary className="btn btn-outline btn-sm">Add a note</summary>
    <div className="bulk-in">
      <Field id="bulk-note" name="text" label="Note, for admins only" error={refused?.errors.text}>
        <Textarea rows={2} maxLength={4000} defaultValue={refused?.values.text} />
      </Field>
      <button type="submit" name="step" value="note" className="btn btn-primary btn-sm">
        Add to each order
      </button>
    </div>
  </details>
);

type Props = {
  ask: AdminAsk;
  writers: readonly WriterName[];
  refused: RefusedForm | undefined;
  once: string;
  shown: string;
  children: ReactNode;
};

/** The rows with their boxes, and what can be done with those that are chosen. Sent as a document: works without scripts. */
export const BulkForm = ({ ask, writers, refused, once, shown, children }: Props) => {
  const { form, chosen, count, setAll } = useChosen(shown);
  const live = useHydrated();
  return (
    <form method="post" action={adminAddress(ask)} className="bulk-form" ref={form} onChange={count}>
      <FormOwner />
      <input type="hidden" name="once" value={once} />
      <div className="bulk">
        <b role="status">{live ? `${chosen.all} selected` : "Selected orders"}</b>
        {live && chosen.assignable < chosen.all && (
          <span className="small bulk-say">{`a writer can be assigned to ${chosen.assignable} of them`}</span>
        )}
        <AssignStep writers={writers} />
        <NoteStep refused={refused} />
        <button type="submit" className="btn btn-outline btn-sm" formMethod="get" formAction="/admin/orders/export.csv">
          {live ? `Export ${chosen.all} as CSV` : "Export as CSV"}
        </button>
        {live && (
          <>
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => setAll(true)}>
              Select all on this page
            </button>
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => setAll(false)}>
              Clear
            </button>
          </>
        )}
      </div>
      {children}
    </form>
  );
};

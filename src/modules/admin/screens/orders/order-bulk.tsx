import { type FormEvent, type ReactNode, Suspense, useMemo, useState } from "react";
import { useSubmit } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Field } from "#src/ui/field.tsx";
import { FormOwner } from "#src/ui/form.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { latePart } from "#src/ui/late-part.ts";
import { useChosen } from "#src/ui/list/chosen.tsx";
import { type AdminAsk, adminAddress } from "../../domain/admin-address.ts";
import type { ListAnswer } from "./submit-list-step.server.ts";

const AssignPanel = latePart(() => import("./order-assign.tsx"));
const MoreTimePanel = latePart(() => import("./order-more-time.tsx"));
const WritePanel = latePart(() => import("./order-write.tsx"));

const NoteStep = ({ refused }: { refused: RefusedForm | undefined }) => (
  <details className="relative" name="bulk-step" open={refused?.errors.text !== undefined || undefined}>
    <summary className="btn btn-outline btn-sm">Note</summary>
    <div className="over-list top-13 left-0 z-1 flex w-[min(26rem,80vw)] flex-wrap items-end gap-3 border-pen max-md:-left-24">
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
  answer: ListAnswer | undefined;
  once: string;
  /** The rows of the list: the chosen ones are counted anew with each reading of it. */
  shown: readonly unknown[];
  /** "all 168", "all that fit, at most 200": what the whole filter holds; null: all of it is on this page. */
  whole: string | null;
  clock: { now: Date; zone: string };
  /** Whether this admin writes to people as Support. */
  mayChat: boolean;
  children: ReactNode;
};

type StepButtonProps = { step: string; label: string; open: boolean; onClose: () => void; main?: true };

/** Opens the plan of a step below the bar, and closes it again; no button of the bar moves. */
const StepButton = ({ step, label, open, onClose, main }: StepButtonProps) => (
  <button
    type={open ? "button" : "submit"}
    name="step"
    value={step}
    id={`bulk-${step}`}
    {...(main && { "data-key": "a" })}
    className={main ? "btn btn-primary btn-sm" : "btn btn-outline btn-sm"}
    aria-expanded={open}
    onClick={open ? onClose : undefined}
  >
    {label}
    <Icon of={ChevronDown} className="in-aria-expanded:rotate-180" />
  </button>
);

/** The step whose plan an answer holds. */
const planned = (answer: ListAnswer | undefined): string | null => {
  if (answer?.many) return `plan-${answer.many.step}`;
  if (answer?.time) return "plan-more-time";
  return answer?.plan ? "plan" : null;
};

/** The rows with their boxes, and what can be done with those that are chosen. */
export const BulkForm = ({ ask, answer, once, shown, whole, clock, mayChat, children }: Props) => {
  const stays = useMemo(() => (answer?.result ? answer.chosen : null), [answer]);
  const { form, chosen, onChange, setAll, everything, setEverything } = useChosen(shown, stays);
  const [closed, setClosed] = useState<ListAnswer>();
  const submit = useSubmit();
  const live = useHydrated();
  const open = answer && answer !== closed ? planned(answer) : null;
  const close = () => {
    setClosed(answer);
    document.getElementById(`bulk-${open}`)?.focus();
  };
  const stepOf = (step: string) => ({ step, open: open === step, onClose: close });
  const send = (event: FormEvent<HTMLFormElement>) => {
    const by = (event.nativeEvent as SubmitEvent).submitter;
    if (!(by instanceof HTMLButtonElement) || by.formMethod === "get") return; // A file is a document.
    event.preventDefault();
    void submit(by, { replace: true, preventScrollReset: true });
  };
  return (
    <form
      method="post"
      action={adminAddress(ask, { older: ask.older, newer: ask.newer })}
      ref={form}
      onChange={onChange}
      onSubmit={send}
      onKeyDown={(event) => event.key === "Escape" && open && close()}
    >
      <FormOwner />
      {/* The first button of a form is what Enter in one of its fields presses: it plans the open step anew. */}
      {open && <button type="submit" name="step" value={open} id="bulk-plan" hidden />}
      <input type="hidden" name="once" value={once} />
      {everything && <input type="hidden" name="all" value="1" />}
      <div className={open ? "bulkwrap open" : "bulkwrap"}>
        <div className="flex flex-wrap items-start gap-2 rounded-t-md border border-b-0 border-pen bg-pen-tint pt-1 pr-1.5 pb-[3px] pl-5 max-md:pb-1.5 max-md:pl-4 max-md:[&_.btn]:flex-auto">
          <b className="leading-11 max-md:flex-[1_1_50%]" role="status">
            {live ? (everything ? `${whole} selected` : `${chosen.all} selected`) : "Selected orders"}
          </b>
          {live && !everything && chosen.whys.length > 0 && (
            <span className="small mr-2 leading-11 text-ink-2 max-xl:hidden">{`${chosen.all - chosen.whys.length} can get a writer`}</span>
          )}
          <StepButton {...stepOf("plan")} label="Assign" main />
          {mayChat && (
            <>
              <StepButton {...stepOf("plan-message")} label="Message" />
              <StepButton {...stepOf("plan-remind")} label="Remind" />
            </>
          )}
          <StepButton {...stepOf("plan-more-time")} label="More time" />
          <NoteStep refused={answer} />
          <button
            type="submit"
            className="btn btn-outline btn-sm"
            formMethod="get"
            formAction="/admin/orders/export.csv"
          >
            Export
          </button>
          {live && (
            <>
              {chosen.all < chosen.onPage && (
                <button type="button" className="btn btn-quiet btn-sm xl:hidden" onClick={() => setAll(true)}>
                  Select all on this page
                </button>
              )}
              {chosen.all === chosen.onPage && whole && !everything && (
                <button type="button" className="btn btn-quiet btn-sm" onClick={() => setEverything(true)}>
                  {`Select ${whole}`}
                </button>
              )}
              <button type="button" className="btn btn-quiet btn-sm ml-auto" onClick={() => setAll(false)}>
                Clear
              </button>
            </>
          )}
        </div>
        <Suspense fallback={null}>
          {open && answer?.plan && (
            <AssignPanel shown={answer.plan} to={answer.values.to ?? ""} clock={clock} onClose={close} />
          )}
          {open && answer?.time && <MoreTimePanel shown={answer.time} refused={answer} clock={clock} onClose={close} />}
          {open && answer?.many && <WritePanel shown={answer.many} refused={answer} onClose={close} />}
        </Suspense>
      </div>
      {children}
    </form>
  );
};

import type { ReactNode } from "react";
import { FileField, PlainUpload } from "#src/modules/files/index.screens.ts";
import {
  type CountedWork,
  comparedText,
  compareWork,
  countWork,
  type OpenItem,
  openForDelivery,
  openForDraft,
  readHandover,
} from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field, fieldId } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { ContactHint } from "../hidden-contacts.tsx";
import type { ShownWriterOrder } from "../writer-order.server.ts";
import { DeclarationFields, PackFields } from "./pack-fields.tsx";
import { handFormId, type KeptState } from "./use-kept-work.ts";

type Texts = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, string>>;

export type HandOverProps = {
  shown: ShownWriterOrder;
  texts: Fields;
  first: Fields;
  errors: Texts;
  state: KeptState;
  refusedUpload: string | undefined;
};

const Kept = ({ state, savedAt }: { state: KeptState; savedAt: string | null }) => {
  const label = {
    none: savedAt ? `Saved ${savedAt}. Only you see it.` : "Saved while you work. Only you see it.",
    found: "This was saved on this device.",
    saving: "Saving",
    saved: state.kind === "saved" ? `Saved while you work, last at ${state.at}. Only you see it.` : "",
    device: "Saved only on this device, because it could not be sent. Are you still signed in?",
    "no-room": "This device has no space to save it. Copy long texts to a file from time to time.",
  }[state.kind];
  return (
    <p className="small muted num js-only" role="status">
      {label}
    </p>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-8 gap-y-4 border-t border-rule py-7 first-of-type:mt-5 first-of-type:border-rule-strong max-md:grid-cols-1 max-md:gap-2.5 max-md:py-5.5 lg:max-[75rem]:grid-cols-1 lg:max-[75rem]:gap-2.5">
    <h3 className="font-serif text-[1.125rem]/6 font-medium normal-nums">{title}</h3>
    <div className="stack min-w-0 [--gap:20px]">{children}</div>
  </div>
);

/** What stands in the way of a button, each with the way to its place; what is there is ticked. */
const Ready = ({ there, open }: { there: readonly string[]; open: readonly OpenItem[] }) => (
  <ul className="mt-3 mb-5">
    {there.map((label) => (
      <li key={label} className="py-[3px]">
        <Status shape="check" className="text-[1rem]/6 font-normal text-ink">
          {label}
        </Status>
        <span className="vh"> (done)</span>
      </li>
    ))}
    {open.map(({ path, label }) => (
      <li key={path} className="py-[3px]">
        <Status shape="ring" className="text-[1rem]/6 font-normal text-ink [&>svg]:text-ink-3">
          <a className="max-md:inline-flex max-md:min-h-11 max-md:items-center" href={`#${fieldId(path)}`}>
            {label}
          </a>
        </Status>
      </li>
    ))}
  </ul>
);

const wayClass = "flex flex-col px-8 pt-6 pb-7 max-md:px-5 max-md:pt-5.5 max-md:pb-6";

const HandOverButtons = ({ shown, texts }: Pick<HandOverProps, "shown" | "texts">) => {
  const { handover, client } = { handover: shown.handover, client: shown.order.client };
  const sent = useSent();
  const mine = sent?.get("action") === "deliver" ? sent : null;
  const handed = readHandover(texts, { hasWork: hasWork(texts), counted: countedNow(texts) });
  const missing = openForDelivery(handed, handover.facts);
  const [draft, final] = [handed.hasWork ? [] : openForDraft(handed), missing];
  const revision = handover.facts.points.length > 0;
  const version = `version ${handover.next}`;
  const whole = handover.next > 1 ? `Deliver ${version}` : "Deliver the finished work";
  const there = handed.hasWork ? ["The work is there"] : [];
  const complete = final.length === 0 ? [...there, "Everything else is there"] : there;
  return (
    <div className="-mx-8 -mb-8 grid grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] border-t border-rule-strong max-md:-mx-5 max-md:-mb-6 max-md:grid-cols-1">
      <section className={cx(wayClass, "max-md:border-t max-md:border-rule-strong")} aria-labelledby="way-draft">
        <h3 className="t3" id="way-draft">
          Send a draft
        </h3>
        <p className="soft mt-1.5 text-[1rem]/6">{`${client} may read it and writes to you. The order stays as it is, and your time continues to count.`}</p>
        <Ready there={there} open={draft} />
        <Button name="draft" value="on" variant="outline" block className="mt-auto" busy={mine?.has("draft") ?? false}>
          {handover.next > 1 ? `Send a draft of ${version}` : "Send the draft"}
        </Button>
      </section>
      <section
        className={cx(
          wayClass,
          "rounded-br-sm border-l border-rule-strong bg-pen-tint/30 max-md:row-1 max-md:border-l-0",
        )}
        aria-labelledby="way-final"
      >
        <h3 className="t3" id="way-final">
          {whole}
        </h3>
        <p className="soft mt-1.5 text-[1rem]/6">
          {`Your time stops${shown.clock?.before ? `, ${shown.clock.before} before your deadline` : ""}. `}
          {revision
            ? "The client sees each point with your answer."
            : `The client has ${counted(shown.times.reviewDays, "day")} to approve it or to ask for changes.`}
        </p>
        <Ready there={complete} open={final} />
        <Button name="final" value="on" block className="mt-auto" busy={mine?.has("final") ?? false}>
          {whole}
        </Button>
      </section>
    </div>
  );
};

/** What is counted while the work is a text alone; files are counted when they are handed over. */
export const countedNow = (texts: Fields): CountedWork | null =>
  hasWork(texts) && !texts.files ? countWork([{ text: texts.text ?? "" }], 0) : null;

const hasWork = (texts: Fields): boolean => (texts.text ?? "").trim() !== "" || (texts.files ?? "") !== "";

const Carried = ({ shown, texts, first, errors }: HandOverProps) => {
  const { facts, carried, next } = shown.handover;
  const missing = openForDelivery(readHandover(texts, { hasWork: true }), { ...facts, points: [], checklist: [] });
  const open = missing.some(({ path }) => path !== "packFits" && path !== "stillTrue");
  return (
    <Part title="Still true?">
      <div>
        <Checkbox name="packFits" value="on" defaultChecked={first.packFits === "on"} error={errors.packFits}>
          {`The learning pack fits version ${next}, or I changed it`}
        </Checkbox>
        <Checkbox name="stillTrue" value="on" defaultChecked={first.stillTrue === "on"} error={errors.stillTrue}>
          {declarationText(texts)}
        </Checkbox>
      </div>
      <details open={open}>
        <summary className="flex min-h-11 w-fit items-center font-semibold text-pen">{`Change pack or declaration of version ${carried}`}</summary>
        <div className="stack [--gap:28px] pt-4">
          <PackFields facts={facts} texts={texts} first={first} errors={errors} />
          <DeclarationFields texts={texts} first={first} errors={errors} />
        </div>
      </details>
    </Part>
  );
};

/** "AI tools: none. Every source exists, and I read what I cite." */
const declarationText = ({ aiUse, aiDetail }: Fields): string => {
  const tools =
    aiUse === "language" || aiUse === "content" ? `for ${aiUse}${aiDetail ? ` (${aiDetail})` : ""}` : "none";
  return `AI tools: ${tools}. Every source exists, and I read what I cite`;
};

const Whole = ({ shown, texts, first, errors }: HandOverProps) => (
  <>
    <Part title="Learning pack">
      <div>
        <p className="soft">What the client learns from. Part of every finished delivery.</p>
        <ContactHint reader={shown.order.client}>
          <PackFields facts={shown.handover.facts} texts={texts} first={first} errors={errors} />
        </ContactHint>
      </div>
    </Part>
    <Part title="How it was made">
      <DeclarationFields texts={texts} first={first} errors={errors} />
    </Part>
  </>
);

/** Counted and promised, before it is handed over, and the reason where it is less. */
const Short = ({ shown, texts, first, errors }: HandOverProps) => {
  const counted = countedNow(texts);
  const compared = compareWork(shown.handover.facts.promised, counted).map(comparedText).join(", ");
  return (
    <Part title="Counted">
      <p className="soft num">
        {counted ? `${compared}.` : "Files are counted when you deliver."} Notes and the list of sources are not counted
        as words. The client sees these figures beside what was promised.
      </p>
      <Field
        name="shortReason"
        label="If it is less than promised: why"
        hint="Needed below 90% of the words, pages or files. The client reads it."
        error={errors.shortReason}
        optional
      >
        <Textarea rows={2} maxLength={2_000} defaultValue={first.shortReason} />
      </Field>
    </Part>
  );
};

/** The tray of the next version: it keeps itself, and has two ways out. */
export const HandOver = (props: HandOverProps) => {
  const { shown, first, errors, state, refusedUpload } = props;
  const { order, fileField, handover } = shown;
  return (
    <section
      className={cx(
        "sheet work-sheet no-print",
        handover.facts.points.length > 0 ? "max-lg:order-2" : "max-lg:order-4",
      )}
      id="hand"
      aria-labelledby="hand-title"
    >
      <div className="between flex-wrap gap-y-1">
        <h2 className="t2" id="hand-title">
          {handover.next > 1 ? `Version ${handover.next}` : "Hand over"}
        </h2>
        <Kept state={state} savedAt={handover.savedAt} />
      </div>
      {fileField && <PlainUpload {...fileField} next={`/dashboard/orders/${order.id}#hand`} />}
      <Form method="post" id={handFormId} encType="multipart/form-data" noValidate>
        <input type="hidden" name="action" value="deliver" />
        <input type="hidden" name="seenVersion" value={order.version} />
        <Part title="The work">
          {fileField && (
            <FileField
              {...fileField}
              used={shown.handedFiles}
              hint="Author, school and place are removed before the client gets a file."
              plain="Send each file with the form above, before you write."
              error={errors.files ?? refusedUpload}
              optional
              checked
            />
          )}
          <Field
            name="text"
            label="Or the work as text"
            hint="At most 200,000 characters. The client sees the changes between two versions."
            error={errors.text}
            optional
          >
            <Textarea rows={8} className="max-h-128" maxLength={200_000} defaultValue={first.text} />
          </Field>
        </Part>
        {handover.facts.promised.length > 0 && <Short {...props} />}
        {handover.carried ? <Carried {...props} /> : <Whole {...props} />}
        <Part title="Note">
          <ContactHint reader={order.client}>
            <Field name="note" label={`To ${order.client}`} optional error={errors.note}>
              <Textarea rows={2} maxLength={2_000} defaultValue={first.note} />
            </Field>
          </ContactHint>
          <NoScript>
            <button type="submit" name="keep" value="on" className="btn btn-outline btn-sm">
              Save it for later
            </button>
          </NoScript>
        </Part>
        <HandOverButtons shown={shown} texts={props.texts} />
      </Form>
    </section>
  );
};

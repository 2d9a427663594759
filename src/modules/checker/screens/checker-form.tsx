import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { counted, figures } from "#src/shared/counted.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { FileText, Icon } from "#src/ui/icons.tsx";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import type { CheckProgress } from "../checking/check-text.ts";
import { kindNames } from "../domain/card.ts";
import { mostFileBytes, tooLargeFile } from "../domain/files.ts";

const labels = { text: "Your text", file: "File", kind: "Kind of writing" };
const kinds = [
  { value: "", label: "Not chosen" },
  ...Object.entries(kindNames).map(([value, label]) => ({ value, label })),
];

const fileHint = "txt, md, docx, odt, pptx or PDF with text, up to 10\u00a0MB";
const FileLabel = () => (
  <>
    <Icon of={FileText} />
    Open a file
  </>
);

type Props = {
  /** The same text was checked before. */
  again?: boolean;
  refused: RefusedForm | undefined;
  values: Readonly<Record<string, string>>;
  most: number;
  waiting: number;
  busy: boolean;
  progress: CheckProgress | null;
  /** Gets what stands in the form. */
  onCancel: (values: Record<string, string>) => void;
};

const tooLarge: Record<string, string> = { file: tooLargeFile };

const textsOf = (form: HTMLFormElement | null): Record<string, string> => {
  const fields = form ? new FormData(form) : new FormData();
  return { text: String(fields.get("text") ?? ""), kind: String(fields.get("kind") ?? "") };
};

const leastWords = 50;
const word = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|\d+(?:[.,]\d+)*/gu;

/** Words of a text as the engine counts those of prose. */
export const wordCountOf = (text: string): number => text.match(word)?.length ?? 0;

const countText = (count: number): string => {
  if (count === 0) return `At least ${leastWords} words`;
  return count < leastWords ? `${count} of at least ${leastWords} words` : counted(count, "word");
};

/** A button over the browser's own field, and the name of what was chosen. */
const OpenFile = ({ error }: { error: string | undefined }) => {
  const [name, setName] = useState("");
  return (
    <Field
      name="file"
      label={<FileLabel />}
      error={error}
      className="paper-file relative flex flex-[1_1_16rem] flex-wrap items-center gap-x-3 gap-y-1"
      help={name ? `${name}, checked instead of the text.` : fileHint}
    >
      <Input
        type="file"
        accept=".txt,.md,.docx,.odt,.pptx,.pdf,text/plain,text/markdown,application/pdf"
        onChange={({ currentTarget }) => setName(currentTarget.files?.[0]?.name ?? "")}
      />
    </Field>
  );
};

/** A text to paste, or a file; one of them is enough. A refused file is dropped: the pasted text counts then. */
export const CheckerForm = ({ again = false, refused, values, most, waiting, busy, progress, onCancel }: Props) => {
  const [count, setCount] = useState(wordCountOf(values.text ?? ""));
  const [isTooLarge, setTooLarge] = useState(false);
  const { answer: now, since, onInput } = useMended(refused);
  const { errors: fieldErrors = {}, message } = now ?? {};
  const errors = isTooLarge ? tooLarge : fieldErrors;
  const form = useRef<HTMLFormElement>(null);
  const arrived = useRef(refused);
  useEffect(() => {
    // What stands in the field when the scripts come was chosen after the answer that came with the page.
    if (refused === arrived.current) return;
    const file = form.current?.elements.namedItem("file");
    if (refused?.errors.file && file instanceof HTMLInputElement) file.value = "";
  }, [refused]);
  const cancel = (): void => {
    onCancel(textsOf(form.current));
    // The button that was pressed goes: the next try begins at the other one.
    form.current?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
  };
  // More than the server takes would be cut off on its way, and what was pasted with it.
  const stayIfTooLarge = (event: FormEvent<HTMLFormElement>): void => {
    const file = event.currentTarget.elements.namedItem("file");
    const size = file instanceof HTMLInputElement ? (file.files?.[0]?.size ?? 0) : 0;
    setTooLarge(size > mostFileBytes);
    if (size > mostFileBytes) event.preventDefault();
  };
  return (
    <Form
      ref={form}
      method="post"
      action="/aichecker"
      encType="multipart/form-data"
      onSubmit={stayIfTooLarge}
      onInput={onInput}
    >
      {(refused || isTooLarge) && (
        <ErrorSummary
          errors={errors}
          labels={labels}
          message={isTooLarge ? undefined : message}
          since={isTooLarge ? tooLarge : since}
        />
      )}
      <div className="sheet paper">
        <Field
          name="text"
          label="Your text"
          hint={countText(count)}
          error={errors.text}
          className="paper-field flex min-h-14 flex-wrap items-center gap-x-4 py-1 pr-4 pl-8 max-sm:pr-3 max-sm:pl-5"
        >
          <Textarea
            rows={11}
            defaultValue={values.text}
            spellCheck={false}
            className="paper-input"
            placeholder="Paste the whole text here. 150 words or more give a better answer."
            onInput={({ currentTarget }) => setCount(wordCountOf(currentTarget.value))}
          />
        </Field>
        <div className="pr-4 pb-4 pl-8 max-sm:pr-3 max-sm:pb-3.5 max-sm:pl-5">
          <progress
            className="thin-bar -mr-4 mb-3.5 -ml-8 block h-[3px] w-[calc(100%+48px)] max-sm:-mr-3 max-sm:-ml-5 max-sm:w-[calc(100%+32px)]"
            max={leastWords}
            value={Math.min(count, leastWords)}
            aria-hidden="true"
          />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <OpenFile error={errors.file} />
            <Button busy={busy} className="ml-auto max-sm:-order-1 max-sm:flex-[1_1_100%]">
              {busy ? "Checking" : again ? "Check again" : "Check the text"}
            </Button>
            {busy && (
              <Button type="button" variant="quiet" className="max-sm:-order-1 max-sm:flex-[1_1_100%]" onClick={cancel}>
                Cancel
              </Button>
            )}
          </div>
          <ProgressLine busy={busy} progress={progress} waiting={waiting} />
        </div>
      </div>
      <div className="mt-3 px-1 text-(length:--text-sm) leading-5.5 text-ink-3">
        <p>
          {`We do not keep your text, and we do not send it to anyone. Free, up to ${counted(most, "text")} an hour. `}
          <Link to="/aichecker/how">How it works and where it fails</Link> <span aria-hidden="true">·</span>{" "}
          <Link to="/aichecker/kept">Kept answers</Link>
        </p>
        <details {...((values.kind || errors.kind) && { open: true })}>
          <summary className="min-h-11 content-center text-pen">Kind of writing, for the error rates</summary>
          <Field
            name="kind"
            label="Kind of writing"
            hint="Not chosen: the kind where it is worst."
            error={errors.kind}
            optional
            className="max-w-96 pb-3"
          >
            <Select choices={kinds} defaultValue={values.kind ?? ""} />
          </Field>
        </details>
      </div>
    </Form>
  );
};

const textsBefore = (count: number): string =>
  count === 0 ? "" : `${count} ${count === 1 ? "text waits" : "texts wait"} before yours.`;

/** How far it is, in a sentence; before the first answer nothing is claimed. */
function progressText(progress: CheckProgress | null): string {
  if (progress === null) return "";
  if (progress.stage === "reading") return "The file is being read.";
  if (progress.stage === "checking") return "Your text is being looked at.";
  return textsBefore(progress.before) || "Yours is next.";
}

type ProgressProps = {
  busy: boolean;
  progress: CheckProgress | null;
  /** Texts that waited when the page was made. */
  waiting: number;
};

/** Where one's own check is. The pages of a file are seen and can be asked for, but are not read out one by one. */
const ProgressLine = ({ busy, progress, waiting }: ProgressProps) => {
  const { page, pages } = busy && progress?.stage === "reading" ? progress : {};
  return (
    <>
      <p role="status" className={page ? "vh" : "text-(length:--text-sm) text-ink-2 not-empty:mt-2.5"}>
        {busy ? progressText(progress) : textsBefore(waiting)}
      </p>
      {page && pages && (
        <label className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
          <span className="num">{`Reading page ${figures(page)} of ${figures(pages)}`}</span>
          <progress className="thin-bar h-1.5 flex-[1_1_12rem] overflow-hidden rounded-xs" value={page} max={pages} />
        </label>
      )}
    </>
  );
};

import { type FormEvent, useEffect, useRef, useState } from "react";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { useMended } from "#src/ui/use-mended.ts";
import type { CheckProgress } from "../checking/check-quota.ts";
import { kindNames } from "../domain/card.ts";
import { mostFileBytes, tooLargeFile } from "../domain/files.ts";
import { ProgressLine } from "./progress-line.tsx";

const labels = { text: "Text", file: "File", kind: "Kind of writing" };
const kinds = [
  { value: "", label: "Not chosen" },
  ...Object.entries(kindNames).map(([value, label]) => ({ value, label })),
];

type Props = {
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

/** A text to paste, or a file; one of them is enough. A refused file is dropped: the pasted text counts then. */
export const CheckerForm = ({ refused, values, most, waiting, busy, progress, onCancel }: Props) => {
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
      className="sheet sheet-pad stack [--gap:20px]"
    >
      {(refused || isTooLarge) && (
        <ErrorSummary
          errors={errors}
          labels={labels}
          message={isTooLarge ? undefined : message}
          since={isTooLarge ? tooLarge : since}
        />
      )}
      <Field
        name="text"
        label="Text"
        hint="English, 50 words or more, up to 50,000 characters. With 150 words or more the answer says most."
        error={errors.text}
      >
        <Textarea rows={14} defaultValue={values.text} spellCheck={false} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="file"
          label="Or a file"
          hint="txt, md, docx, odt, pptx or PDF with text, up to 10 MB."
          error={errors.file}
          optional
        >
          <Input type="file" accept=".txt,.md,.docx,.odt,.pptx,.pdf,text/plain,text/markdown,application/pdf" />
        </Field>
        <Field
          name="kind"
          label="Kind of writing"
          hint="For the error rates only. Not chosen: the worst."
          error={errors.kind}
          optional
        >
          <Select choices={kinds} defaultValue={values.kind ?? ""} />
        </Field>
      </div>
      <div className="row gap-3">
        <Button busy={busy}>{busy ? "Checking" : "Check the text"}</Button>
        {busy && (
          <Button type="button" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      <div className="small muted">
        <ProgressLine busy={busy} progress={progress} waiting={waiting} />
        <p>
          {`A chosen file is checked instead of the text. Free, up to ${most.toLocaleString("en-US")} texts an hour. The text is read on this server and not sent on; it is kept only if you ask for it afterwards.`}
        </p>
      </div>
    </Form>
  );
};

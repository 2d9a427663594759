import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { kindNames } from "../domain/card.ts";

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
  onCancel: () => void;
};

/** A text to paste, or a file; one of them is enough. A file that was refused is let go: what is pasted counts then. */
export const CheckerForm = ({ refused, values, most, waiting, busy, onCancel }: Props) => {
  const { errors = {}, message } = refused ?? {};
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const file = form.current?.elements.namedItem("file");
    if (refused?.errors.file && file instanceof HTMLInputElement) file.value = "";
  }, [refused]);
  return (
    <Form
      ref={form}
      method="post"
      action="/aichecker"
      encType="multipart/form-data"
      className="sheet sheet-pad stack [--gap:20px]"
    >
      {refused && <ErrorSummary errors={errors} labels={labels} message={message} />}
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
          hint="txt, md, docx or PDF with text, up to 10 MB."
          error={errors.file}
          optional
        >
          <Input type="file" accept=".txt,.md,.docx,.pdf,text/plain,text/markdown,application/pdf" />
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
      <div className="row [--gap:12px]">
        <Button busy={busy}>{busy ? "Checking" : "Check the text"}</Button>
        {busy && (
          <Button type="button" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <p className="small muted" role="status">
        {waiting > 0 ? `${waiting} ${waiting === 1 ? "text waits" : "texts wait"} before yours. ` : ""}
        {`Free, up to ${most} texts an hour. The text is read on this server, and neither stored nor sent on.`}
      </p>
    </Form>
  );
};

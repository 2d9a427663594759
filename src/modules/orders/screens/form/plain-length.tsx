import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";

// A file of its own: the server alone draws it, so the browser's script leaves the file out.

/** Without scripts: a text for editing or proofreading is sent with the form, and the answer is the form with its pages. */
export const PlainLength = ({ counted }: { counted: string | undefined }) => (
  <div className="stack [--gap:12px]">
    <Field
      name="ownText"
      label="Your text, for editing or proofreading"
      hint={
        "txt, md, docx, odt, pptx or PDF, up to 10\u00a0MB. We count its words and set the pages. The file is not kept: you add it on the page of the order."
      }
      optional
    >
      <Input type="file" accept=".txt,.md,.docx,.odt,.pptx,.pdf,text/plain,text/markdown,application/pdf" />
    </Field>
    {counted && <p role="status">{counted}</p>}
    <div>
      <Button small variant="outline" name="intent" value="words" formEncType="multipart/form-data">
        Count its words
      </Button>
    </div>
  </div>
);

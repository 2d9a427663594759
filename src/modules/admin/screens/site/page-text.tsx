import { useRef } from "react";
import { counted } from "#src/shared/counted.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { Status } from "#src/ui/status.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";
import { TextEditor } from "./text-editor.tsx";

/** Puts the cursor on a line of the text, and the line into view. */
export function showLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return;
  const lines = area.value.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  area.parentElement?.querySelectorAll(".edit-line")[line - 1]?.scrollIntoView({ block: "center" });
}

type ProblemsProps = Pick<PageEditor, "problems"> & { onShow?: (line: number) => void };

export const Problems = ({ problems, onShow }: ProblemsProps) =>
  problems.length > 0 && (
    <div className="border-t border-rule-strong px-5 pt-3 pb-3.5">
      <p className="strong">{counted(problems.length, "warning")}</p>
      <ul>
        {problems.map(({ line, where, stops, message }) => (
          <li
            key={`${line} ${message}`}
            className="grid min-h-11 grid-cols-[14px_minmax(0,1fr)] items-center gap-2.5 py-1.5 text-sm md:grid-cols-[14px_minmax(0,1fr)_auto]"
          >
            <Status shape="alert" tone={stops ? "bad" : "warn"}>
              <span className="vh">{stops ? "Must be corrected:" : "Look at it:"}</span>
            </Status>
            <span>{`${where}: ${message}`}</span>
            {onShow && (
              <Button
                type="button"
                variant="quiet"
                small
                className="js-only max-md:col-start-2 max-md:justify-self-start"
                onClick={() => onShow(line)}
              >
                Show<span className="vh">{` line ${line}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );

export const Values = ({ placeholders }: Pick<PageEditor, "placeholders">) => (
  <details className="border-t border-rule-strong px-5 pt-3 pb-3.5">
    <summary className="min-h-11 py-2.5 font-semibold">Values from settings</summary>
    <p className="small soft">Write the name in double braces. Visitors read the value.</p>
    <ul>
      {placeholders.map(({ name, value }) => (
        <li
          key={name}
          className="grid min-h-11 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-rule"
        >
          <code className="text-[0.875rem] wrap-anywhere text-pen" translate="no">{`{{${name}}}`}</code>
          <span className="small soft wrap-anywhere" translate="no">
            {value || "empty"}
          </span>
        </li>
      ))}
    </ul>
  </details>
);

type Props = { editor: PageEditor; begun: string; error: string | undefined };

/** The Markdown of the page, what to look at in it, and the values that it can print. */
export const TextPanel = ({ editor, begun, error }: Props) => {
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <Panel title="Text" aside={<span className="small muted">Markdown</span>}>
      <div className="panel-pad">
        <Field
          name="text"
          label="Text of the page"
          hint="# title, ## part, - point, **bold**, [words](https://address). No HTML."
          help={editor.form}
          error={error}
        >
          <TextEditor {...editor} begun={begun} area={area} />
        </Field>
      </div>
      <Problems problems={editor.problems} onShow={(line) => showLine(area.current, line)} />
    </Panel>
  );
};

/** Samples are shown when somebody says that they may be. */
export const RightPanel = ({ mayShow, error }: { mayShow: boolean; error: string | undefined }) => (
  <Panel title="Right to show them" pad>
    <input type="hidden" name="asksRight" value="on" />
    <Checkbox name="mayShow" defaultChecked={mayShow} error={error}>
      I may show every text on this page: it was written for it, or whoever owns it agreed. No text comes from an order
      whose client did not agree.
    </Checkbox>
  </Panel>
);

/** How search results and shared links show the page. */
export const SearchPanel = ({
  begun,
  errors,
}: {
  begun: { title: string; description: string };
  errors: Record<string, string>;
}) => (
  <Panel title="In search and when shared" pad>
    <Field name="title" label="Title" help="At most 60 characters." error={errors.title}>
      <Input defaultValue={begun.title} />
    </Field>
    <Field
      name="description"
      label="Description"
      help="At most 160 characters."
      error={errors.description}
      className="mt-4"
    >
      <Textarea rows={3} defaultValue={begun.description} />
    </Field>
  </Panel>
);

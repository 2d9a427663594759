import { Link } from "react-router";
import { FileList } from "#src/modules/files/index.screens.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { QuotedText } from "#src/ui/reading.tsx";
import type { SealedProps } from "./sealed.server.ts";

/** The report of a threat for the owner, who opens it alone, and answers on its page. */
export const SealedReport = ({ page: { report, answerBy }, refused }: SealedProps) => {
  if (!report)
    return (
      <Panel title="The report" pad>
        <p className="soft mb-4">
          {`The client waits for an answer until ${answerBy}. You may read the report without a second person. The client sees that you did.`}
        </p>
        <Form method="post">
          <input type="hidden" name="step" value="read" />
          <Button small>Read the report</Button>
        </Form>
      </Panel>
    );
  const mine = refused?.step === "answer" ? refused : undefined;
  const about = [report.reached && `Reached by: ${report.reached}.`, !report.order && "No order was named."];
  return (
    <Panel title="The report" aside={`answer until ${answerBy}`} pad>
      <p className="soft">
        {about.filter(Boolean).join(" ")}{" "}
        {report.order && <Link to={`/admin/orders/${report.order.id}`}>{`Order ${report.order.number}`}</Link>}
      </p>
      <ol className="stack mt-4 mb-6 [--gap:16px]">
        {report.lines.length === 0 && <li className="soft">Nothing was written.</li>}
        {report.lines.map(({ id, side, text, at }) => (
          <li key={id}>
            <p className="small">
              <b>{side === "shop" ? "The owner" : "The client"}</b> <span className="muted">{at}</span>
            </p>
            <QuotedText>{text}</QuotedText>
          </li>
        ))}
      </ol>
      {report.files.length > 0 && (
        <div className="mb-6">
          <FileList files={report.files} label="Pictures of the client" />
        </div>
      )}
      <Form method="post" className="stack [--gap:16px]" key={report.lines.length}>
        <input type="hidden" name="step" value="answer" />
        <Field
          name="answer"
          label="Your answer"
          hint="The client reads it on the page of the report. No e-mail is sent, because somebody may read it."
          error={mine?.errors.answer}
        >
          <Textarea rows={4} maxLength={10_000} defaultValue={mine?.values.answer} />
        </Field>
        <div>
          <Button small>Answer</Button>
        </div>
      </Form>
    </Panel>
  );
};

import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { FileText, Printer } from "#src/ui/icons.tsx";
import type { Facts } from "../report-document.ts";

type Sent = { text: string; kind: string; found?: string; left: readonly string[]; whole?: boolean };
/** `when` is its time by the reader’s clock. */
type Props = Sent & { facts: Facts; when: string; model: string; keeps?: boolean };

/** What a form sends anew, since nothing is kept: the text, its kind, and what was found in its file and left out of it. */
const Again = ({ text, kind, found = "", left, whole = false }: Sent) => (
  <>
    <input type="hidden" name="text" value={text} />
    <input type="hidden" name="kind" value={kind} />
    {found && <input type="hidden" name="found" value={found} />}
    {left.map((one) => (
      <input key={one} type="hidden" name="left" value={one} />
    ))}
    {whole && <input type="hidden" name="whole" value="yes" />}
  </>
);

/** Checks the text once more with what was left out of it. */
export const ReadWhole = (sent: Sent) => (
  <Form method="post" action="/aichecker" encType="multipart/form-data" className="no-print mt-3">
    <Again {...sent} />
    <Button name="intent" value="whole" variant="outline" small>
      Check it with what was left out
    </Button>
  </Form>
);

/** What makes a report checkable, and the ways to have it; the text is part of it only when it is asked for. */
export const ReportFacts = ({ facts: { sha256, at }, when, model, keeps = false, ...sent }: Props) => (
  <section className="aic-facts mt-12" aria-labelledby="report">
    <h2 className="t2" id="report">
      Report
    </h2>
    <dl className="small">
      <dt>Checked</dt>
      <dd>
        <time dateTime={at}>{when}</time>
      </dd>
      <dt>Model</dt>
      <dd>{`version ${model}`}</dd>
      <dt>SHA-256 of the text</dt>
      <dd className="break-all">{sha256}</dd>
    </dl>
    <Form
      method="post"
      action="/aichecker"
      encType="multipart/form-data"
      reloadDocument
      className="row no-print mt-4 flex-wrap [--gap:16px]"
    >
      <Again {...sent} />
      <Button name="intent" value="report" variant="outline" icon={FileText}>
        Report as PDF
      </Button>
      <Button type="button" variant="quiet" icon={Printer} className="js-only" onClick={() => window.print()}>
        Print
      </Button>
      <label className="check">
        <input type="checkbox" id="print-text" name="withText" value="yes" />
        <span>with the text</span>
      </label>
    </Form>
    {keeps && (
      <Form method="post" action="/aichecker" replace={false} encType="multipart/form-data" className="no-print mt-6">
        <Again {...sent} />
        <Button name="intent" value="keep" variant="outline">
          Keep this answer
        </Button>
        <p className="small muted mt-2">
          The answer and the text are then kept, encrypted, until you erase them.{" "}
          <Link to="/aichecker/kept">Kept answers</Link>
        </p>
      </Form>
    )}
    <p className="small muted no-print mt-2">
      {`For a PDF${keeps ? ", and to keep an answer," : ""} the text is looked at once more; that counts as a check.`}
    </p>
  </section>
);

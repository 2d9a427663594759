import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Printer } from "#src/ui/icons.tsx";
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

/** When it was checked and by what, and the ways to have it; the text is part of a report only when it is asked for. */
export const ReportFacts = ({ facts: { at }, when, model, keeps = false, ...sent }: Props) => (
  <section
    className="mt-7 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-rule-strong pt-5"
    aria-label="Report"
  >
    <p className="mr-auto font-semibold max-sm:basis-full">
      <time dateTime={at}>{when}</time>
      <small className="meta font-normal wrap-anywhere">{`Model version ${model}.${keeps ? " Not kept, unless you keep it." : ""}`}</small>
    </p>
    <Form
      method="post"
      action="/aichecker"
      encType="multipart/form-data"
      reloadDocument
      className="no-print flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <Again {...sent} />
      <label className="check">
        <input type="checkbox" id="print-text" name="withText" value="yes" />
        <span>With the text</span>
      </label>
      <Button name="intent" value="report" variant="outline" small>
        Report as PDF
      </Button>
      <Button type="button" variant="outline" small icon={Printer} className="js-only" onClick={() => window.print()}>
        Print
      </Button>
    </Form>
    {keeps && (
      <Form method="post" action="/aichecker" replace={false} encType="multipart/form-data" className="no-print">
        <Again {...sent} />
        <Button name="intent" value="keep" variant="quiet" small>
          Keep this answer
        </Button>
      </Form>
    )}
    <p className="no-print basis-full text-(length:--text-sm) text-ink-3">
      {keeps && (
        <>
          What you keep is encrypted, with its text, until you erase it: <Link to="/aichecker/kept">kept answers</Link>.{" "}
        </>
      )}
      {`For a PDF${keeps ? ", and to keep an answer," : ""} the text is checked once more; that counts as a check.`}
    </p>
  </section>
);

import { Button } from "#src/ui/button.tsx";
import { Printer } from "#src/ui/icons.tsx";
import type { Facts } from "./check-form.server.ts";

/** What makes a printed report checkable, and the way to print it; the text is printed only when it is asked for. */
export const ReportFacts = ({ facts: { sha256, at }, model }: { facts: Facts; model: string }) => (
  <section className="aic-facts mt-12" aria-labelledby="report">
    <h2 className="t2" id="report">
      Report
    </h2>
    <dl className="small">
      <dt>Checked</dt>
      <dd>{`${at.slice(0, 16).replace("T", " ")} UTC`}</dd>
      <dt>Model</dt>
      <dd>{`version ${model}`}</dd>
      <dt>SHA-256 of the text</dt>
      <dd className="break-all">{sha256}</dd>
    </dl>
    <div className="row no-print js-only mt-4 [--gap:16px]">
      <Button type="button" variant="outline" icon={Printer} onClick={() => window.print()}>
        Print or save as PDF
      </Button>
      <label className="check">
        <input type="checkbox" id="print-text" />
        <span>with the text</span>
      </label>
    </div>
  </section>
);

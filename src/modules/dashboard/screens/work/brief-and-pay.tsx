import type { ReactNode } from "react";
import { FileList } from "#src/modules/files/index.screens.ts";
import { BreakdownLines, BreakdownNote, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import type { ShownWriterOrder } from "../writer-order.server.ts";

type Shown = Pick<ShownWriterOrder, "brief" | "files" | "preview">;

/** What the client wants: the facts, the instructions, the checklist and the files. */
export const BriefFacts = ({ shown, checklist }: { shown: Shown; checklist: ReactNode }) => (
  <>
    <dl className="spec quiet-terms">
      {shown.brief.rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {(shown.brief.instructions || "None were written.").split(/\n{2,}/).map((paragraph) => (
      <p key={paragraph} className="brief-said whitespace-pre-wrap wrap-anywhere" dir="auto">
        {paragraph}
      </p>
    ))}
    {checklist}
    {shown.files.length > 0 && (
      <section aria-labelledby="files">
        <div className="sub-h between">
          <h3 id="files">Files from the client</h3>
          <span>author, school and place removed</span>
        </div>
        <FileList files={shown.files} label="Files from the client" preview={shown.preview} />
      </section>
    )}
  </>
);

/** The carbon copy of the client's slip: the price line by line, and the writer's share of it. */
export const Pay = ({ shown: { order, pay } }: { shown: ShownWriterOrder }) =>
  pay ? (
    <PriceBreakdown title="Your pay" aside={<span translate="no">{order.number}</span>} className="pay">
      <BreakdownLines
        lines={[
          ...pay.lines.map(({ code, label, cents, detail }, at) => ({
            key: code,
            label,
            cents,
            amount: at === 0,
            why: cents === 0 ? undefined : detail,
          })),
          { key: "price", label: "Price of the order", cents: pay.priceCents, sub: true },
        ]}
      />
      <dl className="lines">
        <div>
          <dt>Your share</dt>
          <dd className="amt">{`× ${pay.share}%`}</dd>
          <dd className="why">Fixed in the offer</dd>
        </div>
      </dl>
      <BreakdownTotal cents={pay.cents} label={pay.label} />
      {pay.note && <BreakdownNote>{pay.note}</BreakdownNote>}
    </PriceBreakdown>
  ) : null;

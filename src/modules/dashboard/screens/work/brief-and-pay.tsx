import type { ReactNode } from "react";
import { FileList } from "#src/modules/files/index.screens.ts";
import { cx } from "#src/ui/class-names.ts";
import { BreakdownLines, BreakdownNote, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import type { ShownWriterOrder } from "../writer-order.server.ts";
import { SubHead } from "./points.tsx";

type Shown = Pick<ShownWriterOrder, "brief" | "files" | "preview">;

/** What the client wants: the facts, the instructions, the checklist and the files. */
export const BriefFacts = ({ shown, checklist }: { shown: Shown; checklist: ReactNode }) => (
  <>
    <dl className="cells quiet-terms mt-4 max-md:grid max-md:grid-cols-[1.35fr_1fr] max-md:[--cell:16px]">
      {shown.brief.rows.map(([term, value]) => (
        <div key={term} className="flex-[1_0_auto] max-md:pt-2 max-md:pr-[17px] max-md:pb-2.5">
          <dt>{term}</dt>
          <dd className="num leading-6 font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
    {(shown.brief.instructions || "None were written.").split(/\n{2,}/).map((paragraph, at) => (
      <p
        key={paragraph}
        className={cx(
          at === 0 ? "mt-5" : "mt-3",
          "font-serif text-[1.1875rem]/7.25 normal-nums text-pretty whitespace-pre-wrap wrap-anywhere",
        )}
        dir="auto"
      >
        {paragraph}
      </p>
    ))}
    {checklist}
    {shown.files.length > 0 && (
      <section aria-labelledby="files">
        <SubHead id="files" title="Files from the client" aside="author, school and place removed" />
        <FileList files={shown.files} label="Files from the client" preview={shown.preview} />
      </section>
    )}
  </>
);

/** The carbon copy of the client's slip: the price line by line, and the writer's share of it. */
export const Pay = ({ shown: { order, pay } }: { shown: ShownWriterOrder }) =>
  pay ? (
    <PriceBreakdown title="Your pay" aside={<span translate="no">{order.number}</span>} className="pay max-lg:order-6">
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

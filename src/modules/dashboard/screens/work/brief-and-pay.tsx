import type { ReactNode } from "react";
import { FileList } from "#src/modules/files/index.screens.ts";
import { choiceLabel } from "#src/modules/orders/index.ts";
import { levelLabels } from "#src/shared/academic-level.ts";
import { figures } from "#src/shared/counted.ts";
import { BreakdownLines, BreakdownNote, BreakdownTotal, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import type { ShownWriterOrder } from "../writer-order.server.ts";

type Shown = Pick<ShownWriterOrder, "brief" | "files" | "preview">;

const specOf = ({ brief }: Shown): readonly (readonly [string, string])[] => {
  const { wordCount, academicLevel: level, citedSources } = brief;
  const rows: readonly (readonly [string, string | null | false])[] = [
    ["Sold as", brief.soldAs],
    ["Length", wordCount > 0 && `${figures(wordCount)} words`],
    ["Spacing", choiceLabel(brief.spacing)],
    ["Sources", citedSources !== null && citedSources > 0 && String(citedSources)],
    ["Kind of work", choiceLabel(brief.orderType)],
    ["Academic level", level && levelLabels[level]],
    ["Citation style", brief.citationStyle],
    ["Language", brief.languageVariant],
    ["Size", choiceLabel(brief.projectSize)],
    ["Project", brief.projectType],
    ["Course", brief.course],
    ["Software", brief.software],
    ["Difficulty", choiceLabel(brief.difficulty)],
    ["Test", choiceLabel(brief.testType)],
  ];
  return rows.flatMap(([term, value]) => (value ? [[term, value] as const] : []));
};

/** What the client wants: the facts, the instructions, the checklist and the files. */
export const BriefFacts = ({ shown, checklist }: { shown: Shown; checklist: ReactNode }) => (
  <>
    <dl className="spec quiet-terms">
      {specOf(shown).map(([term, value]) => (
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

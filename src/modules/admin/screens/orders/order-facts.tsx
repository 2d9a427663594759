import type { ReactNode } from "react";
import { FileList } from "#src/modules/files/index.screens.ts";
import { AgreedVersion } from "#src/modules/operator/index.screens.ts";
import { discountLine, netCents } from "#src/modules/orders/index.ts";
import { shortfallLabel } from "#src/modules/payments/index.ts";
import { breakdownLines } from "#src/modules/pricing/index.screens.ts";
import { countryName } from "#src/shared/countries.ts";
import { formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { DiscountLines } from "#src/ui/discount-lines.tsx";
import { BreakdownLines, BreakdownTotal } from "#src/ui/price-breakdown.tsx";
import { type Term, TermList } from "#src/ui/reading.tsx";
import { workLabel } from "../../domain/admin-labels.ts";
import type { OrderPageData } from "./order.server.ts";

/** Names and values; what has no value is left out. */
const terms = (rows: Readonly<Record<string, ReactNode>>): readonly Term[] =>
  Object.entries(rows).flatMap(([term, value]) =>
    value === null || value === undefined || value === "" ? [] : [{ key: term, term, value }],
  );

const KeyValues = ({ rows }: { rows: readonly Term[] }) => (
  <dl className="quiet-terms grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-5 gap-y-3 border-b border-rule pb-4">
    {rows.map(({ key, term, value }) => (
      <div key={key}>
        <dt>{term}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

/** What was ordered: every field of the form that has an answer, and the instructions as written. */
export const BriefPanel = ({ shown: { order, brief, files } }: { shown: OrderPageData }) => (
  <Panel title="Brief" pad>
    <KeyValues
      rows={terms({
        Work: workLabel(order),
        ...Object.fromEntries(brief),
        "Deadline as typed":
          order.deadlineDate &&
          [
            order.deadlineDate,
            order.deadlineTime,
            order.deadlineZone && zoneLabel(order.deadlineZone, order.deadline ?? undefined),
          ]
            .filter(Boolean)
            .join(", "),
      })}
    />
    <h3 className="label mt-5 mb-1">Instructions</h3>
    <p className="brief-text">{order.instructions || "None were written."}</p>
    {order.checklist.length > 0 && (
      <>
        <h3 className="label mt-5 mb-1">Acceptance checklist</h3>
        <ol className="list-decimal pl-5">
          {order.checklist.map((point) => (
            <li key={point} className="wrap-anywhere">
              {point}
            </li>
          ))}
        </ol>
      </>
    )}
    {files.length > 0 && (
      <>
        <h3 className="label mt-5">Files of the client</h3>
        <FileList files={files} label="Files of the client" />
      </>
    )}
  </Panel>
);

/** What was agreed to when ordering. */
export const ConsentList = ({ order, agreed, zone }: Pick<OrderPageData, "order" | "agreed"> & { zone: string }) => (
  <TermList
    small
    terms={terms({
      ...Object.fromEntries(agreed.map((text) => [text.label, <AgreedVersion key={text.label} text={text} />])),
      "Agreed on": formatMoment(order.consentedAt, zone),
      "Network address when agreeing": order.consentAddress,
      Country: countryName(order.country),
    })}
  />
);

const Custom = ({ shown: { quote, order, hidesWork }, zone }: { shown: OrderPageData; zone: string }) => {
  if (!quote) return <p className="soft">{hidesWork ? "The lines are sealed." : "No quote was written yet."}</p>;
  return (
    <>
      <BreakdownLines
        lines={[
          {
            key: "work",
            label: `Custom work, quote ${quote.version}`,
            cents: quote.cents,
            amount: true,
            why: quote.scope,
          },
        ]}
      />
      <Totals order={order} priceCents={quote.cents} />
      <p className="muted mt-2">
        {order.quoteEnded
          ? "This quote was not paid in time."
          : `Deadline ${formatMoment(quote.deadline, zone)}.${quote.validUntil ? ` The quote is valid until ${formatMoment(quote.validUntil, zone)}.` : ""}`}
      </p>
    </>
  );
};

/** The price, what a promotion code takes off it, and what is to pay. */
const Totals = ({ order, priceCents }: { order: OrderPageData["order"]; priceCents: number }) => {
  const { discount, shortfallCents } = order;
  const priced = { priceCents, discount, shortfallCents };
  const line = discountLine(priced);
  if (!line && shortfallCents === 0) return <BreakdownTotal cents={priceCents} />;
  return (
    <>
      {line && <DiscountLines totalCents={priceCents} line={line} />}
      {shortfallCents > 0 && (
        <BreakdownLines lines={[{ key: "shortfall", label: shortfallLabel, cents: -shortfallCents }]} />
      )}
      <BreakdownTotal cents={netCents(priced)} label="To pay" />
    </>
  );
};

/** How the price was calculated: the lines as they were on the day, never computed again. */
export const PriceLines = ({ shown, zone }: { shown: OrderPageData; zone: string }) => {
  const { order, standsUntil } = shown;
  const { snapshot } = order;
  if (!snapshot) return <Custom shown={shown} zone={zone} />;
  return (
    <>
      <BreakdownLines lines={breakdownLines(snapshot.result)} />
      <Totals order={order} priceCents={order.priceCents ?? snapshot.result.totalCents} />
      <p className="muted mt-2">
        {`Priced ${formatMoment(new Date(snapshot.pricedAt), zone)}, by price table ${snapshot.tableVersion}.`}
        {standsUntil && ` Locked until ${formatMoment(standsUntil, zone)}.`}
      </p>
    </>
  );
};

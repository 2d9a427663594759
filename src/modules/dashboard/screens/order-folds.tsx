import { AgreedVersion } from "#src/modules/operator/index.screens.ts";
import { DeliveryDetails, OriginalityReports, QuoteRounds } from "#src/modules/orders/index.screens.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { TermList } from "#src/ui/reading.tsx";
import type { ShownOrder } from "./order.server.ts";
import { Came } from "./order-files.tsx";
import { Fold } from "./work/fold.tsx";
import { ClosedDraft, Version } from "./work-text.tsx";

/** The parts of a quote with their prices, and the sum. */
const QuoteParts = ({ quote: { lines, cents } }: { quote: NonNullable<ShownOrder["quote"]> }) => (
  <dl className="quote-parts">
    {lines.map(({ key, what, cents: part }) => (
      <div key={key}>
        <dt>{what}</dt>
        <dd translate="no">{formatUsd(part)}</dd>
      </div>
    ))}
    <div className="sum">
      <dt>Price</dt>
      <dd translate="no">{formatUsd(cents)}</dd>
    </div>
  </dl>
);

type Props = { shown: ShownOrder };
type Reading = NonNullable<ShownOrder["texts"]["reading"]>;

const yourPoints = (count: number): string => (count === 1 ? "Your point, answered" : `Your ${count} points, answered`);

const tickedOf = ({ brief }: ShownOrder, { along }: Reading): string | null =>
  brief.checklist.length > 0 && along.ticked.length > 0
    ? `${along.ticked.length} of ${counted(brief.checklist.length, "point")} done`
    : null;

/** What the writer said with a version: note, checklist, declaration, learning pack and reports. */
const Details = ({ shown, reading }: Props & { reading: Reading }) => (
  <>
    {reading.note && (
      <blockquote>
        <p className="whitespace-pre-wrap wrap-anywhere">{reading.note}</p>
        <footer>{`${shown.order.writer ?? "Your writer"}, ${reading.at}`}</footer>
      </blockquote>
    )}
    <OriginalityReports shown={reading.reports} zone={shown.zone} />
    <DeliveryDetails along={reading.along} checklist={shown.brief.checklist} answersTitle={yourPoints} />
  </>
);

/** The way to the text of a version that is not set on the page. */
const ReadIt = ({ reading }: { reading: Reading }) =>
  reading.text.trim() === "" ? null : (
    <p className="mb-4">
      <LinkButton small variant="outline" to={`?text=${reading.number}#text`} preventScrollReset>
        Read the text
      </LinkButton>
    </p>
  );

/** The notes to the version that is read, its text and files too where they stand nowhere else; and the other versions. */
export const WorkFolds = ({ shown, set }: Props & { set: boolean }) => {
  const { list, reading } = shown.texts;
  const inCard = shown.order.status === "delivered" || shown.order.status === "completed";
  const others = list.filter(({ number }) => number !== reading?.number);
  const closed = shown.actions.includes("cancel") && list.some(({ open, locked }) => !open && !locked);
  const fresh = list.some(({ open, locked, final }) => !final && !open && !locked);
  return (
    <>
      {reading && (
        <Fold
          title={
            inCard ? "Checklist and notes from the writer" : `${reading.final ? "Version" : "Draft"} ${reading.number}`
          }
          aside={inCard ? tickedOf(shown, reading) : reading.at}
          open={!inCard && reading.files.some(({ id }) => id === shown.preview?.id)}
        >
          {!set && <ReadIt reading={reading} />}
          {!inCard && <Came shown={shown} reading={reading} />}
          <Details shown={shown} reading={reading} />
        </Fold>
      )}
      {others.length > 0 && (
        <Fold
          title={reading ? "Other versions" : "The work"}
          aside={counted(others.length, "version")}
          open={fresh || !reading}
        >
          <ul className="versions">
            {others.map((line) => (
              <Version key={line.number} line={line} />
            ))}
          </ul>
          {closed && <ClosedDraft />}
        </Fold>
      )}
    </>
  );
};

/** How the price of custom work came about. */
export const QuoteFold = ({ shown: { order, quote, rounds } }: Props) => {
  if (rounds.length === 0) return null;
  const quoted = order.status === "quoted";
  if (quote && !quoted)
    return (
      <Fold title="The quote that you accepted" aside={`Version ${quote.version}`}>
        <QuoteParts quote={quote} />
        <p className="prose mt-4 whitespace-pre-wrap wrap-anywhere">{quote.scope}</p>
        {rounds.length > 1 && <QuoteRounds rounds={rounds} />}
      </Fold>
    );
  if (quoted && rounds.length === 1) return null;
  return (
    <Fold
      title={quoted ? "How this price was calculated" : "What was said about the price"}
      aside={counted(rounds.length, "step")}
    >
      <QuoteRounds rounds={rounds} />
    </Fold>
  );
};

/** The guarantees of this order, which no later change of settings moves. */
export const PromisedFold = ({ shown: { promised, agreed } }: Props) => (
  <Fold title="What this order was promised" aside={null}>
    <TermList terms={promised.times.map((one) => ({ key: one.term, term: one.term, value: one.text }))} />
    <h3 className="t3 mt-6 mb-2">Money back</h3>
    <TermList terms={promised.ladder.map((one) => ({ key: one.term, term: one.term, value: one.text }))} />
    <h3 className="t3 mt-6 mb-2">What you agreed to</h3>
    <TermList
      terms={[
        ...agreed.texts.map((text) => ({ key: text.label, term: text.label, value: <AgreedVersion text={text} /> })),
        { key: "at", term: "Agreed on", value: agreed.at },
      ]}
    />
  </Fold>
);

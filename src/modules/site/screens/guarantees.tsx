import { Link } from "react-router";
import { pageMeta } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { describeLadder, disputeText, ladderBars, revisionDueText } from "#src/modules/orders/index.ts";
import { loadPricingForBrowser } from "#src/modules/pricing/index.server.ts";
import { fromPrices } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { LongPage, LongPart } from "#src/ui/long-page.tsx";
import type { Route } from "./+types/guarantees.ts";
import { CreditPicture, LadderPicture } from "./ladder-picture.tsx";
import { lifeNow } from "./life.server.ts";

/** The amounts of the picture are those of six pages at the lowest rate. */
const examplePages = 6;

export const loader = async ({ context }: Route.LoaderArgs) => {
  const [periods, { table }] = await Promise.all([
    lifeNow(context),
    loadPricingForBrowser(context.get(requestContext)),
  ]);
  const example = fromPrices(table).essayPage * examplePages;
  return {
    facts: await pageFacts(context, "/guarantees"),
    ladder: describeLadder(periods.refund),
    example,
    bars: ladderBars(example, periods.refund),
    periods,
  };
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Guarantees",
    "What we promise: the price, the deadline, revisions, and when you get how much money back.",
  );

const lines = [
  { id: "price", label: "The price" },
  { id: "back", label: "Money back" },
  { id: "late", label: "If we are late" },
  { id: "revisions", label: "Revisions" },
  { id: "disagree", label: "When we do not agree" },
  { id: "cannot", label: "What we cannot promise" },
];

type Data = Route.ComponentProps["loaderData"];

const MoneyBack = ({ bars, example }: Pick<Data, "bars" | "example">) => (
  <LongPart id="back" title="Money back, if you cancel">
    <p className="soft">
      {`How much comes back depends on how far the work is. The amounts here are for an order of ${formatUsd(example)}. Before you cancel, your order page shows your own.`}
    </p>
    <LadderPicture bars={bars} />
    <p className="small muted mt-5">
      The time counts from your payment to the deadline. Pauses do not count. Money goes back to the payment method that
      you used.
    </p>
  </LongPart>
);

const Late = ({ periods, ladder }: Pick<Data, "periods" | "ladder">) => {
  const { creditDayPercent, creditMaxPercent } = periods.refund;
  const all = (code: "missed" | "fault") => {
    const back = ladder.find((step) => step.code === code)?.back ?? "";
    return back.startsWith("100%") ? "Everything goes back" : `${back} goes back`;
  };
  return (
    <LongPart id="late" title="If we are late">
      <div className="when-late">
        <div>
          <h3 className="t3">You still want the work</h3>
          <p>
            {`You get back the difference to the price for the real delivery time: at least ${creditDayPercent}% of the price for each day that has started, at most ${creditMaxPercent}%. You do not have to ask.`}
          </p>
          <CreditPicture dayPercent={creditDayPercent} mostPercent={creditMaxPercent} />
        </div>
        <div>
          <h3 className="t3">You no longer want it</h3>
          <p>{`${all("missed")}. When the work is ${counted(periods.lateOfferHours, "hour")} late, we offer you this without being asked.`}</p>
          <h3 className="t3 mt-6">We cannot finish it</h3>
          <p>{`If the writer or our team cannot finish your order: ${all("fault").toLowerCase()}, whatever the time.`}</p>
        </div>
      </div>
    </LongPart>
  );
};

const Revisions = ({ periods }: Pick<Data, "periods">) => {
  const { reviewDays, longReviewDays, revisionDays, longRevisionDays, longFromPages, approvalUndoSeconds } = periods;
  const rules = [
    {
      term: `${counted(reviewDays, "day")} to read`,
      text: `After delivery, to read the work and to ask for a revision against your brief. ${counted(longReviewDays, "day")} from ${longFromPages} pages.`,
    },
    {
      term: counted(approvalUndoSeconds, "second"),
      text: "To undo an approval. Nobody gets a message before that time is over.",
    },
    {
      term: `${counted(revisionDays, "day")} after`,
      text: `You approved it and find something later: you can still ask for changes. ${counted(longRevisionDays, "day")} from ${longFromPages} pages.`,
    },
    { term: "A date of its own", text: revisionDueText(periods) },
    { term: "No cost", text: "A revision against your brief costs nothing. New work gets its own price first." },
  ];
  return (
    <LongPart id="revisions" title="Revisions">
      <dl className="rules-list">
        {rules.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </LongPart>
  );
};

export default function Guarantees({ loaderData: { ladder, periods, bars, example } }: Route.ComponentProps) {
  return (
    <LongPage
      title="Guarantees"
      lede="What we promise. Refunds are calculated with exactly the figures on this page."
      lines={lines}
    >
      <LongPart id="price" title="The price">
        <p className="soft">
          The total that you see is the total you pay. It is locked when you place the order, for a quarter of the time
          to your deadline, at most 72 hours. Nothing is added later without asking you.
        </p>
        <p className="soft mt-3">
          An order keeps what was promised on the day it was placed, custom work on the day of its quote. Your order
          page shows what yours was promised.
        </p>
      </LongPart>
      <MoneyBack bars={bars} example={example} />
      <Late periods={periods} ladder={ladder} />
      <Revisions periods={periods} />
      <LongPart id="disagree" title="When we do not agree">
        <p className="soft">{disputeText(periods)}</p>
      </LongPart>
      <LongPart id="cannot" title="What we cannot promise">
        <p className="soft">
          A grade, a place at a school, or what software says about a text. The rules that bind both sides are in the{" "}
          <Link to="/terms">terms of service</Link>.
        </p>
      </LongPart>
    </LongPage>
  );
}

import { Link } from "react-router";
import { describeLadder } from "#src/modules/orders/index.ts";
import { PageHead, Prose } from "#src/ui/reading.tsx";
import type { Route } from "./+types/guarantees.ts";
import { LadderTable } from "./ladder-table.tsx";
import { lifeNow } from "./life.server.ts";
import { pageFacts } from "./page-facts.server.ts";
import { pageMeta } from "./page-meta.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const periods = await lifeNow(context);
  return { facts: await pageFacts(context, "/guarantees"), ladder: describeLadder(periods), periods };
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Guarantees",
    "What you can hold us to: the price, the deadline, revisions, and how much money comes back when.",
  );

export default function Guarantees({ loaderData: { ladder, periods } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <PageHead
        title="Guarantees"
        lede="What you can hold us to. The figures here are the ones that our system uses."
      />
      <Prose>
        <h2>The price</h2>
        <p>
          The total on your slip is the total you pay. It is locked when you place the order, for a quarter of the time
          to your deadline, at most 72 hours. Nothing is added later without asking you.
        </p>
        <h2>Money back</h2>
        <p>Money goes back the way it came. Before you cancel, your order page shows the amount and the rule.</p>
      </Prose>
      <LadderTable ladder={ladder} />
      <Prose>
        <p>If the work is {periods.lateOfferHours} hours late, we offer you the full refund without being asked.</p>
        <h2>Revisions</h2>
        <p>
          After delivery you have {periods.reviewDays} days to read the work and to ask for a revision against your
          brief ({periods.longReviewDays} days from {periods.longFromPages} pages). After you accepted it you can still
          ask within {periods.revisionDays} days ({periods.longRevisionDays} days from {periods.longFromPages} pages). A
          revision against your brief costs nothing.
        </p>
        <h2>When we do not agree</h2>
        <p>
          You can open a dispute. A person of our team reads the brief and the work and decides. If nobody decides
          within {periods.disputeDays} days, the money goes back to you.
        </p>
        <h2>What we cannot promise</h2>
        <p>
          A grade, a place, or what software says about a text. The rules that bind both sides are in the{" "}
          <Link to="/terms">terms of service</Link>.
        </p>
      </Prose>
    </main>
  );
}

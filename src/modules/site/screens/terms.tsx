import { Link } from "react-router";
import { describeLadder } from "#src/modules/orders/index.ts";
import { PageHead, Prose } from "#src/ui/reading.tsx";
import { FAIR_USE_VERSION, fairUsePromise, TERMS_VERSION } from "../domain/rules.ts";
import type { Route } from "./+types/terms.ts";
import { useFrame } from "./frame.ts";
import { LadderTable } from "./ladder-table.tsx";
import { lifeNow } from "./life.server.ts";
import { pageFacts } from "./page-facts.server.ts";
import { pageMeta } from "./page-meta.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const life = await lifeNow(context);
  const { unpaidHours, reviewDays, longReviewDays, longFromPages, disputeDays } = life;
  return {
    facts: await pageFacts(context, "/terms"),
    ladder: describeLadder(life),
    periods: { unpaidHours, reviewDays, longReviewDays, longFromPages, disputeDays },
  };
};

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Terms of service",
    "The rules for both sides: orders, prices, refunds, fair use, and the licence to the finished work.",
  );

type Periods = {
  unpaidHours: number;
  reviewDays: number;
  longReviewDays: number;
  longFromPages: number;
  disputeDays: number;
};

const Orders = ({ periods }: { periods: Periods }) => {
  const site = useFrame()?.site;
  return (
    <>
      <h2>1. Who we are</h2>
      <p>
        {site?.name}
        {site?.address && `, ${site.address}`}
        {site?.email && `, ${site.email}`}. “We” is this shop, “you” is the person who orders.
      </p>
      <h2>2. Orders</h2>
      <p>
        An order is made when you place it with an account. You are 18, or your parent or guardian agrees. It is paid
        before work begins. An order that is not paid within {periods.unpaidHours} hours, or before its deadline, is
        cancelled and nothing is owed.
      </p>
      <h2>3. Prices</h2>
      <p>
        Prices are in US dollars and include tax. The price of an order does not change by itself. It is locked from
        placing for a quarter of the time to the deadline, at most 72 hours. If you pay later, the order is priced again
        and you decide.
      </p>
      <h2>4. Delivery and revisions</h2>
      <p>
        We deliver on your order page. You have {periods.reviewDays} days to read the work ({periods.longReviewDays}{" "}
        days from {periods.longFromPages} pages) and to ask for a revision against your brief. A revision against the
        brief costs nothing.
      </p>
    </>
  );
};

const FairUse = () => (
  <>
    <h2>6. Fair use</h2>
    <p>With each order you promise (version {FAIR_USE_VERSION}):</p>
    <ul>
      {fairUsePromise.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <p>
      We refuse live exams, sitting a test for somebody, and work that needs a school log-in. Quizzes and tests are
      practice papers with worked answers. If an order turns out to be something that we refuse, we cancel it and say
      why, and the money goes back by the table above.
    </p>
    <h2>7. Licence</h2>
    <p>
      When an order is finished you get a licence to use the delivered text as a model for your own work, without an end
      in time. You may keep it, quote it as your source and build on its method. We do not sell the same text again.
    </p>
  </>
);

const Rest = ({ days }: { days: number }) => (
  <>
    <h2>8. What we are liable for</h2>
    <p>
      We are liable for the work that we promised in your order. We do not promise grades, and we are not liable for
      what your school decides. Nothing in these terms takes away rights that the law of your country gives you as a
      consumer.
    </p>
    <h2>9. Disputes</h2>
    <p>
      Write to us first. You can open a dispute about an order; a person of our team decides. If nobody decides within{" "}
      {days} days, the money goes back to you.
    </p>
    <h2>10. Changes</h2>
    <p>New terms have a new version and are for new orders. Each order keeps the version that you accepted.</p>
  </>
);

export default function Terms({ loaderData: { ladder, periods } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <PageHead
        title="Terms of service"
        lede={`Version ${TERMS_VERSION}. Short rules for both sides, in plain words.`}
      />
      <Prose>
        <Orders periods={periods} />
        <h2>5. Money back</h2>
        <p>
          You may cancel at any time before delivery. How much comes back depends on when; your order page shows the
          amount before you decide. It goes back the way it came.
        </p>
      </Prose>
      <LadderTable ladder={ladder} />
      <Prose>
        <FairUse />
        <Rest days={periods.disputeDays} />
        <p>
          How we treat personal data is in the <Link to="/privacy-policy">privacy policy</Link>.
        </p>
      </Prose>
    </main>
  );
}

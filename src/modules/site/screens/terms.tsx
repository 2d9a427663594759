import { Link } from "react-router";
import { pageMeta, useFrame } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { FAIR_USE_VERSION, fairUsePromise, TERMS_VERSION, whoRuns } from "#src/modules/operator/index.ts";
import { describeLadder, disputeText } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { LongPage, LongPart } from "#src/ui/long-page.tsx";
import { Prose } from "#src/ui/reading.tsx";
import type { Route } from "./+types/terms.ts";
import { LadderTable } from "./ladder-table.tsx";
import { lifeNow } from "./life.server.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const life = await lifeNow(context);
  const { unpaidHours, reviewDays, longReviewDays, longFromPages } = life;
  return {
    facts: await pageFacts(context, "/terms"),
    ladder: describeLadder(life.refund),
    periods: { unpaidHours, reviewDays, longReviewDays, longFromPages },
    disputes: disputeText(life),
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
};

const Orders = ({ periods }: { periods: Periods }) => {
  const site = useFrame()?.site;
  return (
    <>
      <LongPart id="who" title="1. Who we are">
        <Prose>
          <p>
            {site && whoRuns(site)}
            {site?.email && `, ${site.email}`}. “We” is this shop, “you” is the person who orders.
          </p>
        </Prose>
      </LongPart>
      <LongPart id="orders" title="2. Orders">
        <Prose>
          <p>
            An order is made when you place it with an account. You are 18, or your parent or guardian agrees. It is
            paid before work begins. An order that is not paid within {counted(periods.unpaidHours, "hour")}, or before
            its deadline, is cancelled and nothing is owed.
          </p>
        </Prose>
      </LongPart>
      <LongPart id="prices" title="3. Prices">
        <Prose>
          <p>
            Prices are in US dollars and include tax. The price of an order does not change by itself. It is locked from
            placing for a quarter of the time to the deadline, at most 72 hours. If you pay later, the order is priced
            again and you decide.
          </p>
        </Prose>
      </LongPart>
      <LongPart id="delivery" title="4. Delivery and revisions">
        <Prose>
          <p>
            We deliver on your order page. You have {counted(periods.reviewDays, "day")} to read the work (
            {counted(periods.longReviewDays, "day")} from {periods.longFromPages} pages) and to ask for a revision
            against your brief. A revision against the brief costs nothing.
          </p>
        </Prose>
      </LongPart>
    </>
  );
};

const FairUse = () => (
  <>
    <LongPart id="fair-use" title="6. Fair use">
      <Prose>
        <p>With each order you promise (version {FAIR_USE_VERSION}):</p>
        <ul>
          {fairUsePromise.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>
          We refuse live exams, sitting a test for somebody, and work that needs a school log-in. Quizzes and tests are
          practice papers with worked answers. If an order turns out to be something that we refuse, we cancel it and
          say why, and the money goes back by the table above.
        </p>
      </Prose>
    </LongPart>
    <LongPart id="licence" title="7. Licence">
      <Prose>
        <p>
          When an order is finished you get a licence to use the delivered text as a model for your own work, without an
          end in time. You may keep it, quote it as your source and build on its method. We do not sell the same text
          again.
        </p>
      </Prose>
    </LongPart>
  </>
);

const Rest = ({ disputes }: { disputes: string }) => (
  <>
    <LongPart id="liable" title="8. What we are liable for">
      <Prose>
        <p>
          We are liable for the work that we promised in your order. We do not promise grades, and we are not liable for
          what your school decides. Nothing in these terms takes away rights that the law of your country gives you as a
          consumer.
        </p>
      </Prose>
    </LongPart>
    <LongPart id="disputes" title="9. Disputes">
      <Prose>
        <p>Write to us first. {disputes}</p>
      </Prose>
    </LongPart>
    <LongPart id="changes" title="10. Changes">
      <Prose>
        <p>New terms have a new version and are for new orders. Each order keeps the version that you accepted.</p>
      </Prose>
    </LongPart>
  </>
);

const lines = [
  { id: "who", label: "Who we are" },
  { id: "orders", label: "Orders" },
  { id: "prices", label: "Prices" },
  { id: "delivery", label: "Delivery and revisions" },
  { id: "money", label: "Money back" },
  { id: "fair-use", label: "Fair use" },
  { id: "licence", label: "Licence" },
  { id: "liable", label: "What we are liable for" },
  { id: "disputes", label: "Disputes" },
  { id: "changes", label: "Changes" },
];

export default function Terms({ loaderData: { ladder, periods, disputes } }: Route.ComponentProps) {
  return (
    <LongPage
      title="Terms of service"
      lede={`Version ${TERMS_VERSION}. Short rules for both sides, in plain words.`}
      lines={lines}
    >
      <Orders periods={periods} />
      <LongPart id="money" title="5. Money back">
        <Prose>
          <p>
            You may cancel at any time before delivery. How much comes back depends on when; your order page shows the
            amount before you decide. It goes back the way it came.
          </p>
        </Prose>
        <LadderTable ladder={ladder} />
      </LongPart>
      <FairUse />
      <Rest disputes={disputes} />
      <p>
        How we treat personal data is in the <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    </LongPage>
  );
}

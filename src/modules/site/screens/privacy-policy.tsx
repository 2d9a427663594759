import { Link } from "react-router";
import { enquirySetting } from "#src/modules/chat/index.server.ts";
import { pageMeta, useFrame } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { whoRuns } from "#src/modules/operator/index.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { counted } from "#src/shared/counted.ts";
import { LongPage, LongPart } from "#src/ui/long-page.tsx";
import { Prose } from "#src/ui/reading.tsx";
import type { Route } from "./+types/privacy-policy.ts";
import { VisitChoice } from "./visit-question.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { keepDays } = await context.get(requestContext).runtime.settings.get(enquirySetting);
  return { facts: await pageFacts(context, "/privacy-policy"), keepDays };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Privacy policy",
    "Which data we keep, why, who sees it, and how to have it corrected or deleted.",
  );

const lines = [
  { id: "responsible", label: "Who is responsible" },
  { id: "keep", label: "What we keep" },
  { id: "sees", label: "Who sees it" },
  { id: "cookies", label: "Cookies" },
  { id: "rights", label: "Your rights" },
];

/** Only where the operator counts visits at all. */
const CountedVisits = () =>
  useFrame()?.analytics ? (
    <LongPart id="visits" title="Counted visits">
      <Prose>
        <p>
          If you agree, your browser tells our counter which public page you opened, and on which day. No cookie, no
          name, no address of another page. Nothing is counted on your orders, at the payment, in the checker or in the
          chat, and nothing when your browser asks not to be tracked.
        </p>
      </Prose>
      <VisitChoice />
    </LongPart>
  ) : null;

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  const site = useFrame()?.site;
  const mail = site?.email && <a href={`mailto:${site.email}`}>{site.email}</a>;
  return (
    <LongPage title="Privacy policy" lede="Which data we keep, why, and who sees it." lines={lines}>
      <LongPart id="responsible" title="Who is responsible">
        <Prose>
          <p>
            {site && whoRuns(site)}. Write to {mail} about anything on this page.
          </p>
        </Prose>
      </LongPart>
      <LongPart id="keep" title="What we keep">
        <Prose>
          <ul>
            <li>
              Your account: name, e-mail address, role, and the day it was made. Passwords are kept only as a hash that
              cannot be read back.
            </li>
            <li>
              Your sign-ins: which browser and network address, and when, so that you can see and end them. What was
              done with the account is recorded.
            </li>
            <li>
              Your orders: what you asked for, your brief, your country, the prices, and the rules that you accepted
              with time and network address, so that both sides can prove what was agreed.
            </li>
            <li>
              Payments: amounts, times and the provider’s reference. Card numbers go to the payment provider and never
              to us.
            </li>
            <li>
              What you write to support, with the files that you send, and our answers. A question from the contact page
              is kept with the name and the e-mail that you gave, to answer it. It is deleted{" "}
              {counted(loaderData.keepDays, "day")} after the last word.
            </li>
            <li>Quotes that nobody used: deleted after 7 days.</li>
            <li>
              Technical records: address of the page, time and result of each request, to find faults and to stop
              attacks.
            </li>
          </ul>
        </Prose>
      </LongPart>
      <LongPart id="sees" title="Who sees it">
        <Prose>
          <p>
            Our team. A writer sees your brief and a pseudonym, and neither your name nor your e-mail. Payment providers
            and the e-mail service get what they need to do their part. We sell data to nobody.
          </p>
        </Prose>
      </LongPart>
      <LongPart id="cookies" title="Cookies">
        <Prose>
          <p>
            One for your sign-in, one for your choice of light or dark. No advertising and no tracking across sites. The
            public pages load nothing from other companies.
          </p>
        </Prose>
      </LongPart>
      <CountedVisits />
      <LongPart id="rights" title="Your rights">
        <Prose>
          <p>
            In your account settings you can correct your data,{" "}
            <Link to="/accountSettings/data">download all of it</Link>, or ask for its deletion. Records of payments
            must be kept as long as the law of our country asks. For everything else write to {mail}; we answer within
            30 days.
          </p>
        </Prose>
      </LongPart>
    </LongPage>
  );
}

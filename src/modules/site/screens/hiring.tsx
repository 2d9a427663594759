import { Link } from "react-router";
import type { Route } from "./+types/hiring.ts";
import { useFrame } from "./frame.ts";
import { InfoPage } from "./info-page.tsx";
import { pageFacts } from "./page-facts.server.ts";
import { pageMeta } from "./page-meta.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({ facts: await pageFacts(context, "/hiring") });

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Write for us",
    "How to apply as a writer: what to send, how we choose, and how the work goes.",
  );

export default function Hiring() {
  const site = useFrame()?.site;
  const mail = site?.email;
  return (
    <InfoPage
      title="Write for us"
      lede="Writers who know a subject well and can explain it in plain words are welcome."
    >
      <h2>How to apply</h2>
      <p>
        Apply by e-mail
        {mail && (
          <>
            {" "}
            to <a href={`mailto:${mail}?subject=Writer`}>{mail}</a>
          </>
        )}
        . Put these into it:
      </p>
      <ol>
        <li>Your subjects, and how you know them: a degree, a job, published work</li>
        <li>
          The kinds of work that you want: writing, editing, proofreading, programming, calculations, practice papers
        </li>
        <li>One page of your own text, or a short program, that shows how you explain</li>
        <li>How many hours a week you have, and in which time zone you live</li>
        <li>
          The e-mail address of your account here. If you have none, <Link to="/register">make one</Link> first
        </li>
      </ol>
      <p>Do not send copies of identity papers or other people’s work.</p>
      <h2>How the work goes</h2>
      <ul>
        <li>We offer you an order. You see the brief and your own deadline, and you accept or decline.</li>
        <li>You and the client see each other by pseudonym only.</li>
        <li>You deliver before your deadline. Revisions against the brief belong to the order.</li>
      </ul>
      <h2>What we expect</h2>
      <p>
        Work of your own, sources that exist, and honesty about what you could not find. Writers do not sit tests for
        clients and do not use anybody’s school account.
      </p>
    </InfoPage>
  );
}

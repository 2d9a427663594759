import { Link } from "react-router";
import { pageMeta, useFrame } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { whoRuns } from "#src/modules/operator/index.ts";
import { InfoPage } from "#src/ui/info-page.tsx";
import type { Route } from "./+types/about.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({ facts: await pageFacts(context, "/about") });

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.facts, "About us", "What this shop sells, how a price is made, and what it does not do.");

export default function About() {
  const site = useFrame()?.site;
  return (
    <InfoPage
      sections
      title="About us"
      lede="A shop for help with academic writing and technical work, where the price explains itself."
    >
      <h2>What we sell</h2>
      <p>
        Model answers, editing, tutoring texts and practice papers. A model answer shows how a task can be done: you
        read it, you see the method, and you do your own work better. Editing and proofreading work on a text that you
        wrote.
      </p>
      <h2>How a price is made</h2>
      <p>
        Every price comes from one table. The calculator on the start page, the order, and the receipt use the same
        table and the same rules, and each line says why it is there. Cents are rounded once, at the end.
      </p>
      <h2>Who does the work</h2>
      <p>
        We choose a writer for your subject. You and the writer see each other by pseudonym only. The money for an order
        is held until the work is delivered and the review time is over; what comes back when something goes wrong is
        written on the <Link to="/guarantees">guarantees page</Link>.
      </p>
      <h2>What we do not do</h2>
      <ul>
        <li>We do not sit exams or tests for anybody, and we do not answer during one.</li>
        <li>We do not use the school account of a client.</li>
        <li>We do not promise grades. Your teacher gives the grade.</li>
        <li>We do not show reviews or numbers that we cannot prove.</li>
      </ul>
      <h2>Who runs this shop</h2>
      <p>
        {site && whoRuns(site)}. Write to {site?.email && <a href={`mailto:${site.email}`}>{site.email}</a>}.
      </p>
    </InfoPage>
  );
}

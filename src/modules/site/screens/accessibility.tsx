import { pageMeta, useFrame } from "#src/modules/operator/index.screens.ts";
import { pageFacts } from "#src/modules/operator/index.server.ts";
import { InfoPage } from "#src/ui/info-page.tsx";
import type { Route } from "./+types/accessibility.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({ facts: await pageFacts(context, "/accessibility") });

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData?.facts,
    "Accessibility",
    "What works without a mouse, without scripts and with a screen reader, and where to report a barrier.",
  );

export default function Accessibility() {
  const site = useFrame()?.site;
  return (
    <InfoPage
      sections
      title="Accessibility"
      lede="We build to WCAG 2.2, level AA, and to level AAA for the contrast of text."
    >
      <h2>What works</h2>
      <ul>
        <li>Everything can be reached and used with the keyboard. The place of the focus is always visible.</li>
        <li>Prices, orders and forms work without scripts. With scripts, a new total is spoken once, politely.</li>
        <li>Pages can be enlarged to 200% and fit a width of 320 pixels without scrolling sideways.</li>
        <li>Colour is never the only sign: states have a shape and a word.</li>
        <li>There is a light and a dark look. Movement stops when your device asks for less of it.</li>
      </ul>
      <h2>What is harder</h2>
      <p>Some tables, such as long price lists, are wide on small phones and are then shown as a longer list.</p>
      <h2>Report a barrier</h2>
      <p>
        Write to {site?.email && <a href={`mailto:${site.email}?subject=Accessibility`}>{site.email}</a>}. Name the page
        and what you use to read it. We answer as with any other fault: with what we found and what we do.
      </p>
    </InfoPage>
  );
}

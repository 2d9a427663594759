import { useEffect } from "react";
import { Scripts, ScrollRestoration } from "react-router";
import { useNonce } from "#src/ui/nonce.ts";
import { firstPaint } from "./deferred-fonts.ts";
import { deferredScripts, deferredScriptsId, type ReadySignal } from "./deferred-scripts.ts";
import { OnBack } from "./on-back.tsx";
import { styleSheets } from "./page-styles.tsx";
import { type PageData, pageDataId, useVisitorPage, type VisitorPage } from "./visitor-page.ts";

/** Links are fetched when somebody is about to follow them. Old browsers skip this. */
const speculation = JSON.stringify({
  prefetch: [{ where: { href_matches: "/*" }, eagerness: "moderate" }],
});

const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

const dataOf = ({ matches, location, params, actionData }: VisitorPage): PageData => ({
  matches,
  location,
  params,
  actionData,
});

const VisitorScripts = ({ visitor }: { visitor: VisitorPage }) => (
  <>
    <script type="application/json" id={pageDataId} suppressHydrationWarning>
      {inScript(dataOf(visitor))}
    </script>
    <script
      type="text/plain"
      id={deferredScriptsId}
      data-entry={visitor.entry}
      data-files={JSON.stringify(visitor.files)}
      data-styles={JSON.stringify(styleSheets)}
      data-at-rest={visitor.atRest ? "" : undefined}
      suppressHydrationWarning
    />
  </>
);

/**
 * The scripts of a page, asked for after its first paint (deferred-scripts.ts), and the sign that they work. An inline script
 * has run when the page is drawn once more in the browser, whose copy leaves its text out. `inline`: more of it.
 */
export const PageScripts = ({ inline }: { inline: string }) => {
  const nonce = useNonce();
  const visitor = useVisitorPage();
  useEffect(() => (window as Window & ReadySignal).scriptsReady?.(), []);
  return (
    <>
      {visitor ? (
        <VisitorScripts visitor={visitor} />
      ) : (
        <>
          <ScrollRestoration nonce={nonce} />
          <OnBack />
          <Scripts nonce={nonce} />
        </>
      )}
      <script nonce={nonce} suppressHydrationWarning>
        {import.meta.env.SSR ? (visitor ? "" : firstPaint()) + deferredScripts() + inline : ""}
      </script>
      {visitor && (
        <script type="speculationrules" nonce={nonce} suppressHydrationWarning>
          {speculation}
        </script>
      )}
    </>
  );
};

// The scripts of public pages: draws the page that the server sent once more, from the data that came with it.

import { pages } from "virtual:public-pages";
import { type ComponentType, StrictMode } from "react";
import { NonceContext } from "#src/ui/nonce.ts";
import { Layout } from "../root.tsx";
import { hydratePage, keepOfflinePage } from "./hydrate-page.tsx";
import { type ShownPage, ShownPageContext } from "./react-router.tsx";
import { type PageData, pageDataId, VisitorContext } from "./visitor-page.ts";

const data: PageData = JSON.parse(document.getElementById(pageDataId)?.textContent ?? "");
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce || undefined;

const parts = await Promise.all(
  data.matches.slice(1).map(async ({ id, data: loaderData }) => {
    const load = pages[id];
    if (!load) throw new Error(`No public page has the route ${id}.`);
    const Part: ComponentType<Record<string, unknown>> = (await load()).default;
    return (
      <Part
        key={id}
        loaderData={loaderData ?? undefined}
        actionData={data.actionData ?? undefined}
        params={data.params}
      />
    );
  }),
);
const shown: ShownPage = { ...data, outlets: parts };

hydratePage(
  <StrictMode>
    <NonceContext value={nonce}>
      <VisitorContext value={{ ...data, entry: "", files: [], styles: "", fonts: "", atRest: false, counted: false }}>
        <ShownPageContext value={shown}>
          <Layout>{parts[0]}</Layout>
        </ShownPageContext>
      </VisitorContext>
      {/* React Router writes two things side by side: the names that React gives to fields count them. */}
      {null}
    </NonceContext>
  </StrictMode>,
);
keepOfflinePage();

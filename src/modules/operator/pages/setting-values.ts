import { definePort, type Runtime } from "#src/platform/runtime.ts";
import { siteSetting } from "../settings.ts";
import { whoRuns } from "../who-runs.ts";
import type { Placeholders } from "./page-text.ts";

/** What the settings of one module print on a page. */
export type PageValues = (runtime: Runtime, page: string) => Promise<Placeholders>;

/** Those of the modules that know more than the operator's name and address. */
export const pageValuesPort = definePort<readonly PageValues[]>("operator.page-values");

/** A placeholder of something that the page itself draws. */
export const partValue = (name: string, says: string) => ({ block: { kind: "part" as const, name, says }, says });

const ownValues: PageValues = async ({ settings, config }, page) => {
  const site = await settings.get(siteSetting);
  return {
    shop: { text: site.name },
    "who runs the shop": { text: whoRuns(site) },
    "who runs the shop, with e-mail": { text: [whoRuns(site), site.email].filter(Boolean).join(", ") },
    "contact e-mail": site.email ? { text: site.email, to: `mailto:${site.email}` } : { text: "" },
    "support hours": { text: site.hours },
    ...(page === "contact" && {
      "ways to reach us": partValue(
        "ways to reach us",
        "E-mail, phone, WhatsApp, address and hours, those that are set",
      ),
    }),
    ...(page === "privacy-policy" && {
      "choice about visits": config.analyticsUrl
        ? partValue("choice about visits", "Whether visits of this browser are counted, and a button to change it")
        : null,
    }),
  };
};

/** What placeholders of a page print now: from the settings that the engine uses, so that no page disagrees with it. */
export async function settingValues(runtime: Runtime, page: string): Promise<Placeholders> {
  const sources = [ownValues, ...runtime.port(pageValuesPort)];
  const values = await Promise.all(sources.map((source) => source(runtime, page)));
  return Object.assign({}, ...values);
}

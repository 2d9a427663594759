import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import { defineSetting, readSetting } from "#src/platform/settings.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { mayManageApi } from "../domain/policy.ts";
import { readOrigins } from "../keys/keys.ts";

const schema = z.strictObject({ origins: z.array(z.string().max(300)).max(20) });

/** The sites whose pages may frame the calculator; none: nobody may. */
export const embedSetting = defineSetting<z.infer<typeof schema>>({
  key: "api.embed",
  meaning: "the sites whose pages may show the price calculator",
  schema,
  default: { origins: [] },
});

/** The page that other sites frame; no other page lets them. */
const calculatorAddress = "/embed/calculator";

/** The sites that may frame what is at this address. */
export const framedBy = async ({ settings }: Runtime, path: string): Promise<readonly string[]> =>
  path === calculatorAddress ? (await settings.get(embedSetting)).origins : [];

/** The sites, and the version that is shown. Refuses not-found for others than admins for settings. */
export const embedSites = query("api.embed-sites", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!mayManageApi(viewer)) return notFound();
    const { value, version } = await readSetting(db, embedSetting);
    return done({ origins: value.origins, version });
  },
});

const input = z.strictObject({
  origins: z.string().max(2_000, "Write at most 2,000 characters."),
  version: z.coerce.number().int().min(0),
});

/** Saves the sites that somebody wrote down, one a line. Refuses not-found, invalid, and conflict over another's change. */
export const saveEmbedSites = seenAtOnce(
  command<z.infer<typeof input>, number>("api.save-embed-sites", {
    input,
    run: async (work, { origins, version }) => {
      if (!mayManageApi(work.viewer)) return notFound();
      const sites = readOrigins(origins);
      return sites.ok ? saveSetting(work, embedSetting, { origins: sites.value }, version) : sites;
    },
  }),
);

/** What the frame tells the page around it: how high it is. Nothing else leaves it. */
const message = "price-calculator-height";

/**
 * Of the page of another site: puts a frame beside each link with `data-price-calculator`, and takes the link away when
 * the calculator is there. A site that is not listed keeps the link.
 */
const onTheirPage = `(() => {
  const { origin } = new URL(document.currentScript.src);
  const begin = () => {
    for (const link of document.querySelectorAll("a[data-price-calculator]")) {
      const frame = document.createElement("iframe");
      const service = link.dataset.priceCalculator;
      frame.src = origin + "/embed/calculator" + (service ? "?service=" + encodeURIComponent(service) : "");
      frame.title = link.textContent;
      frame.style.cssText = "display:block;width:100%;height:0;border:0";
      addEventListener("message", ({ source, origin: from, data }) => {
        if (source !== frame.contentWindow || from !== origin || data?.type !== "${message}") return;
        if (typeof data.height !== "number" || !(data.height > 0)) return;
        frame.style.height = Math.min(data.height, 5000) + "px";
        link.remove();
      });
      link.after(frame);
    }
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
})();
`;

const inTheFrame = `(() => {
  if (parent === self) return;
  const tell = () =>
    parent.postMessage({ type: "${message}", height: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
  const begin = () => {
    tell();
    new ResizeObserver(tell).observe(document.body);
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
  addEventListener("load", tell);
})();
`;

const script = (text: string, policy: "cross-origin" | "same-origin"): Response =>
  new Response(text, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "cross-origin-resource-policy": policy,
    },
  });

/** `/embed/calculator.js` for pages of other sites, and `/embed/height.js` for the frame itself. */
export const embedScripts = {
  theirs: (): Response => script(onTheirPage, "cross-origin"),
  own: (): Response => script(inTheFrame, "same-origin"),
};

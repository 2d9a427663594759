import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import { defineSetting, readSetting } from "#src/platform/settings.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { mayManageApi } from "../domain/policy.ts";
import { readOrigins } from "../keys/origins.ts";

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

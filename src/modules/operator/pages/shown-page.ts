import type { Runtime } from "#src/platform/runtime.ts";
import { legalText, legalValues } from "../legal/legal-texts.ts";
import type { PageText, Placeholders } from "./page-text.ts";
import { isLegal, textPage } from "./pages.ts";
import { readPage } from "./read-page.ts";
import { settingValues } from "./setting-values.ts";
import { pageSource } from "./shipped.ts";

/** What the placeholders of a page print now. */
export const pageValues = async (runtime: Runtime, name: string): Promise<Placeholders> =>
  isLegal(name) ? legalValues(runtime, name, (await legalText(runtime, name)).version) : settingValues(runtime, name);

/** A page as its visitors read it now. */
export async function shownPage(runtime: Runtime, name: string) {
  const known = textPage(name);
  if (!known) throw new Error(`/${name} is no page of Markdown`);
  const stored = await runtime.settings.get(known.setting);
  const { text, title, description } = pageSource(runtime.config.home, known, stored);
  return { page: await textNow(runtime, name, { text, label: known.label }), title, description };
}

async function textNow(runtime: Runtime, name: string, { text, label }: { text: string; label: string }) {
  if (isLegal(name)) return (await legalText(runtime, name)).page;
  const { title, lede, blocks }: PageText = readPage(text, label, await settingValues(runtime, name));
  return { title, lede, blocks };
}

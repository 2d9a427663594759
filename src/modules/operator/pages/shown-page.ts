import type { Runtime } from "#src/platform/runtime.ts";
import { legalText, legalValues } from "../legal/legal-texts.ts";
import { changedSentences } from "./changed-sentences.ts";
import type { PageText, Placeholders } from "./page-text.ts";
import { isLegal, textPage, textPages } from "./pages.ts";
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

/** The sentences of the shop's pages that read differently when settings say something else, by page. */
export async function changedOnPages(runtime: Runtime, settings: Runtime["settings"]) {
  const pages = textPages.map(async (page) => {
    const { name, label, address } = page;
    const { text } = pageSource(runtime.config.home, page, await runtime.settings.get(page.setting));
    const [was, is] = await Promise.all([settingValues(runtime, name), settingValues({ ...runtime, settings }, name)]);
    return { label, address, sentences: changedSentences(readPage(text, label, was), readPage(text, label, is)) };
  });
  return (await Promise.all(pages)).filter(({ sentences }) => sentences.length > 0);
}

async function textNow(runtime: Runtime, name: string, { text, label }: { text: string; label: string }) {
  if (isLegal(name)) return (await legalText(runtime, name)).page;
  const { title, lede, blocks }: PageText = readPage(text, label, await settingValues(runtime, name));
  return { title, lede, blocks };
}

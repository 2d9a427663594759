import type { Runtime } from "#src/platform/runtime.ts";
import { legalText, legalValues } from "../legal/legal-texts.ts";
import { changedSentences } from "./changed-sentences.ts";
import { ownPageAt, shownOwnPages } from "./own-pages.ts";
import {
  type FaqQuestion,
  type HomeText,
  homeText,
  mostQuestions,
  questionsIn,
  type SampleText,
  samplesIn,
} from "./page-forms.ts";
import type { FaqPage, PageText, Placeholders } from "./page-text.ts";
import { isLegal, pageSource, shippedText, type TextPage, textPage, textPages } from "./pages.ts";
import { readPage } from "./read-page.ts";
import { settingValues } from "./setting-values.ts";

/** What the placeholders of a page print now. */
export const pageValues = async (runtime: Runtime, name: string): Promise<Placeholders> =>
  isLegal(name) ? legalValues(runtime, name, (await legalText(runtime, name)).version) : settingValues(runtime, name);

/** A page as its visitors read it now. */
export async function shownPage(runtime: Runtime, name: string) {
  const known = textPage(name);
  if (!known) throw new Error(`/${name} is no page of Markdown`);
  return wordsNow(runtime, known);
}

async function wordsNow(runtime: Runtime, page: TextPage) {
  const stored = await runtime.settings.get(page.setting);
  const { text, title, description } = pageSource(runtime.config.home, page, stored);
  return { page: await textNow(runtime, page.name, { text, label: page.label }), title, description };
}

/** The home page as its visitors read it now; parts that it has no places for are those of the product. */
export async function shownHome(runtime: Runtime): Promise<{ text: HomeText; title: string; description: string }> {
  const { page, title, description } = await shownPage(runtime, "home");
  const shipped = async () => {
    const { text } = shippedText(runtime.config.home, "home");
    return homeText(readPage(text, "Home", await settingValues(runtime, "home")));
  };
  const text = homeText(page) ?? (await shipped());
  if (!text) throw new Error("The shipped home page has other parts than the page");
  return { text, title, description };
}

/** The samples as visitors read them now. */
export const shownSamples = async (runtime: Runtime): Promise<readonly SampleText[]> =>
  samplesIn((await shownPage(runtime, "samples")).page) ?? [];

/** The shop's questions that are marked for this page, the first ones of them; none while no question is marked. */
export async function questionsOn(runtime: Runtime, place: FaqPage): Promise<readonly FaqQuestion[]> {
  const faq = textPage("faq");
  const stored = faq && (await runtime.settings.get(faq.setting));
  if (!stored?.text?.includes("{on:")) return [];
  const { page } = await shownPage(runtime, "faq");
  return questionsIn(page)
    .filter(({ on }) => on.includes(place))
    .slice(0, mostQuestions[place]);
}

/** A page of the operator's own as its visitors read it now, and its address of now; null: there is none to read. */
export async function shownOwnPage(runtime: Runtime, slug: string) {
  const page = await ownPageAt(runtime.settings.get, slug);
  return page && { ...(await wordsNow(runtime, page)), address: page.address };
}

/** The sentences of the shop's pages that read differently when settings say something else, by page. */
export async function changedOnPages(runtime: Runtime, settings: Runtime["settings"]) {
  const pages = [...textPages, ...(await shownOwnPages(runtime.settings.get))].map(async (page) => {
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

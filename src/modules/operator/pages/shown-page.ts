import type { Runtime } from "#src/platform/runtime.ts";
import { legalText, legalValues } from "../legal/legal-texts.ts";
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
import { linesOf } from "./plain-text.ts";
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

/** A sentence that reads differently: what stays before and after, and the words that change between. */
type ChangedSentence = { part: string; before: string; was: string; is: string; after: string };

/** The words of a text with what is between them, and its sentences. */
const wordsIn = (text: string): readonly string[] => text.split(/(?<=\s)/);
const sentencesIn = (line: string): readonly string[] => line.split(/(?<=[.!?])\s+/);

/** A point of a list, read outside of it. */
const withoutMark = (text: string): string => text.replace(/^(?:-|\d+\.) /, "");

type Line = { part: string; text: string };

/** The lines of a page, each with the heading above it. */
function linesIn({ lede, blocks }: PageText): Line[] {
  const lines: Line[] = [];
  let part = "";
  if (lede) for (const text of linesOf({ kind: "text", of: lede })) lines.push({ part, text });
  for (const block of blocks) {
    const texts = linesOf(block);
    if (block.kind === "heading" && block.level === 2) part = texts[0] ?? "";
    lines.push(...texts.map((text) => ({ part, text: block.kind === "list" ? withoutMark(text) : text })));
  }
  return lines;
}

function compared(part: string, was: string, is: string): ChangedSentence {
  const [old, now] = [wordsIn(was), wordsIn(is)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const cut = (words: readonly string[]) => words.slice(start, words.length - end).join("");
  return {
    part,
    before: now.slice(0, start).join(""),
    was: cut(old),
    is: cut(now),
    after: now.slice(now.length - end).join(""),
  };
}

/**
 * The sentences of a page that read differently in another version of it, in their order. Parts that are in one of the
 * two alone have no sentence to compare, and are left out.
 */
export function changedSentences(before: PageText, after: PageText): readonly ChangedSentence[] {
  const old = Map.groupBy(linesIn(before), ({ part }) => part);
  const now = Map.groupBy(linesIn(after), ({ part }) => part);
  return [...now].flatMap(([part, lines]) => {
    const others = old.get(part) ?? [];
    if (others.length !== lines.length) return [];
    return lines.flatMap(({ text }, at) => {
      const [was, is] = [sentencesIn(others[at]?.text ?? ""), sentencesIn(text)];
      if (was.length !== is.length) return [compared(part, was.join(" "), is.join(" "))];
      return is.flatMap((one, nth) => (one === was[nth] ? [] : [compared(part, was[nth] ?? "", one)]));
    });
  });
}

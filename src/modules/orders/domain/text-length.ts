import { WORDS_PER_PAGE } from "#src/modules/pricing/index.ts";

/** What a client's files hold, as the order form says it; `pages` is null where nothing could be counted. */
export type SaidLength = { said: string; pages: number | null };

type Counted = { readonly name: string; readonly words: number | null; readonly why?: string };

const number = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : `${one}s`}`;
const mostPages = 500;

/** "2,310 words: 9 pages." A started page is a page; what could not be counted is named. */
export const saidLength = (files: readonly Counted[]): SaidLength => {
  const known = files.filter(({ words }) => (words ?? 0) > 0);
  const sum = known.reduce((all, { words }) => all + (words ?? 0), 0);
  const pages = sum === 0 ? null : Math.min(mostPages, Math.ceil(sum / WORDS_PER_PAGE));
  const which = known.length > 1 ? `Your ${known.length} files: ` : "";
  const rest = files
    .filter(({ words }) => !words)
    .map(({ name, words, why }) => `${name}: ${words === 0 ? "there is no text in it." : (why ?? "")}`);
  return {
    said: [pages && `${which}${number(sum, "word")}: ${number(pages, "page")}.`, ...rest].filter(Boolean).join(" "),
    pages,
  };
};

import { leftOutOf, summedFacts, type TextFacts, wordCountText } from "#src/modules/files/index.ts";
import { WORDS_PER_PAGE } from "#src/modules/pricing/index.ts";
import { counted } from "#src/shared/counted.ts";

/** What a client's files hold, as the order form says it; `pages` is null where nothing could be counted. */
export type LengthText = { text: string; pages: number | null };

type Counted = { readonly name: string; readonly facts: TextFacts | null; readonly why?: string };

const mostPages = 500;

/** "2,310 words, 120 of them in tables: 9 pages." A started page is a page; what was not counted is named. */
export const describeLength = (files: readonly Counted[]): LengthText => {
  const known = files.flatMap(({ facts }) => (facts && facts.words > 0 ? [facts] : []));
  const all = summedFacts(known);
  const pages = all.words === 0 ? null : Math.min(mostPages, Math.ceil(all.words / WORDS_PER_PAGE));
  const which = known.length > 1 ? `Your ${known.length} files: ` : "";
  const left = leftOutOf(summedFacts(files.flatMap(({ facts }) => facts ?? [])));
  const rest = files
    .filter(({ facts }) => !facts?.words)
    .map(({ name, facts, why }) => `${name}: ${facts ? "there is no text in it." : (why ?? "")}`);
  return {
    text: [
      pages && `${which}${wordCountText(all)}: ${counted(pages, "page")}.`,
      left.length > 0 && `Not counted: ${left.join(", ")}.`,
      ...rest,
    ]
      .filter(Boolean)
      .join(" "),
    pages,
  };
};

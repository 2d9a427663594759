import {
  firstText,
  type PageSource,
  type Placeholders,
  pageSource,
  pageValues,
  plainText,
  readPage,
  type StoredPage,
  siteSetting,
  type TextPage,
} from "#src/modules/operator/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { faqRows, questionAt } from "./faq-rows.ts";
import { type OtherPages, ownErrors } from "./own-page-errors.ts";
import { pageForms } from "./page-forms.ts";

/** How many characters search results show. */
const most = { title: 60, description: 160 } as const;

const fieldError = (part: "title" | "description", value: string): FieldError[] => {
  const length = [...value.trim()].length;
  if (length === 0) return [{ path: part, message: "Write one for search results." }];
  return length > most[part] ? [{ path: part, message: `At most ${most[part]} characters. It has ${length}.` }] : [];
};

/** Where a problem of a text is: its line, or the question that it stands in. */
export const whereOf = ({ name }: TextPage, text: string, line: number): string =>
  (name === "faq" && questionAt(text, line)) || `Line ${line}`;

const noQuestions = {
  path: "text",
  message: "Each question stands below a group (##), and each answer below its question (###). Write nothing else.",
};

/** What is missing in the rows of the questions page. */
function rowErrors(text: string): FieldError[] {
  const faq = faqRows(text);
  if (!faq) return [noQuestions];
  if (faq.rows.length === 0) return [{ path: "text", message: "Write at least one question." }];
  const missing = (part: "ask" | "answer" | "group", what: string) =>
    faq.rows.flatMap((row, at) =>
      row[part] === "" ? [{ path: "text", message: `Question ${at + 1}: write ${what}.` }] : [],
    );
  return [...missing("ask", "the question"), ...missing("answer", "the answer"), ...missing("group", "its group")];
}

const noRight = {
  path: "mayShow",
  message: "Tick that you have the right to show these texts, or restore the original ones.",
};

/** Texts in which somebody promises something to a client: they say who that is. */
const namingPages: readonly string[] = ["terms", "privacy-policy"];

/** Where a text says who runs the shop: "Part 1". */
function namingPart(text: string): string {
  const before = text.split(/\{\{who runs the shop\b/, 2);
  const parts = before.length > 1 ? (before[0]?.match(/^## /gm) ?? []).length : 0;
  return parts > 0 ? `Part ${parts}` : "The text";
}

/** A text that names no company is not published: nobody could be held to it. */
async function namingErrors(draft: PageSource, page: TextPage, runtime: Runtime): Promise<FieldError[]> {
  if (!namingPages.includes(page.name)) return [];
  const { legalName } = await runtime.settings.get(siteSetting);
  const missing = (message: string): FieldError[] => [{ path: "text", message }];
  if (legalName === "")
    return missing(
      `${namingPart(draft.text)} names no company. Fill in the legal name first: in Settings, under Name and contact.`,
    );
  const printed = plainText(readPage(draft.text, page.label, await pageValues(runtime, page.name)));
  return printed.includes(legalName) ? [] : missing("The text names no company. Insert {{who runs the shop}}.");
}

/** What keeps a draft from being published, by its fields. */
function pageErrors(draft: PageSource, page: TextPage, placeholders: Placeholders): FieldError[] {
  const { name, label } = page;
  const { problems, ...read } = readPage(draft.text, label, placeholders);
  const stops = problems
    .filter(({ stops: one }) => one)
    .map(({ line, message }) => ({ path: "text", message: `${whereOf(page, draft.text, line)}: ${message}` }));
  const empty = draft.text.trim() === "" ? [{ path: "text", message: "The page needs a text." }] : [];
  const form = pageForms[name];
  if (form && empty.length + stops.length === 0 && !form.fits(read)) stops.push({ path: "text", message: form.text });
  if (name === "faq") stops.push(...rowErrors(draft.text));
  return [...empty, ...stops, ...fieldError("title", draft.title), ...fieldError("description", draft.description)];
}

/**
 * A page of Markdown, as it is drafted and published. What is equal to the shipped text follows later releases; one of
 * the operator's own is shown from its first publication on. `others`: what its address and its place may not be.
 */
export function pageKind(
  home: string,
  page: TextPage,
  others: () => Promise<OtherPages>,
): DraftKind<PageSource, StoredPage> {
  const { name, setting } = page;
  const first = firstText(home, page);
  const changed = (part: "title" | "description", typed: string) => (typed.trim() === first[part] ? "" : typed.trim());
  return {
    setting,
    labels: {
      text: "text",
      title: "title for search",
      description: "description for search",
      own: "name, address and place",
      mayShow: "right to show them",
    },
    published: "this page",
    read: (stored) => pageSource(home, page, stored),
    write: ({ text, title, description, own, mayShow }, stamp) => ({
      text: text === first.text && !own ? null : text,
      title: changed("title", title),
      description: changed("description", description),
      ...(mayShow && { mayShow }),
      ...(own && { own: { ...own, label: own.label.trim(), shown: true } }),
      ...stamp,
    }),
    check: async (draft, runtime) => [
      ...(draft.own ? ownErrors(draft.own, await others()) : []),
      ...(draft.mayShow === false && draft.text !== first.text ? [noRight] : []),
      ...pageErrors(draft, page, await pageValues(runtime, name)),
      ...(await namingErrors(draft, page, runtime)),
    ],
  };
}

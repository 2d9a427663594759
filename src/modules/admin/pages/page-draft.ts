import { type Placeholders, readPage, type TextProblem } from "#src/modules/operator/index.server.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import type { PageTexts } from "../tables.ts";

type Part = keyof PageTexts;

/** What a person calls the parts of a page. */
export const partLabels: Readonly<Record<Part, string>> = {
  text: "text",
  title: "title for search",
  description: "description for search",
};

const parts = Object.keys(partLabels) as Part[];

/** How many characters search results show. */
const most = { title: 60, description: 160 } as const;

/** The parts in which two versions differ. */
export const differing = (one: PageTexts, other: PageTexts): readonly Part[] =>
  parts.filter((part) => one[part] !== other[part]);

/** What was published meanwhile, with what this draft changed: of a part that both changed, the draft's. */
export function mergePage(base: PageTexts, draft: PageTexts, published: PageTexts): PageTexts {
  const merged = { ...published };
  for (const part of differing(base, draft)) merged[part] = draft[part];
  return merged;
}

const fieldError = (part: "title" | "description", value: string): FieldError[] => {
  const length = [...value.trim()].length;
  if (length === 0) return [{ path: part, message: "Search results need one." }];
  return length > most[part] ? [{ path: part, message: `At most ${most[part]} characters. It has ${length}.` }] : [];
};

const atLine = ({ line, message }: TextProblem): string => `Line ${line}: ${message}`;

/** What keeps a draft from being published, by its fields. */
export function pageErrors(draft: PageTexts, label: string, placeholders: Placeholders): FieldError[] {
  const { problems } = readPage(draft.text, label, placeholders);
  const stops = problems.filter(({ stops: one }) => one).map((one) => ({ path: "text", message: atLine(one) }));
  const empty = draft.text.trim() === "" ? [{ path: "text", message: "The page needs a text." }] : [];
  return [...empty, ...stops, ...fieldError("title", draft.title), ...fieldError("description", draft.description)];
}

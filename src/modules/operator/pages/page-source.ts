import type { StoredPage, TextPage } from "./pages.ts";
import { shippedText } from "./shipped.ts";

/** What a page says, as a person types it: Markdown, and what search results show. */
export type PageSource = { text: string; title: string; description: string };

/** The words of a stored page; what was never changed is the shipped text. */
export function pageSource(home: string, { name }: TextPage, stored: StoredPage): PageSource {
  const shipped = shippedText(home, name);
  return {
    text: stored.text ?? shipped.text,
    title: stored.title || shipped.title,
    description: stored.description || shipped.description,
  };
}

import { readPage, type StoredPage, shippedText, type TextPage, textPage } from "#src/modules/operator/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { PageTexts } from "../tables.ts";
import { pageValues } from "./page-values.ts";

/** What a stored version says; where it has nothing of its own, what is shipped. */
export function textsOfPage(home: string, { name }: TextPage, stored: StoredPage): PageTexts {
  const shipped = shippedText(home, name);
  return {
    text: stored.text ?? shipped.text,
    title: stored.title || shipped.title,
    description: stored.description || shipped.description,
  };
}

/** A page as its visitors read it now. */
export async function shownPage(runtime: Runtime, name: string) {
  const known = textPage(name);
  if (!known) throw new Error(`/${name} is no page of Markdown`);
  const stored = await runtime.settings.get(known.setting);
  const { text, title, description } = textsOfPage(runtime.config.home, known, stored);
  const { problems: _forAdmins, ...page } = readPage(text, known.label, await pageValues(runtime));
  return { page, title, description };
}

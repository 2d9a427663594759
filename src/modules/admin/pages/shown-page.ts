import { readPage, shippedText, textPages } from "#src/modules/operator/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { pageValues } from "./page-values.ts";

/** A page as its visitors read it now. */
export async function shownPage(runtime: Runtime, name: string) {
  const known = textPages.find((page) => page.name === name);
  if (!known) throw new Error(`/${name} is no page of Markdown`);
  const { title, description, text } = shippedText(runtime.config.home, name);
  const { problems: _seenByAdmins, ...page } = readPage(text, known.label, await pageValues(runtime));
  return { page, title, description };
}

import { readPage, textPage } from "#src/modules/operator/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { pageKind } from "./page-kind.ts";
import { pageValues } from "./page-values.ts";

/** A page as its visitors read it now. */
export async function shownPage(runtime: Runtime, name: string) {
  const known = textPage(name);
  if (!known) throw new Error(`/${name} is no page of Markdown`);
  const stored = await runtime.settings.get(known.setting);
  const { text, title, description } = pageKind(runtime.config.home, known).read(stored);
  const { problems: _forAdmins, ...page } = readPage(text, known.label, await pageValues(runtime, name));
  return { page, title, description };
}

import { keptLegalText, otherTexts, plainText } from "#src/modules/operator/index.server.ts";
import type { OrderVersions } from "#src/modules/operator/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type ChangedPart, textChanges } from "../../domain/text-changes.ts";
import type { Values } from "./posted.server.ts";

/** A text that is another one than the form had shown; `changes`: null where nobody knows what it had shown. */
export type ChangedText = { label: string; to: string; changes: readonly ChangedPart[] | null };

async function wordsOf(ctx: Ctx, name: string, version: string): Promise<string | null> {
  const kept = await keptLegalText(ctx, { name, version: version.slice(0, 40) });
  return kept.ok ? plainText(kept.value.page) : null;
}

/** What changed in the texts since the form was opened, paragraph by paragraph. */
export async function changedTexts(ctx: Ctx, sent: Values, versions: OrderVersions): Promise<ChangedText[]> {
  return Promise.all(
    otherTexts(sent, versions).map(async ({ name, label, to, shown, now }) => {
      const before = shown ? await wordsOf(ctx, name, shown) : null;
      const after = await wordsOf(ctx, name, now);
      const parts = before && after ? [...textChanges(before, after)] : null;
      return { label, to, changes: parts?.filter(({ pieces }) => pieces.some(({ mark }) => mark !== "same")) ?? null };
    }),
  );
}

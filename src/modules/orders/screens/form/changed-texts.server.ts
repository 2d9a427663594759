import { keptLegalText, plainText } from "#src/modules/operator/index.server.ts";
import type { OrderVersions } from "#src/modules/operator/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type ChangedPart, textChanges } from "../../domain/text-changes.ts";
import type { Values } from "./posted.server.ts";

/** A text that is another one than the form had shown; `changes`: null where nobody knows what it had shown. */
export type ChangedText = { label: string; to: string; changes: readonly ChangedPart[] | null };

const texts = [
  { version: "termsVersion", name: "terms", label: "Terms of service", to: "/terms" },
  { version: "fairUseVersion", name: "fair-use-promise", label: "Fair-use promise", to: "/terms#fair-use" },
  { version: "privacyVersion", name: "privacy-policy", label: "Privacy policy", to: "/privacy-policy" },
] as const;

async function wordsOf(ctx: Ctx, name: string, version: string): Promise<string | null> {
  const kept = await keptLegalText(ctx, { name, version: version.slice(0, 40) });
  return kept.ok ? plainText(kept.value.page) : null;
}

/** What changed in the texts since the form was opened, paragraph by paragraph. */
export async function changedTexts(ctx: Ctx, sent: Values, now: OrderVersions): Promise<ChangedText[]> {
  const changed = texts.filter(({ version }) => sent[version] !== now[version]);
  return Promise.all(
    changed.map(async ({ version, name, label, to }) => {
      const shown = sent[version];
      const before = shown ? await wordsOf(ctx, name, shown) : null;
      const after = await wordsOf(ctx, name, now[version]);
      const parts = before && after ? [...textChanges(before, after)] : null;
      return { label, to, changes: parts?.filter(({ pieces }) => pieces.some(({ mark }) => mark !== "same")) ?? null };
    }),
  );
}

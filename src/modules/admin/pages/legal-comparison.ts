import { z } from "zod";
import { isLegal, legalDraft, type PageText, versionsOfLegal } from "#src/modules/operator/index.server.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { draftState } from "../drafts/draft-state.ts";
import { comparedParts, countChanges } from "./compared-parts.ts";
import { editablePage } from "./editable-page.ts";

export type LegalComparison = Answer<typeof legalComparison>;

/**
 * A text that people accept: its versions, and one of them, or the own draft, beside the version before it. Needs
 * `settings`; not-found for other pages and unknown versions.
 */
export const legalComparison = query("admin.legal-comparison", {
  input: z.strictObject({
    page: z.string().max(40),
    /** The version that is read; none: the draft, or the version that binds. */
    version: z.string().max(40).optional(),
  }),
  run: async (ask, { page: name, version: asked }) => {
    const { runtime } = ask.ctx;
    if (!canChangeSettings(ask.viewer) || !isLegal(name)) return notFound();
    const found = await editablePage(ask.db, runtime.config.home, name);
    const state = found && (await draftState(ask, found.kind));
    if (!state) return notFound();
    const { rows, current, next } = await versionsOfLegal(runtime, ask.db, name);
    const drafted = state.changes.length > 0;
    const chosen = asked ?? (drafted ? "draft" : current.version);
    const at = rows.findIndex(({ version }) => version === chosen);
    if (at === -1 && chosen !== "draft") return notFound();
    const now: PageText | undefined =
      chosen === "draft" ? await legalDraft(runtime, name, state.draft.text, next) : rows[at]?.page;
    const before = chosen === "draft" ? current : rows[at + 1];
    if (!now) return notFound();
    const parts = comparedParts(before?.page ?? null, now);
    return done({
      chosen,
      against: before?.version ?? null,
      parts,
      count: countChanges(parts),
      drafted,
      /** What publishing the draft is called. */
      next,
      current: current.version,
      versions: rows.map(({ version, since }, nth) => ({ version, since, until: rows[nth - 1]?.since ?? null })),
    });
  },
});

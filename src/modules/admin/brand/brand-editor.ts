import { z } from "zod";
import { isShippedBrand } from "#src/modules/operator/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { draftState } from "../drafts/draft-state.ts";
import { brandKind } from "./brand-kind.ts";

/** The brand as this admin edits it: the own draft, what is published, and what others do. Needs `settings`. */
export const brandEditor = query("admin.brand-editor", {
  input: z.strictObject({}),
  run: async (ask) => {
    const state = await draftState(ask, brandKind);
    return state ? done({ ...state, shipped: isShippedBrand(state.published) }) : notFound();
  },
});

import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { deletePage, showPage } from "../../pages/own-page-steps.ts";

/** Answers the buttons of a page of the operator's own that change no text; null: it is another step. */
export async function answerOwnPage(ctx: Ctx, { here, page, step }: { here: string; page: string; step: string }) {
  if (step !== "hide" && step !== "show" && step !== "delete") return null;
  const answer =
    step === "delete" ? await deletePage(ctx, { page }) : await showPage(ctx, { page, shown: step === "show" });
  if (!answer.ok) return refusedForm(answer);
  return step === "delete" ? redirectWithFlash("/admin/site/pages", "deleted") : redirectWithFlash(here, step);
}

import { readingZone, siteSetting } from "#src/modules/operator/index.server.ts";
import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { fileToKeep } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { refuse } from "#src/shared/outcome.ts";
import { checkerPort } from "../index.server.ts";
import { reportDocument } from "../report-document.ts";
import { checkForm, refusedAs } from "./check-form.server.ts";

const atOnce = openConcurrencyLimit(2);
const busy = refuse("too-many", "Other reports of yours are still being made. Wait for them, then try again.");
const notInstalled = refuse("unavailable", "The checker is not installed in this installation.");

/** The report as a PDF, or the form again. It is made from a text that is sent anew: none is kept to be asked for. */
export async function reportFile(ctx: Ctx, form: FormData, signal: AbortSignal, who: string) {
  const checked = await checkForm(ctx, form, signal);
  if (!checked.report) return checked;
  const { report, text, kind, found, left, whole, facts } = checked;
  const card = ctx.runtime.port(checkerPort).card();
  if (!card) return refusedAs(notInstalled, { text, kind });
  const { name: author } = await ctx.runtime.settings.get(siteSetting);
  const parts = { report, kind, found, left, whole, facts, zone: await readingZone(ctx), card, author };
  const make = () => pdfOf(reportDocument({ ...parts, text: form.get("withText") ? text : null }));
  const bytes = await atOnce(who, make);
  if (!bytes) return refusedAs(busy, { text, kind });
  return fileToKeep(bytes, { type: "application/pdf", name: `ai-checker-${facts.sha256.slice(0, 12)}.pdf` });
}

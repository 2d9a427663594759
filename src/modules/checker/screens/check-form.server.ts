import { createHash } from "node:crypto";
import { readingZone, siteSetting } from "#src/modules/operator/index.server.ts";
import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { fileToKeep } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { kindOf } from "../domain/card.ts";
import { fileNotesIn } from "../domain/files.ts";
import { checkerPort, checkFile, checkText } from "../index.server.ts";
import { type Facts, reportDocument } from "../report-document.ts";

const factsOf = (ctx: Ctx, text: string): Facts => ({
  sha256: createHash("sha256").update(text).digest("hex"),
  at: ctx.runtime.clock().toISOString(),
});

export const refusedAs = (refusal: Refusal, values: Record<string, string>) => ({
  report: null,
  refused: refusedForm(refusal, values),
});

/** Checks what the form brought: a file when one was chosen, else the text. What was pasted is kept either way. */
export async function checkForm(ctx: Ctx, form: FormData, signal: AbortSignal) {
  const { text: pasted = "", kind: asked = "", intent } = textsIn(form);
  const kind = kindOf(asked);
  const values = { text: pasted, kind };
  const file = form.get("file");
  const hasFile = file instanceof File && file.size > 0;
  const whole = intent === "whole" || form.get("whole") === "yes";
  const looked = hasFile ? await checkFile(ctx, file, { signal, whole }) : null;
  if (looked && !looked.ok) return refusedAs(looked, values);
  const { text, ...notes } = looked?.value.reading ?? { text: pasted, ...fileNotesIn(form) };
  const checked = looked?.value.checked ?? (await checkText(ctx, text, { signal, whole }));
  if (!checked.ok) return refusedAs(checked, { text: pasted || text, kind });
  return { report: checked.value, text, kind, ...notes, whole, facts: factsOf(ctx, text) };
}

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

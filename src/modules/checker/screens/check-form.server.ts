import { createHash } from "node:crypto";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { kindOf } from "../domain/card.ts";
import { fileNotesIn } from "../domain/files.ts";
import { checkFile, checkText } from "../index.server.ts";
import type { Facts } from "../report-document.ts";

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

import { createHash } from "node:crypto";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { kindNames } from "../domain/card.ts";
import { checkFile, checkText } from "../index.server.ts";

/** What a report names besides the answer. */
export type Facts = { sha256: string; at: string };

const refusedAs = (refusal: Refusal, values: Record<string, string>) => ({
  report: null,
  refused: refusedForm(refusal, values),
});

/** Checks what the form brought: a file when one was chosen, else the text. What was pasted is kept either way. */
export async function checkForm(ctx: Ctx, form: FormData, signal: AbortSignal) {
  const { text: pasted = "", kind: asked = "" } = textsIn(form);
  const kind = Object.hasOwn(kindNames, asked) ? asked : "";
  const values = { text: pasted, kind };
  const file = form.get("file");
  const hasFile = file instanceof File && file.size > 0;
  const looked = hasFile ? await checkFile(ctx, file, signal) : null;
  if (looked && !looked.ok) return refusedAs(looked, values);
  const { text, left } = looked?.value.reading ?? { text: pasted, left: [] };
  const checked = looked?.value.checked ?? (await checkText(ctx, text, signal));
  if (!checked.ok) return refusedAs(checked, { text: pasted || text, kind });
  const facts: Facts = {
    sha256: createHash("sha256").update(text).digest("hex"),
    at: ctx.runtime.clock().toISOString(),
  };
  return { report: checked.value, text, kind, left, facts };
}

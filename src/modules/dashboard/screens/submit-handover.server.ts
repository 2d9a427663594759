import { deliverWork, keepWork } from "#src/modules/orders/index.server.ts";
import { answerTextField, isHandoverField, partLabels, readHandover } from "#src/modules/orders/index.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";

type Sent = { seenVersion: string; files: string; texts: Readonly<Record<string, string>>; form: FormData };

/** Names of what was typed, for when the form is gone; a missing part of a delivery says itself what it is. */
const labels = {
  text: "The work as text",
  files: "Files",
  shortReason: "Why it is less than promised",
  ...partLabels,
  note: "A note to the client",
};

/** The field of the form for a path of the command: "handover.pack.outline" is typed into `outline`. */
const fieldOf = (path: string): string => {
  const [, list, at = ""] = path.split(".");
  if (list === "answers") return answerTextField(/^\d{1,2}$/.test(at) ? Number(at) : 0);
  return path.split(".").at(-1) ?? path;
};

/**
 * The hand-over form, by the button that was pressed: kept for later (without scripts), sent as a draft, or delivered.
 */
export async function submitHandover(ctx: Ctx, orderId: string, { seenVersion, files, texts, form }: Sent) {
  const typed = Object.fromEntries(Object.entries(texts).filter(([name]) => isHandoverField(name)));
  const page = `/dashboard/orders/${orderId}`;
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { action: "deliver", labels }, fieldOf);
  if (form.has("keep")) {
    const kept = await keepWork(ctx, { orderId, fields: typed });
    return kept.ok ? redirectWithFlash(`${page}#hand`, "kept") : again(kept);
  }
  const final = form.has("final");
  const { text = "", note = "" } = typed;
  const { hasWork: _, counted: __, ...handover } = readHandover(typed, { hasWork: false });
  const asked = { orderId, seenVersion, text, files, final, handover, ...(note && { note }) };
  const handed = await deliverWork(ctx, asked);
  if (!handed.ok) return again(handed);
  // The work continues after a draft, so what was filled in stays for the next version.
  if (!final) await keepWork(ctx, { orderId, fields: { ...typed, note: "" } });
  return redirectWithFlash(page, final ? "deliver" : "draft");
}

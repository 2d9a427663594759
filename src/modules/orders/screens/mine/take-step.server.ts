import { redirect } from "react-router";
import { sendToThread } from "#src/modules/chat/index.server.ts";
import { sendFileAsItIs } from "#src/modules/files/index.server.ts";
import {
  type Action,
  doneMessage,
  type FormFacts,
  fieldLabels,
  leavesPage,
  shownForms,
} from "#src/modules/orders/index.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal, RefusedForm } from "#src/shared/outcome.ts";
import { act, addFiles, openDelivery } from "../../index.server.ts";
import { takeHandover } from "./take-handover.server.ts";

type Side = "C" | "W";

/** A refused step; `labels` name its fields. */
export type Refused = RefusedForm & { action: string; labels: Readonly<Record<string, string>> };

/** Forms of the page that are no form of the table. */
const otherLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "add-files": { files: "Files" },
  say: { message: "Message", id: "Message" },
};
const otherMessages: Readonly<Record<string, string>> = {
  kept: "Kept. Only you see it.",
  "as-it-is": "The file goes to the others as it is.",
  "add-files": "The files are with your order.",
  draft: "The draft is added. The client can read it.",
  "refund-account": "Thank you. We send the refund there.",
  claimed: "The order is yours, and the work has started.",
};

/** The forms of what is allowed now, the one that the address asks for, and what was just done. */
export const stepsOfPage = (request: Request, side: Side, allowed: readonly Action[], facts: FormFacts) => {
  const query = new URL(request.url).searchParams;
  const did = flashOf(request);
  const forms = shownForms(new Set(allowed), side, facts);
  const step = forms.find(({ action, opens }) => opens === "folded" && action === query.get("step"))?.action ?? null;
  const other = Object.hasOwn(otherMessages, did) ? otherMessages[did] : undefined;
  return { forms, step, done: other ?? doneMessage(did, side) ?? null };
};

/** A message of the form without scripts to the other side of the order. */
function sayThere(ctx: Ctx, form: FormData) {
  const { threadId, id, message, fileId } = textsIn(form);
  return sendToThread(ctx, { threadId, id, message, ...(fileId && { fileId: fileId.split(",")[0] }) });
}

/**
 * Takes the step that a form of the page asks for. The caller has made sure that the order is the viewer's own.
 * Done: back to the page, which says what was done; refused: the page again with everything that was typed.
 */
export async function takeStep(ctx: Ctx, request: Request, orderId: string, side: Side) {
  const form = await request.formData();
  const action = String(form.get("action") ?? "");
  const page = `/dashboard/orders/${orderId}`;
  const sentAsItIs = await sendFileAsItIs(ctx, request, form, page);
  if (sentAsItIs) return sentAsItIs;
  if (action === "read") {
    const number = String(form.get("number") ?? "");
    orPage(await openDelivery(ctx, { orderId, number }), request);
    return redirect(`${page}?text=${encodeURIComponent(number)}#text`, 303);
  }
  const { action: _, seenVersion = "", files = "", refundSeenCents, ...texts } = textsIn(form);
  const labels = otherLabels[action] ?? fieldLabels(action, side);
  const typed = Object.fromEntries(Object.entries(texts).filter(([name]) => name in labels));
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { action, labels });
  if (action === "say") {
    const said = await sayThere(ctx, form);
    return said.ok ? redirect(`${page}?with=thread#conversation`, 303) : again(said);
  }
  if (action === "add-files") {
    const added = await addFiles(ctx, { orderId, files });
    return added.ok ? redirectWithFlash(`${page}#files`, "add-files") : again(added);
  }
  if (action === "deliver") return takeHandover(ctx, orderId, { seenVersion, files, texts, form });
  const seen = refundSeenCents === undefined ? {} : { refundSeenCents };
  const taken = await act(ctx, { orderId, action, seenVersion, ...typed, ...seen });
  if (!taken.ok) return again(taken);
  return leavesPage(action, side) ? redirect("/dashboard", 303) : redirectWithFlash(page, action);
}

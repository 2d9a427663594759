import { data } from "react-router";
import type { Asking } from "#src/modules/accounts/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { newId } from "#src/platform/ids.ts";
import { fieldOfList, refusedForm, textsIn } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import {
  editEndpoint,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  sendTest,
  switchOff,
  switchOn,
} from "../webhooks/change-endpoints.ts";

/** `id` is another one in each answer: a dialog that asked for it then closes. */
export type EndpointAnswer = Asking & { secret?: string; id?: string };
type Answered = ReturnType<typeof data<EndpointAnswer>>;

const steps = { on: switchOn, off: switchOff, test: sendTest } as const;
const isStep = (step: string): step is keyof typeof steps => Object.hasOwn(steps, step);

/** The page again; what was typed is that of the form for address and events. */
export function endpointRefused(refusal: Refusal, form: FormData): Answered {
  const { step, url = "" } = textsIn(form);
  const typed: Record<string, string> =
    step === "edit" ? { url, events: form.getAll("events").map(String).join(" ") } : {};
  return refusedForm(refusal, typed, { id: newId() }, fieldOfList);
}

async function rotate(ctx: Ctx, id: string, form: FormData): Promise<Answered> {
  const rotated = await rotateSecret(ctx, { id });
  if (!rotated.ok) return endpointRefused(rotated, form);
  const answer = { errors: {}, values: {}, id: newId(), secret: rotated.value.secret };
  return data(answer, { headers: { "cache-control": "no-store" } });
}

/** Takes the step that a form of the webhook's page names. */
export async function submitEndpointStep(ctx: Ctx, id: string, form: FormData): Promise<Answered | Response> {
  const { step = "", delivery = "", url = "", version = "" } = textsIn(form);
  const here = `/admin/api/webhooks/${encodeURIComponent(id)}`;
  if (step === "rotate") return rotate(ctx, id, form);
  if (step === "remove") {
    const removed = await removeEndpoint(ctx, { id });
    return removed.ok ? redirectWithFlash("/admin/api/webhooks", "removed") : endpointRefused(removed, form);
  }
  if (step === "edit") {
    const events = form.getAll("events").map(String);
    const edited = await editEndpoint(ctx, { id, url, events, version });
    return edited.ok ? redirectWithFlash(here, "edited") : endpointRefused(edited, form);
  }
  const outcome = isStep(step) ? await steps[step](ctx, { id }) : await sendAgain(ctx, { id: delivery });
  return outcome.ok ? redirectWithFlash(here, isStep(step) ? step : "again") : endpointRefused(outcome, form);
}

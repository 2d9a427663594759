import { data } from "react-router";
import type { Asking } from "#src/modules/accounts/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
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

type Sent = { ctx: Ctx; id: string; typed: Readonly<Record<string, string>>; events: readonly string[] };

const steps: PostedSteps<Sent, Answered> = {
  on: ({ ctx, id }) => switchOn(ctx, { id }),
  off: ({ ctx, id }) => switchOff(ctx, { id }),
  test: ({ ctx, id }) => sendTest(ctx, { id }),
  rotate: async ({ ctx, id }) => {
    const rotated = await rotateSecret(ctx, { id });
    if (!rotated.ok) return rotated;
    const answer = { errors: {}, values: {}, id: newId(), secret: rotated.value.secret };
    return data(answer, { headers: { "cache-control": "no-store" } });
  },
  remove: { run: ({ ctx, id }) => removeEndpoint(ctx, { id }), to: "/admin/api/webhooks", flash: "removed" },
  edit: {
    run: ({ ctx, id, typed: { url = "", version = "" }, events }) => editEndpoint(ctx, { id, url, events, version }),
    flash: "edited",
  },
  again: { run: ({ ctx, typed: { delivery = "" } }) => sendAgain(ctx, { id: delivery }), flash: "again" },
};

/** The page again; what was typed is that of the form for address and events. */
export function endpointRefused(refusal: Refusal, form: FormData): Answered {
  const { step, url = "" } = textsIn(form);
  const typed: Record<string, string> =
    step === "edit" ? { url, events: form.getAll("events").map(String).join(" ") } : {};
  return refusedForm(refusal, typed, { id: newId() }, fieldOfList);
}

/** Takes the step that a form of the webhook's page names. */
export function submitEndpointStep(ctx: Ctx, id: string, form: FormData): Promise<Answered | Response> {
  const { step = "", ...typed } = textsIn(form);
  const page = `/admin/api/webhooks/${encodeURIComponent(id)}`;
  const again = (refusal: Refusal) => endpointRefused(refusal, form);
  const sent = { ctx, id, typed, events: form.getAll("events").map(String) };
  return answerStep(steps, step, sent, { page, again, others: steps.again });
}

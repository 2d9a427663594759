import { withProof } from "#src/modules/accounts/index.server.ts";
import { previewOf } from "#src/modules/files/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  acceptApplication,
  applicationForAdmin,
  askBack,
  declineApplication,
} from "#src/modules/writing/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { typedIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { isFresh, type Person } from "#src/shared/viewer.ts";
import { again } from "../orders/submit-order-step.server.ts";

/** An application with all that an admin decides by, for one page. */
export async function applicationPageData(ctx: Ctx, request: Request, admin: Person, applicationId: string) {
  const [found, clock] = await Promise.all([applicationForAdmin(ctx, { applicationId }), readerClock(ctx, admin)]);
  const application = orPage(found, request);
  return {
    ...clock,
    application,
    preview: await previewOf(ctx, request, application.samples),
    fresh: isFresh(admin, clock.now),
    did: flashOf(request),
  };
}
export type ApplicationPageData = Awaited<ReturnType<typeof applicationPageData>>;
export type ApplicationShown = ApplicationPageData["application"];

type Sent = { ctx: Ctx; seen: { applicationId: string; seenVersion: string }; typed: Readonly<Record<string, string>> };

const steps: PostedSteps<Sent> = {
  accept: {
    run: ({ ctx, seen, typed: { grade = "", capacity = "", sharePercent = "" } }) =>
      acceptApplication(ctx, { ...seen, grade, capacity, sharePercent }),
    to: "/admin/writers",
  },
  ask: ({ ctx, seen, typed: { question = "" } }) => askBack(ctx, { ...seen, question }),
  decline: ({ ctx, seen, typed: { reason = "" } }) => declineApplication(ctx, { ...seen, reason }),
};

const labels = {
  question: "What is missing",
  reason: "Why",
  capacity: "Orders at the same time",
  sharePercent: "Own share",
};

/** Takes the decision that a form of an application's page asks for; who was accepted is shown as a writer. */
export async function submitApplicationStep(ctx: Ctx, request: Request, applicationId: string) {
  const form = await request.formData();
  const step = String(form.get("step") ?? "");
  const typed = typedIn(form, step);
  const seen = { applicationId, seenVersion: String(form.get("seenVersion") ?? "") };
  const page = `/admin/writers/applications/${applicationId}`;
  const refused = (refusal: Refusal) => again(refusal, step, typed, labels);
  return withProof(ctx, request.headers, form, {
    take: (known) => answerStep(steps, step, { ctx: known, seen, typed }, { page, again: refused }),
    again: refused,
  });
}

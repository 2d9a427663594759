import { withProof } from "#src/modules/accounts/index.server.ts";
import { previewOf } from "#src/modules/files/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import {
  acceptApplication,
  applicationForAdmin,
  askBack,
  declineApplication,
} from "#src/modules/writing/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { typedIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { notFound, type Outcome, type Refusal } from "#src/shared/outcome.ts";
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

type Typed = Readonly<Record<string, string>>;
type Seen = { applicationId: string; seenVersion: string };

const takers: Readonly<Record<string, (ctx: Ctx, seen: Seen, typed: Typed) => Promise<Outcome<unknown>>>> = {
  accept: (ctx, seen, { grade = "", capacity = "", sharePercent = "" }) =>
    acceptApplication(ctx, { ...seen, grade, capacity, sharePercent }),
  ask: (ctx, seen, { question = "" }) => askBack(ctx, { ...seen, question }),
  decline: (ctx, seen, { reason = "" }) => declineApplication(ctx, { ...seen, reason }),
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
  const take = Object.hasOwn(takers, step) ? takers[step] : undefined;
  const seen = { applicationId, seenVersion: String(form.get("seenVersion") ?? "") };
  const page = step === "accept" ? "/admin/writers" : `/admin/writers/applications/${applicationId}`;
  const refused = (refusal: Refusal) => again(refusal, step, typed, labels);
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const taken = await (take?.(known, seen, typed) ?? notFound());
      return taken.ok ? redirectWithFlash(page, step) : refused(taken);
    },
    again: refused,
  });
}

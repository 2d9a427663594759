import { withProof } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { loadPricing } from "#src/modules/pricing/index.server.ts";
import { allSubjects } from "#src/modules/pricing/index.ts";
import { addWriterNote, adminWriter, changeHoliday, changeWriter } from "#src/modules/writing/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { typedIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { isFresh, type Person } from "#src/shared/viewer.ts";
import { localOf } from "#src/shared/zone.ts";
import { again } from "../orders/submit-order-step.server.ts";

/** Everything an admin with `people` may see of a writer, for one page. */
export async function writerPageData(ctx: Ctx, request: Request, admin: Person, personId: string) {
  const [found, clock] = await Promise.all([adminWriter(ctx, { personId }), readerClock(ctx, admin)]);
  const writer = orPage(found, request);
  const pricing = await loadPricing(ctx.runtime.db, clock.now);
  return {
    ...clock,
    writer,
    today: localOf(clock.now, clock.zone).date,
    /** What can be chosen; empty while the prices cannot be read. */
    subjects: pricing.ok ? allSubjects(pricing.value.table) : [],
    fresh: isFresh(admin, clock.now),
    did: flashOf(request),
  };
}
export type WriterPageData = Awaited<ReturnType<typeof writerPageData>>;

type Typed = Readonly<Record<string, string>>;
type Sent = { ctx: Ctx; seen: { personId: string; seenVersion?: string }; typed: Typed };

/** The rows of the form in which a subject was chosen. */
const subjectsIn = (typed: Typed) =>
  Object.keys(typed).flatMap((key) => {
    const at = /^name-(\d{1,3})$/.exec(key)?.[1];
    const name = typed[key];
    return at && name ? [{ name, upTo: typed[`upTo-${at}`] ?? "" }] : [];
  });

const steps: PostedSteps<Sent> = {
  terms: ({ ctx, seen, typed: { grade = "", capacity = "", sharePercent = "" } }) =>
    changeWriter(ctx, { ...seen, grade, capacity, sharePercent }),
  subjects: ({ ctx, seen, typed }) => changeWriter(ctx, { ...seen, subjects: subjectsIn(typed) }),
  holiday: ({ ctx, seen: { personId }, typed: { awayFrom = "", awayUntil = "" } }) =>
    changeHoliday(ctx, { personId, awayFrom, awayUntil }),
  note: ({ ctx, seen: { personId }, typed: { note = "" } }) => addWriterNote(ctx, { personId, text: note }),
  pause: ({ ctx, seen }) => changeWriter(ctx, { ...seen, active: false }),
  resume: ({ ctx, seen }) => changeWriter(ctx, { ...seen, active: true }),
};

const labels = { sharePercent: "Own share of the price", capacity: "Orders at the same time", note: "Note" };

/** Takes the step that a form of a writer's page asks for: done, back to the page; refused, the page again with all of it. */
export async function submitWriterStep(ctx: Ctx, request: Request, personId: string) {
  const form = await request.formData();
  const step = String(form.get("step") ?? "");
  const typed = typedIn(form, step);
  const seenVersion = String(form.get("seenVersion") ?? "");
  const seen = { personId, ...(seenVersion && { seenVersion }) };
  const page = `/admin/writers/${personId}`;
  const refused = (refusal: Refusal) => again(refusal, step, typed, labels);
  return withProof(ctx, request.headers, form, {
    take: (known) => answerStep(steps, step, { ctx: known, seen, typed }, { page, again: refused }),
    again: refused,
  });
}

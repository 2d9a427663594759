import { withProof } from "#src/modules/accounts/index.server.ts";
import { addWriterNote, changeHoliday, changeWriter } from "#src/modules/writing/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { typedIn } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { notFound, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import { again } from "../orders/submit-order-step.server.ts";

type Typed = Readonly<Record<string, string>>;
type Seen = { personId: string; seenVersion?: string };

/** The rows of the form in which a subject was chosen. */
const subjectsIn = (typed: Typed) =>
  Object.keys(typed).flatMap((key) => {
    const at = /^name-(\d{1,3})$/.exec(key)?.[1];
    const name = typed[key];
    return at && name ? [{ name, upTo: typed[`upTo-${at}`] ?? "" }] : [];
  });

const takers: Readonly<Record<string, (ctx: Ctx, seen: Seen, typed: Typed) => Promise<Outcome<unknown>>>> = {
  terms: (ctx, seen, { grade = "", capacity = "", sharePercent = "" }) =>
    changeWriter(ctx, { ...seen, grade, capacity, sharePercent }),
  subjects: (ctx, seen, typed) => changeWriter(ctx, { ...seen, subjects: subjectsIn(typed) }),
  holiday: (ctx, { personId }, { awayFrom = "", awayUntil = "" }) =>
    changeHoliday(ctx, { personId, awayFrom, awayUntil }),
  note: (ctx, { personId }, { note = "" }) => addWriterNote(ctx, { personId, text: note }),
  pause: (ctx, seen) => changeWriter(ctx, { ...seen, active: false }),
  resume: (ctx, seen) => changeWriter(ctx, { ...seen, active: true }),
};

const labels = { sharePercent: "Own share of the price", capacity: "Orders at the same time", note: "Note" };

/** Takes the step that a form of a writer's page asks for: done, back to the page; refused, the page again with all of it. */
export async function submitWriterStep(ctx: Ctx, request: Request, personId: string) {
  const form = await request.formData();
  const step = String(form.get("step") ?? "");
  const typed = typedIn(form, step);
  const take = Object.hasOwn(takers, step) ? takers[step] : undefined;
  const seenVersion = String(form.get("seenVersion") ?? "");
  const refused = (refusal: Refusal) => again(refusal, step, typed, labels);
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const taken = await (take?.(known, { personId, ...(seenVersion && { seenVersion }) }, typed) ?? notFound());
      return taken.ok ? redirectWithFlash(`/admin/writers/${personId}`, step) : refused(taken);
    },
    again: refused,
  });
}

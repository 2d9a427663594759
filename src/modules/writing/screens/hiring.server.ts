import { data, redirect } from "react-router";
import { fileFieldData } from "#src/modules/files/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { fileIds, keepForm, openForm } from "#src/modules/orders/index.server.ts";
import { loadPricing } from "#src/modules/pricing/index.server.ts";
import { allSubjects } from "#src/modules/pricing/index.ts";
import { secretToken } from "#src/platform/ids.ts";
import { unstorable } from "#src/platform/input.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { countries, countryOf } from "#src/shared/countries.ts";
import { type FieldError, invalid, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import { isAdmin, isWriter } from "#src/shared/viewer.ts";
import { saveApplication, sendApplication, withdrawApplication } from "../commands/own-application.ts";
import {
  type ApplicationFields,
  applicationFields,
  firstWrong,
  leastSamples,
  readApplication,
  readStep,
  type ShownStep,
  stepOfErrors,
  stepSummaries,
  wrongInStep,
} from "../domain/application.ts";
import { ownApplication } from "../queries/applications.ts";

/** What the samples of an application are about while they are uploaded. */
const NEW_SAMPLES = "application";

const subjectsOf = async ({ runtime }: Ctx): Promise<readonly string[] | null> => {
  const pricing = await loadPricing(runtime.db, runtime.clock());
  return pricing.ok ? allSubjects(pricing.value.table) : null;
};

const whoIs = ({ viewer }: Ctx): "guest" | "person" | "writer" | "admin" => {
  if (viewer.kind !== "person") return "guest";
  if (isWriter(viewer)) return "writer";
  return isAdmin(viewer) ? "admin" : "person";
};

async function keptFields(ctx: Ctx, secret: string | null): Promise<ApplicationFields | null> {
  const form = secret ? await openForm(ctx, { secret: secret.slice(0, 100) }) : null;
  return form?.ok && form.value.path === "/hiring" ? applicationFields(form.value.fields) : null;
}

/** Everything that the page shows: the form with what is known already, or how the application stands. */
export async function hiringData(ctx: Ctx, request: Request) {
  const asked = new URL(request.url).searchParams;
  const { viewer, runtime } = ctx;
  const person = viewer.kind === "person" ? viewer : null;
  const own = orPage(await ownApplication(ctx, {}), request);
  const kept = own === null || own.state === "draft" ? await keptFields(ctx, asked.get("form")) : null;
  const { timeZone } = await runtime.settings.get(siteSetting);
  const known: ApplicationFields = {
    name: person?.name ?? "",
    timeZone: person?.timeZone ?? "",
    country: countryOf(request.headers.get("accept-language")),
  };
  const fields: ApplicationFields = { ...known, ...own?.fields, ...kept };
  return {
    who: whoIs(ctx),
    person: person?.id ?? null,
    zone: person?.timeZone ?? timeZone,
    own: own && { ...own, fields: {}, sent: readApplication(own.fields) },
    kept: kept !== null,
    fields: { ...fields, key: fields.key || secretToken() },
    savedAt: own?.savedAt.getTime() ?? 0,
    step: kept && !asked.has("step") ? readStep("5") : readStep(asked.get("step")),
    summaries: stepSummaries(fields, own?.files.length ?? 0),
    subjects: (await subjectsOf(ctx)) ?? [],
    countries: countries(),
    files: await fileFieldData(ctx, { purpose: "application", about: NEW_SAMPLES }),
  };
}
export type HiringData = Awaited<ReturnType<typeof hiringData>>;

type More = { step: ShownStep; summaries: readonly (string | null)[] };
/** The form again: at another step, or with what is wrong. */
export type HiringAnswer = RefusedForm & More;

type Posted = { values: ApplicationFields; fields: ApplicationFields; files: readonly string[]; at: ShownStep };

async function postedOf(request: Request): Promise<Posted> {
  const values = await textsOf(request);
  const files = fileIds.safeParse((values.files ?? "").slice(0, 8_000));
  return { values, fields: applicationFields(values), files: files.success ? files.data : [], at: readStep(values.at) };
}

/** How many samples there are; those of a guest wait on the device, where only its page sees them. */
async function samplesOf(ctx: Ctx, { files }: Posted): Promise<number> {
  if (ctx.viewer.kind !== "person") return leastSamples;
  const own = await ownApplication(ctx, {});
  return new Set([...files, ...(own.ok ? (own.value?.files ?? []).map(({ id }) => id) : [])]).size;
}

const answer = (ctx: Ctx, posted: Posted, samples: number, step: ShownStep, refusal: Refusal | null) => {
  const counted = ctx.viewer.kind === "person" ? samples : 0;
  const more: More = { step, summaries: stepSummaries(posted.fields, counted) };
  const values = { ...posted.values, ...posted.fields };
  if (!refusal) {
    const shown: HiringAnswer = { errors: {}, values, ...more };
    return data(shown);
  }
  return refusedForm<More>(refusal, values, more, (path) => path.replace(/^fields\./, ""));
};

/** Goes to another step: forward only when the one before has all it needs; what is answered is kept for an account. */
async function goTo(ctx: Ctx, posted: Posted, to: ShownStep) {
  const { at, fields } = posted;
  const samples = await samplesOf(ctx, posted);
  const forward = at !== "all" && to !== "all" && to > at;
  const wrong = forward ? wrongInStep(at, fields, { samples, subjects: await subjectsOf(ctx) }) : [];
  const saved = ctx.viewer.kind === "person" ? await saveApplication(ctx, { fields }) : null;
  if (saved && !saved.ok && saved.code !== "signed-out") return answer(ctx, posted, samples, at, saved);
  return wrong.length > 0 ? answer(ctx, posted, samples, at, invalid(wrong)) : answer(ctx, posted, samples, to, null);
}

/** A guest's form is kept through the sign-in, and opened again at its last step. */
async function keepForSignIn(ctx: Ctx, posted: Posted) {
  const kept = await keepForm(ctx, { path: "/hiring", fields: posted.fields });
  if (!kept.ok) return answer(ctx, posted, 0, posted.at, kept);
  return redirect(`/start?next=${encodeURIComponent(`/hiring?form=${kept.value.secret}`)}`, 303);
}

async function send(ctx: Ctx, posted: Posted) {
  const { fields, files, at } = posted;
  const samples = await samplesOf(ctx, posted);
  const again = (refusal: Refusal) => {
    const wrong = (refusal.fields ?? []).map(({ path }) => path.replace(/^fields\./, ""));
    const step = wrong.length > 0 && at !== "all" ? stepOfErrors(wrong) : at;
    return answer(ctx, posted, samples, step, refusal);
  };
  if (ctx.viewer.kind !== "person") {
    const wrong = firstWrong(fields, { samples, subjects: await subjectsOf(ctx) });
    return wrong ? again(invalid(wrong.errors)) : keepForSignIn(ctx, posted);
  }
  const sent = await sendApplication(ctx, { fields, files: [...files] });
  if (sent.ok) return redirect("/hiring", 303);
  // What was typed outlasts the way to a sample that is sent in a form of its own.
  if (sent.code === "invalid") await saveApplication(ctx, { fields });
  return sent.code === "signed-out" ? keepForSignIn(ctx, posted) : again(sent);
}

/** What the form asks for: another step, the sending, or the end of the application. */
export async function submitHiring(ctx: Ctx, request: Request) {
  const posted = await postedOf(request);
  const { to, intent } = posted.values;
  if (to === undefined && intent === "withdraw") return withdraw(ctx, posted);
  const unkept = unstorable(posted.fields);
  if (unkept.length > 0) return refuseUnkept(ctx, posted, unkept);
  return to === undefined ? send(ctx, posted) : goTo(ctx, posted, readStep(to));
}

/** Shows the field that cannot be kept: at its own step, or where all of them stand. */
async function refuseUnkept(ctx: Ctx, posted: Posted, unkept: FieldError[]) {
  const whole = posted.values.to === undefined && posted.at === "all";
  const step = whole ? posted.at : stepOfErrors(unkept.map(({ path }) => path));
  return answer(ctx, posted, await samplesOf(ctx, posted), step, invalid(unkept));
}

async function withdraw(ctx: Ctx, posted: Posted) {
  const gone = await withdrawApplication(ctx, {});
  if (gone.ok || gone.code === "not-found" || gone.code === "signed-out") return redirect("/hiring", 303);
  return answer(ctx, posted, 0, posted.at, gone);
}

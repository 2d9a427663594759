import { readerClock } from "#src/modules/operator/index.server.ts";
import { act, adminOrderPages } from "#src/modules/orders/index.server.ts";
import { type AssignPlan, assignPlan } from "#src/modules/writing/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { unstorable } from "#src/platform/input.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { pageOf } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { invalid, notFound, type Outcome, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { addNote } from "../../commands/add-note.ts";
import { dropView, saveView } from "../../commands/save-view.ts";
import { askedOf, readAdminAsk } from "../../domain/admin-address.ts";
import type { WriteStep, WriteTo } from "../../domain/many-plan.ts";
import {
  askMoreTime,
  type Left,
  type ManyPlan,
  planForMany,
  planMoreTime,
  type TimePlan,
  undoWriting,
  writeToMany,
} from "./many-orders.server.ts";

/** `undo`: the offers that can be taken back, as a form sends them; `held`: the messages that can, until they leave. */
type ListResult = {
  message: string;
  left: readonly Left[];
  undo: readonly string[];
  held?: { batch: string; messageLater: string };
};
export type ListAnswer = RefusedForm & {
  result: ListResult | null;
  plan: AssignPlan | null;
  many: ManyPlan | null;
  time: TimePlan | null;
  /** The orders that stay chosen. */
  chosen: readonly string[];
};

const nothing = { result: null, plan: null, many: null, time: null, chosen: [] } satisfies Omit<
  ListAnswer,
  "errors" | "values"
>;

/** So many orders are taken in one step. */
const most = 200;
type Chosen = { orderId: string; seenVersion: string };

/** "id:version" or "id:version:writer" of a field, as often as it was sent. */
const partsIn = (form: FormData, field: string): (Chosen & { writerId: string })[] =>
  form
    .getAll(field)
    .filter((value) => typeof value === "string")
    .slice(0, most)
    .map((value) => {
      const [orderId = "", seenVersion = "", writerId = ""] = value.split(":");
      return { orderId, seenVersion, writerId };
    });

/** The orders that a plan left out: they stay chosen. */
const staysIn = (form: FormData): string[] => form.getAll("stay").filter((id) => typeof id === "string");

/** The orders whose boxes were checked, each with the version that was seen; or all that fit the filter of the address. */
async function chosenIn(ctx: Ctx, person: Person, { url }: Request, form: FormData): Promise<Chosen[]> {
  if (!form.has("all")) return partsIn(form, "order").map(({ orderId, seenVersion }) => ({ orderId, seenVersion }));
  const { zone } = await readerClock(ctx, person);
  const ask = askedOf({ ...readAdminAsk(new URL(url).searchParams), older: "", newer: "" }, zone);
  const found: Chosen[] = [];
  for await (const rows of adminOrderPages(ctx, ask)) {
    found.push(...rows.map(({ id, version }) => ({ orderId: id, seenVersion: `${version}` })));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

const wordsOf = ({ fields, message }: Refusal): string => fields?.[0]?.message ?? message;

type Doing<C extends Chosen, T> = {
  one: (chosen: C) => Promise<Outcome<T>>;
  message: (done: readonly C[]) => string;
  /** Chosen orders that were not sent with the others. */
  stays?: readonly string[];
  undo?: (value: T) => string;
};

/** One order after the other, each in a transaction of its own; what is refused is listed with its reason. */
async function forEach<C extends Chosen, T>(ctx: Ctx, chosen: readonly C[], doing: Doing<C, T>): Promise<ListAnswer> {
  const { one, message, stays = [], undo } = doing;
  const left: { id: string; why: string }[] = [];
  const taken: { each: C; value: T }[] = [];
  for (const each of chosen) {
    const answer = await one(each);
    if (answer.ok) taken.push({ each, value: answer.value });
    else left.push({ id: each.orderId, why: wordsOf(answer) });
  }
  const numbers = await numbersOf(
    ctx,
    left.map(({ id }) => id),
  );
  const named = left.map(({ id, why }) => ({ id, why, number: numbers.get(id) ?? "An unknown order" }));
  const result = {
    message: message(taken.map(({ each }) => each)),
    left: named,
    undo: undo ? taken.map(({ value }) => undo(value)) : [],
  };
  return { errors: {}, values: {}, ...nothing, result, chosen: [...left.map(({ id }) => id), ...stays] };
}

const again = (
  refusal: Refusal,
  values: Record<string, string> = {},
  chosen: readonly Pick<Chosen, "orderId">[] = [],
  plans: Partial<Pick<ListAnswer, "many" | "time">> = {},
) =>
  refusedForm<Omit<ListAnswer, keyof RefusedForm>>(refusal, values, {
    ...nothing,
    ...plans,
    chosen: chosen.map(({ orderId }) => orderId),
  });

/** Who would get which of the chosen orders; nothing is sent. */
async function planFor(ctx: Ctx, chosen: readonly Chosen[], to: string, find: string) {
  const ids = chosen.map(({ orderId }) => orderId);
  const plan = await assignPlan(ctx, { orderIds: ids, search: find.slice(0, 200), ...(to && { writerId: to }) });
  if (!plan.ok) return again(plan, {}, chosen);
  return { errors: {}, values: { to }, ...nothing, plan: plan.value, chosen: ids } satisfies ListAnswer;
}

const undone = ({ orderId, version }: { orderId: string; version: number }): string => `${orderId}:${version}`;

/** Asks the planned writers, each order in a transaction of its own. */
const give = (ctx: Ctx, form: FormData) =>
  forEach(ctx, partsIn(form, "give"), {
    one: (each) => act(ctx, { ...each, action: "assign" }),
    message: (done) =>
      `${counted(new Set(done.map(({ writerId }) => writerId)).size, "writer")} asked for ${counted(done.length, "order")}.`,
    stays: staysIn(form),
    undo: undone,
  });

/** Takes offers back that were just made; one that was answered meanwhile stays. */
const undoOffers = (ctx: Ctx, form: FormData) =>
  forEach(ctx, partsIn(form, "undo"), {
    one: ({ orderId, seenVersion }) => act(ctx, { orderId, seenVersion, action: "withdraw-offer" }),
    message: (done) => `${counted(done.length, "offer")} taken back.`,
  });

const writeToOf = (to: string): WriteTo => (to === "writers" ? "writers" : "clients");

/** Who would be written to about the chosen orders; nothing is kept. */
async function planMany(
  ctx: Ctx,
  person: Person,
  chosen: readonly Chosen[],
  asked: { step: WriteStep; to: string; message: string },
) {
  const ids = chosen.map(({ orderId }) => orderId);
  const plan = await planForMany(ctx, person, { ids, step: asked.step, to: writeToOf(asked.to) });
  if (!plan.ok) return again(plan, {}, chosen);
  return {
    errors: {},
    values: { message: asked.message },
    ...nothing,
    many: plan.value,
    chosen: ids,
  } satisfies ListAnswer;
}

/** Writes to the people of the plan; the form comes back open where the message is refused. */
async function sendMany(ctx: Ctx, person: Person, form: FormData, step: WriteStep) {
  const { message = "", once = "", "write-to": to = "" } = textsIn(form);
  const gives = partsIn(form, "give");
  const stays = staysIn(form);
  const seen = gives.map(({ orderId, writerId: personId }) => ({ orderId, personId }));
  const sent = await writeToMany(ctx, person, { seen, step, to: writeToOf(to), text: message, once });
  if (!sent.ok) {
    const ids = [...gives.map(({ orderId }) => orderId), ...stays];
    const plan = await planForMany(ctx, person, { ids, step, to: writeToOf(to) });
    const chosen = ids.map((orderId) => ({ orderId }));
    return again(sent, { message }, chosen, plan.ok ? { many: plan.value } : {});
  }
  const { message: sentText, messageLater, left, batch } = sent.value;
  const result = { message: sentText, left, undo: [], ...(batch && { held: { batch, messageLater } }) };
  return {
    errors: {},
    values: {},
    ...nothing,
    result,
    chosen: [...left.map(({ id }) => id), ...stays],
  } satisfies ListAnswer;
}

async function undoMany(ctx: Ctx, batch: string) {
  const back = await undoWriting(ctx, batch);
  if (!back.ok) return again(back);
  return {
    errors: {},
    values: {},
    ...nothing,
    result: { message: back.value, left: [], undo: [] },
  } satisfies ListAnswer;
}

/** Asks the clients of the plan for more time, each order by its own step; what is refused stays chosen. */
async function askTime(ctx: Ctx, person: Person, form: FormData) {
  const { reason = "", hours = "" } = textsIn(form);
  const gives = partsIn(form, "give");
  const stays = staysIn(form);
  const all = [...gives, ...stays.map((orderId) => ({ orderId }))];
  const time = await planMoreTime(ctx, person, { ids: all.map(({ orderId }) => orderId), hours });
  if (reason.trim() === "")
    return again(invalid([{ path: "reason", message: "Give a reason." }]), { reason }, all, { time });
  return forEach(ctx, gives, {
    one: (each) => askMoreTime(ctx, time, { ...each, reason }),
    message: (done) => `${counted(done.length, "client")} asked for more time.`,
    stays,
  });
}

/** The step that plans each of these, and the step that does it. */
const writeSteps: Readonly<Record<string, WriteStep>> = { "plan-message": "message", "plan-remind": "remind" };

/** What the list's forms ask for: a view kept or removed; writers, a message, a reminder or a note for every chosen order. */
export async function submitListStep(ctx: Ctx, person: Person, request: Request) {
  const form = await request.formData();
  const texts = textsIn(form);
  const { step = "", name = "", address = "", view = "", to = "", text = "", once = "" } = texts;
  if (step === "save-view" || step === "drop-view") {
    const taken = step === "save-view" ? await saveView(ctx, { name, address }) : await dropView(ctx, { id: view });
    if (!taken.ok) return again(taken, { name });
    return redirectWithFlash(pageOf(request), step === "save-view" ? "view-saved" : "view-gone");
  }
  const unkept = unstorable({ text });
  if (unkept.length > 0) return again(invalid(unkept), { text });
  if (step === "give") return give(ctx, form);
  if (step === "undo") return undoOffers(ctx, form);
  if (step === "take-back") return undoMany(ctx, texts.batch ?? "");
  if (step === "message" || step === "remind") return sendMany(ctx, person, form, step);
  if (step === "more-time") return askTime(ctx, person, form);
  const planned = writeSteps[step];
  if (step !== "plan" && step !== "note" && step !== "plan-more-time" && !planned) return again(notFound());
  const chosen = await chosenIn(ctx, person, request, form);
  if (chosen.length === 0) return again(invalid([{ path: "order", message: "Choose at least one order." }]), { text });
  if (planned)
    return planMany(ctx, person, chosen, { step: planned, to: texts["write-to"] ?? "", message: texts.message ?? "" });
  if (step === "plan-more-time") {
    const ids = chosen.map(({ orderId }) => orderId);
    const time = await planMoreTime(ctx, person, { ids, hours: texts.hours ?? "" });
    return { errors: {}, values: { reason: texts.reason ?? "" }, ...nothing, time, chosen: ids } satisfies ListAnswer;
  }
  if (step === "plan") return planFor(ctx, chosen, to, texts.find ?? "");
  if (text.trim() === "") return again(invalid([{ path: "text", message: "Write the note." }]), { text }, chosen);
  return forEach(ctx, chosen, {
    one: ({ orderId }) => addNote(ctx, { orderId, text, once }),
    message: (done) => `The note is saved on ${counted(done.length, "order")}.`,
  });
}

/** The numbers for people of these orders; what the viewer may not see is missing. */
async function numbersOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  if (ids.length === 0) return numbers;
  for await (const rows of adminOrderPages(ctx, { group: "all", chosen: ids }))
    for (const { id, number } of rows) numbers.set(id, number);
  return numbers;
}

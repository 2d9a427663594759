import { act, adminOrderPages } from "#src/modules/orders/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { pageOf } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { unstorable } from "#src/platform/storable.ts";
import { invalid, notFound, type Outcome, type Refusal, type RefusedForm } from "#src/shared/outcome.ts";
import { addNote } from "../../commands/add-note.ts";
import { dropView, saveView } from "../../commands/save-view.ts";
import { counted } from "../../domain/count-label.ts";

type Left = { id: string; number: string; why: string };
export type ListResult = { said: string; left: readonly Left[] };
export type ListRefused = RefusedForm & { result: ListResult | null };

const most = 200;
type Chosen = { orderId: string; seenVersion: string };

/** The orders whose boxes were checked, each with the version that was seen. */
const chosenIn = (form: FormData): Chosen[] =>
  form
    .getAll("order")
    .filter((value) => typeof value === "string")
    .slice(0, most)
    .map((value) => {
      const [orderId = "", seenVersion = ""] = value.split(":");
      return { orderId, seenVersion };
    });

const wordsOf = ({ fields, message }: Refusal): string => fields?.[0]?.message ?? message;

type Doing = { one: (chosen: Chosen) => Promise<Outcome<unknown>>; said: (done: number) => string };

/** One order after the other, each in a transaction of its own; what is refused is listed with its reason. */
async function forEach(ctx: Ctx, chosen: readonly Chosen[], { one, said: message }: Doing) {
  const left: { id: string; why: string }[] = [];
  for (const each of chosen) {
    const taken = await one(each);
    if (!taken.ok) left.push({ id: each.orderId, why: wordsOf(taken) });
  }
  const numbers = await numbersOf(
    ctx,
    left.map(({ id }) => id),
  );
  const named = left.map(({ id, why }) => ({ id, why, number: numbers.get(id) ?? "An unknown order" }));
  return { errors: {}, values: {}, result: { said: message(chosen.length - left.length), left: named } };
}

const again = (refusal: Refusal, values: Record<string, string> = {}) =>
  refusedForm(refusal, values, { result: null as ListResult | null });

/** What the list's forms ask for: a view kept or removed, a writer or a note for every chosen order. */
export async function submitListStep(ctx: Ctx, request: Request) {
  const form = await request.formData();
  const texts = textsIn(form);
  const { step = "", name = "", address = "", view = "", writerId = "", text = "", once = "" } = texts;
  if (step === "save-view" || step === "drop-view") {
    const taken = step === "save-view" ? await saveView(ctx, { name, address }) : await dropView(ctx, { id: view });
    if (!taken.ok) return again(taken, { name });
    return redirectWithFlash(pageOf(request), step === "save-view" ? "view-saved" : "view-gone");
  }
  const unkept = unstorable({ text });
  if (unkept.length > 0) return again(invalid(unkept), { text });
  const chosen = chosenIn(form);
  if (chosen.length === 0 && (step === "assign" || step === "note"))
    return again(invalid([{ path: "order", message: "Choose at least one order." }]), { text });
  if (step === "assign") {
    if (writerId === "") return again(invalid([{ path: "writerId", message: "Choose a writer from the list." }]));
    return forEach(ctx, chosen, {
      one: (each) => act(ctx, { ...each, action: "assign", writerId }),
      said: (done) => `The writer was asked for ${counted(done, "order")}.`,
    });
  }
  if (step === "note") {
    if (text.trim() === "") return again(invalid([{ path: "text", message: "Write the note." }]), { text });
    return forEach(ctx, chosen, {
      one: ({ orderId }) => addNote(ctx, { orderId, text, once }),
      said: (done) => `The note stands at ${counted(done, "order")}.`,
    });
  }
  return again(notFound());
}

/** The numbers for people of these orders; what the viewer may not see is missing. */
async function numbersOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  if (ids.length === 0) return numbers;
  for await (const rows of adminOrderPages(ctx, { group: "all", chosen: ids }))
    for (const { id, number } of rows) numbers.set(id, number);
  return numbers;
}

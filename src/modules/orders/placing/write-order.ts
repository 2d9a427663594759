import { countPlaced } from "#src/modules/accounts/index.server.ts";
import { orderedName } from "#src/modules/catalogue/index.server.ts";
import { lockEnd } from "#src/modules/pricing/index.ts";
import { rowsFor, wholeRow } from "#src/platform/database/pipeline/index.ts";
import { publicNumber } from "#src/platform/ids.ts";
import { isStorable } from "#src/platform/input.ts";
import { firstTimers } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { briefFields, briefNames, briefValuesOf } from "../domain/brief-fields.ts";
import { suggestedChecklist } from "../domain/checklist.ts";
import { decide } from "../domain/decide.ts";
import type { OrderRules } from "../domain/order-rules.ts";
import { noteFileNames, notePassages } from "../passages/note-passages.ts";
import { lifeSetting, rulesSetting } from "../settings.ts";
import { historyRow, noteStep } from "../steps/apply-step.ts";
import { insertOrder } from "../steps/save-order.ts";
import { type HiddenText, hideContacts, keepTyped } from "../storage/hidden-texts.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { factsOf } from "../storage/order-row.ts";
import type { Snapshot } from "../storage/snapshot.ts";
import { orderHistory, orders } from "../tables.ts";
import type { OrderPrice } from "./price-form.ts";
import type { CustomWish, OrderForm } from "./read-form.ts";

export type NewOrder = {
  id: string;
  client: Pick<Person, "id" | "name" | "email">;
  /** When and where the promise was given, if not now. */
  consent?: { at: Date; address: string };
  demo: boolean;
  /** It is sold as tutoring only, by the law of the client's country. */
  tutoring?: boolean;
  form: OrderForm;
  idempotencyKey: string;
  formDigest: string;
  termsVersion: string;
  fairUseVersion: string;
  /** Not asked for before it had versions of its own. */
  privacyVersion?: string | null;
  /** Stable addresses. */
  attachments: string[];
  work: { kind: "priced"; price: OrderPrice } | { kind: "custom"; wish: CustomWish };
};

const text = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;
const typed = (value: unknown): string | null => text(value)?.slice(0, 64) ?? null;
const count = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** The fields that both kinds of orders have, from a checked input. */
const workColumns = (order: NewOrder) => {
  if (order.work.kind === "custom") {
    const { subject, pages, deadline, zone } = order.work.wish;
    return { subject, pages, deadline, deadlineZone: zone };
  }
  const { inputs, input, result, quoteId, pricedAt } = order.work.price;
  return {
    ...briefValuesOf(briefNames.quoted(), (name) =>
      briefFields[name].holds === "count" ? count(inputs[name]) : text(inputs[name]),
    ),
    deadline: input.deadline,
    deadlineZone: input.zone,
    wordCount: result.wordCount,
    priceCents: result.totalCents,
    quoteId,
    pricedAt,
  };
};

const writingServices: readonly string[] = ["non-technical", "technical"];

/** The points that the client wrote, or those of what was ordered; none where the form knew of none. */
const checklistFor = (order: NewOrder): string[] => {
  const { checklist, service } = order.form;
  if (checklist === null || checklist.length > 0) return [...(checklist ?? [])];
  const price = order.work.kind === "priced" ? order.work.price : null;
  const inputs = price?.inputs;
  const writing = writingServices.includes(service);
  return [
    ...suggestedChecklist({
      pages: writing ? (count(inputs?.pages) ?? 0) : 0,
      wordCount: price?.result.wordCount ?? 0,
      citedSources: writing ? (count(inputs?.citedSources) ?? 0) : 0,
      files: order.attachments.length,
    }),
  ];
};

/** What was sent, without anything that is no plain value. */
const plainOf = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        typeof value === "number" ||
        typeof value === "boolean" ||
        (typeof value === "string" && value.length <= 10_000 && isStorable(value)),
    ),
  );

const snapshotOf = (order: NewOrder, price: OrderPrice, locked: Date): Snapshot => ({
  quoteId: price.quoteId,
  tableVersion: price.tableVersion,
  engineVersion: price.engineVersion,
  pricedAt: price.pricedAt.toISOString(),
  inputs: price.inputs,
  sent: plainOf(order.form.forQuote),
  result: price.result,
  zone: price.input.zone,
  lockEndsAt: locked.toISOString(),
});

type Hidden = { title: HiddenText; checklist: readonly HiddenText[] };

/** What writers read of the title and the points; the instructions are hidden when they are read. */
const hiddenOf = (order: NewOrder): Hidden => ({
  title: hideContacts(order.form.title, byNobody),
  checklist: checklistFor(order).map((point) => hideContacts(point, byNobody)),
});
/** The client's name may stand in a brief. */
const byNobody = { kind: "guest" } as const;

async function keepHidden(work: Work, order: NewOrder, { title, checklist }: Hidden): Promise<void> {
  const { id: orderId, client, form, attachments } = order;
  const actor = { kind: "C", id: client.id } as const;
  for (const hidden of [title, ...checklist]) await keepTyped(work, { orderId, actor, hidden, place: "brief" });
  const { parts } = hideContacts(form.instructions, byNobody);
  await notePassages(work, { orderId, side: "client", personId: client.id, place: "brief", parts });
  const files = attachments.map((address) => ({ address, name: nameIn(address) }));
  await noteFileNames(work, { orderId, actor, files });
}

const nameIn = (address: string): string => decodeURIComponent(address.split("/").at(-1) ?? "");

const rowOf = (
  work: Work,
  order: NewOrder,
  rules: OrderRules,
  { title, checklist }: Hidden,
): typeof orders.$inferInsert => {
  const { form, client } = order;
  const price = order.work.kind === "priced" ? order.work.price : null;
  const locked = price && lockEnd(work.now, price.input.deadline);
  return {
    id: order.id,
    number: publicNumber(),
    kind: order.work.kind,
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    service: form.service,
    serviceType: form.serviceType,
    title: title.text ?? "",
    instructions: form.instructions,
    attachments: order.attachments,
    ...form.asked,
    checklist: checklist.map(({ text: point }) => point ?? ""),
    ...workColumns(order),
    deadlineDate: typed(form.forQuote.deadlineDate),
    deadlineTime: typed(form.forQuote.deadlineTime),
    lockEndsAt: locked,
    snapshot: price && locked && snapshotOf(order, price, locked),
    rules,
    country: form.country,
    tutoring: order.tutoring ?? false,
    termsVersion: order.termsVersion,
    fairUseVersion: order.fairUseVersion,
    privacyVersion: order.privacyVersion ?? null,
    consentedAt: order.consent?.at ?? work.now,
    consentAddress: order.consent?.address ?? work.ctx.request.address,
    waitingSince: work.now,
    test: work.ctx.runtime.mode === "real" && work.ctx.runtime.config.paymentsSandbox,
    demo: order.demo,
    idempotencyKey: order.idempotencyKey,
    formDigest: order.formDigest,
    createdAt: work.now,
    updatedAt: work.now,
  };
};

/** Places again, from the beginning, when the drawn number was taken already; five in a row is a fault of the dice. */
export async function drawAgain<T>(place: () => Promise<T>): Promise<T> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await place();
    } catch (error) {
      if (draw === 5 || !numberWasTaken(error)) throw error;
    }
  }
}

const numberWasTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (("constraint" in error && error.constraint === "orders_number") || numberWasTaken(error.cause));

/**
 * Writes a new order with its history, timers, audit row and event, by the last statement of the transaction. The
 * lifecycle table has its say first.
 */
export async function writeNewOrder(work: Work, order: NewOrder): Promise<Outcome<OrderRow>> {
  const { runtime } = work.ctx;
  const { serviceType, service } = order.form;
  const settings = await runtime.settings.get(lifeSetting);
  const hidden = hiddenOf(order);
  const columns = rowOf(work, order, await runtime.settings.get(rulesSetting), hidden);
  const serviceName = serviceType && (await orderedName(runtime, serviceType, service));
  const row = wholeRow(orders, { ...columns, serviceName });
  const actor = { kind: "C", id: order.client.id } as const;
  const decision = decide({ ...factsOf(row), status: "new" }, "place", actor, work.now, {}, settings);
  if (!decision.ok) return decision;
  const first = historyRow(work, { order: row, action: "place", from: null, to: decision.next, actor });
  await keepHidden(work, order, hidden);
  insertOrder(work, row);
  countPlaced(work, row.clientId);
  work.defer(rowsFor(orderHistory, [first]));
  firstTimers(work, row.id, decision.timers.set);
  noteStep(work, row, decision, "place");
  return done(row);
}

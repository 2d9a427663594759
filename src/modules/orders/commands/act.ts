import { eq, sql } from "drizzle-orm";
import { adminsWhoMay } from "#src/modules/accounts/index.server.ts";
import { attachFiles } from "#src/modules/files/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { readSetting } from "#src/platform/settings.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { localOf } from "#src/shared/zone.ts";
import { type ActionParams, type QuoteOffer, textParams } from "../domain/action-params.ts";
import { reached } from "../domain/deadlines.ts";
import { decisionEnd, pendingDecision } from "../domain/dispute.ts";
import { readByOtherSide } from "../domain/entries-and-events.ts";
import { takesEvidence } from "../domain/forms.ts";
import type { OrderRules } from "../domain/order-rules.ts";
import { mayRefund } from "../domain/policy.ts";
import type { OrderStatus } from "../domain/states.ts";
import type { MoneyEffect } from "../domain/step-money.ts";
import { passagesShownIn } from "../passages/note-passages.ts";
import { chosenByAdmin, type HeldFor, holdAboveLimit } from "../second-admin/held-refunds.ts";
import { rulesSetting } from "../settings.ts";
import { type ActInput, actInput } from "../steps/act-input.ts";
import { type Applied, applyStep, type Locked, lockForAction, lockWriter, type Step } from "../steps/apply-step.ts";
import { hideContacts, keepTyped } from "../storage/hidden-texts.ts";
import { factsOf, type OrderRow } from "../storage/order-row.ts";
import { customQuotes } from "../tables.ts";

export type Acted = {
  orderId: string;
  number: string;
  status: OrderStatus;
  version: number;
  money: MoneyEffect;
  /** Set where nothing was done yet: the refund waits for another admin, or for its time. */
  heldFor?: HeldFor;
};

/**
 * One step in the life of an order by a person, whatever the lifecycle table allows. A refund by an admin's choice above
 * the limit is held for a second admin instead.
 * Refusals: signed-out, not-found (foreign or unknown), forbidden, conflict (state, guard, or somebody was first),
 * invalid (something is missing), price-changed (the refund that was seen is not today's), step-up (a refund by the
 * admin whose sign-in is not fresh).
 */
export const act = command<ActInput, Acted>("orders.act", {
  input: actInput,
  run: async (work, asked) => {
    const locked = await lockForAction(work, asked);
    if (!locked.ok) return locked;
    const prepared = await prepareStep(work, asked, locked.value);
    if (!prepared.ok) return prepared;
    const chosen = await chosenByAdmin(work, prepared.value);
    if (!chosen.ok) return chosen;
    if (chosen.value > 0 && !mayRefund(work.viewer)) return refuse("forbidden", needsMoney);
    const held = await holdAboveLimit(work, asked, locked.value, chosen.value);
    if (!held.ok) return held;
    if (held.value) return done({ ...actedOf(locked.value.order, { kind: "none" }), heldFor: held.value });
    const detail = { ...prepared.value.detail, ...(chosen.value > 0 && { chosenCents: chosen.value }) };
    const taken = await carryOut(work, asked, { ...prepared.value, detail });
    return taken.ok ? done(actedOf(taken.value.order, taken.value.money)) : taken;
  },
});

const needsMoney =
  "This refund is higher than the rules give. Only an admin with the right to money can give it. Ask one of them.";

export const actedOf = (order: OrderRow, money: MoneyEffect): Acted => ({
  orderId: order.id,
  number: order.number,
  status: order.status,
  version: order.stepVersion,
  money,
});

export type PreparedStep = Step & { historyId: string };

/**
 * Takes a prepared step with what belongs to it: contact details hidden, evidence attached, a decision that both
 * sides accept, the quote of custom work. Refuses what `takeStep` does, and step-up: a refund or a decision by an
 * admin whose sign-in is not fresh.
 */
export async function carryOut(work: Work, asked: ActInput, prepared: PreparedStep): Promise<Outcome<Applied>> {
  const { actor } = prepared;
  const read = readByOtherSide(asked.action, actor.kind) ? prepared.text : undefined;
  const isShown = read === undefined ? undefined : await passagesShownIn(work.ctx.runtime, work.tx, prepared.order.id);
  const hidden = hideContacts(read, work.viewer, isShown);
  const stepped = await applyStep(work, { ...prepared, text: hidden.text ?? prepared.text });
  if (!stepped.ok) return stepped;
  await keepTyped(work, { orderId: stepped.value.order.id, actor, hidden });
  const proved = await keepEvidence(work, asked, prepared.historyId);
  if (!proved.ok) return proved;
  const taken = await takeEffect(work, stepped.value);
  if (!taken.ok) return taken;
  const { order, money } = taken.value;
  const mustProve = asked.action.startsWith("decide-") || refundsMoney(money);
  const stale = actor.kind === "A" && mustProve ? mustBeFresh(work) : null;
  if (stale) return stale;
  if (asked.action === "quote" && asked.quote) await keepCustomQuote(work, order, asked.quote);
  return taken;
}

/** A decision that both sides have accepted takes effect with the second one's word. */
async function takeEffect(work: Work, { order, money }: Applied): Promise<Outcome<Applied>> {
  const facts = factsOf(order);
  const decision = order.status === "disputed" ? pendingDecision(facts) : null;
  const due = decision && decision.accepted.length > 0 && reached(decisionEnd(facts), work.now);
  if (!decision || !due || order.frozen) return done({ order, money });
  return applyStep(work, { order, action: `${decision.name}-decided`, actor: { kind: "S", id: "system:both-accept" } });
}

/** Refunds by the admins need a fresh sign-in. */
const refundsMoney = ({ kind }: MoneyEffect): boolean => kind === "refund" || kind === "credit";

/** Files that prove what a side says in a dispute are attached to the history row of that step. */
async function keepEvidence(
  work: Work,
  { action, files = [] }: ActInput,
  historyId: string,
): Promise<Outcome<unknown>> {
  if (!takesEvidence(action)) return done(null);
  return attachFiles(work, { ids: files, purpose: "evidence", subject: historyId });
}

/** Offers need the writer, with the room that is left; a writer who claims names nobody but himself. */
export async function prepareStep(
  work: Work,
  asked: ActInput,
  { order, actor }: Locked,
): Promise<Outcome<PreparedStep>> {
  const params = paramsOf(asked);
  const step = { order, action: asked.action, actor, params, text: textOf(asked), historyId: newId() };
  const offers = (asked.action === "assign" && asked.writerId !== undefined) || asked.action === "claim";
  if (actor.kind === "A" && asked.action.startsWith("decide-"))
    return done({ ...step, params: { ...params, onlyAdmin: await isAlone(work) }, detail: decisionDetail(asked) });
  if (asked.action === "ask-time")
    return done({ ...step, detail: { deadline: asked.deadline?.toISOString(), was: order.deadline?.toISOString() } });
  if (asked.action === "agree-time") return done({ ...step, also: typedAs(order) });
  if (asked.action === "quote")
    return done({ ...step, also: { rules: await rulesToday(work) }, detail: quoteDetail(asked) });
  if (!offers || actor.kind === "C") return done(step);
  const writer = await lockWriter(work, asked.action === "claim" ? actor.id : asked.writerId);
  if (!writer.ok) return writer;
  const { facts, known } = writer.value;
  return done({
    ...step,
    params: { ...params, writer: facts },
    also: { writerName: known.pseudonym, writerShare: known.sharePercent },
    detail: { writerId: known.id, writerName: known.pseudonym, writerShare: known.sharePercent },
  });
}

/** The later deadline in the words of the client's zone, in the place of those that were typed. */
function typedAs({ moreTime, deadlineZone }: OrderRow): Partial<OrderRow> {
  if (!moreTime) return {};
  const { date, time } = localOf(new Date(moreTime.deadline), deadlineZone ?? "UTC");
  return { deadlineDate: date, deadlineTime: time };
}

/** Each quote promises the rules of its day, and an order keeps those of the quote that is paid. */
const rulesToday = async ({ tx }: Work): Promise<OrderRules> => (await readSetting(tx, rulesSetting)).value;

/** Nobody else among the admins may decide about orders. */
const isAlone = async (work: Work): Promise<boolean> => (await adminsWhoMay(work.tx, "orders")).length <= 1;

const decisionDetail = ({ refundCents, bearer }: ActInput) => ({
  ...(refundCents === undefined ? {} : { refundCents }),
  ...(bearer === undefined ? {} : { bearer }),
});

const quoteDetail = ({ quote }: ActInput) =>
  quote ? { quoteCents: quote.cents, quoteDeadline: quote.deadline.toISOString() } : {};

/** Missing stays missing: an absent key and `undefined` mean the same to the rules. */
const paramsOf = (asked: ActInput): ActionParams => {
  const { orderId: _, action: __, seenVersion: ___, writerId: ____, files: _____, ...params } = asked;
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
};

/** An answer that an admin enters begins with the answer; its source is below. */
const inOrder = (action: ActInput["action"]): typeof textParams =>
  action === "answer-for-client" ? ["answer", "reason"] : textParams;

/** What the person wrote, for the history; a dispute has a reason and a wanted outcome. */
const textOf = (asked: ActInput): string | undefined => {
  const texts = [...inOrder(asked.action).map((name) => asked[name]), asked.quote?.scope].filter((text) =>
    text?.trim(),
  );
  return texts.length > 0 ? texts.join("\n\n") : undefined;
};

/** Keeps the quote that a step has just made; its order is locked by that step, so versions rise by one. */
async function keepCustomQuote(
  work: Work,
  order: OrderRow,
  { cents, scope, deadline, lines = [] }: QuoteOffer,
): Promise<void> {
  const [last] = await work.tx
    .select({ version: sql<number>`coalesce(max(${customQuotes.version}), 0)::int` })
    .from(customQuotes)
    .where(eq(customQuotes.orderId, order.id));
  await work.tx.insert(customQuotes).values({
    id: newId(),
    orderId: order.id,
    version: (last?.version ?? 0) + 1,
    ...{ cents, scope, deadline, lines: [...lines] },
    validUntil: order.quoteEndsAt,
    madeBy: actorId(work.viewer),
    createdAt: work.now,
  });
}

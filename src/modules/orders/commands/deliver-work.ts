import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { attachFiles, ownTexts } from "#src/modules/files/index.server.ts";
import { digestOf, leftOutOf } from "#src/modules/files/index.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { askedId } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, type Outcome, refuse } from "#src/shared/outcome.ts";
import { type CountedWork, compareWork, countWork, promisedCounts } from "../domain/counted-work.ts";
import type { AnyOrderEventName } from "../domain/entries-and-events.ts";
import {
  aiUses,
  answerKinds,
  type Handover,
  type OpenItem,
  openForAdmin,
  openForDelivery,
  openForDraft,
  type Pack,
  type PointAnswer,
  packOf,
  packParts,
  readHandover,
} from "../domain/handover.ts";
import { actionTable, everMay, stepFor } from "../domain/lifecycle.ts";
import { stageText } from "../domain/status-labels.ts";
import { noteFileNames, passagesShownIn } from "../passages/note-passages.ts";
import { applyStep, type Locked, lockForAction, somebodyWasFirst, writeHistory } from "../steps/apply-step.ts";
import { saveOrder } from "../steps/save-order.ts";
import { workDrafts } from "../storage/draft-tables.ts";
import { handoverFactsOf } from "../storage/handover-facts.ts";
import { hideContacts, keepTyped } from "../storage/hidden-texts.ts";
import { factsOf, fileIds, type OrderRow } from "../storage/order-row.ts";
import { deliveries } from "../tables.ts";
import { type Acted, actedOf } from "./act.ts";

const longestDelivery = 200_000;

const part = z.string().max(20_000, "Use at most 20,000 characters.");
const sentence = z.string().max(2_000, "Use at most 2,000 characters.");
const kindOf = <const T extends readonly [string, ...string[]]>(kinds: T) => z.enum(kinds).nullable();

/** The delivery details; a draft may have any part of them. */
const handover = z
  .strictObject({
    ticked: z.array(z.number().int().min(0).max(99)).max(100),
    pack: z.partialRecord(z.enum(packParts), part),
    declaration: z.strictObject({
      aiUse: kindOf(aiUses),
      aiDetail: sentence,
      sourcesRead: z.boolean(),
      ownWork: z.boolean(),
    }),
    answers: z.array(z.strictObject({ kind: kindOf(answerKinds), text: sentence })).max(100),
    shortReason: sentence.default(""),
    packFits: z.boolean(),
    stillTrue: z.boolean(),
  })
  .optional();

const input = z.strictObject({
  orderId: askedId,
  seenVersion: z.coerce.number().int().optional(),
  text: z.string().max(longestDelivery, "Use at most 200,000 characters.").default(""),
  /** Complete uploads of the person who hands over; the work is a text, files, or both. */
  files: fileIds,
  /** True: the final version, which hands the work over. False: a draft that the client may read. */
  final: z.boolean(),
  note: z.string().max(2_000).optional(),
  handover,
});
type Input = z.infer<typeof input>;
type Counted = Input & { counted: CountedWork | null };

const noFiles = Promise.resolve(done({ files: [], waiting: false }));
const workInput = z.object({ text: input.shape.text, files: input.shape.files, final: input.shape.final });

/** A form without scripts is sent with its files: a final version waits so long for their checks, to be counted. */
const checks = { mostWaitMs: 10_000, everyMs: 500 };

/** Counts text and files of the work before anything is locked; null where that is not possible. */
async function countSent(ctx: Ctx, raw: unknown): Promise<CountedWork | null> {
  const sent = workInput.safeParse(raw);
  if (!sent.success) return null;
  const { text, files, final } = sent.data;
  const readFiles = () =>
    (files.length > 0 ? ownTexts(ctx, files) : noFiles).catch((err: unknown) => {
      ctx.runtime.log.error({ err }, "the files of a delivery could not be counted");
      return null;
    });
  let read = await readFiles();
  for (
    let waited = 0;
    final && read?.ok && read.value.waiting && waited < checks.mostWaitMs;
    waited += checks.everyMs
  ) {
    await pause(checks.everyMs);
    read = await readFiles();
  }
  if (!read?.ok || read.value.waiting) return null;
  const texts = read.value.files.flatMap(({ facts, text, notes, wrapped }) =>
    facts ? [{ text, notes, wrapped, inTables: facts.inTables, left: leftOutOf(facts) }] : [],
  );
  const uncounted = read.value.files.filter(({ facts }) => facts === null).map(({ name }) => name);
  return countWork([{ text }, ...texts], files.length, uncounted);
}

/**
 * The writer, or the admins in its place, hands over a text, files, or both: a draft beside the running work, or the final version
 * that delivers it. A writer's final version below what was promised needs a reason. Refusals as `act`.
 */
export async function deliverWork(ctx: Ctx, raw: unknown): Promise<Outcome<Acted>> {
  const counted = await countSent(ctx, raw);
  return handOver(ctx, typeof raw === "object" ? { ...raw, counted } : raw);
}

const handOver = command<Counted, Acted>("orders.deliver", {
  input: input.extend({ counted: z.custom<CountedWork | null>() }),
  run: async (work, asked) => {
    const locked = await lockForAction(work, { ...asked, action: "deliver" });
    if (!locked.ok) return locked;
    const { order, actor } = locked.value;
    const handed = handedOf(asked);
    if (!asked.final) {
      const missing = openForDraft(handed);
      return missing.length > 0 ? invalid(missing.map(fieldOf)) : addDraft(work, asked, locked.value);
    }
    const facts = await handoverFactsOf(work.tx, order);
    const missing = actor.kind === "W" ? openForDelivery(handed, facts) : openForAdmin(handed, facts);
    if (stepFor(factsOf(order).status, "deliver") && missing.length > 0) return invalid(missing.map(fieldOf));
    const number = await nextNumber(work, order);
    const taken = await applyStep(work, {
      order: { ...order, finalAt: work.now, tickedAt: work.now },
      action: "deliver",
      actor,
      also: { finalAt: work.now, tickedAt: work.now },
      detail: { delivery: number },
    });
    if (!taken.ok) return taken;
    const kept = await keepDelivery(work, asked, locked.value, { number, points: facts.points });
    if (!kept.ok) return kept;
    await dropDraft(work, locked.value);
    return done(actedOf(taken.value.order, taken.value.money));
  },
});

/** A draft changes no state; it may be added wherever a final version may. */
async function addDraft(work: Work, asked: Counted, locked: Locked): Promise<Outcome<Acted>> {
  const { order, actor } = locked;
  if (!everMay("deliver", actor.kind)) return refuse("forbidden", "Only the writer or an admin adds a draft.");
  if (!stepFor(factsOf(order).status, "deliver"))
    return refuse("conflict", `The order is ${stageText(order)}, so ${actionTable.deliver.cannot}.`, {
      data: { status: order.status },
    });
  const number = await nextNumber(work, order);
  const after = await saveOrder(work, order, {});
  if (!after) return somebodyWasFirst(work, order.id);
  const kept = await keepDelivery(work, asked, locked, { number, points: [] });
  if (!kept.ok) return kept;
  await writeHistory(work, { order, action: "draft", to: order.status, actor, detail: { delivery: number } });
  work.audit({ action: "order.draft", subject: order.id, detail: { delivery: number } });
  work.emit({
    name: "order.draft-added" satisfies AnyOrderEventName,
    subject: order.id,
    payload: { number: order.number, clientId: order.clientId, delivery: number },
  });
  return done(actedOf(after, { kind: "held" }));
}

async function nextNumber(work: Work, order: OrderRow): Promise<number> {
  const [last] = await work.tx
    .select({ number: sql<number>`coalesce(max(${deliveries.number}), 0)::int` })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id));
  return (last?.number ?? 0) + 1;
}

type Version = { number: number; points: readonly string[] };

async function keepDelivery(work: Work, asked: Counted, locked: Locked, version: Version): Promise<Outcome<unknown>> {
  const { order, actor } = locked;
  const { number, points } = version;
  const { ticked, pack: sent, declaration, answers, counted, shortReason } = handedOf(asked);
  const isShown = await passagesShownIn(work.ctx.runtime, work.tx, order.id);
  const hiddenTexts: ReturnType<typeof hideContacts>[] = [];
  const shown = (text: string): string => {
    const hidden = hideContacts(text, work.viewer, isShown);
    hiddenTexts.push(hidden);
    return hidden.text ?? "";
  };
  const asksFor = packOf(order).map(({ part }) => part);
  const pack: Pack = Object.fromEntries(asksFor.flatMap((part) => (sent[part] ? [[part, shown(sent[part])]] : [])));
  const id = newId();
  const attached = await attachFiles(work, { ids: asked.files, purpose: "delivery", subject: id });
  if (!attached.ok) return attached;
  await work.tx.insert(deliveries).values({
    id,
    orderId: order.id,
    number,
    ticked: ticked.filter((at) => at < order.checklist.length),
    // An admin does not declare for a writer: what the writer left out is not stored.
    ...(asked.handover &&
      actor.kind === "W" && { pack, declaration: { ...declaration, aiDetail: shown(declaration.aiDetail) } }),
    answers:
      points.length > 0 && answers.some(({ kind }) => kind)
        ? points.map((point, at) => ({ point, ...shownAnswer(answers[at], shown) }))
        : null,
    counted: counted && {
      ...counted,
      compared: compareWork(promisedCounts(order), counted),
      reason: (asked.final && shown(shortReason.trim())) || null,
    },
    text: asked.text,
    words: digestOf(asked.text),
    final: asked.final,
    note: shown(asked.note?.trim() ?? "") || null,
    byKind: actor.kind === "A" ? "A" : "W",
    byId: actor.id,
    createdAt: work.now,
  });
  for (const one of hiddenTexts) await keepTyped(work, { orderId: order.id, actor, hidden: one });
  await noteFileNames(work, { orderId: order.id, actor, files: attached.value });
  return attached;
}

const shownAnswer = (answer: PointAnswer | undefined, shown: (text: string) => string): PointAnswer =>
  answer ? { ...answer, text: shown(answer.text) } : { kind: null, text: "" };

/** What is there, whoever sends it; an older form brings the work alone. */
const handedOf = ({ handover: sent, text, files, counted }: Counted): Handover => ({
  ...readHandover({}, { hasWork: false }),
  ...(sent && { ...sent, pack: Object.fromEntries(Object.entries(sent.pack).filter(([, part]) => part?.trim())) }),
  hasWork: text.trim() !== "" || files.length > 0,
  counted,
});

const fieldOf = ({ path, message }: OpenItem) => ({ path, message });

/** What was kept while the version was made is handed over now. */
const dropDraft = (work: Work, { order, actor }: Locked): Promise<unknown> | undefined =>
  actor.kind === "W"
    ? work.tx
        .delete(workDrafts)
        .where(and(eq(workDrafts.orderId, order.id), eq(workDrafts.writerId, actor.id)))
        .execute()
    : undefined;

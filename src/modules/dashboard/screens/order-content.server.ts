import { setImmediate as pause } from "node:timers/promises";
import { type FileLine, fileFieldData, filesOf } from "#src/modules/files/index.server.ts";
import {
  type ClientOrder,
  type DeliveryLine,
  openDelivery,
  ownPassages,
  type ShownEntry,
  shownReports,
} from "#src/modules/orders/index.server.ts";
import {
  type ChangedPart,
  type DisputeStep,
  historyEntry,
  takesEvidence,
  textChanges,
} from "#src/modules/orders/index.ts";
import { methodsFor } from "#src/modules/payments/index.server.ts";
import { serviceNames } from "#src/modules/pricing/index.screens.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { formatMoment, instantOf, isCalendarDate, isClockTime, isZone, momentInZone } from "#src/shared/zone.ts";
import { nameOf } from "./card-texts.ts";

type Delivered = { id: string; deliveries: readonly { id: string }[] };

const asking = ({ runtime, viewer }: Ctx) => ({ db: runtime.db, viewer });

/** Files of an order that the viewer may see: the order's own, and those of each delivery by its id. */
export async function filesOfOrder(ctx: Ctx, { id, deliveries }: Delivered) {
  const [order, handed] = await Promise.all([
    filesOf(asking(ctx), { purpose: "order", subjects: [id] }),
    filesOf(asking(ctx), { purpose: "delivery", subjects: deliveries.map((one) => one.id) }),
  ]);
  return { order, of: (delivery: string): readonly FileLine[] => handed.filter(({ subject }) => subject === delivery) };
}
type FilesOfOrder = Awaited<ReturnType<typeof filesOfOrder>>;

/** The field that adds files to an order, while it takes any. */
export const orderFileField = (ctx: Ctx, orderId: string, takes: boolean) =>
  takes ? fileFieldData(ctx, { purpose: "order", about: orderId }) : null;

/** The field of a delivery; ids of files that were handed over leave it. */
export const deliveryFileField = (ctx: Ctx, orderId: string, takes: boolean) =>
  takes ? fileFieldData(ctx, { purpose: "delivery", about: orderId }) : null;

/** The field of the files that prove what a side says in a dispute; null where no such form is open. */
export const evidenceField = (ctx: Ctx, orderId: string, step: string | null) =>
  step !== null && takesEvidence(step) ? fileFieldData(ctx, { purpose: "evidence", about: orderId }) : null;

type HistorySource = { history: readonly { id: string; action: string }[] };

/** Evidence files of claims and answers, by step. */
export async function evidenceOf(ctx: Ctx, { history }: HistorySource): Promise<readonly FileLine[]> {
  const subjects = history.filter(({ action }) => takesEvidence(action)).map(({ id }) => id);
  return filesOf(asking(ctx), { purpose: "evidence", subjects });
}

export const idsOf = ({ deliveries }: Delivered, files: FilesOfOrder): string[] =>
  deliveries.flatMap((one) => files.of(one.id).map(({ id }) => id));

/** Others are served between two paragraphs when one text takes longer than this. */
const sliceMs = 8;

async function comparedTexts(before: string, now: string): Promise<readonly ChangedPart[]> {
  const parts: ChangedPart[] = [];
  let begun = performance.now();
  for (const part of textChanges(before, now)) {
    parts.push(part);
    if (performance.now() - begun < sliceMs) continue;
    await pause();
    begun = performance.now();
  }
  return parts;
}

type Reading = { number: number; text: string };

/**
 * What changed in the shown text since the version before it that the viewer can read, where both are texts. It is
 * worked out when the address asks for it. Null: there is nothing to compare with.
 */
async function changesOf(
  ctx: Ctx,
  request: Request,
  { orderId, reading, open }: { orderId: string; reading: Reading | undefined; open: readonly DeliveryLine[] },
) {
  if (!reading || reading.text.trim() === "") return null;
  const before = open.findLast(({ number, words }) => number < reading.number && words > 0);
  if (!before) return null;
  const since = nameOf(before).replace(", final", "").toLowerCase();
  const asked = new URL(request.url).searchParams.get("compare") === "1";
  const old = asked ? orPage(await openDelivery(ctx, { orderId, number: before.number }), request) : null;
  return { since, parts: old && (await comparedTexts(old.text, reading.text)) };
}
export type ShownChanges = NonNullable<Awaited<ReturnType<typeof changesOf>>>;

const places = {
  brief: "In your brief",
  message: "In a message",
  step: "In what you wrote about the order",
  file: "In the name of a file",
} as const;

/** The viewer's own passages that the other side does not read, or reads because Support said so. */
export async function shownPassages(ctx: Ctx, orderId: string, moment: FormatMoment) {
  const found = await ownPassages(ctx, { orderId });
  return (found.ok ? found.value : []).map(({ id, place, state, decidedAt, before, passage, after }) => ({
    ...{ id, state, before, text: passage, after, where: places[place], at: moment(decidedAt) },
  }));
}
export type ShownPassage = Awaited<ReturnType<typeof shownPassages>>[number];

/**
 * Drafts and deliveries, the newest first, with the text of one. A draft that its client never opened stays closed:
 * opening it changes what a cancellation gives back, so that is a press of its own.
 */
export async function shownTexts(
  ctx: Ctx,
  request: Request,
  order: { id: string; deliveries: readonly DeliveryLine[]; unpaidCents?: number },
  moment: FormatMoment,
  reader: "client" | "writer",
  files: FilesOfOrder,
) {
  const locked = (one: DeliveryLine) => reader === "client" && one.final && (order.unpaidCents ?? 0) > 0;
  const open = order.deliveries.filter(
    (one) => !locked(one) && (reader === "writer" || one.final || one.openedAt !== null),
  );
  const asked = Number(new URL(request.url).searchParams.get("text"));
  const chosen = open.find(({ number }) => number === asked) ?? open.at(-1);
  const reading = chosen && orPage(await openDelivery(ctx, { orderId: order.id, number: chosen.number }), request);
  return {
    list: order.deliveries.toReversed().map(({ id, number, words, final, at, counted }) => ({
      counted,
      number,
      files: files.of(id).length,
      words,
      final,
      at: moment(at),
      open: open.some((one) => one.number === number),
      locked: order.deliveries.some((one) => one.number === number && locked(one)),
      reading: number === chosen?.number,
    })),
    /** This very version was asked for, so it is set on the page whatever the state of the order. */
    asked: chosen !== undefined && chosen.number === asked,
    changes: await changesOf(ctx, request, { orderId: order.id, reading, open }),
    reading: reading && {
      number: reading.number,
      final: reading.final,
      words: reading.words,
      note: reading.note,
      text: reading.text,
      files: files.of(reading.id),
      reports: await shownReports(ctx, request, reading),
      at: moment(reading.at),
      along: {
        ticked: reading.ticked,
        pack: reading.pack,
        declaration: reading.declaration,
        answers: reading.answers,
        counted: reading.counted,
      },
    },
  };
}
export type ShownTexts = Awaited<ReturnType<typeof shownTexts>>;

const speakers = { C: "client", W: "writer", A: "Our team", S: "Automatic message" } as const;

type SayingsOptions = {
  /** The words for both sides as the reader knows them. */
  names: { client: string; writer: string };
  /** Ids of the steps whose words stand in the conversation, too. */
  inThread: ReadonlySet<string>;
};

/** Questions and answers about the work, oldest first. */
export const shownSayings = (
  history: readonly ShownEntry[],
  moment: FormatMoment,
  { names, inThread }: SayingsOptions,
) =>
  history.flatMap(({ id, at, action, by, text }) => {
    const { verb } = historyEntry(action);
    if (text === null || !verb) return [];
    const speaker = speakers[by];
    const who = speaker === "client" || speaker === "writer" ? names[speaker] : speaker;
    return [{ key: id, at: moment(at), action, did: verb, who, text, inThread: inThread.has(id) }];
  });
export type Saying = ReturnType<typeof shownSayings>[number];

export type ShownDisputeStep = Omit<DisputeStep, "at" | "until"> & { at: { iso: string; text: string } | null };

/** The steps of a dispute with their times in words. */
export const shownDispute = (steps: readonly DisputeStep[], moment: FormatMoment): readonly ShownDisputeStep[] =>
  steps.map(({ at, until, ...step }) => ({
    ...step,
    at: at && { iso: at.toISOString(), text: `${until ? "until " : ""}${moment(at)}` },
  }));

type Kind = keyof typeof serviceNames | "custom";
type Work = { service: Kind; serviceName: string | null; subject: string | null; pages: number | null };

const kindOfWork = (service: Kind): string => (service === "custom" ? "Custom work" : serviceNames[service]);

/** One line on what the work is: "Essays, History, 6 pages"; by the name under which it was ordered, if it has one. */
export const workLine = ({ service, serviceName, subject, pages: count }: Work): string => {
  const pages = count === null ? null : `${count} ${count === 1 ? "page" : "pages"}`;
  return [serviceName ?? kindOfWork(service), subject, pages].filter(Boolean).join(", ");
};

/** "Bank transfer" inside a sentence; "PayPal" stays as it is. */
const inside = (name: string): string =>
  /^[A-Z][a-z ]+$/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** "Credit card, PayPal or bank transfer. "; nothing without a name. */
export function methodsText([first, ...others]: readonly string[]): string {
  if (!first) return "";
  const names = [first, ...others.map(inside)];
  const last = names.pop();
  return names.length > 0 ? `${names.join(", ")} or ${last}. ` : `${last}. `;
}

/** What can take money for this order now, as the text beside its price begins. */
export const methodsLine = async (runtime: Runtime, order: { test: boolean }): Promise<string> =>
  methodsText((await methodsFor(runtime, order)).map(({ name }) => name));

export type FormatMoment = (at: Date | null) => string | null;

/** Instants in words of one zone; what has no instant stays null. */
export const momentsIn =
  (zone: string): FormatMoment =>
  (at) =>
    at && formatMoment(at, zone);

type Typed = Pick<ClientOrder, "deadline" | "deadlineDate" | "deadlineTime" | "deadlineZone">;

/** The deadline as the client typed it, in the zone of then; null while the page says the same anyway. */
export function typedDeadline(order: Typed, zone: string, now: Date): string | null {
  const { deadline, deadlineDate: date, deadlineTime: time, deadlineZone: own } = order;
  if (!date || !time || !own || !isCalendarDate(date) || !isClockTime(time) || !isZone(own)) return null;
  const at = instantOf(date, time, own);
  if (!at || (own === zone && at.getTime() === deadline?.getTime())) return null;
  return momentInZone(at, own, now);
}

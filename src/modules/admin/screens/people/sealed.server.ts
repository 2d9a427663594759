import {
  answerReport,
  askOpening,
  confirmOpening,
  openMinutes,
  protectionSetting,
  readReport,
  refuseOpening,
  requireAdmin,
  sealForAdmin,
  withProof,
} from "#src/modules/accounts/index.server.ts";
import { channelLabels } from "#src/modules/accounts/index.ts";
import { canAnswerChats, sendMessage } from "#src/modules/chat/index.server.ts";
import { filesOf } from "#src/modules/files/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { orderNumbersOf } from "#src/modules/orders/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { newId } from "#src/platform/ids.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import type { Refusal, RefusedForm } from "#src/shared/outcome.ts";
import { type Admin, sealParts } from "#src/shared/viewer.ts";
import { formatMoment } from "#src/shared/zone.ts";

export const sealedPage = (ctx: Ctx, request: Request, personId: string) =>
  shownSeal(ctx, request, requireAdmin(ctx, request), personId);

/** What admins know of a sealed person, in words: the seal, the report for owners, openings, whom one can ask. */
export async function shownSeal(ctx: Ctx, request: Request, admin: Admin, personId: string) {
  const seal = orPage(await sealForAdmin(ctx, { personId }), request);
  const { now, zone } = await readerClock(ctx, admin);
  const say = (at: Date) => formatMoment(at, zone, now);
  const { report } = seal;
  const numbers = await orderNumbersOf(ctx.runtime.db, admin, report?.orderId ? [report.orderId] : []);
  return {
    ...{ personId: seal.personId, name: seal.name, owns: seal.owns, openable: seal.openable, seconds: seal.seconds },
    since: say(seal.sealedAt),
    answerBy: say(seal.answerBy),
    read: seal.readAt && { at: say(seal.readAt), by: seal.reader ?? "the owner" },
    report: report && {
      reached: report.channels.map((channel) => channelLabels[channel]).join(", "),
      order: report.orderId ? { id: report.orderId, number: numbers.get(report.orderId) ?? "" } : null,
      files: await filesOf({ db: ctx.runtime.db, viewer: ctx.viewer }, { purpose: "threat", subjects: [report.id] }),
      lines: report.lines.map(({ id, side, text, at }) => ({ id, side, text, at: say(at) })),
    },
    openings: seal.openings.map(({ askedAt, askedUntil, openedAt, endsAt, ...one }) => ({
      ...one,
      asked: say(askedAt),
      until: say(askedUntil),
      opened: openedAt && say(openedAt),
      ends: endsAt && say(endsAt),
    })),
    confirmWithin: counted((await ctx.runtime.settings.get(protectionSetting)).confirmHours, "hour"),
    mayWrite: canAnswerChats(admin),
    once: newId(),
    did: flashOf(request),
  };
}
export type SealedPage = Awaited<ReturnType<typeof shownSeal>>;
/** A refused step of this page. */
export type Refused = RefusedForm & { step?: string };
export type SealedProps = { page: SealedPage; refused: Refused | undefined };

type Sent = { ctx: Ctx; personId: string; typed: Readonly<Record<string, string>> };

const steps: PostedSteps<Sent> = {
  read: ({ ctx, personId }) => readReport(ctx, { personId }),
  answer: ({ ctx, personId, typed: { answer: text = "" } }) => answerReport(ctx, { personId, text }),
  ask: ({ ctx, personId, typed: { reason = "", secondId = "", minutes = "", ...typed } }) =>
    askOpening(ctx, {
      ...{ personId, reason, secondId },
      minutes: openMinutes.find((one) => String(one) === minutes),
      parts: sealParts.filter((part) => typed[`part-${part}`] === "on"),
    }),
  confirm: ({ ctx, typed: { openingId = "" } }) => confirmOpening(ctx, { openingId }),
  refuse: ({ ctx, typed: { openingId = "" } }) => refuseOpening(ctx, { openingId }),
  write: ({ ctx, personId: chatId, typed: { message = "", once: id = "" } }) =>
    sendMessage(ctx, { chatId, id, message }),
};

/** `answer` is what the form calls the text of an answer to a report. */
const fieldOf = (step: string) => (path: string) => (step === "answer" && path === "text" ? "answer" : path);

export async function submitSealedForm(ctx: Ctx, request: Request, personId: string) {
  requireAdmin(ctx, request);
  const { headers } = request;
  return submitSealed(ctx, await request.formData(), { headers, personId, back: `/admin/sealed/${personId}` });
}

type Place = { headers: Headers; personId: string; back: string };

/** Takes a step about a seal; a confirmation asks for a proof of identity in its own form. */
export async function submitSealed(ctx: Ctx, form: FormData, { headers, personId, back }: Place) {
  const typed = textsIn(form);
  const { step = "" } = typed;
  const refused = (refusal: Refusal) => refusedForm(refusal, typed, { step, labels: {} }, fieldOf(step));
  return withProof(ctx, headers, form, {
    take: (known) => answerStep(steps, step, { ctx: known, personId, typed }, { page: back, again: refused }),
    again: refused,
  });
}

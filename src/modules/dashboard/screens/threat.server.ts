import {
  addToReport,
  liftSeal,
  mySeal,
  protectionSetting,
  reportThreat,
  requirePerson,
} from "#src/modules/accounts/index.server.ts";
import { canBeSealed, channels } from "#src/modules/accounts/index.ts";
import { attachToReport, fileFieldData, filesOf } from "#src/modules/files/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { clientDashboard, orderForClient } from "#src/modules/orders/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { oneLine } from "#src/platform/mail/content.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isId } from "#src/shared/id.ts";
import { done, type Refusal } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";

const mostOrders = 20;

/** So much of a title fits into a list on the narrowest screen, beside the number. */
const titleMost = 16;

type Named = { id: string; number: string; title: string };
const labelled = ({ id, number, title }: Named) => ({ id, label: `${number}, ${oneLine(title, titleMost)}` });

/** The newest own orders, to say which one it is about; that of the address is the first of them. */
async function ordersToName(ctx: Ctx, request: Request, orderId: string | undefined) {
  const list = await clientDashboard(ctx, { tab: "all" });
  const { yourTurn, orders } = list.ok ? list.value : { yourTurn: [], orders: [] };
  const named = orderId ? [orPage(await orderForClient(ctx, { orderId }), request)] : [];
  const rows = new Map([...named, ...yourTurn, ...orders].map((one) => [one.id, labelled(one)]));
  return [...rows.values()].slice(0, mostOrders);
}

/** The page of a report: the form, or what happens to the report. Everybody reaches the own one, before a second factor too. */
export async function threatPage(ctx: Ctx, request: Request, orderId: string | undefined) {
  const person = requirePerson(ctx, request);
  const seal = orPage(await mySeal(ctx, {}), request);
  const { now, zone } = await readerClock(ctx, person);
  const say = (at: Date) => formatMoment(at, zone, now);
  const { answerHours } = await ctx.runtime.settings.get(protectionSetting);
  const viewed = { db: ctx.runtime.db, viewer: ctx.viewer };
  return {
    answerHours,
    field: canBeSealed(person) ? await fileFieldData(ctx, { purpose: "threat", about: person.id }) : null,
    refusedUpload: pageUrl(request).searchParams.get("upload-refused")?.slice(0, 300),
    did: flashOf(request),
    canSeal: canBeSealed(person),
    orderId: orderId ?? "",
    orders: seal ? [] : await ordersToName(ctx, request, orderId),
    sealed: seal && {
      since: say(seal.sealedAt),
      answerBy: say(seal.answerBy),
      read: seal.readAt && { at: say(seal.readAt), by: seal.reader ?? "the owner" },
      answered: seal.lines.some(({ side }) => side === "shop"),
      files: await filesOf(viewed, { purpose: "threat", subjects: [seal.id] }),
      lines: seal.lines.map(({ id, side, text, at }) => ({ id, side, text, at: say(at) })),
      openings: seal.openings.flatMap(({ openedAt, endsAt, ...one }) =>
        openedAt && endsAt
          ? [
              {
                id: one.id,
                parts: one.parts,
                by: one.by,
                second: one.second,
                reason: one.reason,
                at: say(openedAt),
                to: say(endsAt),
              },
            ]
          : [],
      ),
    },
  };
}
export type ThreatPage = Awaited<ReturnType<typeof threatPage>>;

/** Takes a form of the page: the report, an addition, or the end of the seal. What was typed stays when it is refused. */
export async function submitThreat(ctx: Ctx, request: Request) {
  requirePerson(ctx, request);
  const form = await request.formData();
  const { step = "", text = "", orderId = "", files = "" } = textsIn(form);
  const reached = channels.filter((channel) => form.get(`channel-${channel}`) === "on");
  const pictures = files.split(",").filter(Boolean);
  const attach = async () => (pictures.length > 0 ? attachToReport(ctx, { files: pictures }) : done(null));
  const again = (refusal: Refusal) => refusedForm(refusal, textsIn(form), { step });
  const steps: PostedSteps<Ctx, ReturnType<typeof again>> = {
    report: async () => {
      const reported = await reportThreat(ctx, { orderId: isId(orderId) ? orderId : null, channels: reached, text });
      if (!reported.ok) return reported;
      // A file that cannot be used must not keep the data from being sealed: it is refused after the report.
      const attached = await attach();
      return attached.ok ? reported : refusedForm(attached, {}, { step: "add" });
    },
    add: async () => {
      const attached = await attach();
      return attached.ok ? addToReport(ctx, { text, pictures: pictures.length > 0 }) : attached;
    },
    lift: () => liftSeal(ctx, {}),
  };
  return answerStep(steps, step, ctx, { page: pageUrl(request).pathname, again });
}

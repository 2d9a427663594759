import { readingZone, siteSetting } from "#src/modules/operator/index.server.ts";
import { lifeSetting } from "#src/modules/orders/index.server.ts";
import {
  discountLine,
  discountText,
  type LifeSettings,
  netCents,
  type RefundRules,
  reviewDays,
  reviewEndFor,
  transferEnd,
  trustFacts,
} from "#src/modules/orders/index.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { formatDay, formatMoment, localOf, momentInZone, zoneLabel } from "#src/shared/zone.ts";
import { serviceName } from "../codes/service-labels.ts";
import {
  type Checkout,
  type CheckoutStage,
  moneyForOrder,
  openCheckout,
  type ReturnResult,
  taxSetting,
} from "../index.server.ts";
import { type CodeRefusal, codeRefusalText, taxLabel } from "../index.ts";
import type { ReceiptShown } from "./receipt-sheet.tsx";

type Order = Checkout["order"];
type Lines = Order["lines"];

/** Lines of the slip; the price before the deadline is the sum of what stands above that line. */
const breakdownOf = (lines: Lines) => {
  const at = lines.findIndex(({ code }) => code === "deadline");
  const above = at < 0 ? lines : lines.slice(0, at);
  return { lines, subtotalBeforeDeadlineCents: above.reduce((sum, { cents }) => sum + cents, 0) };
};

const stageFor = (stage: CheckoutStage, zone: string) =>
  stage.kind === "too-near"
    ? {
        ...stage,
        later: stage.later.map(({ label, deadline, totalCents, payCents }) => ({
          value: `${deadline.toISOString()}|${totalCents}`,
          label,
          when: formatMoment(deadline, zone),
          payCents,
        })),
      }
    : stage;

/** The receipt as it will be, while the order waits for its money. */
async function previewOf({ runtime, viewer }: Ctx, { order, stage }: Checkout): Promise<ReceiptShown | null> {
  if (stage.kind !== "pay" || stage.purpose !== "full" || viewer.kind !== "person") return null;
  const { name, address, email } = await runtime.settings.get(siteSetting);
  const tax = await runtime.settings.get(taxSetting);
  const agreed = [{ label: "Custom work", detail: "The agreed price", cents: order.priceCents ?? stage.cents }];
  return {
    orderId: order.id,
    number: order.number,
    receiptNumber: null,
    creditNotes: [],
    title: order.title,
    serviceName: order.serviceName,
    client: { name: viewer.name, email: viewer.email },
    lines: order.kind === "priced" ? order.lines : agreed,
    priceCents: order.priceCents ?? stage.cents,
    discount: discountLine(order),
    shortfallCents: order.shortfallCents,
    totalCents: stage.cents,
    tax: taxLabel(stage.cents, tax),
    taxNumber: tax.number,
    refundedCents: 0,
    test: order.test,
    date: null,
    payments: [],
    openCents: 0,
    shop: { name, address, email },
  };
}

/**
 * The promotion code: its line in the slip of this price, what is to pay then, and what stands beside the code while it
 * can be taken off.
 */
const codeOf = (
  { discount, shortfallCents }: Pick<Order, "discount" | "shortfallCents">,
  priceCents: number | null,
) => {
  const line = discountLine({ priceCents, discount });
  const { minimumCents } = discount?.terms ?? { minimumCents: 0 };
  const less = line ? `${formatUsd(-line.cents)} less` : `no discount for an order below ${formatUsd(minimumCents)}`;
  return {
    discount: line,
    payCents: priceCents && netCents({ priceCents, discount, shortfallCents }),
    code: discount && { code: discount.code, note: `${discountText(discount.terms)}, ${less}` },
  };
};

/** Until when the price is kept for a transfer that is chosen now. */
async function transferUntil({ runtime }: Ctx, { deadline, awaitsTransfer, standsUntil }: Order): Promise<Date | null> {
  if (awaitsTransfer) return standsUntil;
  return transferEnd({ deadline, transferSince: runtime.clock() }, await runtime.settings.get(lifeSetting));
}

/** What the checkout page shows, with every time in words. */
export async function shownCheckout(ctx: Ctx, checkout: Checkout) {
  const { order, stage, methods } = checkout;
  const zone = await readingZone(ctx, order.deadlineZone);
  const moment = (at: Date | null) => at && momentInZone(at, zone);
  const shown = stageFor(stage, zone);
  const forPrice = shown.kind === "changed" || (shown.kind === "pay" && shown.purpose === "full");
  return {
    order: { id: order.id, number: order.number, title: order.title, kind: order.kind, test: order.test },
    breakdown: breakdownOf(shown.kind === "changed" ? shown.lines : order.lines),
    quote: order.quote && { scope: order.quote.scope, cents: order.quote.cents },
    priceCents: order.priceCents,
    ...codeOf(order, shown.kind === "changed" ? shown.cents : order.priceCents),
    lockedUntil: moment(order.standsUntil),
    quoteUntil: moment(order.quoteEndsAt),
    deadline: moment(order.deadline),
    zone,
    stage: shown,
    /** What was counted in the delivered work, before its second payment. */
    counted: order.deliveries.findLast(({ final }) => final)?.counted ?? null,
    /** Where a promotion code can be entered or taken off. */
    withCode: forPrice,
    promises: forPrice ? trustFacts({ ...order.rules, reviewDays: order.reviewDays }) : [],
    transferUntil: forPrice ? moment(await transferUntil(ctx, order)) : null,
    methods,
    preview: await previewOf(ctx, checkout),
  };
}

export type ShownCheckout = Awaited<ReturnType<typeof shownCheckout>>;

/** Why a code was refused, in the reader's words and zone; other refusals speak for themselves. */
export async function codeRefused(ctx: Ctx, { message, data }: Refusal): Promise<string> {
  const refusal = data?.refused as CodeRefusal | undefined;
  if (!refusal) return message;
  const zone = await readingZone(ctx);
  return codeRefusalText(refusal, { moment: (at) => momentInZone(at, zone), service: serviceName });
}

const hoursLabel = (count: number): string => (count === 1 ? "1 hour" : `${count} hours`);

/** Until the work starts: what cancelling gives back. */
const untilStarted = ({ unstartedPercent }: RefundRules): string =>
  unstartedPercent === 100
    ? "Until the work starts, cancelling gives you everything back."
    : `Until the work starts, cancelling gives you ${unstartedPercent}% back.`;

const whenMissed = ({ missedPercent, creditMaxPercent }: RefundRules): string => {
  if (missedPercent === 100 && creditMaxPercent > 0)
    return "This is the latest time. If we miss it, the price goes down, or you get everything back.";
  return "This is the latest time. The guarantees say how much money you get back if we miss it.";
};

/** The moments after a payment, for an order that waits for its writer; what it was promised is in its rules. */
function momentsOf(order: ReturnResult["order"], life: LifeSettings, zone: string) {
  const readUntil = reviewEndFor(order);
  const days = reviewDays(order);
  return {
    choose: `The writer we ask has ${hoursLabel(life.acceptHours)} to accept. If the writer says no, we ask another one. ${untilStarted(order.rules.refund)}`,
    deadline: order.deadline && {
      day: formatDay(order.deadline, zone),
      clock: `${localOf(order.deadline, zone).time}, ${zoneLabel(zone, order.deadline)}`,
      text: whenMissed(order.rules.refund),
    },
    read: {
      days: `${days} ${days === 1 ? "day" : "days"} to read`,
      until: readUntil && `to ${formatDay(readUntil, zone)}`,
    },
  };
}

/** All that the page after a payment shows: the slip, how it was paid, and what happens next with its times. */
export async function paidData(ctx: Ctx, request: Request, order: ReturnResult["order"]) {
  const [checkout, money] = [
    orPage(await openCheckout(ctx, { orderId: order.id }), request),
    orPage(await moneyForOrder(ctx, { orderId: order.id }), request),
  ];
  const shown = await shownCheckout(ctx, checkout);
  const payment = money.payments.findLast(({ verdict }) => verdict === "settle");
  const restCents = shown.stage.kind === "paid" ? shown.stage.restCents : 0;
  return {
    shown,
    paidCents: money.paidCents,
    restCents,
    moments: momentsOf(order, await ctx.runtime.settings.get(lifeSetting), shown.zone),
    receipt: money.documents.findLast(({ kind }) => kind === "receipt")?.number ?? null,
    paid: payment && { method: payment.method, at: formatMoment(payment.at, shown.zone) },
  };
}
export type PaidData = Awaited<ReturnType<typeof paidData>>;

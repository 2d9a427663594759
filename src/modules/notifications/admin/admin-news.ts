import type { AnyOrderEventName } from "#src/modules/orders/index.ts";
import type { PaymentEventName } from "#src/modules/payments/index.ts";
import type { DomainEvent } from "#src/platform/events.ts";
import { oneLine } from "#src/platform/mail/content.ts";
import { noticeKey } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { AdminKind } from "../domain/kinds.ts";
import { type AdminNews, notifyAdmin } from "../writing/add-notice.ts";
import type { NoticeOrder, NoticeSources } from "../writing/sources.ts";

/** The title is the order's. `path`: where one acts, when it is not the page of the order. */
type NoticeTexts = { kind: AdminKind; text: string; path?: string };
type Write = (order: NoticeOrder, event: DomainEvent) => NoticeTexts | null;

/** The first sentence is shown alone where there is little room. */
const about =
  (kind: AdminKind, text: string): Write =>
  () => ({ kind, text });

const priceAsked = (text: string): Write => about("admin.price-asked", text);

const centsOf = ({ payload }: DomainEvent): string => formatUsd(Number(payload.cents));

const heldEnds: Readonly<Record<string, string>> = {
  approved: "approved",
  "taken-alone": "its time is over, the money goes back",
  withdrawn: "withdrawn",
};

/** The notice to admins of an event of an order; null for an event that asks nothing of them. */
const orderNews: { readonly [N in AnyOrderEventName | PaymentEventName]?: Write } = {
  "order.paid": about("admin.order-paid", "It is paid and needs a writer."),
  // A price in the table needs nobody; custom work has none yet.
  "order.placed": (order, event) =>
    order.totalCents === null ? priceAsked("A client asks for its price.")(order, event) : null,
  "order.unpayable": about(
    "admin.to-arrange",
    "Nobody can pay on the site: no payment method is set up. Arrange the payment with the client, or set one up.",
  ),
  "order.quote-asked": priceAsked("The client asks for a new price. The last one is no longer valid."),
  "order.quote-declined": priceAsked(
    "The client declined the price. The order's page says why. You can send a new version.",
  ),
  "order.quote-alarm": priceAsked("It has waited a day for its price."),
  "order.unassigned": about(
    "admin.no-writer",
    "It has no writer. The offer was declined, or it ended. Ask somebody else.",
  ),
  "order.writer-gone": about("admin.no-writer", "It needs another writer. The one who had it no longer works here."),
  "order.claim-asked": about(
    "admin.claim-waits",
    "The writer who wants it may be its client. Compare both accounts, then offer it to this writer or to somebody else.",
  ),
  "order.time-agreed": about("admin.time-answered", "The client agreed to more time. It has the later deadline now."),
  "order.time-refused": about(
    "admin.time-answered",
    "The client did not agree to more time. The deadline stays as it is.",
  ),
  "order.time-lapsed": about(
    "admin.time-answered",
    "The client did not answer about more time. The deadline stays as it is. You can ask again.",
  ),
  "order.late-alarm": about("admin.late", "It is late, a day past its deadline."),
  "order.unreached": about(
    "admin.unseen",
    "The client has not seen the work, and the time to review is over. Contact the client in another way. The order does not end automatically.",
  ),
  "order.unreached-decide": about(
    "admin.unseen",
    "It waits for your decision: its client has never seen the work. Finish it with a reason, or contact the client again.",
  ),
  "order.rest-unpaid": about(
    "admin.rest-unpaid",
    "The second payment is missing. The work was delivered two weeks ago. Contact the client, or end the order with a reason.",
  ),
  "order.refund-held": (_order, event) => ({
    kind: "admin.refund-waits",
    text: event.payload.alone
      ? `A refund of ${centsOf(event)} has to wait. It is over the limit for one person. It is sent automatically. Withdraw it if it is wrong.`
      : `A refund of ${centsOf(event)} needs a second admin. It is over the limit for one person. Look at the order and approve or withdraw it.`,
    path: "/admin/payments#waiting-refunds",
  }),
  "order.held-refund-ended": (_order, event) => ({
    kind: "admin.refund-waits",
    text: `The refund of ${centsOf(event)}: ${heldEnds[String(event.payload.outcome)] ?? "not made"}.${event.payload.why ? ` It was not sent. ${event.payload.why}` : ""}`,
  }),
  "order.rated": (_order, { payload }) => ({
    kind: "admin.rated",
    text: `The client rated it ${payload.stars} of 5. Read what the client says. You can answer once.`,
  }),
  "order.disputed": about("admin.disputed", "It is disputed. Read both sides and decide."),
  "order.dispute-answered": about("admin.disputed", "Both sides of the dispute have spoken. Read them and decide."),
  "order.dispute-heard": about(
    "admin.disputed",
    "The time to answer the claim is over, and nobody answered. You can decide now.",
  ),
  "order.dispute-alarm": about("admin.disputed", "The dispute waits too long for a decision. Decide it now."),
  "order.dispute-appealed": about(
    "admin.disputed",
    "The decision is appealed. An admin who did not make it looks at the order again.",
  ),
  "order.chargeback": about(
    "admin.chargeback",
    "The payment is contested. The order is paused until the bank has decided.",
  ),
  "payments.transfer-announced": (_order, event) => ({
    kind: "admin.transfer",
    text: `A transfer of ${centsOf(event)} is announced. It should arrive in 1 to 3 working days. Confirm it when it is on the statement.`,
  }),
  "payments.transfer-entered": (_order, event) => ({
    kind: "admin.transfer",
    text: `A transfer of ${centsOf(event)} needs a second admin. It is over the limit for one person. Look at the statement and confirm it.`,
  }),
  "payments.dispute-unfollowed": (_order, event) => ({
    kind: "admin.chargeback",
    text: `A payment of ${centsOf(event)} is contested at its provider. The order itself does not hold it. Answer at the provider, and send nothing back until it is decided.`,
  }),
  "payments.refund-failed": (_order, event) => ({
    kind: "admin.refund-failed",
    text: `A refund of ${centsOf(event)} failed. The page of the order says why. You can try again there.`,
  }),
};

export const adminEvents: readonly string[] = Object.keys(orderNews);
const isNews = (name: string): name is keyof typeof orderNews => Object.hasOwn(orderNews, name);

/** What people call the order, then its number, short enough that a row of the list shows both. */
const titleOf = ({ title, number }: NoticeOrder): string => `${oneLine(title, 60)} (${number})`;

/** Notifies admins of an event of an order, unless it asks nothing of them. */
export async function notifyAdminOfOrder(
  work: Work,
  sources: NoticeSources,
  event: DomainEvent,
  orderId: string,
): Promise<void> {
  const write = isNews(event.name) ? orderNews[event.name] : undefined;
  const order = write && (await sources.order(work.tx, orderId));
  const text = order && write(order, event);
  if (!text) return;
  const news: AdminNews = {
    title: titleOf(order),
    path: `/admin/orders/${orderId}`,
    ...text,
    onceKey: noticeKey(text.kind, event.subject, event.at),
  };
  await notifyAdmin(work, sources, news);
}

import type { AnyOrderEventName } from "#src/modules/orders/index.ts";
import type { PaymentEventName } from "#src/modules/payments/index.ts";
import type { DomainEvent } from "#src/platform/events.ts";
import { noticeKey } from "#src/platform/mail/mail-records.ts";
import type { Work } from "#src/platform/work.ts";
import { formatUsd } from "#src/shared/money.ts";
import type { AdminKind } from "../domain/kinds.ts";
import { titled } from "../templates/written-mail.ts";
import type { NoticeOrder, NoticeSources } from "../writing/sources.ts";
import { type AdminNews, notifyAdmin } from "./notify-admin.ts";

/** `path`: where one acts, when it is not the page of the order. */
type NoticeTexts = { kind: AdminKind; title: string; text: string; path?: string };
type Write = (order: NoticeOrder, event: DomainEvent) => NoticeTexts | null;

const about =
  (kind: AdminKind, title: (number: string) => string, text: (order: NoticeOrder) => string): Write =>
  (order) => ({ kind, title: title(order.number), text: text(order) });

const priceAsked = (title: (number: string) => string, text: (order: NoticeOrder) => string): Write =>
  about("admin.price-asked", title, text);

const centsOf = ({ payload }: DomainEvent): string => formatUsd(Number(payload.cents));

const heldEnds: Readonly<Record<string, string>> = {
  approved: "approved",
  "taken-alone": "its time is over, the money goes back",
  withdrawn: "withdrawn",
};

/** The notice to admins of an event of an order; null for an event that asks nothing of them. */
const orderNews: { readonly [N in AnyOrderEventName | PaymentEventName]?: Write } = {
  "order.paid": about(
    "admin.order-paid",
    (number) => `Order ${number} is paid`,
    (order) => `${titled(order)} needs a writer.`,
  ),
  // A price in the table needs nobody; custom work has none yet.
  "order.placed": (order, event) =>
    order.totalCents === null
      ? priceAsked(
          (number) => `Custom order ${number} needs a price`,
          (one) => `A client asks for ${titled(one)}.`,
        )(order, event)
      : null,
  "order.quote-asked": priceAsked(
    (number) => `A client asks for a new price: order ${number}`,
    (order) => `The last price of ${titled(order)} is no longer valid.`,
  ),
  "order.quote-declined": priceAsked(
    (number) => `A client declined the price: order ${number}`,
    (order) => `The client says why on the page of ${titled(order)}. You can send a new version.`,
  ),
  "order.quote-alarm": priceAsked(
    (number) => `Order ${number} waits for its price`,
    (order) => `${titled(order)} has had no price for a day.`,
  ),
  "order.unassigned": about(
    "admin.no-writer",
    (number) => `Order ${number} has no writer`,
    (order) => `${titled(order)} was declined, or the offer ended. Ask somebody else.`,
  ),
  "order.writer-gone": about(
    "admin.no-writer",
    (number) => `Order ${number} needs another writer`,
    (order) => `${titled(order)} was with a writer who no longer works here. Ask another writer.`,
  ),
  "order.claim-asked": about(
    "admin.claim-waits",
    (number) => `The writer who wants order ${number} may be its client`,
    (order) => `Compare both accounts, then offer ${titled(order)} to this writer or to somebody else.`,
  ),
  "order.time-agreed": about(
    "admin.time-answered",
    (number) => `The client agreed to more time: order ${number}`,
    (order) => `${titled(order)} has the later deadline now.`,
  ),
  "order.time-refused": about(
    "admin.time-answered",
    (number) => `The client did not agree to more time: order ${number}`,
    (order) => `The deadline of ${titled(order)} stays as it is.`,
  ),
  "order.time-lapsed": about(
    "admin.time-answered",
    (number) => `The client did not answer about more time: order ${number}`,
    (order) => `The deadline of ${titled(order)} stays as it is. You can ask again.`,
  ),
  "order.late-alarm": about(
    "admin.late",
    (number) => `Order ${number} is late`,
    (order) => `${titled(order)} is a day past its deadline.`,
  ),
  "order.unreached": about(
    "admin.unseen",
    (number) => `The client has not seen the work of order ${number}`,
    (order) =>
      `The time to review ${titled(order)} is over. Contact the client in another way. The order does not end automatically.`,
  ),
  "order.unreached-decide": about(
    "admin.unseen",
    (number) => `Order ${number} waits for your decision`,
    (order) => `${titled(order)} was never seen by its client. Finish it with a reason, or contact the client again.`,
  ),
  "order.rest-unpaid": about(
    "admin.rest-unpaid",
    (number) => `The second payment of order ${number} is missing`,
    (order) => `${titled(order)} was delivered two weeks ago. Contact the client, or end the order with a reason.`,
  ),
  "order.refund-held": (order, event) => ({
    kind: "admin.refund-waits",
    title: `A refund of order ${order.number} ${event.payload.alone ? "has to wait" : "needs a second admin"}`,
    text: `${centsOf(event)} is over the limit for one person. ${event.payload.alone ? "It is sent automatically. Withdraw it if it is wrong." : "Look at the order and approve or withdraw it."}`,
    path: "/admin/payments#waiting-refunds",
  }),
  "order.held-refund-ended": (order, event) => ({
    kind: "admin.refund-waits",
    title: `A refund of order ${order.number}: ${heldEnds[String(event.payload.outcome)] ?? "not made"}`,
    text: event.payload.why ? `${centsOf(event)} was not sent. ${event.payload.why}` : centsOf(event),
  }),
  "order.rated": (order, { payload }) => ({
    kind: "admin.rated",
    title: `Order ${order.number} is rated ${payload.stars} of 5`,
    text: `Read what the client says about ${titled(order)}. You can answer once.`,
  }),
  "order.disputed": about(
    "admin.disputed",
    (number) => `Order ${number} is disputed`,
    (order) => `Read both sides of ${titled(order)} and decide.`,
  ),
  "order.dispute-answered": about(
    "admin.disputed",
    (number) => `Order ${number}: both sides have spoken`,
    (order) => `The claim about ${titled(order)} is answered. Read both sides and decide.`,
  ),
  "order.dispute-heard": about(
    "admin.disputed",
    (number) => `Order ${number}: the time to answer is over`,
    (order) => `Nobody answered the claim about ${titled(order)} in time. You can decide now.`,
  ),
  "order.dispute-alarm": about(
    "admin.disputed",
    (number) => `Order ${number} waits too long for a decision`,
    (order) => `The dispute about ${titled(order)} should be decided by now.`,
  ),
  "order.dispute-appealed": about(
    "admin.disputed",
    (number) => `The decision about order ${number} is appealed`,
    (order) => `An admin who did not make the decision looks at ${titled(order)} again.`,
  ),
  "order.chargeback": about(
    "admin.chargeback",
    (number) => `The payment of order ${number} is contested`,
    (order) => `${titled(order)} is paused until the bank has decided.`,
  ),
  "payments.transfer-announced": (order, event) => ({
    kind: "admin.transfer",
    title: `A transfer for order ${order.number} is announced`,
    text: `${centsOf(event)} should arrive in 1 to 3 working days. Confirm it when it is on the statement.`,
  }),
  "payments.transfer-entered": (order, event) => ({
    kind: "admin.transfer",
    title: `A transfer for order ${order.number} needs a second admin`,
    text: `${centsOf(event)} is over the limit for one person. Look at the statement and confirm it.`,
  }),
  "payments.dispute-unfollowed": (order, event) => ({
    kind: "admin.chargeback",
    title: `A payment of order ${order.number} is contested at its provider`,
    text: `${centsOf(event)} that the order itself does not hold. Answer at the provider, and send nothing back until it is decided.`,
  }),
  "payments.refund-failed": (order, event) => ({
    kind: "admin.refund-failed",
    title: `A refund of order ${order.number} failed`,
    text: `${centsOf(event)} did not go back. The page of the order says why. You can try again there.`,
  }),
};

export const adminEvents: readonly string[] = Object.keys(orderNews);
const isNews = (name: string): name is keyof typeof orderNews => Object.hasOwn(orderNews, name);

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
    path: `/admin/orders/${orderId}`,
    ...text,
    onceKey: noticeKey(text.kind, event.subject, event.at),
  };
  await notifyAdmin(work, sources, news);
}
